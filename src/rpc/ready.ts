/** The first line of `--mode rpc`, apart from all else: a host waits for it. */
import type { ReadyMessage } from "../wire/control.ts";
import { PROTOCOL } from "../wire/version.ts";

/** What `ready` says of this version of letscode. */
export function readyMessage(version: string): ReadyMessage {
  return {
    type: "ready",
    protocol: PROTOCOL,
    letscode: version,
    capabilities: { message_updates: true, state: true, permissions: true, host_tools: true },
  };
}
