/** The events of a Messages answer as stream events. Total: any JSON is an event. */
import { appendText } from "../../framing/append-text.ts";
import { zeroUsage } from "../../usage.ts";
import type {
  AssistantContent,
  StopReason,
  ThinkingBlock,
  ToolCallBlock,
  Usage,
} from "../../wire/messages.ts";
import type { StreamEvent } from "../../wire/stream.ts";
import { type ModelEnd, parseArguments } from "../client.ts";
import type { AnswerReader, ReaderOptions } from "../dialect.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../fields.ts";
import { offeredToolName } from "../tool-names.ts";
import { addUsage } from "./usage.ts";

/** A call that is being received. */
interface Call {
  block: ToolCallBlock;
  text: string;
  /** Arguments that a server gave at once, instead of in pieces. */
  given: Fields;
  ended: boolean;
}

/** A block of the answer under the number the provider gave it. */
type Part =
  | { type: "text"; place: number }
  | { type: "thinking"; text: string; signature: string; place: number | undefined }
  | { type: "call"; call: Call }
  | { type: "other" };

const REFUSALS: readonly string[] = ["refusal", "content_filter", "sensitive"];
const LIMITS: readonly string[] = ["max_tokens", "model_context_window_exceeded"];

/** One answer as it comes in. `index` in its events is the place of the block in the final content. */
export class MessagesAnswerReader implements AnswerReader {
  readonly #options: ReaderOptions;
  readonly #content: AssistantContent[] = [];
  readonly #parts = new Map<unknown, Part>();
  readonly #calls: Call[] = [];
  readonly #ids = new Set<string>();
  #stop = "";
  #explanation = "";
  #usage: Usage | undefined;
  /** Blocks hold more than the deltas said. */
  #kept = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  get finished(): boolean {
    return this.#stop !== "";
  }

  get begun(): boolean {
    return this.finished || this.#content.length > 0;
  }

  add(chunk: unknown): StreamEvent[] {
    const fields = fieldsOf(chunk);
    switch (fields.type) {
      case "message_start":
        return this.#addMessage(fieldsOf(fields.message));
      case "message":
        return this.#addMessage(fields);
      case "content_block_start":
        return this.#startPart(fields.index, fieldsOf(fields.content_block));
      case "content_block_delta":
        return this.#addDelta(fields.index, fieldsOf(fields.delta));
      case "content_block_stop":
        return this.#endPart(fields.index);
      case "message_delta":
        this.#count(fields.usage);
        this.#addStop(fieldsOf(fields.delta));
        return [];
      default:
        return [];
    }
  }

  end(): StreamEvent[] {
    const events = this.#calls.flatMap((call) => this.#endCall(call));
    if (REFUSALS.includes(this.#stop) && !this.#content.some(({ type }) => type === "text"))
      events.push(this.#text(`(The model refused to answer${this.#explanation}.)`));
    if (this.#usage !== undefined) events.push({ type: "usage", ...this.#usage });
    events.push({ type: "stop", stop_reason: this.#stopReason() });
    return events;
  }

  result(): ModelEnd {
    const usage = this.#usage ?? zeroUsage();
    return this.#kept ? { usage, content: this.#content } : { usage };
  }

  /** The beginning of an answer, or a whole one where a server does not stream. */
  #addMessage(message: Fields): StreamEvent[] {
    this.#count(message.usage);
    const events = listOf(message.content).flatMap((block, index) => [
      ...this.#startPart(index, fieldsOf(block)),
      ...this.#endPart(index),
    ]);
    this.#addStop(message);
    return events;
  }

  #addStop({ stop_reason, stop_details }: Fields): void {
    this.#stop = textOf(stop_reason) || this.#stop;
    const said = textOf(fieldsOf(stop_details).explanation).replace(/[\s.]+$/, "");
    if (said !== "") this.#explanation = `: ${said}`;
  }

  #count(usage: unknown): void {
    if (usage) this.#usage = addUsage(this.#usage, usage);
  }

  #startPart(index: unknown, block: Fields): StreamEvent[] {
    switch (block.type) {
      case "text":
        return this.#addDelta(index, { type: "text_delta", text: block.text });
      case "thinking":
        return [
          ...this.#addDelta(index, { type: "thinking_delta", thinking: block.thinking }),
          ...this.#addDelta(index, { type: "signature_delta", signature: block.signature }),
        ];
      case "redacted_thinking": {
        const data = textOf(block.data);
        const provider_data = { type: "redacted_thinking", data };
        if (data !== "") this.#keep({ type: "thinking", thinking: "", redacted: true, provider_data });
        return [];
      }
      case "tool_use":
        return this.#startCall(index, block);
      default:
        this.#parts.set(index, { type: "other" });
        return [];
    }
  }

  /** Some servers begin a block with its first delta. */
  #addDelta(index: unknown, delta: Fields): StreamEvent[] {
    const part = this.#parts.get(index);
    switch (delta.type) {
      case "text_delta": {
        const text = textOf(delta.text);
        if (text === "" || (part !== undefined && part.type !== "text")) return [];
        const event = this.#text(text, part?.place);
        this.#parts.set(index, { type: "text", place: event.index });
        return [event];
      }
      case "thinking_delta":
        return this.#addThinking(index, textOf(delta.thinking), "");
      case "signature_delta":
        return this.#addThinking(index, "", textOf(delta.signature));
      case "input_json_delta": {
        const json = textOf(delta.partial_json);
        return part?.type === "call" ? this.#addArguments(part.call, json) : [];
      }
      default:
        return [];
    }
  }

  #text(delta: string, place = this.#content.push({ type: "text", text: "" }) - 1) {
    const block = this.#content[place];
    if (block?.type === "text") block.text = appendText(block.text, delta);
    return { type: "text_delta", delta, index: place } as const;
  }

  /** Thinking is kept whether or not it is shown; without text and signature it is nothing. */
  #addThinking(index: unknown, text: string, signature: string): StreamEvent[] {
    if (text === "" && signature === "") return [];
    const part = this.#parts.get(index) ?? { type: "thinking", text: "", signature: "", place: undefined };
    if (part.type !== "thinking") return [];
    this.#parts.set(index, part);
    part.text = appendText(part.text, text);
    part.signature = signature || part.signature;
    const block = this.#thinkingBlock(part.text, part.signature);
    if (part.place === undefined) part.place = this.#content.push(block) - 1;
    else this.#content[part.place] = block;
    this.#kept ||= block.signature !== undefined || block.redacted === true;
    const shown = this.#options.showThinking && text !== "";
    return shown ? [{ type: "thinking_delta", delta: text, index: part.place }] : [];
  }

  #thinkingBlock(thinking: string, signature: string): ThinkingBlock {
    if (!this.#options.showThinking) {
      const provider_data = { type: "thinking", thinking, signature };
      return { type: "thinking", thinking: "", redacted: true, provider_data };
    }
    return { type: "thinking", thinking, ...(signature === "" ? {} : { signature }) };
  }

  #keep(block: AssistantContent): void {
    this.#content.push(block);
    this.#kept = true;
  }

  #startCall(index: unknown, block: Fields): StreamEvent[] {
    const tool_call_id = this.#uniqueId(textOf(block.id));
    const name = offeredToolName(textOf(block.name), this.#options.tools);
    const call: Call = {
      block: { type: "tool_call", tool_call_id, name, arguments: {} },
      text: "",
      given: fieldsOf(block.input),
      ended: false,
    };
    this.#calls.push(call);
    this.#parts.set(index, { type: "call", call });
    const place = this.#content.push(call.block) - 1;
    return [{ type: "tool_call_start", tool_call_id, name, index: place }];
  }

  #addArguments(call: Call, delta: string): StreamEvent[] {
    if (delta === "" || call.ended) return [];
    call.text = appendText(call.text, delta);
    return [{ type: "tool_call_args_delta", tool_call_id: call.block.tool_call_id, delta }];
  }

  #endPart(index: unknown): StreamEvent[] {
    const part = this.#parts.get(index);
    return part?.type === "call" ? this.#endCall(part.call) : [];
  }

  #endCall(call: Call): StreamEvent[] {
    if (call.ended) return [];
    const { block } = call;
    const whole = call.text.trim() === "" && Object.keys(call.given).length > 0;
    const events = whole ? this.#addArguments(call, JSON.stringify(call.given)) : [];
    call.ended = true;
    const parsed = parseArguments(call.text);
    block.arguments = parsed ?? {};
    if (parsed === undefined) block.arguments_text = call.text;
    events.push({ type: "tool_call_end", tool_call_id: block.tool_call_id, arguments: block.arguments });
    return events;
  }

  #uniqueId(given: string): string {
    let id = given;
    for (let n = this.#ids.size + 1; id === "" || this.#ids.has(id); n++) id = `call_${n}`;
    this.#ids.add(id);
    return id;
  }

  #stopReason(): StopReason {
    if (LIMITS.includes(this.#stop)) return "max_tokens";
    if (REFUSALS.includes(this.#stop)) return "refusal";
    return this.#calls.length > 0 ? "tool_use" : "end_turn";
  }
}
