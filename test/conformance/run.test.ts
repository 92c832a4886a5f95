import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { checkMessages } from "../../conformance/engine/checks.mjs";
import type { Json } from "../../src/wire/messages.ts";
import { LETSCODE } from "../process/letscode.ts";

const RUN = fileURLToPath(new URL("../../conformance/run.mjs", import.meta.url));
const BYE = fileURLToPath(new URL("../../conformance/transcripts/bye.txt", import.meta.url));
const PING = fileURLToPath(new URL("../../conformance/transcripts/jsonrpc/ping.txt", import.meta.url));
const ERRORS = fileURLToPath(new URL("../../conformance/transcripts/jsonrpc/errors.txt", import.meta.url));
const COMMAND = ["--", process.execPath, LETSCODE];

function run(...words: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, ...words], (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const folder = mkdtempSync(join(tmpdir(), "letscode-variant-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let variants = 0;

function variant(text: string): string {
  const file = join(folder, `${++variants}-variant.txt`);
  writeFileSync(file, text);
  return file;
}

describe.concurrent("the runner", () => {
  test("says one line for each transcript and pipe that it plays", async () => {
    expect(await run(BYE, PING, ...COMMAND)).toEqual({
      status: 0,
      stdout:
        "ok   bye (stdio)\nok   jsonrpc/ping (stdio)\nok   jsonrpc/ping (tcp)\nok   jsonrpc/ping (unix)\nall 4 hold\n",
      stderr: "",
    });
  });

  test("plays only the door and the pipe that are asked for", async () => {
    const { stdout } = await run("--door", "jsonrpc", "--over", "unix", BYE, PING, ...COMMAND);
    expect(stdout).toBe("ok   jsonrpc/ping (unix)\nall 1 hold\n");
  });

  test("shows where the first message that is another one differs", async () => {
    const file = variant(readFileSync(BYE, "utf8").replace('{"type":"done",', '{"type":"finished",'));
    const { status, stdout } = await run(file, ...COMMAND);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^FAIL .*variant \(stdio\)\n {2}line \d+: \.type: expected "finished", got "done"\n/,
    );
    expect(stdout).toMatch(/\n {4}- {3}"type": "finished",\n {4}\+ {3}"type": "done",\n/);
    expect(stdout).toMatch(/\n1 of 1 do not hold\n$/);
  });

  test("notices a message too many, another exit code, and a process that cannot be started", async () => {
    const text = readFileSync(BYE, "utf8");
    const more = await run(variant(text.replace(/< \{"type":"bye"\}\n/, "")), ...COMMAND);
    expect(more.stdout).toContain('one more came: {"type":"bye"}');
    const code = await run(variant(text.replace("= exit 0", "= exit 3")), ...COMMAND);
    expect(code.stdout).toContain("expected exit code 3, got 0");
    const words = await run(variant(text.replace("1 queued message(s)", "one message")), ...COMMAND);
    expect(words.stdout).toMatch(/expected "letscode: one message .* on stderr, got "letscode: 1 queued/);
    const none = await run(BYE, "--", "/no/such/command");
    expect([more.status, code.status, none.status]).toEqual([1, 1, 1]);
    expect(none.stdout).toContain("ENOENT");
  });

  test("plays on behind one that does not hold, or stops there", async () => {
    const wrong = variant("= exit 7\n");
    const all = await run(wrong, BYE, ...COMMAND);
    expect([all.status, all.stdout.split("\n").slice(-3)]).toEqual([
      1,
      ["ok   bye (stdio)", "1 of 2 do not hold", ""],
    ]);
    expect((await run("--first", wrong, BYE, ...COMMAND)).stdout).toMatch(
      /\n1 of 1 do not hold, 1 not played\n$/,
    );
  });

  test("leaves texts for people alone when it is told to", async () => {
    const text = readFileSync(BYE, "utf8").replace("1 queued message(s)", "one message");
    const other = variant(`${text}`.replace(/"error":"[^"]*"/, '"error":"Something else."'));
    expect(await run("--any-text", other, ...COMMAND)).toMatchObject({ status: 0 });
    const errors = readFileSync(ERRORS, "utf8").replaceAll(/"message":"[^"\\]*"/g, '"message":"no"');
    const short = variant(errors);
    expect(await run("--over", "stdio", short, ...COMMAND)).toMatchObject({ status: 1 });
    expect(await run("--over", "stdio", "--any-text", short, ...COMMAND)).toMatchObject({ status: 0 });
  });

  test.each([
    [[]],
    [[BYE]],
    [["--door", "http", ...COMMAND]],
    [["--patience", "0", ...COMMAND]],
    [["--colour", ...COMMAND]],
  ])("is told what it is asked: %j", async (words) => {
    expect(await run(...words)).toMatchObject({ status: 2, stdout: "" });
  });
});

describe.concurrent("the runner is not held up by", () => {
  const ready = JSON.stringify({ type: "ready" });
  const READY = '< {"type":"ready"}\n';

  test.each<[what: string, program: string, transcript: string, told: RegExp, patience?: string]>([
    [
      "one that says nothing",
      "setInterval(() => {}, 1000)",
      `${READY}= exit 0\n`,
      /line 1: expected \{"type":"ready"\}\n {2}nothing more came in time\n {2}no message has come at all\n/,
      "0.6",
    ],
    [
      "one that says half a line",
      `process.stdout.write('{"type":'); setInterval(() => {}, 1000)`,
      `${READY}= exit 0\n`,
      /\n {2}8 bytes came that are no whole message: "\{\\"type\\":"\n/,
      "0.6",
    ],
    [
      "one that dies",
      `console.error("no disk"); process.exit(3)`,
      `${READY}= exit 0\n`,
      /\n {2}the end came instead\n {2}the process has ended with 3\n {2}stderr: no disk\n/,
    ],
    ["one that greets", `console.log("Welcome!")`, `${READY}= exit 0\n`, /this is no message: "Welcome!" \(/],
    [
      "one that never ends a line",
      `const x = "x".repeat(1 << 20); const go = () => process.stdout.write(x, go); go()`,
      `${READY}= exit 0\n`,
      /more than 68157440 bytes came that are no whole message: "xxx/,
    ],
    [
      "one that never stops what may be repeated",
      `const go = () => process.stdout.write('${ready}\\n', () => setTimeout(go, 100)); go()`,
      `<+ {"type":"ready"}\n< {"type":"bye"}\n= exit 0\n`,
      /line 2: expected \{"type":"bye"\}\n {2}nothing more came in time\n/,
      "0.6",
    ],
    [
      "one that floods stderr",
      `const go = () => process.stderr.write("log\\n".repeat(10000), go); go()`,
      `${READY}= exit 0\n`,
      /stderr: log\n( {4}log\n){9}/,
      "0.6",
    ],
    [
      "one that stays",
      `console.log('${ready}'); setInterval(() => {}, 1000)`,
      `${READY}= exit 0\n`,
      /line 2: expected the end\n {2}nothing more came in time\n {2}the last messages were\n {4}\{"type":"ready"\}\n/,
      "0.6",
    ],
    [
      "one that leaves a process with its pipes behind",
      `console.log('${ready}'); require("child_process").spawn("sleep", ["5"], { stdio: ["ignore", "ignore", "inherit"] }).unref(); process.exit(0)`,
      `${READY}= exit 0\n`,
      /the process has ended, but something it started still holds its stdout or stderr\n/,
    ],
    [
      "one that does not listen",
      `console.log("Ready."); setInterval(() => {}, 1000)`,
      `# door: serve\n${READY}= closed\n`,
      /expected the line "letscode listening on ADDRESS" on stdout, got "Ready.\\n"\n/,
    ],
  ])("%s", async (_what, program, transcript, told, patience = "15") => {
    const file = variant(transcript);
    const { status, stdout } = await run(
      "--patience",
      patience,
      "--first",
      file,
      "--",
      process.execPath,
      "-e",
      program,
      "--",
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(told);
  });
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
