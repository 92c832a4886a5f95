/** Thinking that a model writes into its answer: a leading `<think>…</think>`. Tags anywhere else are text. */

/** A piece of the answer, told apart. */
export interface TaggedText {
  kind: "text" | "thinking";
  text: string;
}

const OPEN = "<think>";
const CLOSE = "</think>";

/** Tells thinking from text as it streams, also when a tag is split. Blank space that begins either is dropped. */
export class ThinkTags {
  #state: "start" | "thinking" | "closed" | "text" = "start";
  #held = "";
  #blank = true;
  readonly #opened: boolean;

  /** `opened`: the model's template opens the tag itself, so that the answer begins inside it. */
  constructor(opened = false) {
    this.#opened = opened;
  }

  /** What this text amounts to; what may yet become a tag is held back. */
  add(text: string): TaggedText[] {
    if (this.#state === "text") return text === "" ? [] : [{ kind: "text", text }];
    let rest = this.#held + text;
    this.#held = "";
    const pieces: TaggedText[] = [];
    if (this.#state === "start") {
      const begin = rest.trimStart();
      if (begin.length < OPEN.length && OPEN.startsWith(begin)) {
        this.#held = rest;
        return [];
      }
      const tagged = begin.startsWith(OPEN);
      if (tagged) rest = begin.slice(OPEN.length);
      this.#state = tagged || this.#opened ? "thinking" : "text";
    }
    if (this.#state === "thinking") rest = this.#think(rest, pieces);
    if (this.#state === "closed") {
      rest = rest.trimStart();
      if (rest !== "") this.#state = "text";
    }
    if (rest !== "") pieces.push({ kind: "text", text: rest });
    return pieces;
  }

  /** What was held back to the end, or until something else began; what follows is text. */
  end(): TaggedText[] {
    const kind = this.#state === "thinking" ? "thinking" : "text";
    const text = this.#held;
    this.#state = "text";
    this.#held = "";
    return text.trim() === "" ? [] : [{ kind, text }];
  }

  /** Takes thinking off the front; gives what follows the closing tag. */
  #think(text: string, pieces: TaggedText[]): string {
    const rest = this.#blank ? text.trimStart() : text;
    const close = rest.indexOf(CLOSE);
    const end = close >= 0 ? close : rest.length - overlap(rest, CLOSE);
    if (end > 0) {
      this.#blank = false;
      pieces.push({ kind: "thinking", text: rest.slice(0, end) });
    }
    if (close >= 0) {
      this.#state = "closed";
      return rest.slice(close + CLOSE.length);
    }
    this.#held = rest.slice(end);
    return "";
  }
}

/** How many characters at the end of `text` may be the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  let length = Math.min(text.length, tag.length - 1);
  while (length > 0 && !text.endsWith(tag.slice(0, length))) length--;
  return length;
}
