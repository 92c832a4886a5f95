/** Puts tool calls together from the pieces servers send: without index, without id, name late or again and again. */

import { appendText } from "../../framing/append-text.ts";
import type { StreamEvent } from "../../wire/stream.ts";
import { parseArguments } from "../client.ts";
import { type Fields, fieldsOf, textOf } from "../fields.ts";

/** A call that is being put together. */
interface Call {
  /** The server's number for it, when it gives one. */
  index: number | undefined;
  id: string;
  name: string;
  text: string;
  /** What of `text` is still to be passed on: cut from the whole it would keep the whole in memory. */
  unsent: string;
  announced: boolean;
}

/** The calls of one answer. Ids given out are unique within it: an empty or repeated one is replaced. */
export class ToolCalls {
  readonly #calls: Call[] = [];
  readonly #ids = new Set<string>();
  readonly #offered: ReadonlyMap<string, string>;
  readonly #place: (id: string, name: string) => number;

  /**
   * `offered`: the names of the tools the model was told of, by those it may use for them. `place`: makes the content block of a call that is
   * announced and gives its index.
   */
  constructor(offered: ReadonlyMap<string, string>, place: (id: string, name: string) => number) {
    this.#offered = offered;
    this.#place = place;
  }

  /** How many calls there are. */
  get count(): number {
    return this.#calls.length;
  }

  /** Takes the pieces of one chunk. A call is announced once its name is surely whole. */
  add(pieces: readonly unknown[]): StreamEvent[] {
    const events: StreamEvent[] = [];
    const touched = new Set<Call>();
    for (const item of pieces) {
      const piece = readPiece(item);
      if (piece.id === "" && piece.name === "" && piece.text === "") continue;
      const call = this.#find(piece, touched) ?? this.#begin(piece);
      touched.add(call);
      call.id ||= piece.id;
      if (!call.announced) call.name = mergeName(call.name, piece.name);
      call.text = appendText(call.text, piece.text);
      call.unsent = appendText(call.unsent, piece.text);
      if (piece.text !== "" && (call.announced || this.#offered.has(call.name))) this.#tellUpTo(call, events);
    }
    return events;
  }

  /** The model is done: whatever was held back, and the end of every call in their order. */
  end(): StreamEvent[] {
    const events: StreamEvent[] = [];
    for (const call of this.#calls) {
      this.#tell(call, events);
      events.push({
        type: "tool_call_end",
        tool_call_id: call.id,
        arguments: parseArguments(call.text) ?? {},
      });
    }
    return events;
  }

  /** The raw arguments of the call with this id, when they are no JSON object. */
  unparsed(id: string): string | undefined {
    const text = this.#calls.find((call) => call.id === id)?.text ?? "";
    return parseArguments(text) === undefined ? text : undefined;
  }

  #begin(piece: Piece): Call {
    const call: Call = { index: piece.index, id: "", name: "", text: "", unsent: "", announced: false };
    this.#calls.push(call);
    return call;
  }

  /** The call this piece continues; undefined when it begins another. */
  #find(piece: Piece, touched: ReadonlySet<Call>): Call | undefined {
    if (piece.index !== undefined) {
      const call = this.#calls.findLast(({ index }) => index === piece.index);
      return call !== undefined && this.#isOtherId(call, piece) ? undefined : call;
    }
    const call = piece.id === "" ? this.#calls.at(-1) : this.#calls.findLast(({ id }) => id === piece.id);
    return call !== undefined && this.#isNext(call, piece, touched) ? undefined : call;
  }

  /** Some servers number every call 0: then the id tells them apart. */
  #isOtherId(call: Call, { id, name }: Piece): boolean {
    if (id === "" || call.id === "" || id === call.id || name === "") return false;
    return call.text.trim() === "" || parseArguments(call.text) !== undefined;
  }

  /** Without a number, a name begins the next call unless the server only repeats it. */
  #isNext(call: Call, { name, text }: Piece, touched: ReadonlySet<Call>): boolean {
    if (name === "" || call.name === "") return false;
    if (touched.has(call)) return true;
    if (name !== call.name) return this.#offered.has(name) && this.#offered.has(call.name);
    return text !== "" && call.text.trim() !== "" && parseArguments(call.text) !== undefined;
  }

  /** Calls are announced in their order: a server that has gone on to the next one has said an earlier name whole. */
  #tellUpTo(call: Call, events: StreamEvent[]): void {
    for (const earlier of this.#calls) {
      if (earlier === call) break;
      if (!earlier.announced) this.#tell(earlier, events);
    }
    this.#tell(call, events);
  }

  #tell(call: Call, events: StreamEvent[]): void {
    if (!call.announced) {
      call.announced = true;
      call.id = this.#uniqueId(call.id);
      const name = this.#offered.get(call.name) ?? call.name;
      const index = this.#place(call.id, name);
      events.push({ type: "tool_call_start", tool_call_id: call.id, name, index });
    }
    if (call.unsent === "") return;
    events.push({ type: "tool_call_args_delta", tool_call_id: call.id, delta: call.unsent });
    call.unsent = "";
  }

  #uniqueId(given: string): string {
    let id = given;
    for (let n = this.#ids.size + 1; id === "" || this.#ids.has(id); n++) id = `call_${n}`;
    this.#ids.add(id);
    return id;
  }
}

interface Piece {
  index: number | undefined;
  id: string;
  name: string;
  text: string;
}

function readPiece(item: unknown): Piece {
  const { index, id, function: described } = fieldsOf(item);
  const { name, arguments: args }: Fields = fieldsOf(described);
  const isObject = typeof args === "object" && args !== null;
  return {
    index: typeof index === "number" ? index : undefined,
    id: textOf(id),
    name: textOf(name),
    text: isObject ? JSON.stringify(args) : textOf(args),
  };
}

/** Names come whole, in pieces, or whole once more with every chunk. */
function mergeName(known: string, piece: string): string {
  return piece.startsWith(known) ? piece : known + piece;
}
