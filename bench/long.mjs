/**
 * Prompts to a conversation that is long already, against prompts to one that has just begun: the processor time that is
 * letscode's own. The rest, which nobody can spare, is to write what was said into the request and to send it: as much as
 * it takes when all of that text stands in a single message.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { conversation, inOneMessage, writeConversation } from "./conversation.mjs";
import { startHost } from "./host.mjs";
import { collect, interleave } from "./measure.mjs";
import { letscode } from "./subjects.mjs";

/** `warm`: how many pairs of prompts a process has had before it is measured. */
const COUNTS = {
  full: { rounds: 7, warm: 30, prompts: 20, lengths: [100, 300, 500, 1000] },
  quick: { rounds: 1, warm: 1, prompts: 3, lengths: [100, 500] },
};
const ANSWER = "deltas/10";
/** What a process does after its last line belongs to the prompt too. */
const SETTLE_MS = 5;

/** @param {import("./bench.mjs").Bench} bench */
export async function measureLong({ quick, model, place, say }) {
  const { rounds, warm, prompts, lengths } = quick ? COUNTS.quick : COUNTS.full;
  const cpu = collect();
  const long = lengths.map(conversation);
  const kinds = [
    { name: "new", messages: [], fresh: true },
    ...long.map((messages) => ({ name: `${messages.length}`, messages, fresh: false })),
    ...long.map((all) => ({ name: `${all.length} in one`, messages: inOneMessage(all), fresh: false })),
  ];
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    const hosts = kinds.map(({ name, messages, fresh }) => {
      const file = join(place.home, `${name}.jsonl`);
      writeConversation(file, place.cwd, messages);
      const host = startHost(letscode(process.execPath, ["--session", file]), model.url(ANSWER), place);
      return { name, fresh, host };
    });
    for (const { host } of hosts) await host.firstWord;
    let pair = 0;
    const tasks = hosts.map(({ name, fresh, host }) => async () => {
      const used = await secondPrompt(host, fresh);
      if (pair > warm) cpu.add(name, used);
    });
    await interleave(warm + prompts, tasks, (at) => {
      pair = at;
    });
    for (const { host } of hosts) await host.stop();
  }
  const summaries = cpu.summaries();
  return {
    ...{ rounds, warm, prompts },
    new_cpu_ms: summaries.new ?? null,
    conversations: long.map((messages) => ({
      messages: messages.length,
      text_kb: Math.round(JSON.stringify(inOneMessage(messages)).length / 1000),
      cpu_ms: summaries[`${messages.length}`] ?? null,
      in_one_cpu_ms: summaries[`${messages.length} in one`] ?? null,
    })),
  };
}

/**
 * The processor time of the second of two prompts; the first one makes a new conversation's file.
 *
 * @param {import("./host.mjs").Host} host
 * @param {boolean} fresh in a new conversation
 */
async function secondPrompt(host, fresh) {
  if (fresh) await host.reset();
  await host.run("hello");
  await sleep(SETTLE_MS);
  const before = host.cpu();
  await host.run("hello again");
  await sleep(SETTLE_MS);
  const after = host.cpu();
  return before === null || after === null ? null : after - before;
}
