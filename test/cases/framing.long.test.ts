import { expect, it } from "vitest";
import { content, DONE, finish } from "../loopback/chunks.ts";
import { messages, ofType, textOf } from "../process/model-host.ts";
import { inRoom, peakMemory, runOf } from "./room.ts";

const MIB = 1024 * 1024;

it(
  "a host that asked for whole partials and does not read for 5 s costs bounded memory and loses nothing [A05]",
  inRoom(async ({ server, start }) => {
    const pieces = Array.from({ length: 700 }, (_, index) => `${index} `.padEnd(1024, "x"));
    server.reply([...pieces.map(content), finish(), DONE]);
    const host = start(["--message-updates", "full"], { read: false });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await server.received(1);
    await new Promise((resolve) => setTimeout(resolve, 5000));
    host.resume();
    const run = await runOf(host, "p");
    expect(peakMemory(host.child.pid)).toBeLessThan(250 * MIB);
    const sizes = ofType(run, "message_update")
      .filter(({ stream_event }) => stream_event.type === "text_delta")
      .map(({ message }) => textOf(message).length);
    expect(sizes).toEqual(pieces.map((_, at) => (at + 1) * 1024));
    expect(textOf(messages(run, "assistant")[0]) === pieces.join("")).toBe(true);
  }),
  120_000,
);
