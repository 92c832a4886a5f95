/** A tool call in one line. */
import { countOf } from "../usage.ts";
import type { ToolCallBlock, ToolResultMessage } from "../wire/messages.ts";
import { duration } from "./amounts.ts";
import { diffCounts } from "./diff-lines.ts";
import { isObject } from "./json-text.ts";
import { oneLine } from "./visible-text.ts";

const LENGTH = 120;

/** What the call is about: the command, the path, the pattern and where it was sought, or the first of its arguments. */
export function callSummary({ name, arguments: args, arguments_text }: ToolCallBlock): string {
  if (arguments_text !== undefined) return oneLine(arguments_text, LENGTH);
  const text = (key: string) => (typeof args[key] === "string" ? args[key] : undefined);
  const pattern = text("pattern");
  const path = text("path");
  if (name === "bash" && text("command") !== undefined) return oneLine(text("command") ?? "", LENGTH);
  if (pattern !== undefined) return oneLine(path === undefined ? pattern : `${pattern} in ${path}`, LENGTH);
  if (path !== undefined) return oneLine(path, LENGTH);
  const [first] = Object.entries(args).filter(([, value]) => typeof value !== "object");
  return first === undefined ? "" : oneLine(`${first[0]}: ${first[1]}`, LENGTH);
}

/** What is known of a result beside its text. */
export interface ResultFacts {
  /** A unified diff. */
  diff: string | undefined;
  exitCode: number | undefined;
  durationMs: number | undefined;
  /** In a few words each, such as `exit 1`, `+3 −1`, `timed out`, `4.2 s`. */
  words: readonly string[];
}

/** Reads what tools put into `details`; anything else is no fact. */
export function resultFacts({ details }: ToolResultMessage): ResultFacts {
  const known = isObject(details) ? details : {};
  const diff = typeof known.diff === "string" && known.diff !== "" ? known.diff : undefined;
  const exitCode = typeof known.exit_code === "number" ? known.exit_code : undefined;
  const durationMs = typeof known.duration_ms === "number" ? countOf(known.duration_ms) : undefined;
  const words: string[] = [];
  if (diff !== undefined) {
    const { added, removed } = diffCounts(diff);
    words.push(`+${added} −${removed}`);
  }
  if (known.created === true) words.push("new file");
  if (exitCode !== undefined) words.push(`exit ${exitCode}`);
  if (typeof known.signal === "string") words.push(oneLine(known.signal, 20));
  if (known.timed_out === true) words.push("timed out");
  if (known.aborted === true) words.push("aborted");
  if (durationMs !== undefined) words.push(duration(durationMs));
  return { diff, exitCode, durationMs, words };
}
