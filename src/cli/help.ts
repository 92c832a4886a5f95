/** The text of `--help`, written from the table of options. */
import { labelOf } from "./args.ts";
import { flagOf, OPTION_GROUPS, type OptionSpec } from "./option-spec.ts";
import { FLAG_ENTRIES } from "./option-table.ts";

const WIDTH = 80;
/** Narrower terminals wrap the lines themselves. */
const NARROWEST = 50;
/** Where the explanations begin. */
const COLUMN = 30;

const USAGE = `letscode: an LLM coding agent with many doors

Usage
  letscode                        a conversation in this terminal
  letscode -p "PROMPT"            answer once
  COMMAND | letscode              the prompt from stdin
  letscode -p "PROMPT" < FILE     the prompt, then the file
  COMMAND | letscode "PROMPT" -   the prompt, then all that COMMAND prints
  letscode --mode rpc             serve a host program
  letscode serve --listen :7000   serve many, over TCP or a Unix socket
  letscode -p --continue "PROMPT" go on with the newest conversation here
  letscode sessions               list saved conversations; --help tells more
A prompt that is the word sessions or serve: letscode -p serve

Without a key or a network: letscode -p --model demo "what is this project?"
`;

const END = `
Flags beat the environment, that beats the project's .letscode/config.json, and
that the user's own config.json. -- ends the flags.
Exit codes: 0 done; 1 the run failed; 2 wrong usage or configuration; 128 + n
ended by signal n.
`;

/** The help, as wide as the terminal but at most 80 columns, with a line end. */
export function helpText(columns = WIDTH): string {
  const width = Math.max(NARROWEST, Math.min(WIDTH, columns));
  const groups = OPTION_GROUPS.map((group) => {
    const rows = FLAG_ENTRIES.filter(([, spec]) => spec.group === group);
    return `\n${group}\n${rows.map(([name, spec]) => row(name, spec, width)).join("")}`;
  });
  return USAGE + groups.join("") + END;
}

/** How an option is written, its value included: `-p, --print`, `--thinking[=off|low|medium|high]`. */
export function signatureOf(name: string, spec: OptionSpec): string {
  const flag = `${spec.short ? `-${spec.short}, ` : ""}${flagOf(name)}`;
  if (spec.kind === "switch") return flag;
  return "bare" in spec && spec.bare !== undefined
    ? `${flag}[=${labelOf(spec)}]`
    : `${flag} ${labelOf(spec)}`;
}

/** What an option does, with its default, its bare value, and its environment variable. */
export function describe(spec: OptionSpec): string {
  const facts = [spec.help];
  if ("bare" in spec && spec.bare) facts.push(`Alone: ${spec.bare}.`);
  if ("default" in spec && spec.default !== undefined) facts.push(`Default: ${spec.default}.`);
  if (spec.environment) facts.push(`Environment: ${spec.environment}.`);
  return facts.join(" ");
}

function row(name: string, spec: OptionSpec, width: number): string {
  const left = `  ${signatureOf(name, spec)}`;
  const lines = wrap(describe(spec), width - COLUMN);
  const first = left.length < COLUMN - 1 ? `${left.padEnd(COLUMN)}${lines.shift()}\n` : `${left}\n`;
  return first + lines.map((line) => `${" ".repeat(COLUMN)}${line}\n`).join("");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
