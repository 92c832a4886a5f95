/** Errors nobody caught: a plugin's are told and end nothing, our own end the process. */
import { errorText } from "../errors.ts";
import type { Log } from "./log.ts";
import type { Prepared } from "./prepare.ts";

/** Calls `crash` for an error that is no plugin's; it is in the log by then. What a timer repeats is told once. */
export function onUncaught(
  { isFromPlugin }: Pick<Prepared, "isFromPlugin">,
  log: Log,
  crash: (thrown: unknown) => void,
): void {
  const told = new Set<string>();
  process.on("uncaughtException", (thrown: unknown) => {
    if (isFromPlugin(thrown)) {
      const line = `a plugin failed outside its hooks: ${errorText(thrown)}`;
      if (!told.has(line)) log.report(line);
      told.add(line);
      return;
    }
    log.crash(thrown);
    crash(thrown);
  });
}
