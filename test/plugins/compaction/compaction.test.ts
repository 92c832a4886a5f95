import { describe, expect, test } from "vitest";
import type { Tool } from "../../../src/tools/tool.ts";
import type { JsonObject } from "../../../src/wire/messages.ts";
import { answer, calls } from "../../agent/scripted-model.ts";
import { brief, compactionRoom } from "./room.ts";
import { overflow, smallModel } from "./small-model.ts";

const long = (letter: string, tokens = 1000) => letter.repeat(4 * tokens);
/** Answers each prompt with as many tokens. */
const wordy =
  (tokens = 1000) =>
  (_: unknown, nth: number) =>
    answer(`${nth} ${long("x", tokens)}`);

const look: Tool = {
  name: "look",
  description: "Looks.",
  parameters: { type: "object", properties: {} },
  access: () => ({ kind: "read" }),
  execute: async ({ at }) => ({ content: [{ type: "text", text: `seen ${at} ${long("r", 300)}` }] }),
};

const briefs = (request: { request: { messages: readonly Parameters<typeof brief>[0][] } } | undefined) =>
  request?.request.messages.map(brief);

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

  test("is not summarised again before an answer has come", async () => {
    const model = smallModel({
      window: 4000,
      turn: (asked, nth) => (nth < 2 ? wordy()(asked, nth) : nth < 5 ? new Error("down") : answer("up")),
    });
    const { agent } = compactionRoom(model, { systemPrompt: long("s") });
    for (const prompt of ["one", "two", long("3", 3000)]) await agent.prompt(prompt);
    for (let n = 0; n < 3; n++) await agent.retry();
    expect(model.turns()).toHaveLength(6);
    expect(model.summaries()).toHaveLength(1);
  });
});

/** The same events behind a text. */
function later(events: ReturnType<typeof calls>): ReturnType<typeof calls> {
  return events.map((event) => ("index" in event ? { ...event, index: event.index + 1 } : event));
}

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

describe("a conversation too long for one call", () => {
  test("is summarised in pieces, each of which goes on from the notes before, and nothing is left out", async () => {
    const model = smallModel({ limit: 100_000, turn: wordy(), summary: (_, nth) => answer(`notes ${nth}`) });
    const { agent, compactions } = compactionRoom(model);
    for (let n = 0; n < 10; n++) await agent.prompt(`question ${n}`);
    const small = smallModel({ window: 4000, limit: 4000, summary: (_, nth) => answer(`notes ${nth}`) });
    agent.setModel(small);
    await agent.prompt("go on");
    const asked = small.summaries();
    expect(asked.length).toBeGreaterThan(3);
    const all = asked.map(({ text }) => /<transcript>\n(.*)\n<\/transcript>/s.exec(text)?.[1] ?? "").join("");
    for (let n = 0; n < 9; n++) expect(all).toContain(`[User]\nquestion ${n}`);
    expect(all.match(/x/g)?.length).toBeGreaterThanOrEqual(9 * 4000);
    for (const [nth, { text }] of asked.entries()) {
      expect(text.includes(`<notes-so-far>\nnotes ${nth - 1}\n`)).toBe(nth > 0);
      expect(text.includes("The transcript goes on after this part")).toBe(nth < asked.length - 1);
    }
    const [made] = compactions();
    expect(made?.data).toMatchObject({
      summary: `notes ${asked.length - 1}`,
      usage: { input_tokens: asked.reduce((sum, { tokens }) => sum + tokens, 0) },
    });
    expect(briefs(small.turns()[0])?.slice(-1)).toEqual(["user: go on"]);
  });

  test("is given in smaller pieces when the model finds them too long", async () => {
    const model = smallModel({ turn: wordy() });
    const { agent } = compactionRoom(model);
    for (let n = 0; n < 8; n++) await agent.prompt(`question ${n}`);
    const small = smallModel({ limit: 2500 });
    agent.setModel(small);
    expect(await agent.compact()).toMatchObject({ kind: "compaction" });
    const sizes = small.summaries().map(({ tokens }) => tokens);
    expect(sizes.map((size) => size > 2500)).toEqual([true, true, ...sizes.slice(2).map(() => false)]);
    const read = small
      .summaries()
      .slice(2)
      .map(({ text }) => text);
    for (let n = 0; n < 6; n++) expect(read.join("")).toContain(`[User]\nquestion ${n}`);
  });

  test("is given up when they still are after three times, and nothing has changed [F06]", async () => {
    const model = smallModel({ turn: wordy(), summary: overflow });
    const { agent, compactions } = compactionRoom(model);
    for (let n = 0; n < 8; n++) await agent.prompt(`question ${n}`);
    await expect(agent.compact()).rejects.toThrow("the context is too long");
    expect(model.summaries()).toHaveLength(4);
    expect(compactions()).toEqual([]);
  });
});

