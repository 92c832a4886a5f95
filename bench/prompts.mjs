/** Many prompts to one process, with and without `reset` between them: whether it gets slower or grows. */
import { startHost } from "./host.mjs";
import { interleave, median } from "./measure.mjs";
import { letscode, relay } from "./subjects.mjs";

const COUNTS = {
  full: {
    window: 100,
    series: [
      { prompts: 200, reset: true },
      { prompts: 1000, reset: true },
      { prompts: 1000, reset: false },
    ],
  },
  quick: {
    window: 5,
    series: [
      { prompts: 20, reset: true },
      { prompts: 20, reset: false },
    ],
  },
};
const ANSWER = "deltas/10";
/** How many points a series has in the results. */
const POINTS = 50;

/** @param {import("./bench.mjs").Bench} bench */
export async function measurePrompts({ quick, model, place, say }) {
  const { window, series } = quick ? COUNTS.quick : COUNTS.full;
  const measured = [];
  for (const { prompts, reset } of series) {
    const hosts = [relay(), letscode()].map((subject) => ({
      name: subject.name,
      host: startHost(subject, model.url(ANSWER), place),
      samples: /** @type {Sample[]} */ ([]),
    }));
    const tasks = hosts.map(({ host, samples }) => async () => {
      const before = host.cpu();
      const { done } = await host.run("hello");
      if (reset) await host.reset();
      const after = host.cpu();
      const cpu = before === null || after === null ? null : after - before;
      samples.push({ time: done, cpu, memory: host.memory() });
    });
    for (const { host } of hosts) await host.firstWord;
    await interleave(prompts, tasks, (n) => void (n % 100 === 0 && say(`prompt ${n} of ${prompts}`)));
    for (const { host } of hosts) await host.stop();
    const programs = Object.fromEntries(hosts.map(({ name, samples }) => [name, report(samples, window)]));
    measured.push({ prompts, reset, window, programs });
  }
  return { series: measured };
}

/**
 * @typedef {object} Sample
 * @property {number} time
 * @property {number | null} cpu
 * @property {number | null} memory
 */

/** The first and the last prompts of a series, and its course. @param {readonly Sample[]} samples @param {number} window */
function report(samples, window) {
  const of = (/** @type {keyof Sample} */ key, /** @type {readonly Sample[]} */ some) =>
    median(some.map((sample) => sample[key]));
  const ends = (/** @type {keyof Sample} */ key) => ({
    first: of(key, samples.slice(0, window)),
    last: of(key, samples.slice(-window)),
  });
  const size = Math.max(1, Math.floor(samples.length / POINTS));
  const points = Array.from({ length: Math.floor(samples.length / size) }, (_, at) => {
    const some = samples.slice(at * size, (at + 1) * size);
    return {
      prompt: at * size + size / 2,
      time_ms: of("time", some),
      cpu_ms: of("cpu", some),
      memory_mb: of("memory", some),
    };
  });
  return { time_ms: ends("time"), cpu_ms: ends("cpu"), memory_mb: ends("memory"), points };
}
