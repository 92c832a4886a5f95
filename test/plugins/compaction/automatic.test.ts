import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/wire/messages.ts";
import { answer, calls } from "../../agent/scripted-model.ts";
import { brief, briefs, compactionRoom, look } from "./room.ts";
import { long, smallModel, wordy } from "./small-model.ts";

describe("a context that comes near the window", () => {
  test("is summarised before the next call; the transcript keeps all of it", async () => {
    const model = smallModel({ window: 4000, turn: wordy() });
    const { agent, events, compactions } = compactionRoom(model, { systemPrompt: long("s") });
    for (const prompt of ["one", "two", "three"]) await agent.prompt(prompt);
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(["turn", "turn", "compaction", "turn"]);
    const [summary] = model.summaries();
    expect(summary?.request.tools).toEqual([]);
    expect(summary?.text).toMatch(
      /\[User\]\none\n\n\[Assistant\]\n0 x+\n\n\[User\]\ntwo\n\n\[Assistant\]\n1 x+/,
    );
    const history = agent.state.messages;
    const { tokens_before, tokens_after, ...data } = (compactions()[0]?.data ?? {}) as JsonObject;
    expect(data).toEqual({
      summary: "the notes",
      first_kept_id: history[4]?.id,
      trigger: "automatic",
      provider: "small",
      model: "small-1",
      usage: expect.objectContaining({ input_tokens: summary?.tokens, output_tokens: 3 }),
    });
    expect(tokens_before).toBeGreaterThan(3000);
    expect(tokens_after).toBeLessThan(500);
    expect(briefs(model.turns().at(-1))).toEqual(["user: This is not ", "user: three"]);
    expect(model.turns().at(-1)?.text).toContain("<summary>\nthe notes\n</summary>");
    expect(history.map(brief)).toEqual([
      ...["user: one", "assistant: 0 xxxxxxxxxx", "user: two", "assistant: 1 xxxxxxxxxx"],
      ...["user: three", "custom compaction", "assistant: 2 xxxxxxxxxx"],
    ]);
    const run = events.slice(events.findLastIndex(({ type }) => type === "turn_start"));
    const told = run.map((event) =>
      "message" in event ? `${event.type} ${event.message.role}` : event.type,
    );
    expect(told.slice(0, 6)).toEqual([
      ...["turn_start", "message_start user", "message_end user"],
      ...["message_start custom", "message_end custom", "message_start assistant"],
    ]);
  });

  test("goes on for as long as one likes, and no call is too long", async () => {
    const model = smallModel({ window: 6000, limit: 6000, turn: wordy(400) });
    const { agent, compactions, events } = compactionRoom(model);
    for (let n = 0; n < 60; n++) expect(await agent.prompt(`question ${n}`)).toMatchObject({ error: null });
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
    expect(compactions().length).toBeGreaterThan(3);
    expect(model.summaries()[1]?.text).toContain("<notes-so-far>\nthe notes\n</notes-so-far>");
    // Each message is summarised once.
    const asked = model.summaries().map(({ text }) => text);
    for (let n = 0; n < 40; n++)
      expect(asked.filter((text) => text.includes(`[User]\nquestion ${n}\n`))).toHaveLength(1);
  });

  test("is left alone where the window is not known", async () => {
    const model = smallModel({ turn: wordy() });
    const { agent } = compactionRoom(model);
    for (let n = 0; n < 20; n++) await agent.prompt(`${n}`);
    expect(model.summaries()).toEqual([]);
  });

  test("waits for the results of calls: both reach the model [F03]", async () => {
    const two = calls(
      { id: "c1", name: "look", arguments: `{"at":"a","why":"${long("w")}"}` },
      { id: "c2", name: "look", arguments: '{"at":"b"}' },
    );
    const model = smallModel({
      window: 4000,
      turn: (_, nth) =>
        nth === 1 ? [{ type: "text_delta", delta: long("t", 1500), index: 0 }, ...later(two)] : answer("ok"),
    });
    const { agent } = compactionRoom(model, { tools: [look] });
    await agent.prompt(long("p", 800));
    await agent.prompt("go");
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(["turn", "turn", "compaction", "turn"]);
    expect(briefs(model.turns()[2])?.slice(-3)).toEqual([
      "assistant: tttttttttttt, call c1, call c2",
      "tool_result of c1: seen a rrrrr",
      "tool_result of c2: seen b rrrrr",
    ]);
  });

  test("is not summarised again before an answer has come, although it is still near", async () => {
    let down = false;
    const model = smallModel({
      window: 4000,
      turn: (asked, nth) => (down ? new Error("down") : wordy(50)(asked, nth)),
      summary: () => answer(long("s", 1320)),
    });
    const { agent, compactions } = compactionRoom(model, { systemPrompt: long("s", 1500) });
    while ((model.turns().at(-1)?.tokens ?? 0) < 2850) await agent.prompt("go on");
    down = true;
    await agent.prompt(long("p", 300));
    const { tokens_after } = (compactions()[0]?.data ?? {}) as JsonObject;
    expect(tokens_after).toBeGreaterThan(3000);
    for (let n = 0; n < 3; n++) await agent.retry();
    expect(model.summaries()).toHaveLength(1);
    down = false;
    await agent.retry();
    await agent.prompt("go on");
    expect(model.summaries().length).toBeGreaterThan(1);
  });

  test("is left alone when it is not the conversation that fills it", async () => {
    const model = smallModel({ window: 4000 });
    const { agent } = compactionRoom(model, { systemPrompt: long("s", 3500) });
    for (let n = 0; n < 5; n++) await agent.prompt(`${n}`);
    expect(model.summaries()).toEqual([]);
  });
});

/** The same events behind a text. */
function later(events: ReturnType<typeof calls>): ReturnType<typeof calls> {
  return events.map((event) => ("index" in event ? { ...event, index: event.index + 1 } : event));
}
