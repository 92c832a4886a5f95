/** Bytes of a terminal to keys. */

/** Keys that are no text. Letters stand here for what they are together with Ctrl or Alt. */
export interface NamedKey {
  type: "key";
  /** Such as `enter`, `left`, `c`. */
  name: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

/** What was typed or pasted. */
export type Key = NamedKey | { type: "text"; text: string } | { type: "paste"; text: string };

const ESC = "\u001b";
const PASTE_END = `${ESC}[201~`;

const FINAL: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  Z: "backtab",
  M: "enter",
};
const TILDE: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
};
const CODE: Readonly<Record<number, string>> = { 9: "tab", 13: "enter", 27: "escape", 127: "backspace" };

/**
 * Reads one terminal. Sequences and characters may be split anywhere. What may go on (a lone escape; a line end, behind
 * which a paste without brackets brings more) is kept: when nothing came for a moment, `flush` says what it was.
 */
export class KeyReader {
  readonly #decoder = new TextDecoder();
  readonly #emit: (key: Key) => void;
  #rest = "";
  /** Pieces of an open paste. */
  #paste: string[] | undefined;
  #heldEnter = false;

  constructor(emit: (key: Key) => void) {
    this.#emit = emit;
  }

  /** Whether something waits for `flush`. */
  get isWaiting(): boolean {
    return this.#heldEnter || (this.#rest !== "" && this.#paste === undefined);
  }

  push(bytes: Uint8Array): void {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    this.#read(false);
  }

  flush(): void {
    if (this.#paste === undefined) this.#read(true);
    if (this.#heldEnter) this.#releaseEnter();
  }

  #read(isLast: boolean): void {
    for (;;) {
      if (this.#paste !== undefined && !this.#readPaste()) return;
      const text = this.#rest;
      if (text === "") return;
      const length = text[0] === ESC ? this.#sequence(text, isLast) : this.#plain(text);
      if (length === 0) return;
      this.#rest = text.slice(length);
    }
  }

  /** False while its end has not come. Only the last few characters are looked at again. */
  #readPaste(): boolean {
    const pieces = this.#paste ?? [];
    const text = (pieces.pop() ?? "") + this.#rest;
    const end = text.indexOf(PASTE_END);
    if (end < 0) {
      const kept = Math.max(0, text.length - PASTE_END.length);
      pieces.push(text.slice(0, kept), text.slice(kept));
      this.#rest = "";
      return false;
    }
    this.#rest = text.slice(end + PASTE_END.length);
    this.#paste = undefined;
    this.#emit({ type: "paste", text: (pieces.join("") + text.slice(0, end)).replace(/\r\n?/g, "\n") });
    return true;
  }

  #plain(text: string): number {
    const [first = ""] = text;
    const code = first.charCodeAt(0);
    if (code >= 32 && code !== 127) {
      const end = text.search(/[\p{Cc}]/u);
      const run = end < 0 ? text : text.slice(0, end);
      if (this.#heldEnter) {
        this.#heldEnter = false;
        this.#emit({ type: "text", text: `\n${run}` });
      } else this.#emit({ type: "text", text: run });
      return run.length;
    }
    if (first === "\r") {
      if (this.#heldEnter) this.#emit({ type: "text", text: "\n" });
      this.#heldEnter = true;
      return 1;
    }
    this.#named(controlKey(code));
    return 1;
  }

  /** How long the sequence at the start is; 0: more of it may come. */
  #sequence(text: string, isLast: boolean): number {
    const second = text[1];
    if (second === undefined) {
      if (isLast) this.#named({ name: "escape" });
      return isLast ? 1 : 0;
    }
    if (second === "[" || second === "O") {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
      const found = /^\u001b(?:\[([0-?]*)[ -/]*([@-~])|O([A-Za-z]))/.exec(text);
      if (found) {
        this.#control(found[1] ?? "", found[2] ?? found[3] ?? "");
        return found[0].length;
      }
      // biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
      if (!isLast && text.length < 32 && /^\u001b(?:\[[0-?]*[ -/]*|O)$/.test(text)) return 0;
      this.#named({ name: second, alt: true });
      return 2;
    }
    if (second === ESC) {
      this.#named({ name: "escape" });
      return 1;
    }
    if (second === "\r" || second === "\n") {
      this.#named({ name: "enter", alt: true });
      return 2;
    }
    const [letter = ""] = Array.from(text.slice(1));
    const code = letter.charCodeAt(0);
    this.#named({
      ...(code < 32 || code === 127 ? controlKey(code) : { name: letter.toLowerCase() }),
      alt: true,
    });
    return 1 + letter.length;
  }

  #control(parameters: string, final: string): void {
    const [first = 1, modifiers = 1, third = 0] = parameters
      .split(";")
      .map((part) => Number.parseInt(part, 10) || 0);
    if (final === "~" && first === 200) {
      this.#releaseEnter();
      this.#paste = [];
      return;
    }
    const held = Math.max(0, modifiers - 1);
    const bits = { shift: (held & 1) !== 0, alt: (held & 2) !== 0, ctrl: (held & 4) !== 0 };
    // Keys with modifiers, as two protocols write them: CSI code ; modifiers u, and CSI 27 ; modifiers ; code ~.
    const code = final === "u" ? first : final === "~" && first === 27 ? third : undefined;
    if (code !== undefined) {
      const name = CODE[code] ?? String.fromCodePoint(Math.min(code, 0x10ffff)).toLowerCase();
      if (name.length === 1 && !bits.ctrl && !bits.alt) this.#text(bits.shift ? name.toUpperCase() : name);
      else this.#named({ name, ...bits });
      return;
    }
    const name = final === "~" ? TILDE[first] : FINAL[final];
    if (name !== undefined) this.#named({ name, ...bits });
  }

  #text(text: string): void {
    this.#releaseEnter();
    this.#emit({ type: "text", text });
  }

  #named(key: { name: string; ctrl?: boolean; alt?: boolean; shift?: boolean }): void {
    this.#releaseEnter();
    this.#emit({ type: "key", ctrl: false, alt: false, shift: false, ...key });
  }

  #releaseEnter(): void {
    if (!this.#heldEnter) return;
    this.#heldEnter = false;
    this.#emit({ type: "key", name: "enter", ctrl: false, alt: false, shift: false });
  }
}

function controlKey(code: number): { name: string; ctrl?: boolean } {
  if (code === 9) return { name: "tab" };
  if (code === 127 || code === 8) return { name: "backspace" };
  return { name: String.fromCharCode(code + 96), ctrl: true };
}
