import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { expect, it } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { runLetscode } from "../process/letscode.ts";
import { inRoom, peakMemory, promptDone, type Room } from "./room.ts";

const MIB = 1024 * 1024;
const ID = "20260101-abcdefgh";

/** A conversation of so many messages of so many characters; the file's size. */
function large(file: string, cwd: string, count: number, length: number): number {
  const descriptor = openSync(file, "w", 0o600);
  writeSync(descriptor, `${JSON.stringify({ type: "session", version: 1, id: ID, cwd, created: 1 })}\n`);
  for (let at = 0; at < count; at++) {
    const text = `${at} "said" and so on\n`.repeat(Math.ceil(length / 20)).slice(0, length);
    const message = { id: `m${at}`, timestamp: at, role: "user", content: [{ type: "text", text }] };
    writeSync(descriptor, `${JSON.stringify({ type: "message", message })}\n`);
  }
  closeSync(descriptor);
  return statSync(file).size;
}

async function resumed(room: Room, count: number, length: number, heap: number) {
  const file = room.path(`${ID}.jsonl`);
  const size = large(file, room.folder, count, length);
  room.respond(() => answer("Said."));
  const began = Date.now();
  const host = room.start(["--session", file], { env: { NODE_OPTIONS: `--max-old-space-size=${heap}` } });
  await host.waitFor("ready");
  const seconds = (Date.now() - began) / 1000;
  host.send({ cmd: "get_state", id: "s" });
  const { state } = await host.waitFor((line) => line.type === "done" && line.id === "s");
  expect(state.messages_count).toBe(count);
  const memory = peakMemory(host.child.pid);
  host.send({ cmd: "reset", id: "r" });
  await host.waitFor((line) => line.type === "done" && line.id === "r");
  await promptDone(host, "p", "after all that");
  host.end();
  expect(await host.exited).toEqual({ code: 0, signal: null });
  // Nobody said anything in it.
  expect(statSync(file).size).toBe(size);
  return { file, size, seconds, memory };
}

it(
  "a conversation of 600 MB goes on in a heap of 1 GB, one of 100 MB in seconds, and the list of both is there at once [E07]",
  inRoom(async (room) => {
    const small = await resumed(room, 20_000, 5000, 512);
    expect(small.size).toBeGreaterThan(100_000_000);
    expect(small.seconds).toBeLessThan(8);
    expect(small.memory).toBeLessThan(400 * MIB);
    const huge = await resumed(room, 20_000, 29_000, 1024);
    expect(huge.size).toBeGreaterThan(600_000_000);
    expect(huge.memory).toBeLessThan(1200 * MIB);
    const began = Date.now();
    const flags = ["sessions", "list", "--session-dir", room.folder, "--output", "json"];
    const list = await runLetscode(flags, "", { cwd: room.folder, env: { HOME: room.root } });
    expect(Date.now() - began).toBeLessThan(5000);
    expect(
      JSON.parse(list.stdout).find(({ session_id }: { session_id: string }) => session_id === ID),
    ).toMatchObject({
      messages_count: 20_000,
      title: expect.stringMatching(/^0 "said" and so on 0 /),
    });
    // What was read is not cut: the last line is still the last.
    const tail = Buffer.alloc(3);
    const descriptor = openSync(huge.file, "r");
    readSync(descriptor, tail, 0, 3, huge.size - 3);
    closeSync(descriptor);
    expect(tail.toString()).toBe("}}\n");
  }),
  120_000,
);
