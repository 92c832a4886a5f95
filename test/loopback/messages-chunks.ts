/** What a Messages stream is made of, one server-sent event per builder. */

/** Token counts as the API sends them. */
export interface MessagesUsage {
  input_tokens?: number | null;
  output_tokens?: number;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  output_tokens_details?: { thinking_tokens?: number };
}

/** Any event. */
export function event(type: string, fields: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** The beginning of an answer. */
export function messageStart(usage: MessagesUsage = { input_tokens: 10, output_tokens: 1 }): string {
  return event("message_start", {
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "test-model",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  });
}

/** The beginning of a block. */
export function blockStart(index: number, block: object): string {
  return event("content_block_start", { index, content_block: block });
}

/** A piece of a block. */
export function blockDelta(index: number, delta: object): string {
  return event("content_block_delta", { index, delta });
}

/** The end of a block. */
export function blockStop(index: number): string {
  return event("content_block_stop", { index });
}

/** A whole block of text. */
export function textPart(index: number, ...pieces: string[]): string[] {
  return [
    blockStart(index, { type: "text", text: "" }),
    ...pieces.map((text) => blockDelta(index, { type: "text_delta", text })),
    blockStop(index),
  ];
}

/** A whole block of thinking, signed. */
export function thinkingPart(
  index: number,
  thinking: string | readonly string[],
  signature: string,
): string[] {
  const pieces = [thinking].flat().filter((piece) => piece !== "");
  return [
    blockStart(index, { type: "thinking", thinking: "", signature: "" }),
    ...pieces.map((piece) => blockDelta(index, { type: "thinking_delta", thinking: piece })),
    blockDelta(index, { type: "signature_delta", signature }),
    blockStop(index),
  ];
}

/** A whole block of hidden thinking. */
export function redactedPart(index: number, data: string): string[] {
  return [blockStart(index, { type: "redacted_thinking", data }), blockStop(index)];
}

/** A whole call; `pieces` are its arguments as raw JSON text. */
export function callPart(index: number, id: string, name: string, ...pieces: string[]): string[] {
  return [
    blockStart(index, { type: "tool_use", id, name, input: {} }),
    ...["", ...pieces].map((partial_json) => blockDelta(index, { type: "input_json_delta", partial_json })),
    blockStop(index),
  ];
}

/** The reason to stop, with the final counts. */
export function messageDelta(
  stop_reason: string | null = "end_turn",
  usage: MessagesUsage = { output_tokens: 5 },
  more: object = {},
): string {
  return event("message_delta", { delta: { stop_reason, stop_sequence: null, ...more }, usage });
}

/** The end of a stream. */
export const MESSAGE_STOP = event("message_stop");
/** A keep-alive. */
export const PING = event("ping");

/** An error in the stream. */
export function errorEvent(type: string, message: string): string {
  return event("error", { error: { type, message } });
}

/** A whole answer of these parts. */
export function messagesAnswer(parts: string[][], stopReason = "end_turn"): string[] {
  return [messageStart(), PING, ...parts.flat(), messageDelta(stopReason), MESSAGE_STOP];
}
