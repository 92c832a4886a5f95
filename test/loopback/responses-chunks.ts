/** What a Responses stream is made of, one server-sent event per builder. */

/** An output item, its id and its kind. */
export interface OutputItem {
  type: "message" | "reasoning" | "function_call";
  id?: string;
  [field: string]: unknown;
}

/** Token counts as the API sends them. */
export interface ResponsesUsage {
  input_tokens: number;
  output_tokens: number;
  total_tokens?: number;
  input_tokens_details?: { cached_tokens?: number; cache_write_tokens?: number };
  output_tokens_details?: { reasoning_tokens?: number };
}

const USAGE: ResponsesUsage = { input_tokens: 10, output_tokens: 5 };

/** Any event of a type. */
export function event(type: string, fields: Record<string, unknown> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`;
}

/** The events before anything is said. */
export function created(): string {
  const response = { id: "resp_1", object: "response", status: "in_progress", output: [], error: null };
  return event("response.created", { response }) + event("response.in_progress", { response });
}

/** An item begins at this place. */
export function added(output_index: number, item: OutputItem): string {
  return event("response.output_item.added", { output_index, item: { status: "in_progress", ...item } });
}

/** An item is complete. */
export function done(output_index: number, item: OutputItem): string {
  return event("response.output_item.done", { output_index, item });
}

/** A piece of text. */
export function textDelta(output_index: number, delta: string): string {
  return event("response.output_text.delta", {
    item_id: `msg_${output_index}`,
    output_index,
    content_index: 0,
    delta,
    logprobs: [],
  });
}

/** A piece of the summary of reasoning. */
export function summaryDelta(output_index: number, delta: string, summary_index = 0): string {
  return event("response.reasoning_summary_text.delta", {
    item_id: `rs_${output_index}`,
    output_index,
    summary_index,
    delta,
  });
}

/** A piece of a call's arguments. */
export function argumentsDelta(output_index: number, delta: string): string {
  return event("response.function_call_arguments.delta", {
    item_id: `fc_${output_index}`,
    output_index,
    delta,
  });
}

/** The whole of a message. */
export function message(text: string, more: Record<string, unknown> = {}): OutputItem {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: "msg_1", status: "completed", role: "assistant", content, ...more };
}

/** The whole of a call. */
export function functionCall(call_id: string, name: string, args: string): OutputItem {
  return { type: "function_call", id: `fc_${call_id}`, status: "completed", call_id, name, arguments: args };
}

/** The whole of reasoning; without a summary none was told. */
export function reasoningItem(encrypted_content: string | null, ...summary: string[]): OutputItem {
  return {
    type: "reasoning",
    id: "rs_1",
    summary: summary.map((text) => ({ type: "summary_text", text })),
    encrypted_content,
  };
}

/** A message as a stream: its pieces between its beginning and its end. */
export function messageEvents(output_index: number, ...pieces: string[]): string[] {
  const place = { item_id: `msg_${output_index}`, output_index, content_index: 0 };
  const text = pieces.join("");
  const part = { type: "output_text", text, annotations: [] };
  return [
    added(output_index, { type: "message", id: `msg_${output_index}`, role: "assistant", content: [] }),
    event("response.content_part.added", { ...place, part: { ...part, text: "" } }),
    ...pieces.map((piece) => textDelta(output_index, piece)),
    event("response.output_text.done", { ...place, text }),
    event("response.content_part.done", { ...place, part }),
    done(output_index, message(text, { id: `msg_${output_index}` })),
  ];
}

/** A call as a stream, its arguments in pieces. */
export function callEvents(output_index: number, id: string, name: string, ...pieces: string[]): string[] {
  const whole = functionCall(id, name, pieces.join(""));
  return [
    added(output_index, { ...whole, arguments: "" }),
    ...pieces.map((piece) => argumentsDelta(output_index, piece)),
    event("response.function_call_arguments.done", {
      item_id: whole.id,
      output_index,
      arguments: whole.arguments,
    }),
    done(output_index, whole),
  ];
}

/** Reasoning as a stream, one summary part. */
export function reasoningEvents(
  output_index: number,
  encrypted: string | null,
  ...pieces: string[]
): string[] {
  const place = { item_id: "rs_1", output_index, summary_index: 0 };
  const text = pieces.join("");
  return [
    added(output_index, reasoningItem(encrypted)),
    event("response.reasoning_summary_part.added", { ...place, part: { type: "summary_text", text: "" } }),
    ...pieces.map((piece) => summaryDelta(output_index, piece)),
    event("response.reasoning_summary_text.done", { ...place, text }),
    event("response.reasoning_summary_part.done", { ...place, part: { type: "summary_text", text } }),
    done(output_index, reasoningItem(encrypted, ...pieces.slice(0, 1).map(() => text))),
  ];
}

/** The end of a whole response. */
export function completed(output: OutputItem[] = [], usage: ResponsesUsage | null = USAGE): string {
  const response = { id: "resp_1", object: "response", status: "completed", output, usage, error: null };
  return event("response.completed", { response });
}

/** The end of a response that stopped early. */
export function incomplete(reason: string, output: OutputItem[] = [], usage = USAGE): string {
  const response = {
    id: "resp_1",
    object: "response",
    status: "incomplete",
    incomplete_details: { reason },
    output,
    usage,
  };
  return event("response.incomplete", { response });
}

/** The end of a response that failed. */
export function failed(code: string, text: string): string {
  const response = { id: "resp_1", object: "response", status: "failed", error: { code, message: text } };
  return event("response.failed", { response });
}

/** A whole answer of text. */
export function responsesAnswer(...pieces: string[]): string[] {
  return [created(), ...messageEvents(0, ...pieces), completed()];
}
