/** `--mode print` on this process's pipes: one prompt, one answer. */
import { fstatSync } from "node:fs";
import { systemClock } from "../clock.ts";
import { Pump, type PumpTarget } from "../framing/pump.ts";
import { READER_GONE, runPrint, type Writer } from "../print/print.ts";
import { readPrompt, type StdinKind } from "../print/read-prompt.ts";
import type { Log } from "./log.ts";
import { onSignals } from "./on-signals.ts";
import { prepare } from "./prepare.ts";
import type { Options } from "./read-options.ts";

/** Answers the prompt of the command line or stdin; resolves with the exit code. */
export async function run(options: Options, log: Log, output: PumpTarget): Promise<number> {
  const { prompt, notice } = await readPrompt(options.words, { kind: stdinKind(), open: () => process.stdin });
  const prepared = await prepare(options, log);
  if (notice) log.detail(notice);
  const stop = new AbortController();
  onSignals((code) => stop.abort(code), prepared.close);
  try {
    return await runPrint({
      agent: await prepared.openAgent(),
      prompt,
      output: options.output,
      stdout: writerTo(output, () => stop.abort(READER_GONE)),
      stdoutIsTerminal: process.stdout.isTTY === true,
      note: log.report,
      verbose: options.verbose,
      redactor: prepared.redactor,
      clock: systemClock,
      stop: stop.signal,
    });
  } finally {
    prepared.close();
  }
}

function writerTo(output: PumpTarget, onGone: () => void): Writer {
  const pump = new Pump<string>(output, { encode: (text) => text, onClosed: onGone });
  return { write: (text) => pump.send(text), flush: () => pump.flush() };
}

function stdinKind(): StdinKind {
  if (process.stdin.isTTY) return "terminal";
  try {
    const stat = fstatSync(0);
    if (stat.isFile()) return "file";
    return stat.isFIFO() || stat.isSocket() ? "pipe" : "other";
  } catch {
    return "other";
  }
}
