/** Holds messages to the lines that a transcript expects. */
import { explain } from "./explain.mjs";
import { isObject, mismatch, show } from "./match.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Expected} Expected */

/**
 * Where messages come from, by their number from 0; undefined behind the last. Rejects when the one does not come in time.
 * @typedef {{ message(number: number, deadline: AbortSignal): Promise<Json | undefined> }} Source
 */

/** Longer than any line takes. */
export const PATIENCE_MS = 15_000;

/** Reads what comes from one place, line of the transcript by line. */
export class Reader {
  next = 0;
  /** More messages of these forms may still come. @type {Expected[]} */
  open = [];

  /** @param {Source} source @param {import("./match.mjs").Bindings} bindings @param {number} [patienceMs] for each line */
  constructor(source, bindings, patienceMs = PATIENCE_MS) {
    this.source = source;
    this.bindings = bindings;
    this.patienceMs = patienceMs;
  }

  /** The next message that belongs to nothing that is open; undefined at the end. @param {AbortSignal} deadline */
  async message(deadline) {
    for (;;) {
      const message = withoutMerged(await this.source.message(this.next++, deadline));
      if (message === undefined || !this.open.some((line) => this.#takes(line, message))) {
        this.open = [];
        return message;
      }
    }
  }

  /** Nothing more comes. @param {number} at The line of the transcript that says so. */
  async expectEnd(at) {
    const extra = await this.message(AbortSignal.timeout(this.patienceMs)).catch((error) => {
      throw new Error(`line ${at}: expected the end\n${error.message}`);
    });
    if (extra !== undefined) throw new Error(`line ${at}: one more came: ${show(extra)}`);
  }

  /** Reads what a group of lines takes. @param {readonly Expected[][]} group */
  async expect(group) {
    const lanes = group.map((lines) => ({ lines, next: 0, open: /** @type {Expected[]} */ ([]) }));
    let deadline = AbortSignal.timeout(this.patienceMs);
    for (let waitedFor = 0; ; ) {
      const left = lanes.flatMap(({ lines, next }) => lines.slice(next, next + 1));
      const [line] = left;
      if (!line) break;
      // What is open may go on for ever; the next line has its time all the same.
      const met = lanes.reduce((sum, { next }) => sum + next, 0);
      if (met > waitedFor) deadline = AbortSignal.timeout(this.patienceMs);
      waitedFor = met;
      const wanted = `line ${line.at}: expected ${show(line.pattern)}`;
      const message = await this.message(deadline).catch((error) => {
        throw new Error(`${wanted}\n${error.message}`);
      });
      if (message === undefined) throw new Error(`${wanted}\nthe end came instead`);
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
