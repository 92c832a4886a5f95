import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OPTIONS } from "../../src/cli/option-table.ts";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { namesInSchemas, namesShownBy } from "./shown.ts";
import { allTranscripts } from "./transcript-files.ts";

/** What no transcript can show: why not, and the test that shows it. */
interface Exception {
  because: string;
  test: string;
  title: string;
}

const LONG_LINE = "it takes a line of more than 64 MiB";
const LONG_TRANSCRIPT = "it takes a transcript of more than 16 MiB";
const OTHER_PROCESS = "it takes another process, or what one has left behind";
const EVERY_SOCKET = "the runner gives it, to be able to connect at all";
const REFERENCE: Exception = {
  because: LONG_LINE,
  test: "test/agent/encode-event.test.ts",
  title: "an agent_end that is too long refers to its messages, whatever they are",
};

const EXCEPTIONS: { [name: string]: Exception } = {
  "SessionEventParams.merged": {
    because: "how many events are merged is chance, and is left out of what is compared",
    test: "test/server/clients.test.ts",
    title: "Every number is there, alone or counted by the one that it was merged into",
  },
  "AgentEnd.truncated": REFERENCE,
  "MessageRef.role=custom": REFERENCE,
  "MessageRef.role=tool_result": REFERENCE,
  "MessageRef.role=user": REFERENCE,
  "TurnEnd.truncated": { ...REFERENCE, title: "a turn_end that is too long refers to its results" },
  "DoneMessage.truncated": {
    because: LONG_TRANSCRIPT,
    test: "test/process/state.test.ts",
    title: "comes in parts that fit a line, each of which says that more follows",
  },
  "SessionMessagesResult.truncated": {
    because: LONG_TRANSCRIPT,
    test: "test/agent/transcript-page.test.ts",
    title: "a transcript that is too long for one page is told from its beginning, page by page",
  },
  "EventsGap.truncated": {
    because: LONG_TRANSCRIPT,
    test: "test/agent/transcript-page.test.ts",
    title: "the newest part of one that is too long stays in its order and says that it begins earlier",
  },
  "ControlErrorCode=io": {
    because: "it takes an input that cannot be read",
    test: "test/process/lifecycle.test.ts",
    title: "reading commands failed: EBADF",
  },
  "ControlErrorCode=internal": {
    because: "it takes a mistake in letscode",
    test: "test/process/lifecycle.test.ts",
    title: "is 1 with a fatal error and the run's last events when letscode itself fails",
  },
  "--parent-pid": {
    because: OTHER_PROCESS,
    test: "test/process/lifecycle.test.ts",
    title: "ends when the process named by --parent-pid has ended",
  },
  "--continue": {
    because: OTHER_PROCESS,
    test: "test/process/sessions.test.ts",
    title: "comes back whole to the model and to the host",
  },
  "--resume": {
    because: OTHER_PROCESS,
    test: "test/cli/session-choice.test.ts",
    title: '["--resume", ID]',
  },
  "--record": {
    because: "what it writes is a file",
    test: "test/conformance/llama-cassette.test.ts",
    title: "recording the replay makes the same cassette, delta by delta",
  },
  "--listen": { because: EVERY_SOCKET, test: "conformance/engine/stage.mjs", title: '"--listen"' },
  "--token-env": { because: EVERY_SOCKET, test: "conformance/engine/stage.mjs", title: '"--token-env"' },
  "--no-token": { because: EVERY_SOCKET, test: "conformance/engine/stage.mjs", title: '"--no-token"' },
};

const transcripts = allTranscripts().map(({ transcript }) => transcript);
const shown = new Set(transcripts.flatMap((transcript) => [...namesShownBy(transcript)]));
const words = new Set(transcripts.flatMap(({ args }) => args.map((word) => word.replace(/=.*/, ""))));

const HOST_DOORS = ["rpc", "jsonrpc", "serve"];
const flags = Object.entries(OPTIONS)
  .filter(([, option]) => "doors" in option && option.doors.some((door) => HOST_DOORS.includes(door)))
  .map(([name]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);

const missing = [
  ...[...namesInSchemas()].filter((name) => !shown.has(name)),
  ...Object.values(CODES)
    .map((code) => `error ${code}`)
    .filter((name) => !shown.has(name)),
  ...flags.filter((flag) => !words.has(flag)),
];

describe("the transcripts", () => {
  test("show every field, value, method and error code of both protocols, and every flag of their doors", () => {
    expect(missing.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  });

  test.each(Object.entries(EXCEPTIONS))("leave %s to a test that is there", (_name, { test, title }) => {
    const file = new URL(`../../${test}`, import.meta.url);
    expect(existsSync(file) && readFileSync(file, "utf8").includes(title)).toBe(true);
  });
});
