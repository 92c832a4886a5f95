/** Steers that come at the worst moments, many times over. */
import { answer, calls, content, DONE, finish } from "../loopback/chunks.ts";
import type { Reply } from "../loopback/provider-server.ts";
import { chance } from "../rpc/interleavings.ts";
import { createGate } from "./gate.ts";
import { promptDone, type Room, runOf } from "./room.ts";

/** What the provider was told in the end. */
export interface SteerRounds {
  /** The prompts among the user messages of the last request. */
  prompts: string[];
  /** The steers among them. */
  steers: string[];
  /** Steers that the answer waited for and that the run left lying all the same. */
  stranded: string[];
}

/**
 * Runs prompts in one conversation and sends a steer in each: while the last piece of the answer is held back, or when
 * its tool has just ended. The held piece comes when the steer is acknowledged, or up to 5 ms before or after it.
 */
export async function runSteerRounds(
  { server, respond, start }: Room,
  rounds: number,
  seed: number,
): Promise<SteerRounds> {
  const pick = chance(seed);
  const host = start();
  const stranded: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const steer = `steer ${round}`;
    const gate = createGate();
    const moment = (["acknowledged", "any", "after tools"] as const)[pick(3)];
    const held: Reply = [content("some"), { wait: gate.opened }, content("end"), finish(), DONE];
    const called = calls({ id: `c${round}`, name: "ls", arguments: {} });
    let turns = 0;
    respond(() => {
      turns++;
      if (turns > 1) return answer("more");
      return moment === "after tools" ? called : held;
    });
    const from = host.lines.length;
    const isNew = (type: string) => (line: { type: string }) =>
      line.type === type && host.lines.indexOf(line, from) >= 0;
    host.send({ cmd: "prompt", id: `p${round}`, text: `prompt ${round}` });
    await host.waitFor(isNew(moment === "after tools" ? "tool_execution_end" : "message_update"));
    if (moment === "any") setTimeout(gate.open, pick(6));
    if (moment !== "acknowledged") await new Promise((resolve) => setTimeout(resolve, pick(6)));
    host.send({ cmd: "steer", id: steer, text: steer });
    await host.waitFor((line) => line.type === "ack" && line.id === steer);
    gate.open();
    const run = await runOf(host, `p${round}`);
    const delivered = run.some(
      ({ type, message }) => type === "message_end" && message.content[0]?.text === steer,
    );
    if (moment === "acknowledged" && !delivered) stranded.push(steer);
  }
  respond(() => answer("last"));
  await promptDone(host, "last", "prompt last");
  const told: string[] = server.requests
    .at(-1)
    ?.json.messages.filter(({ role }: { role: string }) => role === "user")
    .map(({ content: text }: { content: string }) => text);
  const of = (kind: string) => told.filter((text) => text.startsWith(kind));
  return { prompts: of("prompt"), steers: of("steer"), stranded };
}
