import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleMessages } from "../../../src/agent/visible.ts";
import { messageTokens } from "../../../src/llm/context-tokens.ts";
import { applyCompaction } from "../../../src/plugins/compaction/apply-compaction.ts";
import { compactionMessage } from "../../../src/plugins/compaction/compaction-data.ts";
import { findCut } from "../../../src/plugins/compaction/find-cut.ts";
import { shownSummary } from "../../../src/plugins/compaction/shown-summary.ts";
import { isAnswer, isSeen } from "../../../src/plugins/seen-messages.ts";
import { zeroUsage } from "../../../src/usage.ts";
import type { Message } from "../../../src/wire/messages.ts";
import { anyConversation, bodyOf } from "../../llm/any-conversation.ts";
import { assistant, call, result, text, user } from "../../llm/ask.ts";
import { VOICES } from "../../llm/voices/voices.ts";

const never = { signal: new AbortController().signal, emit: () => {} };

/** As conversations are: each message has an id of its own. */
const anyHistory = anyConversation.map((history) =>
  history.map((message, at): Message => ({ ...message, id: `m${at}` })),
);

function compaction(first_kept_id: string | null): Message {
  return compactionMessage("c", 0, {
    ...{ summary: "notes", first_kept_id, tokens_before: 2, tokens_after: 1, trigger: "manual" },
    ...{ provider: "p", model: "m", usage: zeroUsage() },
  });
}

/** Every size that may make a difference, smallest first. */
function everySize(history: readonly Message[]): number[] {
  const sizes = new Set([0]);
  let tokens = 0;
  for (const message of history.toReversed()) {
    tokens += messageTokens(message);
    sizes
      .add(tokens - 1)
      .add(tokens)
      .add(tokens + 1);
  }
  return [...sizes].sort((a, b) => a - b);
}

function ids(messages: readonly Message[], role: "call" | "result"): string[] {
  return messages.flatMap((message) => {
    if (message.role === "tool_result") return role === "result" ? [message.tool_call_id] : [];
    if (message.role !== "assistant" || role === "result") return [];
    return message.content.flatMap((block) => (block.type === "tool_call" ? [block.tool_call_id] : []));
  });
}

describe("a cut", () => {
  test("of any conversation and for any size leaves no result without its call, and no call without its result [F01]", async () => {
    let cuts = 0;
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        for (const size of everySize(history)) {
          const cut = findCut(history, size);
          if (cut === undefined) continue;
          cuts++;
          const [older, kept] = [history.slice(0, cut), history.slice(cut)];
          expect(ids(kept, "result").filter((id) => ids(older, "call").includes(id))).toEqual([]);
          expect(ids(older, "result").filter((id) => ids(kept, "call").includes(id))).toEqual([]);
          expect(older.some(isSeen)).toBe(true);
          const first = history[cut];
          expect(first && (first.role === "user" || isAnswer(first))).toBe(true);
          const summarised = [...history, compaction(first?.id ?? "")];
          const messages = await visibleMessages(
            applyCompaction(summarised),
            {
              renderCustomMessage: async ({ kind, id, timestamp }) =>
                kind === "compaction" ? [{ id, timestamp, ...shownSummary("notes") }] : undefined,
            },
            never,
          );
          const request = { system: "s", messages, tools: [], thinking: "off" } as const;
          for (const voice of VOICES)
            expect({ [voice.name]: voice.complaint(bodyOf(voice, request)) }).toEqual({
              [voice.name]: undefined,
            });
        }
      }),
      { numRuns: 150 },
    );
    expect(cuts).toBeGreaterThan(100);
  });

  test("keeps no more than fits, but always what the next answer answers", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const places = everySize(history).map((size) => findCut(history, size) ?? 0);
        expect(places).toEqual(places.toSorted((a, b) => b - a));
        for (const size of everySize(history)) {
          const cut = findCut(history, size);
          if (cut === undefined) continue;
          const later = findCut(history, -1) ?? 0;
          const tokens = history
            .slice(cut)
            .filter(isSeen)
            .reduce((sum, one) => sum + messageTokens(one), 0);
          expect(cut === later || tokens <= size).toBe(true);
          expect(history.slice(cut)).toEqual(expect.arrayContaining(history.slice(later)));
        }
      }),
      { numRuns: 150 },
    );
  });

  const first = [user("x".repeat(8000), "u1"), assistant([text("y".repeat(800))], { id: "a1" })];
  const batch = [
    assistant([call("c1", "look"), call("c2", "look")], { id: "a2" }),
    result("c1", "look", "x".repeat(4000)),
    result("c2", "look", "y".repeat(4000)),
  ];

  test("keeps the newest calls with their results, and what was said while they ran", () => {
    const history = [...first, user("two", "u2"), ...batch, user("and?", "u3")];
    expect(findCut(history, 0)).toBe(3);
    expect(findCut(history, 1500)).toBe(3);
    expect(findCut(history, 2050)).toBe(2);
  });

  test("keeps the prompt that has no answer yet", () => {
    const history = [...first, ...batch, assistant([text("2")]), user("x".repeat(8000), "u3")];
    expect(findCut(history, 0)).toBe(6);
    const failed = assistant([text("never")], { stop_reason: "error" });
    expect(findCut([...history, failed], 0)).toBe(6);
  });

  test.each<[string, Message[]]>([
    ["nothing", []],
    ["a prompt", [user("one")]],
    ["a prompt that failed", [user("one"), assistant([], { stop_reason: "error" })]],
    ["an answer without a prompt", [assistant([text("1")])]],
    ["calls at the very beginning", batch],
  ])("is nowhere in %s", (_what, history) => {
    expect(findCut(history, 0)).toBeUndefined();
    expect(findCut(history, 1e6)).toBeUndefined();
  });

  test("is nowhere when all fits", () => {
    expect(findCut([...first, user("two")], 1e6)).toBeUndefined();
  });
});
