/** Holds messages to the lines that a transcript expects. */
import { explain } from "./explain.mjs";
import { isObject, mismatch } from "./match.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Expected} Expected */

/**
 * Where messages come from, by their number from 0; undefined behind the last.
 * @typedef {{ message(number: number): Promise<Json | undefined> }} Source
 */

/** Reads what comes from one place, line of the transcript by line. */
export class Reader {
  next = 0;
  /** More messages of these forms may still come. @type {Expected[]} */
  open = [];

  /** @param {Source} source @param {import("./match.mjs").Bindings} bindings */
  constructor(source, bindings) {
    this.source = source;
    this.bindings = bindings;
  }

  /** The next message that belongs to nothing that is open; undefined at the end. */
  async message() {
    for (;;) {
      const message = withoutMerged(await this.source.message(this.next++));
      if (message === undefined || !this.open.some((line) => this.#takes(line, message))) {
        this.open = [];
        return message;
      }
    }
  }

  /** Nothing more comes. @param {number} at The line of the transcript that says so. */
  async expectEnd(at) {
    const extra = await this.message().catch((error) => {
      throw new Error(`line ${at}: ${error.message}`);
    });
    if (extra !== undefined) throw new Error(`line ${at}: one more came: ${JSON.stringify(extra)}`);
  }

  /** Reads what a group of lines takes. @param {readonly Expected[][]} group */
  async expect(group) {
    const lanes = group.map((lines) => ({ lines, next: 0, open: /** @type {Expected[]} */ ([]) }));
    for (;;) {
      const left = lanes.flatMap(({ lines, next }) => lines.slice(next, next + 1));
      const [line] = left;
      if (!line) break;
      const message = await this.message().catch((error) => {
        throw new Error(`line ${line.at}: ${error.message}`);
      });
      if (message === undefined) throw new Error(`line ${line.at}: the end came instead`);
      if (!lanes.some((lane) => this.#laneTakes(lane, message)))
        throw new Error(explain(left, message, this.bindings));
    }
    this.open = lanes.flatMap(({ open }) => open);
  }

  /** @param {{ lines: readonly Expected[], next: number, open: Expected[] }} lane @param {Json} message */
  #laneTakes(lane, message) {
    if (lane.open.some((line) => this.#takes(line, message))) return true;
    const line = lane.lines[lane.next];
    if (!line || !this.#takes(line, message)) return false;
    lane.next++;
    lane.open = line.repeated ? [line] : [];
    return true;
  }

  /** @param {Expected} line @param {Json} message */
  #takes(line, message) {
    return mismatch(line.pattern, message, this.bindings) === null;
  }
}

/** How many events are in one is chance. @param {Json | undefined} message */
function withoutMerged(message) {
  if (!isObject(message) || message.method !== "session.event" || !isObject(message.params)) return message;
  const { merged: _, ...params } = message.params;
  return { ...message, params };
}
