import { describe, expect, it } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { createPolicy } from "../../src/permissions/policy.ts";
import type { Tool } from "../../src/tools/tool.ts";
import {
  chance,
  nextTurn,
  randomAnswer,
  randomModel,
  randomSteps,
  untilAborted,
  violations,
} from "./interleavings.ts";
import { memoryHost } from "./memory-host.ts";

const ROUNDS = 5000;

const tool = (name: string, execute: Tool["execute"]): Tool => ({
  name,
  description: name,
  parameters: { type: "object" },
  concurrency: () => (name === "slow" ? "exclusive" : "parallel"),
  execute,
});

const tools: Tool[] = [
  tool("echo", async (_args, { update }) => {
    update("echo");
    return { content: [{ type: "text", text: "echo" }] };
  }),
  tool("slow", async () => {
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    return { content: [] };
  }),
  tool("hang", (_args, { signal }) => untilAborted(signal)),
];

async function session(seed: number): Promise<string[]> {
  const pick = chance(seed);
  const memory = memoryHost(
    async ({ consent, hostTools }) =>
      new Agent({
        model: randomModel(pick),
        tools: () => [...tools, ...hostTools()],
        decide: createPolicy(() => ({ mode: "allow", ...consent() })),
        maxTurns: 8,
      }),
    { shutdownGraceMs: 1 + pick(4) },
  );
  const sent: string[] = [];
  let byeAt = -1;
  await memory.waitFor(({ type }) => type === "ready");
  const asked = new Set<unknown>();
  /** Lets turns pass, in which the host answers most of what it is asked. */
  const pass = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      await nextTurn();
      for (const { type, request_id } of memory.lines.slice()) {
        if (!/_request$/.test(type) || asked.has(request_id)) continue;
        asked.add(request_id);
        if (pick(4) === 0) continue;
        const id = `a${asked.size}`;
        memory.send({ ...randomAnswer(pick, type), request_id, id });
        sent.push(id);
      }
    }
  };
  for (const step of randomSteps(pick)) {
    if ("pause" in step) await pass(step.pause);
    else {
      memory.send(step.line);
      const id = /"id":"(c\d+)"/.exec(step.line)?.[1];
      if (id && step.line.includes('"bye"') && byeAt < 0) byeAt = sent.length;
      if (id) sent.push(id);
    }
  }
  await pass(pick(40));
  memory.end();
  return violations(memory.lines, sent, byeAt, await memory.host.ended);
}

describe("random interleavings of commands, aborts, end of input and provider failures", () => {
  it(`end every command once and every start once, in ${ROUNDS} sessions [C3 E1 E2 C10 C11]`, async () => {
    const first = Number(process.env.LETSCODE_SEED ?? Math.floor(Math.random() * 2 ** 31));
    for (let batch = 0; batch < ROUNDS; batch += 50) {
      const seeds = Array.from({ length: 50 }, (_, index) => first + batch + index);
      const results = await Promise.all(seeds.map(session));
      results.forEach((wrong, index) => {
        expect(wrong, `LETSCODE_SEED=${seeds[index]}`).toEqual([]);
      });
    }
  }, 120_000);
});
