/** `--mode print` on this process's pipes: one prompt, one answer. */
import { systemClock } from "../clock.ts";
import type { PumpTarget } from "../framing/pump.ts";
import { READER_GONE, runPrint } from "../print/print.ts";
import { readPrompt } from "../print/read-prompt.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { exit } from "./exit.ts";
import type { Log } from "./log.ts";
import { leaveLostTerminal } from "./lost-terminal.ts";
import { onSignals } from "./on-signals.ts";
import { onUncaught } from "./on-uncaught.ts";
import { prepare } from "./prepare.ts";
import type { Options } from "./read-options.ts";
import { stdin } from "./stdin.ts";
import { watchReader } from "./watch-reader.ts";

/** Answers the prompt of the command line or stdin; resolves with the exit code. */
export async function run(options: Options, log: Log, output: PumpTarget): Promise<number> {
  const { prompt, notice } = await readPrompt(options.words, stdin);
  if (notice) log.report(notice);
  const prepared = await prepare(options, log);
  const stop = new AbortController();
  watchReader(() => stop.abort(READER_GONE));
  onSignals((code) => stop.abort(code));
  process.once("exit", leaveLostTerminal);
  onUncaught(prepared, log, () => exit(1));
  const consent =
    options.permissionMode === "ask" ? await openConsent(options, log, prepared.redactor) : undefined;
  return runPrint({
    agent: await prepared.openAgent({ consent }),
    prompt,
    output: options.output,
    stdout: output,
    stdoutIsTerminal: process.stdout.isTTY === true,
    log,
    redactor: prepared.redactor,
    clock: systemClock,
    stop: stop.signal,
  });
}

async function openConsent(options: Options, log: Log, redactor: Redactor) {
  const { terminalConsent } = await import("./terminal-consent.ts");
  const consent = terminalConsent(options, log, redactor);
  return () => consent;
}
