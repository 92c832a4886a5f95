/** Prompts to a process that runs: from each prompt to the first piece of its answer, and to its end. */
import { startHost } from "./host.mjs";
import { collect, interleave } from "./measure.mjs";
import { letscode, relay } from "./subjects.mjs";

const COUNTS = { full: { rounds: 7, prompts: 20 }, quick: { rounds: 1, prompts: 3 } };
const ANSWER = "deltas/10";

/** @param {import("./bench.mjs").Bench} bench */
export async function measureWarm({ quick, model, place, pi, say }) {
  const { rounds, prompts } = quick ? COUNTS.quick : COUNTS.full;
  const [first, later, done] = [collect(), collect(), collect()];

  const subjects = [relay(), letscode(), ...(pi ? [letscode(pi.node), pi] : [])];
  const tasks = subjects.map((subject) => async () => {
    const host = startHost(subject, model.url(ANSWER), place);
    await host.firstWord;
    first.add(subject.name, (await host.run("hello")).first);
    for (let n = 0; n < prompts; n++) {
      const run = await host.run("hello again");
      later.add(subject.name, run.first);
      done.add(subject.name, run.done);
    }
    await host.stop();
  });
  await interleave(rounds, tasks, (round) => say(`round ${round} of ${rounds}`));
  return {
    rounds,
    prompts,
    first_prompt_first_delta_ms: first.summaries(),
    later_first_delta_ms: later.summaries(),
    later_done_ms: done.summaries(),
  };
}
