import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGate } from "../cases/gate.ts";
import { answer, calls, content, DONE, finish } from "../loopback/chunks.ts";
import { LETSCODE, newFolder, runLetscode, startLetscode } from "./letscode.ts";
import { messages, modelHost, ofType, textOf } from "./model-host.ts";

const model = modelHost();
const DEMO = ["--mode", "rpc", "--model", "demo"];
const MIB = 1024 * 1024;

/** What the n-th request said last. */
function lastSaid(n = 1): string {
  const { content: said } = model.server().requests[n - 1]?.json.messages.at(-1) ?? {};
  return typeof said === "string" ? said : said?.[0]?.text;
}

/** What begins as an image of 100×100 pixels does and is so many bytes long. */
function pngOf(bytes: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d494844520000006400000064", "hex");
  return Buffer.concat([head, Buffer.alloc(bytes - head.length, 7)]);
}

describe("framing", () => {
  it("cuts at LF only, both ways: U+2028, U+2029 and U+0085 pass raw through prompt, answer and tool [F1 A01]", async () => {
    const text = "a\u2028b\u2029c\u0085d";
    model
      .server()
      .reply(
        calls({ id: "c1", name: "bash", arguments: { command: `printf '%s' '${text}'` } }),
        answer(text),
      );
    const host = model.start();
    host.write(`{"cmd":"prompt","id":"p1","text":"${text}"}\n`);
    host.end();
    await host.exited;
    expect(lastSaid()).toBe(text);
    expect(textOf(messages(host.lines, "tool_result")[0])).toContain(text);
    expect(textOf(messages(host.lines, "assistant")[1])).toBe(text);
    expect(host.text().split("\n")).toHaveLength(host.lines.length + 1);
    expect(ofType(host.lines, "ack")).toHaveLength(1);
  });

  it("keeps characters whole that arrive in two reads, wherever they are cut [F2 A02]", async () => {
    const id = "日本🙂é";
    const line = Buffer.from(`{"cmd":"abort","id":"${id}"}\n`);
    const cuts = Array.from({ length: line.length }, (_, at) => at);
    const host = startLetscode(DEMO);
    for (const cut of cuts) {
      // What precedes the cut has been read when the command before it is done: it came in the same write.
      host.write(Buffer.concat([Buffer.from(`{"cmd":"abort","id":${cut}}\n`), line.subarray(0, cut)]));
      await host.waitFor((answer) => answer.type === "done" && answer.id === cut);
      host.write(line.subarray(cut));
    }
    host.end();
    await host.exited;
    expect(ofType(host.lines, "done").map((answer) => answer.id)).toEqual(cuts.flatMap((cut) => [cut, id]));
  });

  it("takes a BOM at the start, CRLF, blank lines and a last line without LF [F1 F2 F3]", async () => {
    const { lines } = await runLetscode(
      DEMO,
      '\ufeff{"cmd":"abort","id":1}\r\n\r\n \n{"cmd":"abort","id":2}',
    );
    expect(lines.map(({ type, id }) => [type, id])).toEqual([
      ["ready", undefined],
      ["ack", 1],
      ["done", 1],
      ["ack", 2],
      ["done", 2],
      ["bye", undefined],
    ]);
  });

  it("takes a bare CR for data, and a BOM only at the very start [F1]", async () => {
    const { lines } = await runLetscode(
      DEMO,
      '{"cmd":"abort",\r"id":1}\n\ufeff{"cmd":"abort","id":2}\n{"cmd":"abort","id":3}\n',
    );
    expect(lines.slice(1, -1).map(({ type, id }) => [type, id])).toEqual([
      ["ack", 1],
      ["done", 1],
      ["error", null],
      ["ack", 3],
      ["done", 3],
    ]);
  });

  it("answers invalid UTF-8 with one recoverable error and reads on [F1]", async () => {
    const host = startLetscode(DEMO);
    host.write(
      Buffer.concat([
        Buffer.from('{"cmd":"prompt","id":"x","text":"'),
        Buffer.from([0xff]),
        Buffer.from('"}\n'),
      ]),
    );
    host.send({ cmd: "abort", id: "z" });
    host.end();
    await host.exited;
    expect(host.lines.slice(1, -1)).toMatchObject([
      { type: "error", id: null, recoverable: true, code: "invalid_line" },
      { type: "ack", id: "z" },
      { type: "done", id: "z" },
    ]);
  });

  it("lets nothing ill-formed out: lone surrogates and pairs split over two deltas [F1 A22]", async () => {
    const halves = ["x\ud83d", "\ude42y", "\ud83d", "z"].map((piece) =>
      content("@").replace('"@"', JSON.stringify(piece)),
    );
    model.server().reply([...halves, finish(), DONE]);
    const host = model.start();
    host.write('{"cmd":"prompt","id":"\\ud83d","text":"lone \\ud83d here"}\n');
    host.end();
    await host.exited;
    expect(host.text()).not.toMatch(/\\ud[89a-f]/i);
    const deltas = ofType(host.lines, "message_update")
      .filter((line) => line.stream_event.type === "text_delta")
      .map((line) => line.stream_event.delta);
    expect(deltas).toEqual(["x", "🙂y", "\ufffdz"]);
    expect(textOf(messages(host.lines, "assistant")[0])).toBe("x🙂y\ufffdz");
    expect(lastSaid()).toBe("lone \ufffd here");
  });

  it("keeps stdout for the protocol: console and stray writes go to stderr [F4 A04]", async () => {
    const folder = newFolder();
    const script = join(folder, "noisy.cjs");
    writeFileSync(
      script,
      `require(${JSON.stringify(LETSCODE)});
       console.log("LOG"); console.info("INFO"); process.stdout.write("RAW\\n"); console.table([{ a: 1 }]);
       setInterval(() => process.stdout.write("LATER\\n"), 1).unref();`,
    );
    const child = spawn(process.execPath, [script, ...DEMO], { stdio: "pipe" });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.stdin.end('{"cmd":"prompt","text":"demo:text 2000"}\n');
    await new Promise((resolve) => child.on("close", resolve));
    const types = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect([types[0], types.at(-1)]).toEqual(["ready", "bye"]);
    for (const word of ["LOG", "INFO", "RAW", "LATER"]) expect(err).toContain(word);
  });

  it("is neither held up nor grown by a stderr that nobody reads [F4]", async () => {
    const script = join(newFolder(), "chatty.cjs");
    writeFileSync(
      script,
      `require(${JSON.stringify(LETSCODE)});
       for (let sent = 0; sent < 200000; sent++) process.stderr.write(Buffer.alloc(1024, "line\\n"));
       require("node:fs").writeFileSync(process.argv[1] + ".mem", String(process.memoryUsage().rss));`,
    );
    const child = spawn(process.execPath, [script, ...DEMO], { stdio: ["pipe", "pipe", "pipe"] });
    child.stdout.resume();
    child.stdin.end('{"cmd":"abort"}\n');
    const [code] = await new Promise<[number]>((resolve) =>
      child.on("exit", (status) => resolve([status ?? -1])),
    );
    expect(code).toBe(0);
    expect(Number(readFileSync(`${script}.mem`, "utf8"))).toBeLessThan(150 * MIB);
    child.stderr.destroy();
  });

  it("writes each line in its own time: a delta is out before the next one comes [F4]", async () => {
    const words = ["one", " two", " three"];
    const gates = words.map(createGate);
    const steps = gates.flatMap(({ opened }, at) => [content(words[at] ?? ""), { wait: opened }]);
    model.server().reply([...steps, finish(), DONE]);
    const host = model.start();
    host.send({ cmd: "prompt", text: "go" });
    for (const [at, word] of words.entries()) {
      await host.waitFor((line) => line.type === "message_update" && line.stream_event.delta === word);
      gates[at]?.open();
    }
    host.end();
    await host.exited;
    expect(textOf(messages(host.lines, "assistant")[0])).toBe("one two three");
  });

  it("hands each line to the pipe in the turn of the event loop that produced it [F4]", async () => {
    const script = join(newFolder(), "turns.cjs");
    writeFileSync(
      script,
      `const { stdin, stdout } = process;
       let turn = "in its turn";
       const { emit } = stdin;
       stdin.emit = function (name, ...rest) {
         if (name === "data" && rest[0].includes("probe"))
           setImmediate(() => setImmediate(() => { turn = "later"; }));
         return emit.call(this, name, ...rest);
       };
       const { write } = stdout;
       stdout.write = function (chunk, ...rest) {
         if (String(chunk).includes("probe")) process.stderr.write(turn);
         return write.call(this, chunk, ...rest);
       };
       require(${JSON.stringify(LETSCODE)});`,
    );
    const child = spawn(process.execPath, [script, ...DEMO], { stdio: "pipe" });
    let err = "";
    child.stderr.on("data", (chunk) => (err += chunk));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdout.resume();
    child.stdin.write('{"cmd":"abort","id":"probe"}\n');
    await new Promise((resolve) => child.stderr.once("data", resolve));
    child.stdin.end();
    await new Promise((resolve) => child.on("close", resolve));
    expect(err).toBe("in its turn");
  });

  it("takes a line of 64 MiB and refuses one that is a byte longer [F5]", async () => {
    const padded = (bytes: number, id: number) => `{"cmd":"abort","id":${id}}`.padEnd(bytes);
    const host = startLetscode(DEMO);
    host.write(`${padded(64 * MIB, 1)}\n`);
    host.write(`${padded(64 * MIB + 1, 2)}\n`);
    host.write(`${padded(0, 3)}\n`);
    host.end();
    await host.exited;
    expect(host.lines.slice(1)).toEqual([
      { type: "ack", id: 1 },
      { type: "done", id: 1, queued: { steer: 0, follow_up: 0 } },
      {
        type: "error",
        id: null,
        error: "the line is 67108865 bytes long; at most 67108864 are read",
        recoverable: true,
        code: "line_too_long",
      },
      { type: "ack", id: 3 },
      { type: "done", id: 3, queued: { steer: 0, follow_up: 0 } },
      { type: "bye" },
    ]);
  });

  it("discards a line over 64 MiB with one error, in bounded memory, and reads the next [F5 A15]", async () => {
    const host = startLetscode(DEMO);
    const { stdin } = host.child;
    const chunk = Buffer.alloc(MIB, "a");
    for (let sent = 0; sent < 300; sent++)
      if (stdin?.write(chunk) === false) await new Promise((resolve) => stdin.once("drain", resolve));
    host.write('\n{"cmd":"abort","id":"x"}\n');
    await host.waitFor((line) => line.type === "done");
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${host.child.pid}/status`, "utf8"))?.[1]);
    expect(peak * 1024).toBeLessThan(300 * MIB);
    host.end();
    await host.exited;
    expect(host.lines.slice(1)).toMatchObject([
      {
        type: "error",
        id: null,
        recoverable: true,
        code: "line_too_long",
        error: expect.stringContaining("314572800"),
      },
      { type: "ack", id: "x" },
      { type: "done", id: "x" },
      { type: "bye" },
    ]);
  });

  it("takes an 8 MB prompt in one line and gives it back whole [F5 A16]", async () => {
    model.server().reply(answer("ok"));
    const host = model.start();
    const text = "word ".repeat(1_600_000);
    host.send({ cmd: "prompt", id: "p", text });
    host.end();
    await host.exited;
    expect(lastSaid() === text).toBe(true);
    expect(textOf(messages(host.lines, "user")[0]) === text).toBe(true);
  });

  it("puts a 4 MB image that a tool reads on one line [F8 A16]", async () => {
    const cwd = newFolder();
    const png = pngOf(4_000_000);
    writeFileSync(join(cwd, "big.png"), png);
    model.server().reply(calls({ id: "c1", name: "read", arguments: { path: "big.png" } }), answer("seen"));
    const host = model.start([], { cwd });
    host.send({ cmd: "prompt", id: "p", text: "look" });
    host.end();
    await host.exited;
    const image = messages(host.lines, "tool_result")[0]?.content.find(
      ({ type }: { type: string }) => type === "image",
    );
    expect(image?.data === png.toString("base64")).toBe(true);
    expect(ofType(host.lines, "done")).toEqual([{ type: "done", id: "p" }]);
  });

  it("shows no image of more than 5 MB, and says why [F8]", async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, "huge.png"), pngOf(5_000_001));
    const call = { id: "c1", name: "read", arguments: { path: "huge.png" } };
    const { lines } = await model.run([calls(call), answer("ok")], [], { cwd });
    const [result] = messages(lines, "tool_result");
    expect(result).toMatchObject({ is_error: true, content: [{ type: "text" }] });
    expect(result.content).toHaveLength(1);
    expect(textOf(result)).toContain("images above 5.0 MB are not shown");
  });

  it("never loses the last line, also past 64 KiB and through a pipe read late [F7]", async () => {
    model.server().reply(answer("y".repeat(500_000)));
    const host = startLetscode(["--mode", "rpc", "--base-url", model.server().baseUrl, "--model", "m"], {
      read: false,
    });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    host.end();
    await model.server().requests[0]?.closed;
    host.resume();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.text().endsWith('{"type":"done","id":"p"}\n{"type":"bye"}\n')).toBe(true);
  });
});
