import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { content, DONE, delta } from "../loopback/chunks.ts";
import { type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { pairViolations } from "../rpc/interleavings.ts";
import { processesWith, sleepMark, within } from "./alive.ts";
import { type Letscode, type Line, newFolder, startLetscode } from "./letscode.ts";

const MIB = 1024 * 1024;

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer();
});
afterAll(() => server.close());

/** Resident memory of a process, in bytes. */
function residentBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** A host that does not read, and the n-th request its prompt made. */
async function unread(text: string, cwd = newFolder()): Promise<Letscode> {
  const host = startLetscode(["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m"], {
    read: false,
    cwd,
  });
  const nth = server.requests.length + 1;
  host.send({ cmd: "prompt", id: "p", text });
  await server.received(nth);
  return host;
}

/** The end of an answer. */
const END = [delta({}, "stop"), DONE];

/** Three million characters in pieces of a thousand. */
const LONG_TEXT = "word ".repeat(600_000);
const LONG = Array.from({ length: 3000 }, (_, at) => content(LONG_TEXT.slice(at * 1000, (at + 1) * 1000)));

/** The end of an answer that calls bash. */
function bash(command: string): string[] {
  const call = { index: 0, id: "c1", function: { name: "bash", arguments: JSON.stringify({ command }) } };
  return [delta({ tool_calls: [call] }), delta({}, "tool_calls"), DONE];
}

const answersTo = (host: Letscode, id: string) =>
  host.lines.filter((line) => line.id === id).map(({ type }) => type);

const foldedText = (lines: readonly Line[]) =>
  lines
    .filter((line) => line.type === "message_update" && line.stream_event.type === "text_delta")
    .map((line) => line.stream_event.delta)
    .join("");

describe("a host that does not read", () => {
  it("costs bounded memory during 200,000 deltas and loses nothing [F6 F7 A05]", async () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `w${index % 1000} `);
    server.reply([...batches(words.map(content), 500), ...END]);
    const host = await unread("go");
    const before = residentBytes(host.child.pid);
    await server.requests.at(-1)?.closed;
    expect(residentBytes(host.child.pid) - before).toBeLessThan(100 * MIB);
    host.resume();
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    const text = words.join("");
    expect(foldedText(host.lines) === text).toBe(true);
    const end = host.lines.find((line) => line.type === "message_end" && line.message.role === "assistant");
    expect(end?.message.content).toEqual([{ type: "text", text }]);
    expect(host.lines.slice(-3).map(({ type }) => type)).toEqual(["agent_end", "done", "bye"]);
    const deltas = host.lines.filter(({ type }) => type === "message_update").length;
    expect(deltas).toBeLessThan(words.length);
  });

  it("can still abort, however much waits for it [F6 C6]", async () => {
    const mark = sleepMark();
    const cwd = newFolder();
    server.reply([...batches(LONG, 100), ...bash(`touch begun; sleep ${mark}`)]);
    const host = await unread("go", cwd);
    await within(10_000, "the command runs", () => existsSync(join(cwd, "begun")));
    // Longer than what one read takes: whoever stopped reading in between would not get as far as the abort.
    host.write(`${JSON.stringify({ cmd: "nonsense", id: "n" }).padEnd(MIB)}\n`);
    host.send({ cmd: "abort", id: "a" });
    await within(5000, "the command is ended", () => processesWith(`sleep\0${mark}`).length === 0);
    host.resume();
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.lines.find(({ type }) => type === "agent_end")).toMatchObject({
      stop_reason: "aborted",
      error: null,
    });
    expect(answersTo(host, "n")).toEqual(["error"]);
    expect(answersTo(host, "a")).toEqual(["ack", "done"]);
  });

  it("misses no start, no end and no answer, and is not taken for gone [F6]", async () => {
    const cwd = newFolder();
    server.reply([...batches(LONG, 100), ...bash("touch begun; cat gate")], [content("ok"), ...END]);
    execFileSync("mkfifo", [join(cwd, "gate")]);
    const host = await unread("go", cwd);
    await within(10_000, "the command runs", () => existsSync(join(cwd, "begun")));
    const ids = Array.from({ length: 50 }, (_, at) => `s${at}`);
    for (const id of ids) host.send({ cmd: "steer", id, text: id });
    writeFileSync(join(cwd, "gate"), "");
    host.resume();
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(ids.map((id) => answersTo(host, id))).toEqual(ids.map(() => ["ack", "done"]));
    expect(pairViolations(host.lines)).toEqual([]);
    expect(foldedText(host.lines)).toBe(`${LONG_TEXT}ok`);
    const said = host.lines.filter((line) => line.type === "message_end" && line.message.role === "user");
    expect(said.map((line) => line.message.content[0].text)).toEqual(["go", ...ids]);
  });

  it("makes the next model call wait until it reads again [F6]", async () => {
    server.reply([...bash("yes | head -c 3000000")], [content("done"), ...END]);
    const asked = server.requests.length;
    const host = await unread("go");
    while (!commandEnded(host)) await pause(20);
    await pause(300);
    expect(server.requests.length).toBe(asked + 1);
    host.resume();
    await server.received(asked + 2);
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the command has ended: letscode has no child of its own but the watchdog any more. */
function commandEnded(host: Letscode): boolean {
  const children = readFileSync(`/proc/${host.child.pid}/task/${host.child.pid}/children`, "utf8").trim();
  return children !== "" && children.split(" ").length === 1;
}

function batches(pieces: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, at) =>
    pieces.slice(at * size, (at + 1) * size).join(""),
  );
}
