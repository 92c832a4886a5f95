/** What terminals call keys that are no text. */

/** Final letters of `ESC [ … letter` and of `ESC O letter`. */
const FINAL: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  Z: "backtab",
};
/** Numbers of `ESC [ number ~`. */
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
/** Characters that are keys, and the keys of a number pad as the kitty protocol numbers them. */
const CODE: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  13: "enter",
  27: "escape",
  127: "backspace",
  57414: "enter",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
};
/** What the number pad types, from 57399 on. */
const PAD = "0123456789./*-+";
const FIRST_PAD = 57399;

/** The name that belongs to a control sequence with this number and this final letter; undefined: it is no key. */
export function sequenceName(final: string, number: number): string | undefined {
  return final === "~" ? TILDE[number] : FINAL[final];
}

/** The same for `ESC O letter`, which the number pad sends too. */
export function padName(letter: string): string | undefined {
  return letter === "M" ? "enter" : FINAL[letter];
}

/** The key with this number in the protocols that send one: a name, or the character itself; undefined: none that is known. */
export function codeName(code: number): string | undefined {
  const name = CODE[code] ?? PAD[code - FIRST_PAD];
  if (name !== undefined) return name;
  // Other keys of the kitty protocol have numbers of a private area.
  if (code < 32 || code > 0x10ffff || (code >= 57344 && code <= 63743)) return undefined;
  return String.fromCodePoint(code).toLowerCase();
}

/** The key that a control character is. */
export function controlKey(code: number): { name: string; ctrl?: boolean } {
  const name = CODE[code];
  return name === undefined ? { name: String.fromCharCode(code + 64).toLowerCase(), ctrl: true } : { name };
}
