import { describe, test } from "vitest";
import { pipesOf, play } from "../../conformance/engine/play.mjs";
import { LETSCODE } from "../process/letscode.ts";
import { allTranscripts } from "./transcript-files.ts";

const plays = allTranscripts().flatMap(({ name, transcript }) =>
  pipesOf(transcript)
    .slice(1)
    .map((over) => ({ name, transcript, over })),
);

describe.concurrent("a transcript holds over every other pipe:", () => {
  test.each(plays)("$name over $over", async ({ transcript, over }) => {
    await play(transcript, { command: [process.execPath, LETSCODE], over });
  });
});
