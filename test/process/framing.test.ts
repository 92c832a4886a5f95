import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

  it("keeps characters whole that arrive one byte at a time [F2 A02]", async () => {
    model.server().reply(answer("ok"));
    const host = model.start();
    await host.waitFor("ready");
    for (const byte of Buffer.from('{"cmd":"prompt","id":"p1","text":"日本🙂é"}\n')) {
      host.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    host.end();
    await host.exited;
    expect(lastSaid()).toBe("日本🙂é");
    expect(host.text()).not.toContain("\ufffd");
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

  it("keeps stdout for the protocol: console and stray writes go to stderr [F4]", async () => {
    const folder = newFolder();
    const script = join(folder, "noisy.cjs");
    writeFileSync(
      script,
      `require(${JSON.stringify(LETSCODE)});
       console.log("LOG"); console.info("INFO"); process.stdout.write("RAW\\n"); console.table([{ a: 1 }]);
       setInterval(() => process.stdout.write("LATER\\n"), 1).unref();`,
    );
    const { spawn } = await import("node:child_process");
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
    const { spawn } = await import("node:child_process");
    const script = join(newFolder(), "chatty.cjs");
    writeFileSync(
      script,
      `require(${JSON.stringify(LETSCODE)});
       const line = "x".repeat(1023) + "\\n";
       for (let sent = 0; sent < 50000; sent++) process.stderr.write(line);
       require("node:fs").writeFileSync(process.argv[1] + ".mem", String(process.memoryUsage().rss));`,
    );
    const child = spawn(process.execPath, [script, ...DEMO], { stdio: ["pipe", "pipe", "pipe"] });
    child.stdout.resume();
    child.stdin.end('{"cmd":"abort"}\n');
    const [code] = await new Promise<[number]>((resolve) =>
      child.on("exit", (status) => resolve([status ?? -1])),
    );
    expect(code).toBe(0);
    const { readFileSync } = await import("node:fs");
    expect(Number(readFileSync(`${script}.mem`, "utf8"))).toBeLessThan(150 * MIB);
    child.stderr.destroy();
  });

  it("writes each line in its own time: a delta is out before the next one comes [F4]", async () => {
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    model.server().reply([content("first"), { wait }, content(" second"), finish(), DONE]);
    const host = model.start();
    host.send({ cmd: "prompt", text: "go" });
    await host.waitFor((line) => line.type === "message_update" && line.stream_event.delta === "first");
    go();
    host.end();
    await host.exited;
    expect(textOf(messages(host.lines, "assistant")[0])).toBe("first second");
  });

  it("discards a line over 64 MiB with one error, in bounded memory, and reads the next [F5 A15]", async () => {
    const { readFileSync } = await import("node:fs");
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
    const png = Buffer.concat([
      Buffer.from("89504e470d0a1a0a0000000d494844520000006400000064", "hex"),
      Buffer.alloc(4_000_000, 7),
    ]);
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
