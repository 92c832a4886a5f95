/** Bytes of a terminal to keys. */
import { codeName, controlKey, padName, sequenceName } from "./key-names.ts";

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
/** No sequence is longer; what claims to be is none. */
const LONGEST = 4096;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;
/** `ESC [ parameters letter`, with one more `[` for the function keys of the Linux console. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const CONTROL = /^\u001b\[(?:\[[A-E]|([0-?]*)[ -/]*([@-Z\\-~]))/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const OPEN_CONTROL = /^\u001b\[(?:\[?|[0-?]+[ -/]*|[ -/]+)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const SINGLE_SHIFT = /^\u001bO(\d*)([A-Za-z])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const OPEN_SHIFT = /^\u001bO\d*$/;
/** What a terminal answers: ends with BEL or `ESC \`, and any other control character says that it was no answer. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const ANSWER = /^\u001b[\]P_^X][^\u0000-\u001f]*(?:\u0007|\u001b\\)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const OPEN_ANSWER = /^\u001b[\]P_^X][^\u0000-\u001f]*\u001b?$/;
/** The beginning of any of them, which something else cut off. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const CUT_OFF = /^\u001b(?:\[[0-?]*[ -/]*|O\d*|[\]P_^X][^\u0000-\u001f]*)/;

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
    this.#releaseEnter();
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
    const code = text.charCodeAt(0);
    if (code >= 0x80 && code < 0xa0) return 1;
    if (code >= 32 && code !== 127) {
      const end = text.search(CONTROL_CHARACTER);
      const run = end < 0 ? text : text.slice(0, end);
      const isBehindEnter = this.#heldEnter;
      this.#heldEnter = false;
      this.#emit({ type: "text", text: isBehindEnter ? `\n${run}` : run });
      return run.length;
    }
    if (code === 13) {
      if (this.#heldEnter) this.#emit({ type: "text", text: "\n" });
      this.#heldEnter = true;
    } else if (code !== 10 || !this.#heldEnter) this.#named(controlKey(code));
    return 1;
  }

  /** How long the sequence at the start is; 0: more of it may come. */
  #sequence(text: string, isLast: boolean): number {
    const second = text[1];
    if (second === undefined) {
      if (isLast) this.#named({ name: "escape" });
      return isLast ? 1 : 0;
    }
    if (second === ESC) return this.#twoEscapes(text, isLast);
    if (second === "[" || second === "O") {
      const length = this.#control(text, false);
      if (length > 0) return length;
    }
    const answer = ANSWER.exec(text);
    if (answer) return answer[0].length;
    // With two characters it may be a letter together with Alt; with more, nobody types so fast.
    const isOpen = [OPEN_CONTROL, OPEN_SHIFT, OPEN_ANSWER].some((open) => open.test(text));
    if (isOpen && text.length < LONGEST && !(isLast && text.length === 2)) return 0;
    const cutOff = CUT_OFF.exec(text)?.[0].length ?? 0;
    if (cutOff > 2) return cutOff;
    const letter = String.fromCodePoint(text.codePointAt(1) ?? 0);
    const code = letter.charCodeAt(0);
    if (code === 10) this.#named({ name: "enter", alt: true });
    else if (code < 32 || code === 127) this.#named({ ...controlKey(code), alt: true });
    else this.#named({ name: letter.toLowerCase(), alt: true, shift: letter !== letter.toLowerCase() });
    return 1 + letter.length;
  }

  /** Some terminals send Alt with an arrow so; else the first one is a key of its own. */
  #twoEscapes(text: string, isLast: boolean): number {
    const behind = text.slice(1);
    if (/^.[[O]/su.test(behind)) {
      const length = this.#control(behind, true);
      if (length > 0) return 1 + length;
    }
    if (!isLast && (behind.length === 1 || OPEN_CONTROL.test(behind) || OPEN_SHIFT.test(behind))) return 0;
    this.#named({ name: "escape" });
    return 1;
  }

  /** The length of the control sequence at the start, which is done; 0: there is none. */
  #control(text: string, alt: boolean): number {
    const control = CONTROL.exec(text);
    if (control) {
      this.#act(control[1] ?? "", control[2] ?? "", alt);
      return control[0].length;
    }
    const shift = SINGLE_SHIFT.exec(text);
    if (!shift) return 0;
    const name = padName(shift[2] ?? "");
    if (name !== undefined) this.#named({ name, ...heldWith(Number(shift[1] || 1)), ...(alt && { alt }) });
    return shift[0].length;
  }

  #act(parameters: string, final: string, alt: boolean): void {
    // What begins with another sign is an answer.
    if (/^[<=>?]/.test(parameters)) return;
    const [first = 1, modifiers = 1, third = 0] = parameters
      .split(";")
      .map((part) => Number.parseInt(part, 10) || 0);
    if (final === "~" && first === 200) {
      this.#releaseEnter();
      this.#paste = [];
      return;
    }
    const held = heldWith(modifiers);
    const bits = { ...held, alt: held.alt || alt };
    // Keys with modifiers, as two protocols write them: CSI code ; modifiers u, and CSI 27 ; modifiers ; code ~.
    const code = final === "u" ? first : final === "~" && first === 27 ? third : undefined;
    if (code === undefined) {
      const name = sequenceName(final, first);
      if (name !== undefined) this.#named({ name, ...bits });
      return;
    }
    // On a keyboard of another script, keys with Ctrl and Alt are called by the Latin letter in the same place.
    const latin = bits.ctrl || bits.alt ? Number(/^\d+:\d*:(\d+)/.exec(parameters)?.[1] ?? 0) : 0;
    const name = codeName(code > 127 && latin > 0 ? latin : code);
    if (name === undefined || isForOthers(modifiers)) return;
    if ([...name].length > 1 || bits.ctrl || bits.alt) return this.#named({ name, ...bits });
    this.#releaseEnter();
    this.#emit({ type: "text", text: bits.shift ? name.toUpperCase() : name });
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

/** What is held down with a key, as sequences count it: one more than the sum of the bits. */
function heldWith(modifiers: number): { shift: boolean; alt: boolean; ctrl: boolean } {
  const held = Math.max(0, modifiers - 1);
  return { shift: (held & 1) !== 0, alt: (held & 2) !== 0, ctrl: (held & 4) !== 0 };
}

/** Whether a key is held that belongs to the desktop. */
function isForOthers(modifiers: number): boolean {
  return (Math.max(0, modifiers - 1) & 0b111000) !== 0;
}
