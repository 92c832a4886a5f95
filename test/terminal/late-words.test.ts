import { expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { ProviderError } from "../../src/errors.ts";
import type { Prompt } from "../../src/terminal/draft-parts.ts";
import { Runs } from "../../src/terminal/runs.ts";
import type { ImageBlock, Message } from "../../src/wire/messages.ts";
import { answer, type ScriptedCall, scriptedModel, untilAborted } from "../agent/scripted-model.ts";

const IMAGE: ImageBlock = { type: "image", mime_type: "image/png", data: "aaaa" };

function words(text: string, images: readonly ImageBlock[] = []): Prompt {
  return { text, images };
}

/** A call that fails, for good or not. */
function failing(recoverable: boolean): ScriptedCall {
  // biome-ignore lint/correctness/useYield: it fails before it says anything
  return async function* () {
    throw new ProviderError("no", { recoverable });
  };
}

/** An agent that is spoken to; `late` is called when its run has ended for itself, but nobody knows yet. */
function talk(script: readonly ScriptedCall[], late: (runs: Runs) => void, canRetry = false) {
  const agent = new Agent({
    model: scriptedModel(...script),
    slash: (text) => (text === "/slow" ? Promise.resolve({ output: "slow" }) : undefined),
  });
  const notes: string[] = [];
  const back: string[] = [];
  let rest: (() => void) | undefined;
  const runs = new Runs({
    agent: () => agent,
    canRetry: () => canRetry,
    note: (text) => void notes.push(text),
    changed: () => {
      if (!runs.isWorking) rest?.();
    },
    giveBack: (prompts) => void back.push(...prompts.map(({ text }) => text)),
  });
  let isFirst = true;
  agent.subscribe(({ type }) => {
    if (type !== "agent_end" || !isFirst) return;
    isFirst = false;
    late(runs);
  });
  return {
    agent,
    runs,
    notes,
    back,
    /** Resolves when the run that is on has ended. */
    ended: () =>
      new Promise<void>((resolve) => {
        rest = resolve;
      }),
    said: () => agent.state.messages.flatMap(saidBy),
  };
}

function saidBy(message: Message): string[] {
  if (message.role === "assistant") return ["…"];
  if (message.role !== "user") return [];
  return [message.content.map((block) => (block.type === "text" ? block.text : block.type)).join("+")];
}

test("what comes when a run has taken its last look at the queue begins the next one, in order", async () => {
  const { agent, runs, ended, said } = talk([answer("one"), answer("two"), answer("three")], () => {
    runs.say(words("later"), true);
    runs.say(words("steer 1", [IMAGE]), false);
    runs.say(words("steer 2"), false);
  });
  runs.say(words("go"), false);
  await ended();
  expect(runs.isWorking).toBe(true);
  await ended();
  expect(said()).toEqual(["go", "…", "steer 1+image", "steer 2", "…", "later", "…"]);
  expect(agent.state.queues).toEqual({ steer: [], followUp: [] });
  expect(runs.isWorking).toBe(false);
});

test("what comes while a command answers is said behind it", async () => {
  const { runs, notes, ended, said } = talk([answer("one")], () => {});
  runs.say(words("/slow"), false);
  runs.say(words("go on"), false);
  await ended();
  await ended();
  expect(notes).toEqual(["slow"]);
  expect(said()).toEqual(["go on", "…"]);
});

test("after a failure for good, what waits is given back", async () => {
  const { agent, runs, back, ended, said } = talk([failing(false)], () => {
    runs.say(words("late"), false);
    runs.say(words("later"), true);
  });
  runs.say(words("go"), false);
  await ended();
  expect(back).toEqual(["late", "later"]);
  expect(said()).toEqual(["go", "…"]);
  expect(agent.state.queues).toEqual({ steer: [], followUp: [] });
});

test("after a failure that may pass, it waits to be said with the next try", async () => {
  const late = () => runs.say(words("late"), false);
  const { runs, back, notes, ended, said } = talk([failing(true), answer("two")], late, true);
  runs.say(words("go"), false);
  await ended();
  expect([notes, back]).toEqual([["(press 'r' to retry)"], []]);
  runs.retry();
  await ended();
  expect(said()).toEqual(["go", "…", "late", "…"]);
});

test("a stop gives back what waits, and what is said behind it is said", async () => {
  const { runs, back, ended, said } = talk([untilAborted, answer("two")], () => {});
  runs.say(words("go"), false);
  await new Promise((resolve) => setImmediate(resolve));
  runs.say(words("steer"), false);
  runs.say(words("later"), true);
  runs.stop();
  expect(back).toEqual(["steer", "later"]);
  runs.say(words("instead"), false);
  await ended();
  await ended();
  expect(said()).toEqual(["go", "…", "instead", "…"]);
});

test("a stop while nothing runs gives back what is left", async () => {
  const { agent, runs, back } = talk([], () => {});
  agent.steer("left");
  runs.stop();
  runs.stop();
  expect(back).toEqual(["left"]);
});
