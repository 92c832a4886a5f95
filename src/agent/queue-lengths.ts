/** How many messages wait for a run, in the words of the wire. */
import type { QueueLengths } from "../wire/control.ts";
import type { AgentState } from "./agent-options.ts";

/** The lengths of an agent's queues; all zero while there is no agent. */
export function queueLengths(queues?: AgentState["queues"]): QueueLengths {
  return { steer: queues?.steer.length ?? 0, follow_up: queues?.followUp.length ?? 0 };
}

/** Tells, at the end of a door, that what waits in these queues is lost; nothing when nothing waits. */
export function reportDropped(
  queued: readonly QueueLengths[],
  { report }: { report(line: string): void },
): void {
  const waiting = queued.reduce((sum, { steer, follow_up }) => sum + steer + follow_up, 0);
  if (waiting > 0) report(`${waiting} queued message(s) were dropped: no run was left to take them`);
}
