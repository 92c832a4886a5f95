/** What holds for every session of the rpc door, whatever happened in it. */
import { violations } from "../rpc/interleavings.ts";
import type { Exit, Letscode, Line } from "./letscode.ts";

/**
 * What was wrong with a process that has ended; empty when nothing was. After a clean end: `ready` first, `bye` last,
 * every command answered once, every start with its end. After any end: nothing on stdout but lines of the protocol,
 * no stack trace on stderr.
 */
export function brokenPromises(host: Letscode, { code }: Exit): string[] {
  const wrong: string[] = [];
  const { lines } = host;
  const text = host.text();
  const [first] = lines;
  if (first !== undefined && first.type !== "ready") wrong.push(`${first.type} is the first line`);
  wrong.push(...lines.filter((line) => !isRecord(line)).map((line) => `no record: ${JSON.stringify(line)}`));
  if (code !== null && text !== "" && !text.endsWith("\n")) wrong.push("the last line has no end");
  if (/\n\s+at .*:\d+:\d+/.test(host.stderr())) wrong.push(`a stack trace: ${host.stderr()}`);
  if (code === 0) wrong.push(...violations(lines, ...commandsOf(host), 0));
  return wrong;
}

/** The ids of the commands sent, and the place of the first `bye` among them: what came later may have found nobody. */
function commandsOf({ sent }: Letscode): [ids: string[], byeAt: number] {
  const ids = sent.map(({ id }) => id);
  const told = sent.filter(({ id }) => typeof id === "string" && ids.indexOf(id) === ids.lastIndexOf(id));
  return [told.map(({ id }) => String(id)), told.findIndex(({ cmd }) => cmd === "bye")];
}

function isRecord(line: Line): boolean {
  return (
    typeof line === "object" && line !== null && typeof line.type === "string" && line.type !== "not json"
  );
}
