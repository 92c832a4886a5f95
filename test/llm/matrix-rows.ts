/** The answers that every dialect must be able to give, and what each comes to. */
import type { DialectName } from "../../src/llm/providers.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { COUNTS, type Counts, type End, type Part, type Voice } from "./voices/voice.ts";

/** An answer, and why some dialect cannot give it. */
export interface Row {
  parts?: readonly Part[];
  end?: End;
  counts?: Counts;
  /** The recording that says the same, in the same pieces. */
  llama?: string;
  cannot?: Partial<Record<DialectName, string>>;
}

/** In the pieces of a small model. */
export const paris = ["The", " capital", " of", " France", " is", " Paris", "."];
/** A call of the tool `read` in the pieces in which llama.cpp writes it. */
export const reading = (call: string, ...path: string[]): Part => ({
  call,
  name: "read",
  pieces: ["{", '"', "path", '":', ' "', ...path, '"}'],
});
const WHOLE_CALLS = { generate: "a call comes whole or not at all" };

/** The table of answers. */
export const ANSWERS: Record<string, Row> = {
  text: { parts: [{ text: paris }], counts: { input: 53, output: 10 }, llama: "text" },
  "text of all planes": {
    parts: [{ text: ["日本", "語", " ", "🙂", " ", "G", "rü", "ße", " ", "𒀀"] }],
    counts: { input: 15, output: 17, cacheRead: 40 },
    llama: "unicode",
  },
  "thinking and text": {
    parts: [
      {
        thinking: [
          ...["The", " ", "us", "er", " ", "a", "sk", "s", " ", "a", "bout"],
          ...[" the", " capital", " of", " France", "."],
        ],
      },
      { text: paris },
    ],
    counts: { input: 13, output: 37, cacheRead: 40 },
    llama: "reasoning",
  },
  "one call": {
    parts: [reading("a", "notes", ".", "txt")],
    counts: { input: 541, output: 31, cacheRead: 1 },
    llama: "tool-call",
  },
  "one call that had to be": {
    parts: [reading("a", "src", "/", "main", ".", "ts")],
    counts: { input: 11, output: 33, cacheRead: 533 },
    llama: "required-tool-call",
  },
  "parallel calls": {
    parts: [reading("a", "notes", ".", "txt"), reading("b", "plan", ".", "md")],
    counts: { input: 13, output: 61, cacheRead: 533 },
    llama: "parallel-tool-calls",
  },
  "text after a result": {
    parts: [{ text: ["It", " says", ":", " Buy", " milk", " and", " bread", "."] }],
    counts: { input: 21, output: 9, cacheRead: 563 },
    llama: "tool-result",
  },
  "thinking, text and a call": {
    parts: [{ thinking: ["hm"] }, { text: ["I ", "look."] }, reading("a", "x")],
  },
  "a call with empty arguments": { parts: [{ call: "a", name: "list", pieces: [] }] },
  "stop by length in text": {
    parts: [{ text: paris.slice(0, 3) }],
    end: "length",
    counts: { input: 5, output: 3, cacheRead: 48 },
    llama: "length",
  },
  "stop by length in a call": {
    parts: [{ call: "a", name: "read", pieces: ["{", '"', "path", '":', ' "', "notes", ".", "txt"] }],
    end: "length",
    counts: { input: 8, output: 22, cacheRead: 534 },
    llama: "tool-call-cut",
    cannot: WHOLE_CALLS,
  },
  "stop by length in thinking": { parts: [{ thinking: ["hm", "m"] }], end: "length" },
  "a filter after text": { parts: [{ text: ["Well, "] }], end: "filter" },
  "usage with cache and reasoning": {
    parts: [{ thinking: ["hm"] }, { text: ["hi"] }],
    counts: { input: 20, output: 50, cacheRead: 80, reasoning: 20 },
  },
  "usage with what was written to a cache": {
    parts: [{ text: ["hi"] }],
    counts: { input: 20, output: 5, cacheRead: 80, cacheWrite: 30 },
    cannot: { chat: "it counts no writes to a cache", generate: "it counts no writes to a cache" },
  },
  "an empty answer": { parts: [] },
};

/** What an answer must come to. */
export function expected({ parts = [], end = "done", counts = COUNTS }: Row, voice: Voice): StreamEvent[] {
  const calls: StreamEvent[] = [];
  const events = parts.flatMap((part, index): StreamEvent[] => {
    if ("thinking" in part) return part.thinking.map((delta) => ({ type: "thinking_delta", delta, index }));
    if ("text" in part) return part.text.map((delta) => ({ type: "text_delta", delta, index }));
    const tool_call_id = part.call;
    const text = part.pieces.join("");
    const isWhole = text === "" || text.endsWith("}");
    const over: StreamEvent = {
      type: "tool_call_end",
      tool_call_id,
      arguments: isWhole ? JSON.parse(text || "{}") : {},
    };
    if (!voice.endsCalls) calls.push(over);
    const compact = () => (text === "" ? [] : [JSON.stringify(JSON.parse(text))]);
    const pieces = voice.wholeArguments ? compact() : part.pieces;
    return [
      { type: "tool_call_start", tool_call_id, name: part.name, index },
      ...pieces.map((delta): StreamEvent => ({ type: "tool_call_args_delta", tool_call_id, delta })),
      ...(voice.endsCalls ? [over] : []),
    ];
  });
  const called = parts.some((part) => "call" in part);
  const done = called ? "tool_use" : "end_turn";
  return [
    ...events,
    ...calls,
    { type: "usage", ...usageOf(counts) },
    { type: "stop", stop_reason: { done, length: "max_tokens", filter: "refusal" }[end] as "end_turn" },
  ];
}

function usageOf({ input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 }: Counts) {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    reasoning_tokens: reasoning,
    cost_usd: null,
  };
}
