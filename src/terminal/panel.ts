/** What takes the place of the editor for a while: a question, a list to pick from. */
import type { Key } from "./keys.ts";
import type { Place } from "./screen.ts";

/** Takes the keys while it is shown. */
export interface Panel {
  /** It comes up while somebody may be typing. */
  readonly isUnasked?: true;
  /** At most `rows` lines, none wider than `columns`. */
  view(columns: number, rows: number): { lines: string[]; cursor?: Place };
  key(key: Key): void;
  /** It is taken back. */
  cancel(): void;
}

/** Whether it is this key, alone. */
export function isKey(key: Key, name: string): boolean {
  return key.type === "key" && key.name === name && !key.ctrl && !key.alt;
}

/** Whether it is this letter with Ctrl. */
export function isControl(key: Key, letter: string): boolean {
  return key.type === "key" && key.ctrl && key.name === letter;
}
