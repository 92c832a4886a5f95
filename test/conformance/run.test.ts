import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkMessages } from "../../conformance/engine/checks.mjs";
import type { Json } from "../../src/wire/messages.ts";
import { LETSCODE } from "../process/letscode.ts";

const RUN = fileURLToPath(new URL("../../conformance/run.mjs", import.meta.url));
const BYE = fileURLToPath(new URL("../../conformance/transcripts/bye.txt", import.meta.url));
const PING = fileURLToPath(new URL("../../conformance/transcripts/jsonrpc/ping.txt", import.meta.url));
const COMMAND = ["--", process.execPath, LETSCODE];

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

function variant(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "letscode-variant-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "variant.txt");
  writeFileSync(file, text);
  return file;
}

describe("the runner", () => {
  test("says one line for each transcript and pipe that it plays", () => {
    expect(run(BYE, PING, ...COMMAND)).toEqual({
      status: 0,
      stdout:
        "ok   bye (stdio)\nok   jsonrpc/ping (stdio)\nok   jsonrpc/ping (tcp)\nok   jsonrpc/ping (unix)\nall 4 hold\n",
      stderr: "",
    });
  });

  test("plays only the door and the pipe that are asked for", () => {
    const { stdout } = run("--door", "jsonrpc", "--over", "unix", BYE, PING, ...COMMAND);
    expect(stdout).toBe("ok   jsonrpc/ping (unix)\nall 1 hold\n");
  });

  test("shows where the first message that is another one differs", () => {
    const file = variant(readFileSync(BYE, "utf8").replace('{"type":"done",', '{"type":"finished",'));
    const { status, stdout } = run(file, ...COMMAND);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^FAIL .*variant \(stdio\)\n {2}line \d+: \.type: expected "finished", got "done"\n/,
    );
    expect(stdout).toMatch(/\n {4}- {3}"type": "finished",\n {4}\+ {3}"type": "done",\n/);
    expect(stdout).toMatch(/\n1 of 1 do not hold\n$/);
  });

  test("notices a message too many, another exit code, and a process that cannot be started", () => {
    const text = readFileSync(BYE, "utf8");
    const more = run(variant(text.replace(/< \{"type":"bye"\}\n/, "")), ...COMMAND);
    expect(more.stdout).toContain('one more came: {"type":"bye"}');
    const code = run(variant(text.replace("= exit 0", "= exit 3")), ...COMMAND);
    expect(code.stdout).toMatch(/expected \{"code":3,.*\}, got \{"code":0,/);
    const none = run(BYE, "--", "/no/such/command");
    expect([more.status, code.status, none.status]).toEqual([1, 1, 1]);
    expect(none.stdout).toContain("ENOENT");
  });

  test.each([[[]], [[BYE]], [["--door", "http", ...COMMAND]], [["--colour", ...COMMAND]]])(
    "is told what it is asked: %j",
    (words) => {
      expect(run(...words)).toMatchObject({ status: 2, stdout: "" });
    },
  );
});

describe("whatever the transcript says, it is checked", () => {
  const start = { type: "message_start", message: { id: "a", role: "assistant", content: [] } };
  const piece = (delta: string) => ({
    type: "message_update",
    message: { id: "a", role: "assistant" },
    stream_event: { type: "text_delta", delta, index: 0 },
  });
  const end = {
    type: "message_end",
    message: { id: "a", role: "assistant", content: [{ type: "text", text: "ab" }] },
  };
  const event = (seq: number, of: Json, merged?: number) => ({
    method: "session.event",
    params: { session_id: "s", seq, event: of, ...(merged === undefined ? {} : { merged }) },
  });
  const rpc =
    (messages: Json[], sent: string[] = []) =>
    () =>
      checkMessages("rpc", { messages, sent }, { toTheEnd: true });
  const jsonrpc =
    (messages: Json[], sent: string[] = []) =>
    () =>
      checkMessages("jsonrpc", { messages, sent }, { toTheEnd: true });

  test("that deltas add up", () => {
    expect(rpc([start, piece("a"), piece("b"), end])).not.toThrow();
    expect(rpc([start, piece("a"), end])).toThrow("the deltas of message a make");
    expect(jsonrpc([event(1, start), event(2, piece("b")), event(3, end)])).toThrow(
      "the deltas of message a",
    );
  });

  test("that deltas add up to all but what only the end has", () => {
    const message = { id: "a", role: "assistant" };
    const hm = {
      type: "message_update",
      message,
      stream_event: { type: "thinking_delta", delta: "Hm.", index: 0 },
    };
    const ending = (more: { [name: string]: Json }) => ({
      type: "message_end",
      message: { ...message, content: [{ type: "thinking", thinking: "Hm.", ...more }] },
    });
    expect(rpc([start, hm, ending({ signature: "s", provider_data: 1 })])).not.toThrow();
    expect(rpc([start, hm, ending({ redacted: true })])).toThrow("the deltas of message a make");
  });

  test("that no event of a session is missing, those in one counted", () => {
    expect(jsonrpc([event(1, start), event(3, piece("ab"), 1), event(4, end)])).not.toThrow();
    expect(jsonrpc([event(1, start), event(3, piece("ab")), event(4, end)])).toThrow(
      "the event behind 1 is 3",
    );
  });

  test("that what a gap left out is where it says, and is not added up", () => {
    const gap = (after: number) => ({ method: "session.gap", params: { session_id: "s", after } });
    expect(jsonrpc([event(1, start), gap(1), event(5, piece("b")), event(6, end)])).not.toThrow();
    expect(jsonrpc([event(1, start), gap(2), event(5, end)])).toThrow(
      "session s: the gap behind 1 is said to be behind 2",
    );
  });

  test("that everything is answered once", () => {
    const [ack, done] = [
      { type: "ack", id: 1 },
      { type: "done", id: 1 },
    ];
    expect(rpc([ack, done], ['{"cmd":"abort","id":1}'])).not.toThrow();
    expect(rpc([ack], ['{"cmd":"abort","id":1}'])).toThrow("1 sent with the id 1");
    expect(rpc([ack, done, { type: "error", id: 1 }], ['{"cmd":"abort","id":1}'])).toThrow("1 sent");
    const ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}';
    expect(jsonrpc([{ id: "p", result: {} }], [ping])).not.toThrow();
    expect(jsonrpc([], [ping])).toThrow('1 sent with the id "p"');
    expect(
      jsonrpc(
        [
          { id: "p", result: {} },
          { id: "p", result: {} },
        ],
        [ping],
      ),
    ).toThrow('1 sent with the id "p"');
  });
});
