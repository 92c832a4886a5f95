/** The chunks of a chat-completions answer as stream events. Total: any JSON is a chunk. */
import { appendText } from "../../framing/append-text.ts";
import { zeroUsage } from "../../usage.ts";
import type { AssistantContent, StopReason, Usage } from "../../wire/messages.ts";
import type { StreamEvent, ToolCallEnd } from "../../wire/stream.ts";
import type { ModelEnd } from "../client.ts";
import type { AnswerReader, ReaderOptions } from "../dialect.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../fields.ts";
import { ThinkTags } from "../think-tags.ts";
import { wireToolName } from "../tool-names.ts";
import { ToolCalls } from "./tool-calls.ts";
import { toUsage } from "./usage.ts";

/** Said in place of an answer that a filter kept back whole. */
const FILTERED = "(The provider's content filter stopped this answer.)";

/** One answer as it comes in. `index` in its events is the place of the block in the final content. */
export class ChatAnswerReader implements AnswerReader {
  readonly #options: ReaderOptions;
  readonly #content: AssistantContent[] = [];
  readonly #calls: ToolCalls;
  readonly #tags: ThinkTags;
  /** Thinking that came in a field of its own. */
  #reasoning = "";
  /** Thinking in tags, held until it can be compared with `#reasoning`. */
  #tagged = "";
  /** Thinking that is not shown but must go back to the model. */
  #hidden = "";
  #refused = false;
  #finish = "";
  #usage: Usage | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#tags = new ThinkTags(options.quirks.opensThinking);
    const { tools } = options;
    const names = new Map(tools.map((name) => [wireToolName(name), name]));
    for (const name of tools) names.set(name, name);
    this.#calls = new ToolCalls(names, (id, name) =>
      this.#begin({ type: "tool_call", tool_call_id: id, name, arguments: {} }),
    );
  }

  /** The model said why it stopped. */
  get finished(): boolean {
    return this.#finish !== "";
  }

  /** Something of an answer came. */
  get begun(): boolean {
    return this.finished || this.#content.length > 0 || this.#calls.count > 0 || this.#hidden !== "";
  }

  /** What this chunk adds. A chunk is also a whole `message` where a server does not stream. */
  add(chunk: unknown): StreamEvent[] {
    const fields = fieldsOf(chunk);
    const choice = fieldsOf(listOf(fields.choices)[0]);
    const counts = fields.usage ?? choice.usage ?? fieldsOf(fields.x_groq).usage;
    if (counts) this.#usage = toUsage(counts);
    const events = this.#addDelta(fieldsOf(choice.delta ?? choice.message));
    this.#finish = textOf(choice.finish_reason) || this.#finish;
    return events;
  }

  /** The answer is complete: what was held back, the end of each call, the usage and the stop. */
  end(): StreamEvent[] {
    const events = this.#closeTags();
    for (const event of this.#calls.end()) {
      if (event.type === "tool_call_end") this.#closeCall(event);
      events.push(event);
    }
    if (this.#finish === "content_filter" && this.#content.length === 0) events.push(...this.#text(FILTERED));
    if (this.#usage !== undefined) events.push({ type: "usage", ...this.#usage });
    events.push({ type: "stop", stop_reason: this.#stopReason() });
    return events;
  }

  /** What only the end knows. */
  result(): ModelEnd {
    const usage = this.#usage ?? zeroUsage();
    return this.#hidden === "" ? { usage } : { usage, content: this.#content };
  }

  #addDelta(delta: Fields): StreamEvent[] {
    const events: StreamEvent[] = [];
    const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning);
    if (reasoning !== "") {
      this.#reasoning = appendText(this.#reasoning, reasoning);
      events.push(...this.#thinking(reasoning));
    }
    for (const part of contentParts(delta.content))
      events.push(...(part.kind === "thinking" ? this.#thinking(part.text) : this.#tagText(part.text)));
    const refusal = textOf(delta.refusal);
    if (refusal !== "") {
      this.#refused = true;
      events.push(...this.#text(refusal));
    }
    const pieces = listOf(delta.tool_calls);
    if (pieces.length > 0) events.push(...this.#closeTags(), ...this.#calls.add(pieces));
    return events;
  }

  #tagText(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    for (const piece of this.#tags.add(text)) {
      if (piece.kind === "text") events.push(...this.#closeTagged(), ...this.#text(piece.text));
      else if (this.#reasoning === "") events.push(...this.#thinking(piece.text));
      else this.#tagged += piece.text;
    }
    return events;
  }

  #closeTags(): StreamEvent[] {
    const events: StreamEvent[] = [];
    for (const { kind, text } of this.#tags.end())
      if (kind === "text") events.push(...this.#text(text));
      else if (this.#reasoning === "") events.push(...this.#thinking(text));
      else this.#tagged += text;
    events.push(...this.#closeTagged());
    return events;
  }

  /** Tagged thinking that only repeats the reasoning is dropped. */
  #closeTagged(): StreamEvent[] {
    const tagged = this.#tagged;
    this.#tagged = "";
    return tagged.trim() === this.#reasoning.trim() ? [] : this.#thinking(tagged);
  }

  #text(delta: string): StreamEvent[] {
    if (delta === "") return [];
    const last = this.#content.at(-1);
    if (last?.type === "text") last.text = appendText(last.text, delta);
    else this.#begin({ type: "text", text: delta });
    return [{ type: "text_delta", delta, index: this.#content.length - 1 }];
  }

  #thinking(delta: string): StreamEvent[] {
    if (delta === "") return [];
    if (!this.#options.showThinking) return this.#hide(delta);
    const last = this.#content.at(-1);
    if (last?.type === "thinking") last.thinking = appendText(last.thinking, delta);
    else this.#begin({ type: "thinking", thinking: delta });
    return [{ type: "thinking_delta", delta, index: this.#content.length - 1 }];
  }

  /** Keeps thinking that must go back in one block without text. */
  #hide(delta: string): StreamEvent[] {
    if (this.#options.quirks.echoThinking === undefined) return [];
    this.#hidden += delta;
    const block = this.#content.find(({ type }) => type === "thinking");
    if (block?.type === "thinking") block.provider_data = this.#hidden;
    else this.#begin({ type: "thinking", thinking: "", redacted: true, provider_data: this.#hidden });
    return [];
  }

  #closeCall(end: ToolCallEnd): void {
    const block = this.#content.find(
      (one) => one.type === "tool_call" && one.tool_call_id === end.tool_call_id,
    );
    if (block?.type !== "tool_call") return;
    block.arguments = end.arguments;
    const text = this.#calls.unparsed(end.tool_call_id);
    if (text !== undefined) block.arguments_text = text;
  }

  #begin(block: AssistantContent): number {
    return this.#content.push(block) - 1;
  }

  #stopReason(): StopReason {
    if (this.#finish === "length") return "max_tokens";
    if (this.#finish === "content_filter" || this.#refused) return "refusal";
    return this.#calls.count > 0 ? "tool_use" : "end_turn";
  }
}

/** Content is text, or with some servers a list of text and thinking parts. */
function contentParts(content: unknown): { kind: "text" | "thinking"; text: string }[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  return listOf(content).map((item) => {
    const part = fieldsOf(item);
    if (part.type !== "thinking") return { kind: "text", text: textOf(part.text) };
    const inner = listOf(part.thinking).map((piece) => textOf(fieldsOf(piece).text));
    return { kind: "thinking", text: textOf(part.thinking) || inner.join("") };
  });
}
