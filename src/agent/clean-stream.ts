/** What any model sends, made to keep the promises of the wire: unique call ids, whole characters, blocks in place. */
import { ProviderError } from "../errors.ts";
import { appendText } from "../framing/append-text.ts";
import { isDeeperThan } from "../framing/json-depth.ts";
import { parseArguments } from "../llm/client.ts";
import type { StopReason } from "../wire/messages.ts";
import type { MessageStreamEvent, TextDelta, ThinkingDelta, ToolCallStart } from "../wire/stream.ts";
import { MAX_DEPTH } from "../wire/version.ts";
import type { LoopPorts } from "./ports.ts";
import { TextPieces } from "./text-pieces.ts";

/** The longest answer, in characters: what is longer fits no line of the wire. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** How many blocks in a row a provider may keep to itself; an index beyond that is nonsense. */
const MOST_JUMPED = 16;

/** No answer means more calls than this: a model that makes them has lost its way. */
const MOST_CALLS = 1000;

interface OpenCall {
  id: string;
  text: TextPieces;
  raw: string;
  ended: boolean;
}

interface OpenText {
  type: "text_delta" | "thinking_delta";
  index: number;
  text: TextPieces;
}

/** Cleans the events of one answer, in order. */
export class CleanStream {
  readonly #ports: Pick<LoopPorts, "claimCallId" | "newId" | "redactor">;
  /** By the id the model gave; a repeated one means its latest call. */
  readonly #calls = new Map<string, OpenCall>();
  readonly #all: OpenCall[] = [];
  /** The model's block, by kind and index, to its place in the message. */
  readonly #places = new Map<string, number>();
  #open: OpenText | undefined;
  #count = 0;
  #length = 0;
  #stopped = false;

  constructor(ports: Pick<LoopPorts, "claimCallId" | "newId" | "redactor">) {
    this.#ports = ports;
  }

  /** The events to pass on in place of this one. Throws a ProviderError when the answer outgrows every limit. */
  add(event: MessageStreamEvent): MessageStreamEvent[] {
    if (this.#stopped && event.type !== "usage") return [];
    switch (event.type) {
      case "text_delta":
      case "thinking_delta":
        return this.#addText(event);
      case "tool_call_start":
        return [...this.end(), this.#startCall(event)];
      case "tool_call_args_delta": {
        const call = this.#calls.get(event.tool_call_id);
        if (!call || call.ended) return [];
        this.#grow(event.delta.length);
        call.raw = appendText(call.raw, event.delta);
        return argsDelta(call, call.text.add(event.delta));
      }
      case "tool_call_end": {
        const call = this.#calls.get(event.tool_call_id);
        if (!call || call.ended) return [];
        call.ended = true;
        const args = isDeeperThan(call.raw, MAX_DEPTH) ? {} : event.arguments;
        return [
          ...argsDelta(call, call.text.end()),
          { type: "tool_call_end", tool_call_id: call.id, arguments: args },
        ];
      }
      case "usage":
        return [event];
      case "stop":
        this.#stopped = true;
        return [
          ...this.end(),
          ...this.#endCalls(),
          { ...event, stop_reason: this.#stopReason(event.stop_reason) },
        ];
    }
  }

  /** What was held back, when the stream is over or another block begins. */
  end(): MessageStreamEvent[] {
    const open = this.#open;
    this.#open = undefined;
    const rest = open?.text.end() ?? "";
    return open && rest !== "" ? [{ type: open.type, delta: rest, index: open.index }] : [];
  }

  #addText(event: TextDelta | ThinkingDelta): MessageStreamEvent[] {
    if (event.delta === "") return [];
    this.#grow(event.delta.length);
    const known = this.#places.get(`${event.type} ${event.index}`);
    const before = this.#open?.index === known && this.#open?.type === event.type ? [] : this.end();
    const index = known ?? this.#place(event);
    this.#open ??= { type: event.type, index, text: new TextPieces(this.#ports.redactor) };
    const delta = this.#open.text.add(event.delta);
    return delta === "" ? before : [...before, { type: event.type, delta, index }];
  }

  #startCall(event: ToolCallStart): MessageStreamEvent {
    if (this.#all.length >= MOST_CALLS)
      throw new ProviderError(
        `the answer held more than ${MOST_CALLS} tool calls and was given up; send the prompt again`,
        {
          code: "invalid_response",
          recoverable: true,
        },
      );
    let id = event.tool_call_id.toWellFormed();
    while (!this.#ports.claimCallId(id)) id = `call_${this.#ports.newId()}`;
    const call: OpenCall = { id, text: new TextPieces(this.#ports.redactor), raw: "", ended: false };
    this.#calls.set(event.tool_call_id, call);
    this.#all.push(call);
    return { ...event, tool_call_id: id, name: event.name.toWellFormed(), index: this.#place(event) };
  }

  /** Calls the model never closed although it stopped in good order. */
  #endCalls(): MessageStreamEvent[] {
    return this.#all
      .filter((call) => !call.ended)
      .flatMap((call) => {
        call.ended = true;
        const args = parseArguments(call.raw) ?? {};
        return [
          ...argsDelta(call, call.text.end()),
          { type: "tool_call_end", tool_call_id: call.id, arguments: args },
        ];
      });
  }

  #place(event: { type: string; index: number }): number {
    const jumps = Number.isInteger(event.index) && event.index <= this.#count + MOST_JUMPED;
    const place = jumps ? Math.max(event.index, this.#count) : this.#count;
    this.#count = place + 1;
    this.#places.set(`${event.type} ${event.index}`, place);
    return place;
  }

  #stopReason(given: StopReason): StopReason {
    const calls = this.#all.length > 0;
    if (given === "end_turn" && calls) return "tool_use";
    return given === "tool_use" && !calls ? "end_turn" : given;
  }

  #grow(by: number): void {
    this.#length += by;
    if (this.#length <= LONGEST_ANSWER) return;
    throw new ProviderError(
      `the answer grew past ${LONGEST_ANSWER / 1024 / 1024} Mi characters and was given up; ask for a shorter one`,
      { code: "invalid_response", recoverable: true },
    );
  }
}

function argsDelta(call: OpenCall, delta: string): MessageStreamEvent[] {
  return delta === "" ? [] : [{ type: "tool_call_args_delta", tool_call_id: call.id, delta }];
}
