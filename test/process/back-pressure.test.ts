import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { content, DONE, delta } from "../loopback/chunks.ts";
import { type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { type Letscode, type Line, startLetscode } from "./letscode.ts";

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
async function unread(text: string): Promise<Letscode> {
  const host = startLetscode(["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m"], {
    read: false,
  });
  const nth = server.requests.length + 1;
  host.send({ cmd: "prompt", id: "p", text });
  await server.received(nth);
  return host;
}

const foldedText = (lines: readonly Line[]) =>
  lines
    .filter((line) => line.type === "message_update" && line.stream_event.type === "text_delta")
    .map((line) => line.stream_event.delta)
    .join("");

describe("a host that does not read", () => {
  it("costs bounded memory during 200,000 deltas and loses nothing [F6 F7]", async () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `w${index % 1000} `);
    server.reply([...batches(words.map(content), 500), delta({}, "stop"), DONE]);
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

  it("can still abort [F6 C6]", async () => {
    server.reply([
      ...batches(
        Array.from({ length: 20_000 }, () => content("word ")),
        100,
      ),
      { wait: new Promise(() => {}) },
    ]);
    const host = await unread("go");
    host.send({ cmd: "abort", id: "a" });
    await server.requests.at(-1)?.closed;
    host.resume();
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.lines.find(({ type }) => type === "agent_end")).toMatchObject({
      stop_reason: "aborted",
      error: null,
    });
    expect(host.lines.filter((line) => line.id === "a").map(({ type }) => type)).toEqual(["ack", "done"]);
  });

  it("makes the next model call wait until it reads again [F6]", async () => {
    const call = {
      index: 0,
      id: "c1",
      function: { name: "bash", arguments: '{"command":"yes | head -c 3000000"}' },
    };
    server.reply(
      [delta({ tool_calls: [call] }), delta({}, "tool_calls"), DONE],
      [content("done"), delta({}, "stop"), DONE],
    );
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
