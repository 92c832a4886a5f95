/** A long answer for a host that does not read: how much memory it takes until the model has said all of it. */
import { startHost } from "./host.mjs";
import { collect, interleave } from "./measure.mjs";
import { letscode } from "./subjects.mjs";

const COUNTS = { full: { rounds: 3, deltas: 200_000 }, quick: { rounds: 1, deltas: 5_000 } };

/** @param {import("./bench.mjs").Bench} bench */
export async function measureUnread({ quick, model, place, say }) {
  const { rounds, deltas } = quick ? COUNTS.quick : COUNTS.full;
  const answer = `deltas/${deltas}`;
  const [growth, lines] = [collect(), collect()];
  const subject = letscode();
  const task = async () => {
    const host = startHost(subject, model.url(answer), place);
    await host.firstWord;
    const [before, sent] = [host.memory(), model.sent(answer)];
    host.read(false);
    const run = host.run("hello");
    await sent;
    const peak = host.peakMemory();
    host.read(true);
    growth.add(subject.name, peak === null || before === null ? null : peak - before);
    lines.add(subject.name, (await run).deltas);
    await host.stop();
  };
  await interleave(rounds, [task], (round) => say(`round ${round} of ${rounds}`));
  return { rounds, deltas, growth_mb: growth.summaries(), lines: lines.summaries() };
}
