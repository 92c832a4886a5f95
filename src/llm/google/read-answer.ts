/** The chunks of a `streamGenerateContent` answer as stream events. Total: any JSON is a chunk. */
import { zeroUsage } from "../../usage.ts";
import type { AssistantContent, Json, StopReason, ToolCallBlock, Usage } from "../../wire/messages.ts";
import type { StreamEvent } from "../../wire/stream.ts";
import { type ModelEnd, parseArguments } from "../client.ts";
import type { AnswerReader, ReaderOptions } from "../dialect.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../fields.ts";
import { ThinkTags } from "../think-tags.ts";
import { offeredToolName } from "../tool-names.ts";
import { callData } from "./signatures.ts";
import { toUsage } from "./usage.ts";

/** Reasons to stop that are no answer but a refusal, whoever refused. */
const REFUSALS =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_\w+|NO_IMAGE|MODEL_ARMOR)$/;

/** One answer as it comes in. `index` in its events is the place of the block in the final content. */
export class GenerateAnswerReader implements AnswerReader {
  readonly #options: ReaderOptions;
  readonly #content: AssistantContent[] = [];
  readonly #calls: ToolCallBlock[] = [];
  readonly #tags: ThinkTags;
  /** Thinking came as such: what is tagged in the text only repeats it. */
  #thought = false;
  #finish = "";
  /** Why there is no answer at all, in words. */
  #blocked = "";
  #usage: Usage | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#tags = new ThinkTags(options.quirks.opensThinking);
  }

  /** The model said why it stopped, or the prompt was blocked. */
  get finished(): boolean {
    return this.#finish !== "" || this.#blocked !== "";
  }

  /** Something of an answer came. */
  get begun(): boolean {
    return this.finished || this.#content.length > 0;
  }

  /** What this chunk adds. */
  add(chunk: unknown): StreamEvent[] {
    const { candidates, usageMetadata, promptFeedback } = fieldsOf(chunk);
    if (usageMetadata) this.#usage = toUsage(usageMetadata);
    const { content, finishReason } = fieldsOf(listOf(candidates)[0]);
    const events = listOf(fieldsOf(content).parts).flatMap((part) => this.#part(fieldsOf(part)));
    const reason = textOf(finishReason);
    if (reason !== "" && reason !== "FINISH_REASON_UNSPECIFIED") this.#finish = reason;
    const { blockReason, blockReasonMessage } = fieldsOf(promptFeedback);
    if (textOf(blockReason) !== "")
      this.#blocked = [textOf(blockReason), textOf(blockReasonMessage)].filter(Boolean).join(": ");
    return events;
  }

  /** The answer is complete: what was held back, the end of each call, the usage and the stop. */
  end(): StreamEvent[] {
    const events = this.#closeTags();
    for (const { tool_call_id, arguments: args } of this.#calls)
      events.push({ type: "tool_call_end", tool_call_id, arguments: args });
    const stop = this.#stopReason();
    if (stop === "refusal" && !this.#content.some(({ type }) => type === "text"))
      events.push(...this.#text(this.#refusal()));
    if (this.#usage !== undefined) events.push({ type: "usage", ...this.#usage });
    events.push({ type: "stop", stop_reason: stop });
    return events;
  }

  /** What only the end knows. */
  result(): ModelEnd {
    const usage = this.#usage ?? zeroUsage();
    const more = this.#content.some((block) => "signature" in block || "provider_data" in block);
    return more ? { usage, content: this.#content } : { usage };
  }

  #part(part: Fields): StreamEvent[] {
    const signature = textOf(part.thoughtSignature);
    if (part.functionCall)
      return [...this.#closeTags(), ...this.#call(fieldsOf(part.functionCall), signature)];
    const text = textOf(part.text);
    if (part.thought === true) return this.#thinking(text, signature);
    const events = this.#tagText(text);
    if (signature !== "") this.#sign(signature);
    return events;
  }

  #call({ name, args, id }: Fields, signature: string): StreamEvent[] {
    // Some models say where a tool is declared.
    const said = textOf(name).replace(/^default_api[.:]/, "");
    const text =
      args === undefined || args === null ? "" : typeof args === "string" ? args : JSON.stringify(args);
    if (said === "" && text === "") return [];
    const parsed = parseArguments(text);
    const kept = callData({ thought_signature: signature, id: textOf(id) });
    const call: ToolCallBlock = {
      type: "tool_call",
      tool_call_id: this.#uniqueId(textOf(id)),
      name: offeredToolName(said, this.#options.tools),
      arguments: parsed ?? {},
      ...(parsed === undefined ? { arguments_text: text } : {}),
      ...(Object.keys(kept).length === 0 ? {} : { provider_data: { ...kept } }),
    };
    this.#calls.push(call);
    const { tool_call_id } = call;
    const start = {
      type: "tool_call_start",
      tool_call_id,
      name: call.name,
      index: this.#begin(call),
    } as const;
    return text === "" ? [start] : [start, { type: "tool_call_args_delta", tool_call_id, delta: text }];
  }

  #tagText(text: string): StreamEvent[] {
    return this.#tags.add(text).flatMap((piece) => this.#tagged(piece));
  }

  #closeTags(): StreamEvent[] {
    return this.#tags.end().flatMap((piece) => this.#tagged(piece));
  }

  #tagged({ kind, text }: { kind: "text" | "thinking"; text: string }): StreamEvent[] {
    if (kind === "text") return this.#text(text);
    return this.#thought ? [] : this.#show(text);
  }

  /** Text goes on in its block, also past the signature that a part of it had. */
  #text(delta: string): StreamEvent[] {
    if (delta === "") return [];
    const at = this.#content.length - (isHidden(this.#content.at(-1)) ? 2 : 1);
    const block = this.#content[at];
    if (block?.type === "text") {
      block.text += delta;
      return [{ type: "text_delta", delta, index: at }];
    }
    return [{ type: "text_delta", delta, index: this.#begin({ type: "text", text: delta }) }];
  }

  #thinking(text: string, signature: string): StreamEvent[] {
    if (text !== "") this.#thought = true;
    if (this.#options.showThinking) {
      const events = this.#show(text);
      if (signature !== "") this.#sign(signature);
      return events;
    }
    if (signature !== "" && text !== "") this.#hide(signature, { thought: text });
    return [];
  }

  #show(delta: string): StreamEvent[] {
    if (delta === "" || !this.#options.showThinking) return [];
    const last = this.#content.at(-1);
    if (last?.type !== "thinking" || last.signature !== undefined)
      return [{ type: "thinking_delta", delta, index: this.#begin({ type: "thinking", thinking: delta }) }];
    last.thinking += delta;
    return [{ type: "thinking_delta", delta, index: this.#content.length - 1 }];
  }

  /** A signature on text, or alone: it belongs to what came last. */
  #sign(signature: string): void {
    const last = this.#content.at(-1);
    if (last?.type === "text") this.#hide(signature);
    else if (last?.type === "thinking") last.signature = signature;
    else if (last !== undefined)
      last.provider_data = { thought_signature: signature, ...callData(last.provider_data) };
  }

  #hide(signature: string, data?: Json): void {
    const block = { type: "thinking", thinking: "", redacted: true, signature } as const;
    this.#begin(data === undefined ? block : { ...block, provider_data: data });
  }

  #begin(block: AssistantContent): number {
    return this.#content.push(block) - 1;
  }

  #uniqueId(given: string): string {
    const taken = (id: string) => id === "" || this.#calls.some((call) => call.tool_call_id === id);
    let id = given;
    for (let n = this.#calls.length + 1; taken(id); n++) id = `call_${n}`;
    return id;
  }

  #stopReason(): StopReason {
    if (this.#finish === "MAX_TOKENS") return "max_tokens";
    if (this.#blocked !== "" || REFUSALS.test(this.#finish)) return "refusal";
    if (this.#calls.length > 0) return "tool_use";
    // Whatever else made the model stop, the user must see that there is no answer.
    return this.#finish === "STOP" || this.#content.length > 0 ? "end_turn" : "refusal";
  }

  #refusal(): string {
    return this.#blocked === ""
      ? `(The provider stopped this answer: ${this.#finish}.)`
      : `(The provider blocked this prompt: ${this.#blocked.replace(/\.$/, "")}.)`;
  }
}

function isHidden(block: AssistantContent | undefined): boolean {
  return block?.type === "thinking" && block.redacted === true;
}
