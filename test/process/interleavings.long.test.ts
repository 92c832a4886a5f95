import { describe, expect, it } from "vitest";
import { chance, randomSteps, violations } from "../rpc/interleavings.ts";
import { startLetscode } from "./letscode.ts";

const ROUNDS = 200;
const AT_ONCE = 4;
const TEXTS = [
  "demo:text 30",
  "demo:tool ls {}",
  'demo:tool bash {"command":"sleep 0.05; echo x"}\ndemo:tool ls {}',
  "demo:fail 500",
  "demo:cut",
  "demo:hold",
  "demo:wait 20\ndemo:text 9",
  "demo:tool nothing {}",
];

async function session(seed: number): Promise<string[]> {
  const pick = chance(seed);
  const letscode = startLetscode([
    "--mode",
    "rpc",
    "--model",
    "demo",
    "--shutdown-grace",
    "0.2",
    "--max-turns",
    "6",
  ]);
  await letscode.waitFor("ready");
  const sent: string[] = [];
  let byeAt = -1;
  for (const step of randomSteps(pick)) {
    if ("pause" in step) {
      await new Promise((resolve) => setTimeout(resolve, step.pause * 5));
      continue;
    }
    const line = step.line.replace(
      '"text":"go"',
      () => `"text":${JSON.stringify(TEXTS[pick(TEXTS.length)])}`,
    );
    letscode.write(`${line}\n`);
    const id = /"id":"(c\d+)"/.exec(line)?.[1];
    if (!id) continue;
    if (line.includes('"bye"') && byeAt < 0) byeAt = sent.length;
    sent.push(id);
  }
  letscode.end();
  const { code } = await letscode.exited;
  return [
    ...violations(letscode.lines, sent, byeAt, code ?? -1),
    ...(code === 0 ? [] : [`exit ${code}`]),
    ...noise(letscode.stderr()),
  ];
}

/** What stderr holds beside the one line about dropped messages. */
function noise(stderr: string): string[] {
  return stderr.split("\n").filter((line) => line !== "" && !line.includes("queued message"));
}

describe("random sessions of a spawned process", () => {
  it(`end every command once and every start once, in ${ROUNDS} sessions [C3 E1 E2 C10 C11]`, async () => {
    const first = Number(process.env.LETSCODE_SEED ?? Math.floor(Math.random() * 2 ** 31));
    for (let round = 0; round < ROUNDS; round += AT_ONCE) {
      const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + round + index);
      const results = await Promise.all(seeds.map(session));
      for (const [index, wrong] of results.entries())
        expect(wrong, `LETSCODE_SEED=${seeds[index]}`).toEqual([]);
    }
  }, 300_000);
});
