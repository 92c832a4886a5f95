/** `letscode sessions`: what a person does with conversations beside having them. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { errorText, UsageError } from "../errors.ts";
import { keyVariables } from "../llm/configured-model.ts";
import { configuredKeys } from "../secrets/configured-keys.ts";
import { createRedactor } from "../secrets/redactor.ts";
import { isFileName } from "../sessions/session-id.ts";
import { outputErrorText } from "../system-errors.ts";
import { closest } from "./closest.ts";
import type { Log } from "./log.ts";
import { openSessionStore } from "./open-conversation.ts";
import type { Options } from "./options.ts";
import type { ActionFlags, ActionSetting, WriteText } from "./session-action.ts";
import { exportSession, listSessions, showSession } from "./sessions-output.ts";
import { shown } from "./shown.ts";
import type { output } from "./stdout-guard.ts";

/** A `sessions` command line, taken apart. */
export interface SessionsCommand {
  /** The flags that say where conversations lie, for whoever reads the options. */
  flags: string[];
  /** Runs it; resolves with the exit code. Throws a UsageError for a conversation or a message that is not there. */
  run(options: Options, log: Log, stdout: typeof output): Promise<number>;
}

interface Action {
  /** The flags that belong to it. */
  flags: readonly (keyof ActionFlags)[];
  /** How many names it takes, at least and at most. */
  names: readonly [number, number];
  run(setting: ActionSetting): Promise<void>;
}

const MANY = Number.POSITIVE_INFINITY;

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { flags: ["all", "limit", "output"], names: [0, 0], run: listSessions },
  show: { flags: ["html"], names: [1, 1], run: showSession },
  export: { flags: ["output"], names: [1, 2], run: exportSession },
  fork: { flags: ["at"], names: [1, 1], run: forkSession },
  rm: { flags: [], names: [1, MANY], run: removeSessions },
};

const HELP = `letscode sessions: the conversations that were saved

Usage
  letscode sessions list [--all] [--limit N] [--output json]
                              those of this folder, or of all; the newest first
  letscode sessions show ID [--html FILE]
                              one to read, or as a page for a browser
  letscode sessions export ID [FILE] [--output json|markdown]
                              its lines, or a document; to stdout without FILE
  letscode sessions fork ID [--at MESSAGE]
                              a copy, up to a message; prints the copy's id
  letscode sessions rm ID ... removes

ID is an id, the beginning of one, or the path of a file. --cwd DIR looks from
another folder, --session-dir DIR in another place.
A prompt that is the word sessions: letscode -p sessions
`;

/** Takes apart what stands behind `sessions`. Throws a UsageError that says what was meant. */
export function parseSessionsCommand(argv: readonly string[]): SessionsCommand {
  const { values, positionals } = parse(argv);
  const { help, cwd, "session-dir": folder, ...flags } = values;
  const place = [
    ...(cwd === undefined ? [] : [`--cwd=${cwd}`]),
    ...(folder === undefined ? [] : [`--session-dir=${folder}`]),
  ];
  const command = (run: Work): SessionsCommand => ({
    flags: ["--print", ...place],
    run: (options, log, stdout) => writing(stdout, log, (write) => run(options, log, write)),
  });
  if (help) return command((_options, _log, write) => write(HELP));
  const [word = "list", ...names] = positionals;
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (!action) throw new UsageError(unknown(word));
  for (const flag of Object.keys(flags) as (keyof ActionFlags)[])
    if (!action.flags.includes(flag))
      throw new UsageError(`sessions ${word} knows no --${flag}; letscode sessions --help tells more`);
  const [least, most] = action.names;
  if (names.length < least)
    throw new UsageError(
      `sessions ${word} needs the id of a conversation; letscode sessions list shows them`,
    );
  if (names.length > most)
    throw new UsageError(`sessions ${word}: ${shown(names[most] ?? "")} is one too many`);
  return command(async (options, log, write) => {
    const redactor = createRedactor(configuredKeys(process.env, keyVariables(options)));
    const store = await openSessionStore(options, log, redactor);
    const absolute = names.map((name) => (isFileName(name) ? resolve(name) : name));
    await action.run({ store, names: absolute, flags, options, log, redactor, write });
  });
}

type Work = (options: Options, log: Log, write: WriteText) => Promise<void>;

/** The exit code of work that writes to stdout at the pace of whoever reads it. */
async function writing(
  stdout: typeof output,
  log: Log,
  work: (write: WriteText) => Promise<void>,
): Promise<number> {
  let failure: Error | null | undefined;
  try {
    await work(
      (text) =>
        new Promise((resolve, reject) =>
          stdout.write(text, (error) => {
            failure = error;
            return error ? reject(error) : resolve();
          }),
        ),
    );
    return 0;
  } catch (thrown) {
    if (!failure) throw thrown;
    const text = outputErrorText(failure);
    if (text !== undefined) log.report(text);
    return 1;
  }
}

async function forkSession({ store, names: [name = ""], flags, write }: ActionSetting): Promise<void> {
  await write(`${await store.fork(name, flags.at)}\n`);
}

async function removeSessions({ store, names }: ActionSetting): Promise<void> {
  for (const name of names) await store.remove(name);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        all: { type: "boolean" },
        at: { type: "string" },
        cwd: { type: "string" },
        help: { type: "boolean", short: "h" },
        html: { type: "string" },
        limit: { type: "string" },
        output: { type: "string" },
        "session-dir": { type: "string" },
      },
    });
  } catch (thrown) {
    const [what = ""] = errorText(thrown).split(/[.\n]/);
    throw new UsageError(
      `sessions: ${what.charAt(0).toLowerCase()}${what.slice(1)}; letscode sessions --help tells more`,
    );
  }
}

function unknown(word: string): string {
  const names = Object.keys(ACTIONS);
  const meant = closest(word, names);
  const hint = meant
    ? `; did you mean ${meant}?`
    : `; expected ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  return `sessions: unknown ${shown(word)}${hint} (a prompt that begins so goes behind -p)`;
}
