/** What "always" means for a command line. */
import { isHarmless } from "./harmless-flags.ts";
import { NEVER_WITH_MORE, RUNS_ANYTHING, RUNS_NEXT, TWO_WORDS } from "./known-programs.ts";
import { plainWords } from "./plain-words.ts";

/** Commands that may be run without asking: this one, or all that begin with these words. */
export interface CommandRule {
  words: string[];
  /** True: these words and no more. */
  exact: boolean;
}

const PROGRAM = /^[A-Za-z0-9_.+/][A-Za-z0-9_.+/-]*$/;
/** No flag and no path. */
const SUBCOMMAND = /^[A-Za-z][A-Za-z0-9:_-]*$/;

/**
 * The rule that an allowed command would leave: its program and subcommand, such as `git status` or `npm run build`, or
 * the very command where more words would say something else, or a flag is not known to be harmless. Equal rules mean
 * that a command is covered by another's. Undefined for a command that no rule may cover: one that is not plain words,
 * that sets variables, or whose program runs what its arguments say.
 */
export function commandRule(command: string): CommandRule | undefined {
  const words = plainWords(command);
  return words && ruleOf(words);
}

function ruleOf(words: readonly string[]): CommandRule | undefined {
  const [program = "", first = "", second = ""] = words;
  if (!PROGRAM.test(program)) return undefined;
  const name = nameOf(program);
  if (RUNS_ANYTHING.has(name)) return undefined;
  const known = [name, `${name} ${first}`, `${name} ${first} ${second}`];
  const runner = known.findIndex((words) => RUNS_NEXT.has(words)) + 1;
  if (runner > 0) return behind(words, runner);
  const length = TWO_WORDS.has(`${name} ${first}`) ? 3 : 2;
  const start = words.slice(0, length);
  const exact =
    start.length < length ||
    !start.slice(1).every((word) => SUBCOMMAND.test(word)) ||
    known.some((words) => NEVER_WITH_MORE.has(words)) ||
    !isHarmless(words.slice(length), known);
  return { words: exact ? [...words] : start, exact };
}

/** The rule of the program that `count` words run; with a flag between them, or nothing behind them, the very command. */
function behind(words: readonly string[], count: number): CommandRule | undefined {
  const rest = words.slice(count);
  if (rest[0] === undefined || rest[0].startsWith("-"))
    return rest.some((word) => RUNS_ANYTHING.has(nameOf(word)))
      ? undefined
      : { words: [...words], exact: true };
  const rule = ruleOf(rest);
  return rule && { ...rule, words: [...words.slice(0, count), ...rule.words] };
}

/** Without its folder and what Windows adds, in the letters that file systems may take for the same. */
function nameOf(program: string): string {
  return (program.split("/").at(-1) ?? "").toLowerCase().replace(/\.(exe|cmd|bat|com)$/, "");
}
