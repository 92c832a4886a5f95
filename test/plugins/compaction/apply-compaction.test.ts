import { describe, expect, test } from "vitest";
import { applyCompaction } from "../../../src/plugins/compaction/apply-compaction.ts";
import { compactionMessage } from "../../../src/plugins/compaction/compaction-data.ts";
import { zeroUsage } from "../../../src/usage.ts";
import type { CustomMessage, Json, Message } from "../../../src/wire/messages.ts";
import { assistant, text, user } from "../../llm/ask.ts";

const ask = (n: number) => user(`question ${n}`, `u${n}`);
const say = (n: number) => assistant([text(`answer ${n}`)], { id: `a${n}` });
const note = (id: string): CustomMessage => ({ id, timestamp: 0, role: "custom", kind: "note", data: id });
const odd = (data: Json): CustomMessage => ({ ...note("odd"), kind: "compaction", data });
const sum = (id: string, first_kept_id: string | null) =>
  compactionMessage(id, 0, {
    ...{ summary: `summary ${id}`, first_kept_id, tokens_before: 9, tokens_after: 5, trigger: "automatic" },
    ...{ provider: "p", model: "m", usage: zeroUsage() },
  });
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id).join(" ");

describe("a summarised conversation", () => {
  test("is the summary, what was kept, and the messages of other plugins from before", () => {
    const history = [ask(1), note("n1"), say(1), ask(2), note("n2"), say(2), sum("c", "u2"), ask(3)];
    expect(ids(applyCompaction(history))).toBe("n1 c u2 n2 a2 u3");
  });

  test("is as its newest summary leaves it", () => {
    const history = [
      ask(1),
      say(1),
      ask(2),
      sum("c1", "a1"),
      say(2),
      note("n"),
      ask(3),
      sum("c2", "u3"),
      say(3),
    ];
    expect(ids(applyCompaction(history))).toBe("n c2 u3 a3");
    expect(ids(applyCompaction(history.slice(0, -2)))).toBe("c1 a1 u2 a2 n u3");
  });

  test.each([
    ["is not there", "gone"],
    ["came later", "a3"],
    ["is null", null],
  ])("is what came after the summary when its first kept message %s", (_what, firstKept) => {
    const history = [ask(1), note("n"), say(1), sum("c", firstKept), ask(3), say(3)];
    expect(ids(applyCompaction(history))).toBe("n c u3 a3");
  });

  test("goes by the last summary that can be used", () => {
    const none: Json[] = [
      null,
      "text",
      [],
      {},
      { summary: " " },
      { summary: 1 },
      { summary: "s", first_kept_id: 3 },
    ];
    for (const data of none) {
      const history = [ask(1), say(1), sum("c", "a1"), ask(2), odd(data)];
      expect(ids(applyCompaction(history))).toBe("c a1 u2");
    }
    expect(ids(applyCompaction([ask(1), odd({ summary: "by another version" }), ask(2)]))).toBe("odd u2");
  });

  test("is the history itself without a summary, and never changes it", () => {
    const plain = [ask(1), note("n"), say(1)];
    expect(applyCompaction(plain)).toBe(plain);
    const history = Object.freeze([ask(1), say(1), sum("c", "a1")].map((message) => Object.freeze(message)));
    const before = structuredClone(history);
    applyCompaction(history);
    expect(history).toEqual(before);
  });
});
