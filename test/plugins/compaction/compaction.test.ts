import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/wire/messages.ts";
import { answer } from "../../agent/scripted-model.ts";
import { briefs, compactionRoom } from "./room.ts";
import { long, overflow, smallModel, wordy } from "./small-model.ts";

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
