// biome-ignore assist/source/organizeImports: nothing may be loaded before stdout is guarded
import { output } from "./stdout-guard.ts";

import { homedir } from "node:os";
import { join } from "node:path";
import { errorText, UsageError } from "../errors.ts";
import { outputErrorText } from "../system-errors.ts";
import { providerWithKey } from "../llm/providers.ts";
import { VERSION } from "../version.ts";
import { LETSCODE_FOLDER } from "./config.ts";
import { kindOf } from "./kind-of.ts";
import { createLog } from "./log.ts";
import { readTextFile } from "./read-text-file.ts";
import { type BegunOptions, beginOptions } from "./read-options.ts";
import { type ProjectTrust, UNTRUSTED } from "./trust.ts";

/** The exit code of wrong usage or configuration. */
const USAGE = 2;

void main().then((code) => process.exit(code));

/** Reads the options, runs the door they name and resolves with its exit code. */
async function main(): Promise<number> {
  try {
    const words = process.argv.slice(2);
    const sessions = words[0] === "sessions" ? await import("./sessions-command.ts") : undefined;
    const command = sessions?.parseSessionsCommand(words.slice(1));
    const begun = beginOptions({
      argv: command?.flags ?? words,
      environment: process.env,
      get cwd() {
        return currentFolder();
      },
      home: homedir(),
      platform: process.platform,
      get isStdinTerminal() {
        return process.stdin.isTTY === true;
      },
      readFile: readTextFile,
      kindOf,
      defaultProvider: () => providerWithKey(process.env)?.name,
    });
    const { options, notices } = begun.finish(await trustFor(begun));
    if (options.version) return print(`${VERSION}\n`);
    if (options.help) return print((await import("./help.ts")).helpText(process.stdout.columns));
    const log = createLog(options);
    for (const notice of notices) log.report(notice);
    if (command) return await command.run(options, log, output);
    if (options.listModels) return print(await (await import("./list-models.ts")).modelList(options));
    const door = options.mode === "rpc" ? await import("./rpc-door.ts") : await import("./print-door.ts");
    return await door.run(options, log, output);
  } catch (thrown) {
    process.stderr.write(
      `letscode: ${thrown instanceof UsageError ? "" : "it failed inside: "}${errorText(thrown)}\n`,
    );
    return thrown instanceof UsageError ? USAGE : 1;
  }
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
