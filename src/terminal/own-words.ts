/** What messages advise for a command line, in the words of the terminal. */
import { harmless } from "./text-cells.ts";

const WORDS: readonly (readonly [RegExp, string | ((all: string, name: string) => string)])[] = [
  [/\bwith --model\b(?! [A-Za-z/])/g, "with /model"],
  [/\(--model chooses another\)/g, "(/model chooses another)"],
  [
    /, or name (?:another|its) variable with --api-key-env\b/g,
    " and start again, or choose another model with /model",
  ],
  // What stands in a column stays there.
  [/\bletscode --model (\S+)(?= {2})/g, (all, name) => `/model ${name}`.padEnd(all.length)],
  [/\bletscode --model (\S+)/g, (_all, name) => `/model ${name}`],
];

/** A text as it may be shown, without blanks at its end, with `/model` where it names the flags that mean the same. */
export function ownWords(given: string): string {
  const text = harmless(given).trimEnd();
  if (!text.includes("--")) return text;
  return WORDS.reduce(
    (said, [flag, words]) => said.replace(flag, words as (all: string, name: string) => string),
    text,
  );
}
