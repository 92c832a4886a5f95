import { describe, test } from "vitest";
import { letscodeClient, rpcClient } from "./other-doors.ts";
import { playBy, playOnce, single, transcripts } from "./play-by-door.ts";

describe.concurrent("the events of a transcript are the same", () => {
  test.each(transcripts)("by RpcClient: $name", ({ transcript }) => playBy(rpcClient, transcript));
  test.each(transcripts)("by LetscodeClient: $name", ({ transcript }) => playBy(letscodeClient, transcript));
  test.each(single)("in one shot: $name", ({ transcript }) => playOnce(transcript));
});
