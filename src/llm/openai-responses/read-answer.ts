/** The events of a Responses stream as stream events. Total: any JSON is an event. */
import { zeroUsage } from "../../usage.ts";
import type { AssistantContent, Json, StopReason, ThinkingBlock, Usage } from "../../wire/messages.ts";
import type { StreamEvent } from "../../wire/stream.ts";
import { type ModelEnd, parseArguments } from "../client.ts";
import type { AnswerReader, ReaderOptions } from "../dialect.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../fields.ts";
import { offeredToolName } from "../tool-names.ts";
import { contentOf, isReplayable, phaseOf, reasoningOf } from "./output-item.ts";
import { toUsage } from "./usage.ts";

/** Said in place of an answer that a filter kept back whole. */
const FILTERED = "(The provider's content filter stopped this answer.)";

/** An output item as far as it has come. */
interface Item {
  /** The place of its block in the content; undefined while it has none. */
  place: number | undefined;
  /** What was passed on of its text, its reasoning or its arguments. */
  sent: string;
  /** The part of the reasoning that is being told, such as `summary 0`. */
  part: string | undefined;
  /** What must go back with a message has a block of its own already. */
  marked: boolean;
  /** Of a call: its id here, its name, and arguments that came before the name. */
  call: { id: string; name: string; held: string; ended: boolean };
}

/** One answer as it comes in. `index` in its events is the place of the block in the final content. */
export class ResponsesAnswerReader implements AnswerReader {
  readonly #showThinking: boolean;
  readonly #tools: readonly string[];
  readonly #content: AssistantContent[] = [];
  readonly #items = new Map<string, Item>();
  readonly #ids = new Set<string>();
  #refused = false;
  #status = "";
  #reason = "";
  #usage: Usage | undefined;

  constructor({ tools, showThinking }: ReaderOptions) {
    this.#showThinking = showThinking;
    this.#tools = tools;
  }

  /** The response is complete, or will not be. */
  get finished(): boolean {
    return this.#status !== "";
  }

  /** Something of an answer came. */
  get begun(): boolean {
    return this.finished || this.#items.size > 0;
  }

  /** What this event adds. Where a server sends no deltas, what is told as done counts. */
  add(chunk: unknown): StreamEvent[] {
    const event = fieldsOf(chunk);
    const type = textOf(event.type);
    switch (type) {
      case "response.output_item.added":
      case "response.output_item.done":
        return this.#addItem(event.output_index, fieldsOf(event.item), type.endsWith(".done"));
      case "response.output_text.delta":
        return this.#text(this.#item(event), textOf(event.delta));
      case "response.output_text.done":
        return this.#ifNew(event, (item) => this.#text(item, textOf(event.text)));
      case "response.refusal.delta":
        this.#refused = true;
        return this.#text(this.#item(event), textOf(event.delta));
      case "response.refusal.done":
        this.#refused = true;
        return this.#ifNew(event, (item) => this.#text(item, textOf(event.refusal)));
      case "response.reasoning_summary_text.delta":
        return this.#reasoning(event, `summary ${event.summary_index}`, textOf(event.delta));
      case "response.reasoning_text.delta":
        return this.#reasoning(event, "text", textOf(event.delta));
      case "response.function_call_arguments.delta":
        return this.#arguments(this.#item(event), textOf(event.delta));
      case "response.function_call_arguments.done":
        return this.#rest(this.#item(event), textOf(event.arguments), "arguments");
      case "response.completed":
      case "response.incomplete":
        return this.#finish(type.slice("response.".length), fieldsOf(event.response));
      default:
        return [];
    }
  }

