/** What a running tool prints, as updates that are fit to leave and end after a mebibyte. */
import { Buffer } from "node:buffer";
import type { Redactor } from "../secrets/redactor.ts";
import { TextPieces } from "./text-pieces.ts";

/** The most one call may report while it runs, in UTF-8 bytes. Its result holds head and tail. */
const MOST = 1024 * 1024;
const NOTE = "\n[No more output is shown while this runs; the result holds its head and tail.]\n";

/** Passes on a call's output until it has said enough, then says so once. */
export class ToolUpdates {
  readonly #text: TextPieces;
  readonly #emit: (delta: string) => void;
  #left: number;
  #over = false;

  constructor(redactor: Redactor, emit: (delta: string) => void, bytes = MOST) {
    this.#left = bytes;
    this.#text = new TextPieces(redactor);
    this.#emit = emit;
  }

  /** Reports more output. */
  add(delta: string): void {
    if (this.#over) return;
    const bytes = Buffer.byteLength(delta);
    const fits = bytes <= this.#left;
    this.#send(this.#text.add(fits ? delta : wholeCharacters(delta, this.#left)));
    this.#left -= bytes;
    if (fits) return;
    this.end();
    this.#emit(NOTE);
  }

  /** The call is over: sends what was held back, and nothing after. */
  end(): void {
    if (this.#over) return;
    this.#send(this.#text.end());
    this.#over = true;
  }

  #send(delta: string): void {
    if (delta !== "") this.#emit(delta);
  }
}

/** The beginning of the text that takes no more than so many UTF-8 bytes; no character is cut. */
function wholeCharacters(text: string, bytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
}
