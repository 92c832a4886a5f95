/** `--mode rpc` on this process's pipes. What is not needed to say `ready` loads after it. */
import { systemClock } from "../clock.ts";
import { errorText } from "../errors.ts";
import type { PumpTarget } from "../framing/pump.ts";
import type { PermissionMode } from "../permissions/policy.ts";
import { readyMessage } from "../rpc/ready.ts";
import { TOOL_NAMES } from "../tools/tool-names.ts";
import { VERSION } from "../version.ts";
import type { Log } from "./log.ts";
import { onSignals } from "./on-signals.ts";
import { onUncaught } from "./on-uncaught.ts";
import { flagOf } from "./option-spec.ts";
import type { Options } from "./options.ts";
import { prepare } from "./prepare.ts";
import type { output as stdout } from "./stdout-guard.ts";

/** Serves one host until it says goodbye; resolves with the exit code. */
export async function run(options: Options, log: Log, output: PumpTarget & typeof stdout): Promise<number> {
  const prepared = await prepare(options, log);
  const written = new Promise<Error | null | undefined>((resolve) => {
    output.write(`${JSON.stringify(readyMessage(VERSION))}\n`, resolve);
  });
  const { RpcHost } = await import("../rpc/host.ts");
  const { stdin } = await import("./stdin.ts");
  const { watchReader } = await import("./watch-reader.ts");
  const host = new RpcHost({
    input: stdin.open(),
    output,
    clock: systemClock,
    redactor: prepared.redactor,
    shutdownGraceMs: options.shutdownGrace * 1000,
    shutdownMaxMs: options.shutdownMax * 1000,
    askingMode: askingMode(options),
    builtinTools: options.tools ?? TOOL_NAMES,
    fullUpdates: options.messageUpdates === "full",
    openModel: prepared.openModel,
    report: log.report,
  });
  watchReader(() => host.readerGone());
  void written.then((error) => error && host.readerGone(error));
  onSignals((code) => host.terminate(code));
  onUncaught(prepared, log, (thrown) => host.crash(errorText(thrown)));
  if (options.parentPid !== undefined) {
    const { watchParent } = await import("./watch-parent.ts");
    watchParent(options.parentPid, () => {
      log.report(`the parent process ${options.parentPid} has ended`);
      host.terminate(1);
    });
  }
  void host.start(prepared.openAgent);
  return host.ended;
}

/**
 * The mode once the host wants to be asked. It chose the flags itself, so a flag counts; anything else that would allow
 * what it wants to be asked about does not.
 */
function askingMode({ permissionMode, sources }: Options): PermissionMode {
  const flagged = sources.permissionMode === flagOf("permissionMode");
  return flagged || permissionMode === "read-only" ? permissionMode : "ask";
}
