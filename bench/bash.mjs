/** A prompt that makes the model call `bash`: two model calls and a command, against the command alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startHost } from "./host.mjs";
import { collect, interleave } from "./measure.mjs";
import { letscode } from "./subjects.mjs";

const COUNTS = { full: { rounds: 7, prompts: 10 }, quick: { rounds: 1, prompts: 2 } };
const ANSWER = "bash/1";
const COMMAND = ["bash", "-c", "echo hello"];

/** @param {import("./bench.mjs").Bench} bench */
export async function measureBash({ quick, model, place, pi, say }) {
  const { rounds, prompts } = quick ? COUNTS.quick : COUNTS.full;
  const [first, later] = [collect(), collect()];
  const tasks = [letscode(), ...(pi ? [letscode(pi.node), pi] : [])].map((subject) => async () => {
    const host = startHost(subject, model.url(ANSWER), place);
    await host.firstWord;
    first.add(subject.name, (await host.run("say hello")).done);
    for (let n = 0; n < prompts; n++) {
      later.add("command alone", await runAlone(place));
      later.add(subject.name, (await host.run("say hello")).done);
    }
    await host.stop();
  });
  await interleave(rounds, tasks, (round) => say(`round ${round} of ${rounds}`));
  return { rounds, prompts, first_ms: first.summaries(), later_ms: later.summaries() };
}

/** Milliseconds until the command has ended and its output is read. @param {{ cwd: string }} place */
async function runAlone({ cwd }) {
  const [file = "", ...words] = COMMAND;
  const began = performance.now();
  const child = spawn(file, words, {
    cwd,
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, "close");
  return performance.now() - began;
}
