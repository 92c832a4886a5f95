/** Errors nobody caught: a plugin's are told and end nothing, our own end the process. */
import { errorText } from "../errors.ts";
import type { Log } from "./log.ts";
import type { Prepared } from "./prepare.ts";

/** Calls `crash` for an error that is no plugin's; it is in the log by then. */
export function onUncaught(
  { isFromPlugin }: Pick<Prepared, "isFromPlugin">,
  log: Log,
  crash: (thrown: unknown) => void,
): void {
  process.on("uncaughtException", (thrown: unknown) => {
    if (isFromPlugin(thrown)) return log.report(`a plugin failed outside its hooks: ${errorText(thrown)}`);
    log.crash(thrown);
    crash(thrown);
  });
}
