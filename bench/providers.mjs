/** Every provider by its own dialect: to the first piece of an answer, and the processor time of each piece. */
import { startHost } from "./host.mjs";
import { collect, interleave } from "./measure.mjs";
import { letscodeWith } from "./subjects.mjs";

const COUNTS = { full: { rounds: 15, deltas: 10_000 }, quick: { rounds: 1, deltas: 500 } };
/** The answer that costs nothing but the start and the end. */
const SHORT = 10;

/** Those with a key; the local ones speak as openai-compatible does. */
const PROVIDERS = [
  { name: "openai", key: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL" },
  { name: "anthropic", key: "ANTHROPIC_API_KEY", baseUrl: "ANTHROPIC_BASE_URL" },
  { name: "google", key: "GEMINI_API_KEY" },
  { name: "openrouter", key: "OPENROUTER_API_KEY" },
  { name: "groq", key: "GROQ_API_KEY" },
  { name: "mistral", key: "MISTRAL_API_KEY" },
  { name: "deepseek", key: "DEEPSEEK_API_KEY" },
  { name: "xai", key: "XAI_API_KEY" },
  { name: "openai-compatible", key: "OPENAI_API_KEY", baseUrl: "OPENAI_BASE_URL" },
];

/** @param {import("./bench.mjs").Bench} bench */
export async function measureProviders({ quick, model, place, say }) {
  const { rounds, deltas } = quick ? COUNTS.quick : COUNTS.full;
  const [first, cpu] = [collect(), collect()];
  const tasks = PROVIDERS.map((provider) => async () => {
    const subject = letscodeWith(provider);
    const answer = async (/** @type {number} */ pieces) => {
      const host = startHost(subject, model.url(`deltas/${pieces}`), place);
      const run = await host.run("hello");
      const used = host.cpu();
      await host.stop();
      if (run.deltas === 0) throw new Error(`${subject.name} told no piece of the answer`);
      return { first: run.sent + run.first, cpu: used };
    };
    const short = await answer(SHORT);
    const long = await answer(deltas);
    first.add(subject.name, short.first);
    const more = long.cpu === null || short.cpu === null ? null : long.cpu - short.cpu;
    cpu.add(subject.name, more === null ? null : (more * 1000) / (deltas - SHORT));
  });
  await interleave(rounds, tasks, (round) => say(`round ${round} of ${rounds}`));
  return { rounds, deltas, first_delta_ms: first.summaries(), cpu_us_per_delta: cpu.summaries() };
}