  /** The answer is complete: the end of each call that is still open, the usage and the stop. */
  end(): StreamEvent[] {
    const events = [...this.#items.values()].flatMap((item) => this.#endCall(item));
    if (this.#reason === "content_filter" && !this.#content.some(({ type }) => type !== "thinking"))
      events.push(...this.#text(newItem(), FILTERED));
    if (this.#usage !== undefined) events.push({ type: "usage", ...this.#usage });
    events.push({ type: "stop", stop_reason: this.#stopReason() });
    return events;
  }

  /** What only the end knows. */
  result(): ModelEnd {
    const usage = this.#usage ?? zeroUsage();
    const holdsMore = this.#content.some((block) => "provider_data" in block);
    return holdsMore ? { usage, content: this.#content } : { usage };
  }

  #finish(status: string, response: Fields): StreamEvent[] {
    const events = listOf(response.output).flatMap((item, at) => this.#addItem(at, fieldsOf(item), true));
    if (response.usage) this.#usage = toUsage(response.usage);
    this.#reason = textOf(fieldsOf(response.incomplete_details).reason);
    // Some servers end every response as completed, and tell only in the response that it is not.
    this.#status = response.status === "incomplete" ? "incomplete" : status;
    return events;
  }

  /**
   * Takes what an item tells of itself beyond its deltas. Of one that only begins, no content: some servers give all of
   * it there, and then once more as deltas.
   */
  #addItem(index: unknown, fields: Fields, isDone: boolean): StreamEvent[] {
    const item = this.#item({ output_index: index, item_id: fields.id });
    switch (fields.type) {
      case "message": {
        const { text, refused } = contentOf(fields);
        this.#refused ||= refused;
        if (!isDone) return [];
        const events = this.#rest(item, text, "text");
        this.#mark(item, fields);
        return events;
      }
      case "function_call": {
        const events = this.#nameCall(item, textOf(fields.call_id), textOf(fields.name));
        if (!isDone) return events;
        return [
          ...events,
          ...this.#rest(item, textOf(fields.arguments), "arguments"),
          ...this.#endCall(item),
        ];
      }
      case "reasoning":
        return isDone ? this.#endReasoning(item, fields) : [];
      default:
        return [];
    }
  }

  /** Keeps the phase of a message in a hidden block right behind its text, which has no place for it. */
  #mark(item: Item, fields: Fields): void {
    const data = phaseOf(fields);
    if (data === undefined || item.marked || item.place === undefined) return;
    item.marked = true;
    this.#begin({ type: "thinking", thinking: "", redacted: true, provider_data: data });
  }

  #item({ output_index, item_id }: Fields): Item {
    const key = typeof output_index === "number" ? String(output_index) : `id ${textOf(item_id)}`;
    const known = this.#items.get(key);
    if (known !== undefined) return known;
    const item = newItem();
    this.#items.set(key, item);
    return item;
  }

  #ifNew(event: Fields, tell: (item: Item) => StreamEvent[]): StreamEvent[] {
    const item = this.#item(event);
    return item.sent === "" ? tell(item) : [];
  }

  /** What the whole has beyond what was passed on. */
  #rest(item: Item, whole: string, kind: "text" | "arguments"): StreamEvent[] {
    const known = kind === "text" ? item.sent : item.sent + item.call.held;
    if (!whole.startsWith(known)) return [];
    const rest = whole.slice(known.length);
    return kind === "text" ? this.#text(item, rest) : this.#arguments(item, rest);
  }

  #text(item: Item, delta: string): StreamEvent[] {
    if (delta === "") return [];
    item.place ??= this.#begin({ type: "text", text: "" });
    const block = this.#content[item.place];
    if (block?.type !== "text") return [];
    item.sent += delta;
    block.text += delta;
    return [{ type: "text_delta", delta, index: item.place }];
  }

  /** One kind of reasoning is told of each item, its summary or its text. Parts of a summary are paragraphs. */
  #reasoning(event: Fields, part: string, text: string): StreamEvent[] {
    if (text === "" || !this.#showThinking) return [];
    const item = this.#item(event);
    const isSummary = part.startsWith("summary");
    if (item.part !== undefined && item.part.startsWith("summary") !== isSummary) return [];
    const delta = item.part === undefined || item.part === part ? text : `\n\n${text}`;
    item.part = part;
    return this.#think(item, delta);
  }

  #think(item: Item, delta: string): StreamEvent[] {
    if (delta === "") return [];
    item.place ??= this.#begin({ type: "thinking", thinking: "" });
    const block = this.#content[item.place];
    if (block?.type !== "thinking") return [];
    item.sent += delta;
    block.thinking += delta;
    return [{ type: "thinking_delta", delta, index: item.place }];
  }

  /** Tells what no delta told, and keeps the item itself if it can go back. */
  #endReasoning(item: Item, fields: Fields): StreamEvent[] {
    const whole = this.#showThinking ? reasoningOf(fields) : "";
    const events = whole.startsWith(item.sent) ? this.#think(item, whole.slice(item.sent.length)) : [];
    if (!isReplayable(fields)) return events;
    item.place ??= this.#begin({ type: "thinking", thinking: "", redacted: true });
    const block = this.#content[item.place] as ThinkingBlock;
    block.provider_data = fields as Json;
    return events;
  }

  #nameCall(item: Item, id: string, name: string): StreamEvent[] {
    if (item.place !== undefined) return [];
    const call = {
      type: "tool_call" as const,
      tool_call_id: this.#uniqueId(id),
      name: offeredToolName(name, this.#tools),
    };
    item.call.id = call.tool_call_id;
    item.place = this.#begin({ ...call, arguments: {} });
    const held = item.call.held;
    item.call.held = "";
    return [
      { type: "tool_call_start", tool_call_id: call.tool_call_id, name: call.name, index: item.place },
      ...this.#arguments(item, held),
    ];
  }

  #arguments(item: Item, delta: string): StreamEvent[] {
    if (delta === "" || item.call.ended) return [];
    if (item.place === undefined) {
      item.call.held += delta;
      return [];
    }
    item.sent += delta;
    return [{ type: "tool_call_args_delta", tool_call_id: item.call.id, delta }];
  }

  #endCall(item: Item): StreamEvent[] {
    const events = item.call.held === "" ? [] : this.#nameCall(item, "", "");
    const block = this.#content[item.place ?? -1];
    if (block?.type !== "tool_call" || item.call.ended) return events;
    item.call.ended = true;
    const parsed = parseArguments(item.sent);
    block.arguments = parsed ?? {};
    if (parsed === undefined) block.arguments_text = item.sent;
    return [...events, { type: "tool_call_end", tool_call_id: item.call.id, arguments: block.arguments }];
  }

  #uniqueId(given: string): string {
    let id = given;
    for (let n = this.#ids.size + 1; id === "" || this.#ids.has(id); n++) id = `call_${n}`;
    this.#ids.add(id);
    return id;
  }

  #begin(block: AssistantContent): number {
    return this.#content.push(block) - 1;
  }

  #stopReason(): StopReason {
    if (this.#reason === "content_filter" || this.#refused) return "refusal";
    if (this.#status === "incomplete") return "max_tokens";
    return this.#ids.size > 0 ? "tool_use" : "end_turn";
  }
}

function newItem(): Item {
  return {
    place: undefined,
    sent: "",
    part: undefined,
    marked: false,
    call: { id: "", name: "", held: "", ended: false },
  };
}
