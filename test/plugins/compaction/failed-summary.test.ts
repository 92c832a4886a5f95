import { describe, expect, test } from "vitest";
import { answer, calls } from "../../agent/scripted-model.ts";
import { briefs, compactionRoom, look } from "./room.ts";
import { long, overflow, smallModel, wordy } from "./small-model.ts";

describe("a summary that cannot be made", () => {
  test.each<[string, Parameters<typeof smallModel>[0]]>([
    ["fails", { summary: () => new Error("broken") }],
    ["is empty", { summary: () => answer(" \n") }],
    [
      "is refused",
      {
        summary: () => [
          ...answer("I would rather not").slice(0, 1),
          { type: "stop", stop_reason: "refusal" },
        ],
      },
    ],
    ["is cut off", { summary: () => answer("half a").slice(0, 1) }],
    ["is longer than what it replaces", { summary: () => answer(long("s", 3000)) }],
    ["is too long whatever is sent", { summary: overflow }],
  ])(
    "because it %s leaves everything as it was, is told once in a run, and tried again in the next [F06]",
    async (_why, options) => {
      const two = calls({ id: "c1", name: "look", arguments: '{"at":"a"}' });
      const model = smallModel({
        window: 4000,
        turn: (asked, nth) => (nth === 3 ? two : wordy(nth > 3 ? 5 : 1000)(asked, nth)),
        ...options,
      });
      const { agent, events, compactions } = compactionRoom(model, { tools: [look] });
      for (const prompt of ["one", "two", "three"]) await agent.prompt(prompt);
      const before = agent.state.messages.slice();
      expect(await agent.prompt("four")).toEqual({ error: null, stop_reason: "end_turn" });
      const errors = events.filter(({ type }) => type === "error");
      expect(errors).toEqual([
        {
          ...{ type: "error", recoverable: true, code: "compaction" },
          error: expect.stringMatching(/^the conversation could not be summarised and goes on as it is: \S/),
        },
      ]);
      expect(compactions()).toEqual([]);
      expect(agent.state.messages.slice(0, before.length)).toEqual(before);
      expect(briefs(model.turns().at(-1))?.slice(0, 2)).toEqual(["user: one", "assistant: 0 xxxxxxxxxx"]);
      const tries = model.summaries().length;
      await agent.prompt("five");
      expect(model.summaries().length).toBe(2 * tries);
    },
  );

  test("because it was aborted leaves everything as it was and is no error [F06]", async () => {
    const model = smallModel({
      window: 4000,
      turn: wordy(),
      summary: () => {
        void agent.abort();
        return answer("too late");
      },
    });
    const { agent, events, compactions } = compactionRoom(model);
    for (const prompt of ["one", "two", "three"]) await agent.prompt(prompt);
    expect(await agent.prompt("four")).toEqual({ error: null, stop_reason: "aborted" });
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
    expect(compactions()).toEqual([]);
    expect(await agent.compact()).toBeUndefined();
    expect(compactions()).toEqual([]);
  });

  test("tells its retries", async () => {
    const retry = { type: "retry", attempt: 2, total_attempts: 3, delay_seconds: 1, reason: "busy" } as const;
    const model = smallModel({ window: 4000, turn: wordy(), summary: () => [retry, ...answer("the notes")] });
    const { agent, events, compactions } = compactionRoom(model, { systemPrompt: long("s") });
    for (const prompt of ["one", "two", "three"]) await agent.prompt(prompt);
    expect(events.filter(({ type }) => type === "retry")).toEqual([retry]);
    expect(compactions()).toHaveLength(1);
  });
});
