/** A model with a small window that counts what it is sent, as a provider would: by the length of all texts. */
import { ProviderError } from "../../../src/errors.ts";
import type { LLMClient, LLMRequest } from "../../../src/llm/client.ts";
import { textTokens } from "../../../src/llm/context-tokens.ts";
import { zeroUsage } from "../../../src/usage.ts";
import type { StreamEvent } from "../../../src/wire/stream.ts";
import { answer } from "../../agent/scripted-model.ts";

/** One call as it came. */
export interface Asked {
  purpose: string;
  request: LLMRequest;
  /** All of its texts. */
  text: string;
  tokens: number;
}

/** What it answers; an error fails the call. */
export type Reply = (asked: Asked, nth: number) => readonly StreamEvent[] | Error;

/** How it behaves. */
export interface SmallModelOptions {
  /** What it says its window is. */
  window?: number | null;
  /** What it refuses as too long, in tokens; absent: nothing. */
  limit?: number;
  turn?: Reply;
  /** What it answers when it is asked for a summary. */
  summary?: Reply;
}

/** The model and what it was asked. */
export interface SmallModel extends LLMClient {
  readonly asked: Asked[];
  /** The calls for the conversation, and those for summaries. */
  turns(): Asked[];
  summaries(): Asked[];
}

/** What a model says that was sent too much. */
export const overflow = () =>
  new ProviderError("small: the context is too long", { code: "context_overflow", recoverable: false });

/** A text of as many tokens. */
export const long = (letter: string, tokens = 1000): string => letter.repeat(4 * tokens);

/** Answers each call with its number and as many tokens. */
export const wordy =
  (tokens = 1000): Reply =>
  (_, nth) =>
    answer(`${nth} ${long("x", tokens)}`);

/** Answers `done` and `the notes` unless told otherwise. */
export function smallModel(options: SmallModelOptions = {}): SmallModel {
  const asked: Asked[] = [];
  const of = (purpose: string) => asked.filter((one) => one.purpose === purpose);
  return {
    provider: "small",
    model: "small-1",
    contextWindow: options.window ?? null,
    asked,
    turns: () => of("turn"),
    summaries: () => of("compaction"),
    async *stream(request, { purpose, signal }) {
      const text = textOf(request);
      const one = { purpose, request: structuredClone(request), text, tokens: textTokens(text) };
      const nth = of(purpose).length;
      asked.push(one);
      if (one.tokens > (options.limit ?? Number.POSITIVE_INFINITY)) throw overflow();
      const reply = purpose === "turn" ? options.turn : options.summary;
      const said = reply?.(one, nth) ?? answer(purpose === "turn" ? "done" : "the notes");
      if (said instanceof Error) throw said;
      for (const event of said) {
        if (signal.aborted) throw new Error("aborted");
        yield event;
      }
      const written = textTokens(said.map((event) => ("delta" in event ? event.delta : "")).join(""));
      return { usage: { ...zeroUsage(), input_tokens: one.tokens, output_tokens: written } };
    },
  };
}

function textOf({ system, messages }: LLMRequest): string {
  const texts = messages.flatMap((message): string[] =>
    (message.content as { type: string; text?: string; name?: string; arguments?: unknown }[]).map((block) =>
      block.type === "tool_call" ? `${block.name}${JSON.stringify(block.arguments)}` : (block.text ?? ""),
    ),
  );
  return [system, ...texts].join("\n");
}
