/** `--mode rpc` on this process's pipes. */
import { systemClock } from "../clock.ts";
import { errorText } from "../errors.ts";
import type { PumpTarget } from "../framing/pump.ts";
import { RpcHost } from "../rpc/host.ts";
import { VERSION } from "../version.ts";
import type { Log } from "./log.ts";
import { onSignals } from "./on-signals.ts";
import { prepare } from "./prepare.ts";
import type { Options } from "./read-options.ts";
import { watchParent } from "./watch-parent.ts";
import { watchReader } from "./watch-reader.ts";

/** Serves one host until it says goodbye; resolves with the exit code. */
export async function run(options: Options, log: Log, output: PumpTarget): Promise<number> {
  const prepared = await prepare(options, log);
  const host = new RpcHost({
    input: process.stdin,
    output,
    version: VERSION,
    clock: systemClock,
    redactor: prepared.redactor,
    shutdownGraceMs: options.shutdownGrace * 1000,
    shutdownMaxMs: options.shutdownMax * 1000,
    fullUpdates: options.messageUpdates === "full",
    report: log.report,
  });
  watchReader(() => host.readerGone());
  onSignals((code) => host.terminate(code));
  process.on("uncaughtException", (thrown) => {
    log.crash(thrown);
    host.crash(errorText(thrown));
  });
  if (options.parentPid !== undefined)
    watchParent(options.parentPid, () => {
      log.report(`the parent process ${options.parentPid} has ended`);
      host.terminate(1);
    });
  void host.start(prepared.openAgent);
  return host.ended;
}
