/** One connection with the process: bytes out, messages in. */
import { EventEmitter, once } from "node:events";
import { PATIENCE_MS } from "./reader.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Part} Part */

/** Exactly what a frame begins with. */
const HEADER = /^Content-Length: (0|[1-9]\d*)\r\n\r\n/;
const MOST_HEADER_BYTES = 64;
/** Longer than any message, and more than any transcript needs: what goes on and on is told, and not kept. */
const MOST_MESSAGE_BYTES = 65 * 1024 * 1024;
const MOST_BYTES = 256 * 1024 * 1024;

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
  /** What has come and is no message yet, and how much it is. @type {Buffer[]} */
  #chunks = [];
  #size = 0;
  /** Before so much of it is there the next message cannot be whole. */
  #need = 0;
  #total = 0;

  /** @param {ConnectionOptions} options */
  constructor(options) {
    this.#options = options;
    const { input, output } = options;
    const end = () => {
      if (this.ended) return;
      if (this.#size > 0) this.fault ??= `its end came inside a message: ${quoted(this.#rest)}`;
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
   * The message with this number, from 0; undefined when the end came first. Rejects when neither comes in time, and when what
   * came is no message.
   * @param {number} number @param {AbortSignal} [deadline] @returns {Promise<Json | undefined>}
   */
  async message(number, deadline) {
    await this.when(() => this.messages.length > number, deadline);
    if (this.messages.length <= number && this.fault !== undefined) throw new Error(this.fault);
    return this.messages[number];
  }

  /**
   * Resolves when `holds` does, or the connection is at its end. @param {() => boolean} holds @param {AbortSignal} [deadline]
   */
  async when(holds, deadline = AbortSignal.timeout(PATIENCE_MS)) {
    while (!holds() && !this.ended && this.fault === undefined)
      await once(this.#changes, "change", { signal: deadline }).catch(() => {
        throw new Error(this.#silence());
      });
  }

  /** @param {Buffer} bytes */
  #receive(bytes) {
    if (this.fault !== undefined) return;
    this.#chunks.push(bytes);
    this.#size += bytes.length;
    this.#total += bytes.length;
    if (this.#total > MOST_BYTES)
      this.fault = `more than ${MOST_BYTES} bytes came; the last were ${quoted(bytes)}`;
    else if (this.#size >= this.#need && (this.#options.framed || bytes.includes(0x0a))) this.#read();
    if (this.#size > MOST_MESSAGE_BYTES)
      this.fault ??= `more than ${MOST_MESSAGE_BYTES} bytes came that are no whole message: ${quoted(this.#rest)}`;
    this.#changes.emit("change");
  }

  /** What has come and is no message yet. */
  get #rest() {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** Takes what is whole. */
  #read() {
    let bytes = this.#rest;
    /** @type {Buffer} */
    let body = bytes;
    try {
      for (let place = this.#next(bytes); place; place = this.#next(bytes)) {
        body = bytes.subarray(place.from, place.to);
        bytes = bytes.subarray(place.next);
        const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
        this.messages.push(JSON.parse(this.#options.general(text)));
        body = bytes;
      }
    } catch (error) {
      this.fault = `this is no message: ${quoted(body)} (${error instanceof Error ? error.message : error})`;
    }
    this.#chunks = [bytes];
    this.#size = bytes.length;
  }

  /** Where the next whole message is; undefined when it is not there yet. @param {Buffer} bytes */
  #next(bytes) {
    this.#need = 0;
    if (!this.#options.framed) {
      const to = bytes.indexOf(0x0a);
      return to < 0 ? undefined : { from: 0, to, next: to + 1 };
    }
    const begin = bytes.subarray(0, MOST_HEADER_BYTES).toString("latin1");
    const header = HEADER.exec(begin);
    if (!header && (begin.length === MOST_HEADER_BYTES || begin.includes("\n\r\n")))
      throw new Error("expected Content-Length: N, CR LF, CR LF");
    if (!header) return undefined;
    const from = header[0].length;
    const to = from + Number(header[1]);
    this.#need = to;
    return bytes.length < to ? undefined : { from, to, next: to };
  }

  #silence() {
    const last = this.messages.slice(-3).map((message) => `  ${cut(JSON.stringify(message))}`);
    const begun =
      this.#size > 0 ? [`${this.#size} bytes came that are no whole message: ${quoted(this.#rest)}`] : [];
    const before = last.length > 0 ? ["the last messages were", ...last] : ["no message has come at all"];
    return ["nothing more came in time", ...begun, ...before].join("\n");
  }
}

/** @param {Buffer} bytes */
function quoted(bytes) {
  return JSON.stringify(cut(bytes.subarray(0, 1000).toString("utf8")));
}

/** @param {string} text */
function cut(text) {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
