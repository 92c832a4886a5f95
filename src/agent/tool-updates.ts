/** What a running tool prints, as updates that are fit to leave and end after a mebibyte. */
import type { Redactor } from "../secrets/redactor.ts";
import { TextPieces } from "./text-pieces.ts";

/** The most one call may report while it runs, in characters. Its result holds head and tail. */
const MOST = 1024 * 1024;
const NOTE = "\n[No more output is shown while this runs; the result holds its head and tail.]\n";

/** Passes on a call's output until it has said enough, then says so once. */
export class ToolUpdates {
  readonly #text: TextPieces;
  readonly #emit: (delta: string) => void;
  #left = MOST;
  #over = false;

  constructor(redactor: Redactor, emit: (delta: string) => void) {
    this.#text = new TextPieces(redactor);
    this.#emit = emit;
  }

  /** Reports more output. */
  add(delta: string): void {
    if (this.#over) return;
    this.#send(this.#text.add(delta.slice(0, this.#left)));
    this.#left -= delta.length;
    if (this.#left >= 0) return;
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
