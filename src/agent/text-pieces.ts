/** Text that comes in pieces, made fit to leave: no split or half characters, no configured key. */
import type { PieceRedactor, Redactor } from "../secrets/redactor.ts";

/**
 * One per text. `add` holds back the first half of a surrogate pair at the end of a piece, and what may be the
 * beginning of a key; `end` gives what is still held.
 */
export class TextPieces {
  readonly #redactor: PieceRedactor;
  #half = "";

  constructor(redactor: Redactor) {
    this.#redactor = redactor.stream();
  }

  /** The piece as it may leave; may be empty. */
  add(piece: string): string {
    const text = this.#half + piece;
    const last = text.charCodeAt(text.length - 1);
    const dangling = last >= 0xd800 && last <= 0xdbff;
    this.#half = dangling ? text.slice(-1) : "";
    return this.#redactor.add((dangling ? text.slice(0, -1) : text).toWellFormed());
  }

  /** What was held back to the end; half a pair becomes U+FFFD. */
  end(): string {
    const rest = this.#redactor.add(this.#half.toWellFormed()) + this.#redactor.end();
    this.#half = "";
    return rest;
  }
}
