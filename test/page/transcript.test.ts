import { describe, expect, test } from "vitest";
import { compactionOf } from "../../src/page/compaction.ts";
import { modelCalls } from "../../src/page/model-calls.ts";
import { callsOf, type Entry, readTranscript } from "../../src/page/transcript.ts";
import { sumUsage } from "../../src/page/usage.ts";
import type { CustomMessage, Json, Message } from "../../src/wire/messages.ts";
import { answer, call, prompt, result, SAMPLE, START, text, usage } from "./sample-conversation.ts";

/** Entries in short. */
function outline(messages: readonly Message[]): string[] {
  return readTranscript(messages).map((entry: Entry) => {
    if (entry.type === "prompt") return `${entry.anchor} prompt ${entry.number}`;
    if (entry.type === "compaction")
      return `${entry.anchor} compaction ${entry.number} from ${entry.keptFrom}`;
    if (entry.type !== "answer") return `${entry.anchor} ${entry.type}`;
    const results = callsOf(entry.message).map((block) => entry.results.get(block)?.id ?? "interrupted");
    return `${entry.anchor} turn ${entry.turn} ${results.join(" ")}`.trim();
  });
}

const custom = (kind: string, data: Json): CustomMessage => ({
  id: "x",
  timestamp: 0,
  role: "custom",
  kind,
  data,
});

describe("a transcript", () => {
  test("puts results to their calls, in the order of the calls", () => {
    expect(outline(SAMPLE)).toEqual([
      "m1 prompt 1",
      "m2 turn 1 r1 r2 r3",
      "m6 turn 2 r4",
      "m8 turn 3 r5",
      "m10 turn 4",
      "m11 prompt 2",
      "m12 compaction 1 from m11",
      "m13 turn 5 r6 r7 interrupted",
      "m16 custom",
      "m17 turn 6",
      "m18 prompt 3",
      "m19 turn 7",
    ]);
  });

  test("keeps results without a call, second results, and what it does not know", () => {
    expect(
      outline([
        result("r0", 0, ["gone", "bash"], ""),
        answer("a", 1, [call("c", "bash", {})]),
        result("r1", 2, ["c", "bash"], ""),
        result("r2", 3, ["c", "bash"], ""),
        { id: "n", timestamp: 4, role: "newer" } as never,
        custom("compaction", { summary: 5 }),
      ]),
    ).toEqual(["m1 stray_result", "m2 turn 1 r1", "m4 stray_result", "m5 unknown", "m6 custom"]);
  });

  test("gives a repeated call id to the latest call", () => {
    expect(
      outline([
        answer("a1", 0, [call("c", "bash", {})]),
        answer("a2", 1, [call("c", "bash", {})]),
        result("r", 2, ["c", "bash"], ""),
      ]),
    ).toEqual(["m1 turn 1 interrupted", "m2 turn 2 r"]);
  });
});

test("the model calls are the turns and what compactions took", () => {
  const calls = modelCalls(readTranscript(SAMPLE));
  expect(calls.map(({ kind, name, anchor, usage }) => [kind, name, anchor, usage.input_tokens])).toEqual([
    ["turn", "turn 1", "m2", 3120],
    ["turn", "turn 2", "m6", 810],
    ["turn", "turn 3", "m8", 702],
    ["turn", "turn 4", "m10", 420],
    ["compaction", "compaction 1", "m12", 9200],
    ["turn", "turn 5", "m13", 2400],
    ["turn", "turn 6", "m17", 600],
    ["turn", "turn 7", "m19", 640],
  ]);
  expect(modelCalls(readTranscript([prompt("u", 0, "x"), answer("a", 2, [text("x")])]))).toEqual([
    {
      kind: "turn",
      number: 1,
      name: "turn 1",
      anchor: "m2",
      timestamp: START + 2000,
      model: "claude-sonnet-4-5",
      usage: usage(),
    },
  ]);
});

describe("a compaction", () => {
  const data = {
    summary: "s",
    first_kept_id: "u",
    tokens_before: 10,
    tokens_after: 5,
    trigger: "overflow",
    model: "m",
    usage: usage({ input_tokens: 7 }) as never,
  };

  test("is read from its message", () => {
    expect(compactionOf(custom("compaction", data))).toEqual({
      summary: "s",
      firstKeptId: "u",
      tokensBefore: 10,
      tokensAfter: 5,
      trigger: "overflow",
      model: "m",
      usage: usage({ input_tokens: 7 }),
    });
  });

  test.each<[string, string, Json]>([
    ["of another kind", "memory", data],
    ["that is no object", "compaction", [1]],
    ["without a summary", "compaction", { ...data, summary: null }],
    ["without a model", "compaction", { ...data, model: 1 }],
    ["for a reason that is not known", "compaction", { ...data, trigger: "boredom" }],
  ])("is none in a message %s", (_what, kind, value) => {
    expect(compactionOf(custom(kind, value))).toBe(undefined);
  });
});

describe("usage", () => {
  test("is added up, with what is known of the cost", () => {
    expect(
      sumUsage([
        usage({ input_tokens: 1, cost_usd: 0.5 }),
        usage({ input_tokens: 2 }),
        usage({ cost_usd: 1 }),
      ]),
    ).toEqual({ ...usage({ input_tokens: 3, cost_usd: 1.5 }), calls: 3, unpriced: 1 });
    expect(sumUsage([usage()])).toEqual({ ...usage(), calls: 1, unpriced: 1 });
  });
});
