/** The last lines of a stream that must always be read, and may say anything for ever. */
import { StringDecoder } from "node:string_decoder";

const MAX_CHARS = 8 * 1024;
const MAX_LINES = 20;

/** Keeps the end of what came. */
export class StderrTail {
  readonly #decoder = new StringDecoder("utf8");
  #kept = "";

  /** Takes what came; returns it as text, characters whole. */
  add(bytes: Uint8Array): string {
    const text = this.#decoder.write(bytes as Buffer);
    this.#kept = (this.#kept + text).slice(-2 * MAX_CHARS);
    return text;
  }

  /** At most the last 20 lines and 8 Ki characters. */
  get text(): string {
    const lines = this.#kept.slice(-MAX_CHARS).trim().split("\n");
    return lines.slice(-MAX_LINES).join("\n").toWellFormed();
  }
}
