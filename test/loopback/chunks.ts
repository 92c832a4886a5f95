/** What a chat-completions stream is made of, one server-sent event per builder. */

/** One piece of a tool call; what is left out is left out on the wire. */
export interface CallPiece {
  index?: number | null;
  id?: string | null;
  name?: string;
  /** Raw JSON text, or a part of it. */
  arguments?: string;
}

/** A whole tool call. */
export interface WholeCall {
  id: string;
  name: string;
  arguments: unknown;
}

/** Token counts as servers send them. */
export interface ChunkUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number };
  completion_tokens_details?: { reasoning_tokens?: number };
}

/** The end of a stream. */
export const DONE = "data: [DONE]\n\n";

/** Any JSON as one event. */
export function sse(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** A chunk with this delta. */
export function delta(fields: Record<string, unknown>, finishReason: string | null = null): string {
  return chunk({ choices: [{ index: 0, delta: fields, finish_reason: finishReason }] });
}

/** A chunk with these fields beside the usual ones. */
export function chunk(fields: Record<string, unknown>): string {
  return sse({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "test-model",
    ...fields,
  });
}

/** A piece of text. */
export function content(text: string | null): string {
  return delta({ content: text });
}

/** A piece of thinking. */
export function reasoning(text: string): string {
  return delta({ reasoning_content: text });
}

/** Pieces of tool calls in one chunk. */
export function toolCalls(...pieces: CallPiece[]): string {
  return delta({
    tool_calls: pieces.map(({ name, arguments: text, ...place }) => ({
      ...place,
      ...(place.id === undefined ? {} : { type: "function" }),
      function: {
        ...(name === undefined ? {} : { name }),
        ...(text === undefined ? {} : { arguments: text }),
      },
    })),
  });
}

/** The last chunk with a choice. */
export function finish(reason = "stop", extra: Record<string, unknown> = {}): string {
  return chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }], ...extra });
}

/** The chunk without choices that carries the token counts. */
export function usage(counts: ChunkUsage = { prompt_tokens: 10, completion_tokens: 5 }): string {
  return chunk({ choices: [], usage: counts });
}

/** A whole answer of text. */
export function answer(...pieces: string[]): string[] {
  return [...pieces.map(content), finish("stop"), usage(), DONE];
}

/** A whole answer that calls tools. */
export function calls(...wanted: WholeCall[]): string[] {
  return [
    ...wanted.map(({ id, name, arguments: args }, index) =>
      toolCalls({ index, id, name, arguments: JSON.stringify(args) }),
    ),
    finish("tool_calls"),
    usage(),
    DONE,
  ];
}
