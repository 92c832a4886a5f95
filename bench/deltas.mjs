/** Long answers in small pieces: time, processor, memory and bytes, each answer in a process of its own. */
import { startHost } from "./host.mjs";
import { collect, interleave } from "./measure.mjs";
import { letscode, relay } from "./subjects.mjs";

const COUNTS = {
  full: { rounds: 7, answers: ["deltas/1000", "deltas/5000", "deltas/20000", "paced/1000"] },
  quick: { rounds: 1, answers: ["deltas/100", "deltas/500", "paced/50"] },
};

/** @param {import("./bench.mjs").Bench} bench */
export async function measureDeltas({ quick, model, place, pi, say }) {
  const { rounds, answers } = quick ? COUNTS.quick : COUNTS.full;
  const subjects = [relay(), letscode(), ...(pi ? [letscode(pi.node), pi] : [])];
  const measured = answers.map((answer) => {
    const [kind, count] = answer.split("/");
    const [wall, cpu, memory, bytes] = [collect(), collect(), collect(), collect()];
    const tasks = subjects.map((subject) => async () => {
      const host = startHost(subject, model.url(answer), place);
      await host.firstWord;
      const run = await host.run("hello");
      wall.add(subject.name, run.done);
      cpu.add(subject.name, host.cpu());
      memory.add(subject.name, host.peakMemory());
      bytes.add(subject.name, run.bytes / Number(count));
      await host.stop();
    });
    const report = () => ({
      deltas: Number(count),
      paced: kind === "paced",
      wall_ms: wall.summaries(),
      cpu_ms: cpu.summaries(),
      peak_memory_mb: memory.summaries(),
      bytes_per_delta: bytes.summaries(),
    });
    return { tasks, report };
  });
  const tasks = measured.flatMap((one) => one.tasks);
  await interleave(rounds, tasks, (round) => say(`round ${round} of ${rounds}`));
  return { rounds, answers: measured.map(({ report }) => report()) };
}
