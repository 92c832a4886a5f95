/** Runs one shell command to its end, its timeout or its abortion. */
import { ToolError } from "../errors.ts";
import { collectOutput } from "./command-output.ts";
import { reportCommand } from "./command-report.ts";
import { isProgram } from "./is-program.ts";
import { findShell } from "./shell.ts";
import type { ToolContext, ToolOutput } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** A command and how long it may take. */
export interface CommandRequest {
  command: string;
  timeoutSeconds: number;
}

/** Nothing may wait for a person: no prompt, no editor, no pager; and nobody reads colours. */
const UNATTENDED = {
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  EDITOR: "true",
  VISUAL: "true",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  SSH_ASKPASS_REQUIRE: "never",
  DEBIAN_FRONTEND: "noninteractive",
};
/** These win over NO_COLOR. */
const FORCES_COLOR = ["FORCE_COLOR", "CLICOLOR_FORCE"];

const WINDOW = { bytes: 50_000, lines: 2_000 };
const FILE_BYTES = 64 * 1024 * 1024;
const REAP_MS = 100;

/** The command's result; rejects with a `ToolError` only when it was not started. */
export async function runCommand(
  { command, timeoutSeconds }: CommandRequest,
  environment: ToolEnvironment,
  { signal, update }: Pick<ToolContext, "signal" | "update">,
): Promise<ToolOutput> {
  if (signal.aborted) throw new ToolError("The command was aborted before it began.");
  if (command.includes("\0"))
    throw new ToolError(
      "command: holds a NUL character, which no command can. To make one use printf '\\0'.",
    );
  const { clock, processes, workspace, tempFolder } = environment;
  const shell = findShell({
    platform: process.platform,
    environment: environment.environment,
    isProgram,
  });
  const started = clock.now();
  const group = await processes.start({
    file: shell,
    args: ["-c", command],
    cwd: workspace,
    environment: unattended(environment.environment),
  });
  const output = collectOutput([group.stdout, group.stderr], {
    clock,
    update,
    window: WINDOW,
    tempFolder,
    fileBytes: FILE_BYTES,
    redactor: environment.redactor,
  });

  const stop = new AbortController();
  const ended = await Promise.race([
    group.exited.then(() => null),
    new Promise<"timeout">((resolve) => {
      const cancel = clock.after(timeoutSeconds * 1000, () => resolve("timeout"));
      stop.signal.addEventListener("abort", cancel);
    }),
    new Promise<"abort">((resolve) => {
      if (signal.aborted) resolve("abort");
      signal.addEventListener("abort", () => resolve("abort"), { signal: stop.signal });
    }),
  ]);
  stop.abort();
  if (ended !== null) await group.end();
  await output.drained();
  const exit = await Promise.race([
    group.exited,
    new Promise<null>((resolve) => clock.after(REAP_MS, () => resolve(null))),
  ]);
  const collected = await output.finish();
  const background = group.alive();
  group.discard();
  return reportCommand({
    output: collected,
    exit,
    ended,
    timeoutSeconds,
    durationMs: clock.now() - started,
    background,
  });
}

function unattended(environment: Readonly<Record<string, string>>): Record<string, string> {
  const result = { ...environment, ...UNATTENDED };
  for (const name of FORCES_COLOR) delete (result as Record<string, string>)[name];
  return result;
}
