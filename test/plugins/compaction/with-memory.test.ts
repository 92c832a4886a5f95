/** Compaction and memory in one conversation: each owns its kind, whichever comes first. */
import { describe, expect, test } from "vitest";
import { answer } from "../../agent/scripted-model.ts";
import { notesRoom } from "../memory/notes-folder.ts";
import { brief, compactionRoom } from "./room.ts";
import { smallModel } from "./small-model.ts";

describe.each(["before", "after"] as const)("memory %s compaction", (place) => {
  test("is seen after each summary, and the summary beside it", async () => {
    const notes = notesRoom();
    notes.note("project/a.md", "We use tabs.");
    const model = smallModel({ window: 4000, turn: (_, nth) => answer(`${nth} ${"x".repeat(1600)}`) });
    const { agent, events, reports, compactions } = compactionRoom(model, {
      [place]: { memory: notes.memory },
    });
    for (let n = 0; n < 20; n++) {
      if (n === 12) notes.note("project/a.md", "We use spaces.");
      expect(await agent.prompt(`question ${n}`)).toMatchObject({ error: null });
    }
    expect([reports, events.filter(({ type }) => type === "error")]).toEqual([[], []]);
    expect(compactions().length).toBeGreaterThan(1);
    for (const [nth, { text }] of model.turns().entries()) {
      expect(text.split("These are notes from earlier conversations").length - 1).toBe(1);
      expect(text).toContain(nth < 12 ? "We use tabs." : "We use spaces.");
      expect(text).not.toContain(nth < 12 ? "We use spaces." : "We use tabs.");
    }
    const summarised = model.turns().filter(({ text }) => text.includes("<summary>\nthe notes\n</summary>"));
    expect(summarised.length).toBeGreaterThan(10);
    const kinds = agent.state.messages.filter(({ role }) => role === "custom").map(brief);
    expect(kinds.filter((kind) => kind === "custom memory")).toHaveLength(2);
    expect(new Set(kinds)).toEqual(new Set(["custom memory", "custom compaction"]));
    const ids = agent.state.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
