/** What `/help` says. */
import type { TerminalCommand } from "./commands.ts";
import { indented } from "./text-cells.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["Enter", "Send; while it works, before its next step"],
  ["Alt+Enter", "While it works: send when it is done"],
  ["Shift+Enter, Ctrl+J", "A new line"],
  ["Esc, Ctrl+C", "Stop the run; Ctrl+C twice leaves"],
  ["Up, Down, Ctrl+R", "Earlier prompts; Ctrl+R finds one"],
  ["Tab", "Complete /commands and @files"],
  ["Ctrl+V, Alt+V", "Take an image from the clipboard"],
  ["Ctrl+G", "Write in $EDITOR"],
  ["Ctrl+Z", "Stop letscode for a while; fg brings it back"],
];
const MARGIN = 2;

/** Commands and keys with what they do: beside each other where all of it fits, else one below the other. */
export function helpText(commands: readonly TerminalCommand[], columns: number): string {
  const parts = [commands.map(({ name, hint, description }) => [`/${name} ${hint}`, description]), KEYS];
  const all = parts.flat();
  const width = (at: 0 | 1) => Math.max(...all.map((row) => (row[at] ?? "").length));
  const fits = width(0) + MARGIN + width(1) <= columns;
  const line = ([name = "", what = ""]: readonly string[]) =>
    fits
      ? name.padEnd(width(0) + MARGIN) + what
      : [name.trimEnd(), ...indented(what, columns, " ".repeat(MARGIN))].join("\n");
  return parts.map((rows) => rows.map(line).join("\n")).join("\n\n");
}
