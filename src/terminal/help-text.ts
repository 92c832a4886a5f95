/** What `/help` says, and what is said to whoever has no model. */
import type { TerminalCommand } from "./commands.ts";
import { indented } from "./text-cells.ts";

type Row = readonly [name: string, what: string];

const KEYS: readonly Row[] = [
  ["Enter", "Send; while it works, before its next step"],
  ["Alt+Enter", "While it works: send when it is done"],
  ["Shift+Enter, Ctrl+J", "A new line"],
  ["Esc, Ctrl+C", "Stop the run; Ctrl+C twice leaves"],
  ["Up, Down, Ctrl+R", "Earlier prompts; Ctrl+R finds one"],
  ["Up", "While something waits to be said: take it back"],
  ["Ctrl+O", "Show the last tool call and its output in full"],
  ["Tab", "Complete /commands and @files"],
  ["Ctrl+V, Alt+V", "Take an image from the clipboard"],
  ["Ctrl+G", "Write in $EDITOR"],
  ["Ctrl+Z", "Stop letscode for a while; fg brings it back"],
];
const MARGIN = 2;

/** Commands and keys with what they do: beside each other where all of it fits, else one below the other. */
export function helpText(commands: readonly TerminalCommand[], columns: number): string {
  const own = commands.map(({ name, hint, description }): Row => [`/${name} ${hint}`, description]);
  return table([own, KEYS], columns);
}

/** What is said when a prompt finds no model. */
export const NO_MODEL_YET = "there is no model yet, so nothing was sent: /model chooses one";

const WAYS: readonly Row[] = [
  ["/model demo", "is built in and needs no key"],
  ["/model", "shows what there is by then"],
  ["ANTHROPIC_API_KEY", "or the key of another provider: set it, start again"],
];

/** How to get going. */
export function noModelText(columns: number): string {
  return `no model yet: no key is set, and no server answers on this machine\n${table([WAYS], columns)}`;
}

function table(parts: readonly (readonly Row[])[], columns: number): string {
  const all = parts.flat();
  const width = (at: 0 | 1) => Math.max(...all.map((row) => row[at].length));
  const fits = width(0) + MARGIN + width(1) <= columns;
  const line = ([name, what]: Row) =>
    fits
      ? name.padEnd(width(0) + MARGIN) + what
      : [name.trimEnd(), ...indented(what, columns, " ".repeat(MARGIN))].join("\n");
  return parts.map((rows) => rows.map(line).join("\n")).join("\n\n");
}
