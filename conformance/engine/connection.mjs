/** One connection with the process: bytes out, messages in. */
import { EventEmitter, once } from "node:events";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Part} Part */

/** Longer than any line takes. */
const PATIENCE_MS = 15_000;
/** Exactly what a frame begins with. */
const HEADER = /^Content-Length: (0|[1-9]\d*)\r\n\r\n/;
const MOST_HEADER_BYTES = 64;

/**
 * @typedef {object} ConnectionOptions
 * @property {import("node:stream").Readable} input What the process writes.
 * @property {import("node:stream").Writable} output
 * @property {boolean} framed Messages are frames; otherwise lines.
 * @property {(text: string) => string} general Puts placeholders for what is particular to this machine.
 */

/** Messages in the order in which they came. */
export class Connection {
  /** Every message so far. @type {Json[]} */
  messages = [];
  /** Why what came is no message, once that is so. @type {string | undefined} */
  fault;
  ended = false;
  #options;
  #changes = new EventEmitter();
  #rest = Buffer.alloc(0);

  /** @param {ConnectionOptions} options */
  constructor(options) {
    this.#options = options;
    const { input, output } = options;
    const end = () => {
      if (this.ended) return;
      if (this.#rest.length > 0) this.fault ??= `its end came inside a message: ${quoted(this.#rest)}`;
      this.ended = true;
      this.#changes.emit("change");
    };
    input.on("data", (/** @type {Buffer} */ bytes) => this.#receive(bytes));
    input.on("end", end).on("error", end).on("close", end);
    output.on("error", () => {});
  }

  /** Writes all of them at once. @param {readonly Part[]} parts */
  send(parts) {
    const bytes = parts.map((part) => {
      if (part.kind === "raw") return part.bytes;
      const body = part.kind === "bytes" ? part.bytes : Buffer.from(part.text);
      if (!this.#options.framed) return Buffer.concat([body, Buffer.from("\n")]);
      return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
    });
    this.#options.output.write(Buffer.concat(bytes));
  }

  /** Nothing more is sent. */
  endInput() {
    this.#options.output.end();
  }

  /** Nothing is read until `hear`. */
  deaf() {
    this.#options.input.pause();
  }

  hear() {
    this.#options.input.resume();
  }

  /** Closes it both ways, at once. */
  leave() {
    this.#options.output.destroy();
    this.#options.input.destroy();
  }

  /**
   * The message with this number, from 0; undefined when the end came first. Rejects when neither comes, and when what came
   * is no message.
   * @param {number} number @returns {Promise<Json | undefined>}
   */
  async message(number) {
    await this.when(() => this.messages.length > number);
    if (this.messages.length <= number && this.fault !== undefined) throw new Error(this.fault);
    return this.messages[number];
  }

  /** Resolves when `holds` does, or the connection is at its end. @param {() => boolean} holds */
  async when(holds) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (!holds() && !this.ended && this.fault === undefined)
      await once(this.#changes, "change", { signal }).catch(() => {
        throw new Error(this.#silence());
      });
  }

  /** @param {Buffer} bytes */
  #receive(bytes) {
    if (this.fault !== undefined) return;
    this.#rest = Buffer.concat([this.#rest, bytes]);
    try {
      for (let text = this.#next(); text !== undefined; text = this.#next())
        this.messages.push(JSON.parse(this.#options.general(text)));
    } catch (error) {
      this.fault = `this is no message: ${quoted(this.#rest)} (${error instanceof Error ? error.message : error})`;
    }
    this.#changes.emit("change");
  }

  /** Takes the next whole message; undefined when it is not there yet. */
  #next() {
    const rest = this.#rest;
    let [from, to, next] = [0, rest.indexOf(0x0a), 1];
    if (this.#options.framed) {
      const begin = rest.subarray(0, MOST_HEADER_BYTES).toString("latin1");
      const header = HEADER.exec(begin);
      if (!header && (begin.length === MOST_HEADER_BYTES || begin.includes("\n\r\n")))
        throw new Error("expected Content-Length");
      from = header?.[0].length ?? 0;
      to = header ? from + Number(header[1]) : -1;
      next = 0;
    }
    if (to < 0 || rest.length < to) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(rest.subarray(from, to));
    this.#rest = rest.subarray(to + next);
    return text;
  }

  #silence() {
    const last = this.messages.slice(-3).map((message) => `  ${JSON.stringify(message).slice(0, 300)}`);
    return ["nothing more came; the last messages were", ...last].join("\n");
  }
}

/** @param {Buffer} bytes */
function quoted(bytes) {
  return JSON.stringify(bytes.subarray(0, 200).toString("utf8"));
}
