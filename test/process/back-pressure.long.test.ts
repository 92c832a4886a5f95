import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { content, DONE, finish } from "../loopback/chunks.ts";
import type { Letscode } from "./letscode.ts";
import { modelHost, ofType } from "./model-host.ts";

const MIB = 1024 * 1024;

const model = modelHost();

/** The value of a line of /proc/PID/status, in bytes. */
function memory({ child }: Letscode, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

/** Resolves when the process has used no time of any processor for half a second: it waits for the host. */
async function idle({ child }: Letscode): Promise<void> {
  const used = () => readFileSync(`/proc/${child.pid}/stat`, "utf8").split(" ").slice(13, 15).join(" ");
  for (let before = "", quiet = 0; quiet < 5; before = used()) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    quiet = used() === before ? quiet + 1 : 0;
  }
}

/** A host that does not read, when its run waits for it; how much its process has grown by then at most. */
async function unread(
  pieces: string[],
  flags: readonly string[],
): Promise<{ host: Letscode; growth: number }> {
  model.server().reply([...pieces, finish(), DONE]);
  const host = model.start(flags, { read: false });
  host.send({ cmd: "prompt", id: "p", text: "go" });
  await model.server().received(1);
  const before = memory(host, "VmRSS");
  await idle(host);
  return { host, growth: memory(host, "VmHWM") - before };
}

describe("a host that does not read", () => {
  it("costs less than 250 MB during a million deltas, and loses nothing [F6]", async () => {
    const words = Array.from({ length: 1_000_000 }, (_, at) => `w${at % 1000} `);
    const pieces = Array.from({ length: 1000 }, (_, at) =>
      words
        .slice(at * 1000, (at + 1) * 1000)
        .map(content)
        .join(""),
    );
    const { host, growth } = await unread(pieces, []);
    expect(growth).toBeLessThan(250_000_000);
    host.resume();
    host.end();
    await host.exited;
    const deltas = ofType(host.lines, "message_update").filter(
      (line) => line.stream_event.type === "text_delta",
    );
    expect(deltas.map((line) => line.stream_event.delta).join("") === words.join("")).toBe(true);
  }, 120_000);

  it("costs less than 250 MB also when each update holds the whole message so far [F6 X1]", async () => {
    const pieces = Array.from({ length: 2000 }, () => content("word ".repeat(50)));
    const { host, growth } = await unread(pieces, ["--message-updates", "full"]);
    expect(growth).toBeLessThan(250 * MIB);
    host.child.kill("SIGKILL");
    await host.exited;
  }, 60_000);
});
