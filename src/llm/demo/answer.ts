/** An answer as stream events: blocks in order, in small pieces, counted on the way. */
import type { Usage } from "../../wire/messages.ts";
import type { StreamEvent } from "../../wire/stream.ts";
import { pieces } from "./pieces.ts";

const CHARACTERS_PER_TOKEN = 4;

/** An answer that is being written. */
export interface Answer {
  /** A text block. */
  text(text: string): Generator<StreamEvent, void, void>;
  /** A thinking block. */
  thinking(text: string): Generator<StreamEvent, void, void>;
  /** A tool call; `args` is sent as it is, JSON or not. */
  call(name: string, args: string): Generator<StreamEvent, void, void>;
  /** A tool call that breaks off in its arguments. */
  halfCall(name: string, args: string): Generator<StreamEvent, void, void>;
  /** The usage and the stop of all that was written. */
  end(): Generator<StreamEvent, void, void>;
  /** The usage so far: four characters to a token, no cost. */
  usage(): Usage;
}

/** Begins an answer to `inputCharacters`; its first tool call gets the id `demo_` and `nextCall`. */
export function beginAnswer(inputCharacters: number, nextCall: number): Answer {
  let blocks = 0;
  let calls = 0;
  let characters = 0;
  let thought = 0;

  function* start(name: string): Generator<StreamEvent, string, void> {
    const id = `demo_${nextCall + calls++}`;
    characters += name.length;
    yield { type: "tool_call_start", tool_call_id: id, name, index: blocks++ };
    return id;
  }

  function* args(id: string, text: string): Generator<StreamEvent, void, void> {
    characters += text.length;
    for (const delta of pieces(text)) yield { type: "tool_call_args_delta", tool_call_id: id, delta };
  }

  const usage = (): Usage => ({
    input_tokens: tokens(inputCharacters),
    output_tokens: tokens(characters),
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: tokens(thought),
    cost_usd: 0,
  });

  return {
    *text(text) {
      const index = blocks++;
      characters += text.length;
      for (const delta of pieces(text)) yield { type: "text_delta", delta, index };
    },
    *thinking(text) {
      const index = blocks++;
      characters += text.length;
      thought += text.length;
      for (const delta of pieces(text)) yield { type: "thinking_delta", delta, index };
    },
    *call(name, text) {
      const id = yield* start(name);
      yield* args(id, text);
      yield { type: "tool_call_end", tool_call_id: id, arguments: argumentsIn(text) };
    },
    *halfCall(name, text) {
      const id = yield* start(name);
      const deltas = [...args(id, text)];
      yield* deltas.slice(0, Math.ceil(deltas.length / 2));
    },
    *end() {
      yield { type: "usage", ...usage() };
      yield { type: "stop", stop_reason: calls > 0 ? "tool_use" : "end_turn" };
    },
    usage,
  };
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

function argumentsIn(text: string): Record<string, never> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, never>) : {};
  } catch {
    return {};
  }
}
