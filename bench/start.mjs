/** From the start of a program to its first word; and to the first piece of an answer, asked for at once. */
import { startHost } from "./host.mjs";
import { collect, interleave } from "./measure.mjs";
import { empty, letscode, relay } from "./subjects.mjs";

const ROUNDS = { full: 31, quick: 3 };
const ANSWER = "deltas/10";

/** @param {import("./bench.mjs").Bench} bench */
export async function measureStart({ quick, model, place, pi, say }) {
  const rounds = quick ? ROUNDS.quick : ROUNDS.full;
  const [words, deltas] = [collect(), collect()];

  const firstWord = (/** @type {import("./subjects.mjs").Subject} */ subject) => async () => {
    const host = startHost(subject, model.url(ANSWER), place);
    words.add(subject.name, await host.firstWord);
    await host.stop();
  };
  const firstDelta = (/** @type {import("./subjects.mjs").Subject} */ subject) => async () => {
    const host = startHost(subject, model.url(ANSWER), place);
    const { sent, first } = await host.run("hello");
    deltas.add(subject.name, sent + first);
    await host.stop();
  };
  const peers = pi ? [letscode(pi.node), pi] : [];
  const tasks = [
    ...[empty(), letscode(), ...(pi ? [empty(pi.node)] : []), ...peers].map(firstWord),
    ...[relay(), letscode(), ...peers].map(firstDelta),
  ];
  await interleave(rounds, tasks, (round) => say(`round ${round} of ${rounds}`));
  return { rounds, first_word_ms: words.summaries(), first_delta_ms: deltas.summaries() };
}