describe("a model that refuses the context as too long", () => {
  test("whatever is sent, is asked once more with less; then the run ends [F04]", async () => {
    let open = true;
    const model = smallModel({ turn: (asked, nth) => (open ? wordy()(asked, nth) : overflow()) });
    const { agent, events, compactions } = compactionRoom(model);
    for (const prompt of ["one", "two", "three"]) await agent.prompt(prompt);
    open = false;
    const from = model.asked.length;
    const failed = { error: "small: the context is too long", stop_reason: "error" };
    expect(await agent.prompt("four")).toEqual(failed);
    const purposes = model.asked.slice(from).map(({ purpose }) => purpose);
    expect(purposes.filter((one, at) => one !== purposes[at - 1])).toEqual(["turn", "compaction", "turn"]);
    expect(compactions()).toHaveLength(1);
    const before = model.asked.length;
    expect(await agent.prompt("five")).toEqual(failed);
    expect(model.asked.slice(before).map(({ purpose }) => purpose)).toEqual(["turn"]);
    expect(events.filter(({ type }) => type === "agent_end")).toHaveLength(5);
    expect(events.filter(({ type }) => type === "error")).toHaveLength(2);
  });

  test("answers what is left, and may refuse again after a good answer [F04 C19]", async () => {
    const model = smallModel({ limit: 3500, turn: wordy() });
    const { agent, events, compactions } = compactionRoom(model);
    for (let n = 0; n < 10; n++) expect(await agent.prompt(`${n}`)).toMatchObject({ error: null });
    expect(compactions().map(({ data }) => (data as JsonObject).trigger)).toEqual(["overflow", "overflow"]);
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
    const [first] = model.turns().flatMap(({ tokens }, at) => (tokens > 3500 ? [at] : []));
    for (const { text } of model.turns().slice((first ?? 0) + 1)) expect(text).toContain("the notes");
    const texts = model.turns().map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test.each([
    ["known", 4000],
    ["not known", null],
  ])(
    "because the prompt alone is too long for a window that is %s ends the run at once [F04]",
    async (_known, window) => {
      const model = smallModel({ window, limit: 4000 });
      const { agent, compactions } = compactionRoom(model);
      expect(await agent.prompt(long("p", 5000))).toMatchObject({ stop_reason: "error" });
      expect(model.asked).toHaveLength(1);
      expect(compactions()).toEqual([]);
    },
  );

  test("because of the last prompt, after a conversation that is no help, ends the run at once [F04]", async () => {
    const model = smallModel({ window: 4000, limit: 4000 });
    const { agent } = compactionRoom(model);
    await agent.prompt("hello");
    expect(await agent.prompt(long("p", 5000))).toMatchObject({ stop_reason: "error" });
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(["turn", "turn"]);
    expect(await agent.prompt("short")).toMatchObject({ stop_reason: "error" });
  });
});

describe("a summary that somebody wants", () => {
  test("is made with their instructions, also of a short conversation", async () => {
    const model = smallModel();
    const { agent, compactions, events } = compactionRoom(model);
    await agent.prompt("one");
    await agent.prompt("two");
    const made = await agent.compact("keep the colours");
    expect(made).toEqual(compactions()[0]);
    expect(made?.data).toMatchObject({ trigger: "manual", instructions: "keep the colours" });
    expect(model.summaries()[0]?.text).toContain(
      "Pay attention to this when you write them: keep the colours",
    );
    expect(events.slice(-2)).toEqual([
      { type: "message_start", message: made },
      { type: "message_end", message: made },
    ]);
    await agent.prompt("three");
    expect(briefs(model.turns().at(-1))).toEqual(["user: This is not ", "assistant: done", "user: three"]);
  });

  test("is none when there is nothing to summarise", async () => {
    const model = smallModel();
    const { agent } = compactionRoom(model);
    expect(await agent.compact()).toBeUndefined();
    await agent.prompt("one");
    await agent.compact();
    expect(await agent.compact()).toBeUndefined();
    expect(model.summaries()).toHaveLength(1);
  });

  test("fails with its reason and changes nothing", async () => {
    const model = smallModel({ summary: () => new Error("broken") });
    const { agent } = compactionRoom(model);
    await agent.prompt("one");
    await agent.prompt("two");
    const before = agent.state.messages.slice();
    await expect(agent.compact()).rejects.toThrow("small: broken");
    expect(agent.state.messages).toEqual(before);
  });
});

test("what an output limit cut says so", async () => {
  const stop = { type: "stop", stop_reason: "max_tokens" } as const;
  const model = smallModel({ summary: () => [...answer("a long sto").slice(0, 1), stop] });
  const { agent } = compactionRoom(model);
  await agent.prompt("one");
  await agent.prompt("two");
  expect((await agent.compact())?.data).toMatchObject({
    summary: "a long sto\n\n(These notes were cut off here by the output limit.)",
  });
});

test("messages of other plugins survive a summary where they are, and the summary knows what they say", async () => {
  const model = smallModel();
  const sticky = {
    letscode_render_custom_message: ({ kind, data }: { kind: string; data: unknown }) =>
      kind === "sticky" ? [{ role: "user" as const, content: `Sticky: ${data}` }] : undefined,
  };
  const { agent } = compactionRoom(model, { after: { sticky } });
  const add = (id: string) => agent.append({ id, timestamp: 0, role: "custom", kind: "sticky", data: id });
  await agent.prompt("one");
  add("s1");
  await agent.prompt("two");
  add("s2");
  await agent.prompt("three");
  await agent.compact();
  expect(model.summaries()[0]?.text).toContain("[User]\nSticky: s1");
  await agent.prompt("four");
  const shown = briefs(model.turns().at(-1));
  expect(shown).toEqual([
    "user: Sticky: s1",
    "user: Sticky: s2",
    "user: This is not ",
    "assistant: done",
    "user: four",
  ]);
});
