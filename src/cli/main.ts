// biome-ignore assist/source/organizeImports: nothing may be loaded before stdout is guarded
import { output } from "./stdout-guard.ts";

import { homedir } from "node:os";
import { join } from "node:path";
import { errorText, UsageError } from "../errors.ts";
import { outputErrorText } from "../system-errors.ts";
import { providerWithKey } from "../llm/providers.ts";
import { VERSION } from "../version.ts";
import { LETSCODE_FOLDER } from "./config.ts";
import { exit } from "./exit.ts";
import { kindOf } from "./kind-of.ts";
import { createLog, type Log } from "./log.ts";
import { readTextFile } from "./read-text-file.ts";
import { type BegunOptions, beginOptions, type Options, type Surroundings } from "./read-options.ts";
import { type ProjectTrust, UNTRUSTED } from "./trust.ts";

/** The exit code of wrong usage or configuration. */
const USAGE = 2;

void main().then(exit);

/** Reads the options, runs the door they name and resolves with its exit code. */
async function main(): Promise<number> {
  try {
    const words = process.argv.slice(2);
    const sessions = words[0] === "sessions" ? await import("./sessions-command.ts") : undefined;
    const command = sessions?.parseSessionsCommand(words.slice(1));
    const serves = words[0] === "serve";
    const surroundings: Surroundings = {
      argv: command?.flags ?? (serves ? words.slice(1) : words),
      door: serves ? "serve" : undefined,
      environment: process.env,
      get cwd() {
        return currentFolder();
      },
      home: homedir(),
      platform: process.platform,
      get isStdinTerminal() {
        return process.stdin.isTTY === true;
      },
      get isStdoutTerminal() {
        return process.stdout.isTTY === true;
      },
      readFile: readTextFile,
      kindOf,
      defaultProvider: () => providerWithKey(process.env)?.name,
    };
    const begun = beginOptions(surroundings);
    const { options, notices } = begun.finish(await trustFor(begun));
    if (options.version) return print(`${VERSION}\n`);
    if (options.help) return print((await import("./help.ts")).helpText(process.stdout.columns));
    const log = createLog(options);
    for (const notice of notices) log.report(notice);
    if (command) return await command.run(options, log, output);
    if (options.listModels) return print(await (await import("./list-models.ts")).modelList(options, log));
    if (options.mode === "jsonrpc" || options.mode === "serve") {
      const { run } = serves ? await import("./serve-door.ts") : await import("./jsonrpc-door.ts");
      return await run(options, log, output, (workspace) =>
        optionsIn(Object.assign(Object.create(surroundings), { workspace }), log),
      );
    }
    if (options.mode === "terminal")
      return await (await import("./terminal-door.ts")).run(options, log, output);
    const door = options.mode === "rpc" ? await import("./rpc-door.ts") : await import("./print-door.ts");
    return await door.run(options, log, output);
  } catch (thrown) {
    process.stderr.write(
      `letscode: ${thrown instanceof UsageError ? "" : "it failed inside: "}${errorText(thrown)}\n`,
    );
    return thrown instanceof UsageError ? USAGE : 1;
  }
}

/** The options of one of many conversations, each in a folder with a configuration and a trust of its own. */
async function optionsIn(surroundings: Surroundings, log: Log): Promise<Options> {
  const begun = beginOptions(surroundings);
  const { options, notices } = begun.finish(await trustFor(begun));
  for (const notice of notices) log.report(notice);
  return options;
}

/** A project without a folder for letscode has nothing to be trusted with. */
async function trustFor({ trustCase }: BegunOptions): Promise<ProjectTrust> {
  if (!trustCase || kindOf(join(trustCase.project, LETSCODE_FOLDER)) !== "folder") return UNTRUSTED;
  return (await import("./trust-at-start.ts")).trustAtStart(trustCase);
}

function print(text: string): Promise<number> {
  return new Promise((resolve) =>
    output.write(text, (error) => {
      const failure = error ? outputErrorText(error) : undefined;
      if (failure !== undefined) process.stderr.write(`letscode: ${failure}\n`);
      resolve(error ? 1 : 0);
    }),
  );
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new UsageError(
      "the current folder is gone; go to another one, or name one by its whole path: --cwd PATH",
    );
  }
}
