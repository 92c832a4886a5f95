/** What a model reads about a finished command. */
import { byteCount } from "./byte-count.ts";
import type { CollectedOutput } from "./command-output.ts";
import type { GroupExit } from "./processes.ts";
import type { ToolOutput } from "./tool.ts";

/** How a command came to its end. */
export interface FinishedCommand {
  output: CollectedOutput;
  /** Null when its end could not be waited for. */
  exit: GroupExit | null;
  /** Why it was ended before its own end. */
  ended: "timeout" | "abort" | null;
  timeoutSeconds: number;
  durationMs: number;
  /** Something it started still runs. */
  background: boolean;
}

/**
 * The result: the output, and in brackets what a reader must know beside it. An error unless the exit code is 0.
 * `details` hold `exit_code`, `signal`, `duration_ms`, `timed_out`, `aborted`, `truncated`, `output_file`.
 */
export function reportCommand(command: FinishedCommand): ToolOutput {
  const { output, exit, ended } = command;
  const notes = [endNote(command), command.background ? BACKGROUND : undefined].filter(
    (note) => note !== undefined,
  );
  const text = [outputText(output), ...notes.map((note) => `[${note}]`)].join("\n");
  return {
    content: [{ type: "text", text }],
    isError: ended !== null || exit?.code !== 0,
    details: {
      exit_code: exit?.code ?? null,
      signal: exit?.signal ?? null,
      duration_ms: command.durationMs,
      timed_out: ended === "timeout",
      aborted: ended === "abort",
      truncated: output.omitted !== null,
      output_file: output.stored?.failure === undefined ? (output.stored?.path ?? null) : null,
    },
  };
}

const BACKGROUND = "processes started in the background still run; they are ended when this run ends";

function endNote({ exit, ended, timeoutSeconds }: FinishedCommand): string | undefined {
  if (ended === "timeout")
    return `timed out after ${timeoutSeconds} s: the command and everything it had started were ended`;
  if (ended === "abort") return "aborted: the command and everything it had started were ended";
  if (exit === null) return "its end could not be seen";
  if (exit.signal !== null) return `ended by ${exit.signal}`;
  return exit.code === 0 ? undefined : `exit code ${exit.code}`;
}

function outputText({ head, tail, omitted, stored, rawBytes }: CollectedOutput): string {
  if (omitted === null) {
    const text = head.replace(/\n+$/, "");
    if (text !== "") return text;
    return rawBytes > 1 ? `(no visible output: ${byteCount(rawBytes)} of it came)` : "(no output)";
  }
  const count = `${omitted.lines.toLocaleString("en-US")} ${omitted.lines === 1 ? "line" : "lines"}, `;
  const lines = omitted.lines > 0 ? count : "";
  const where = stored === null ? "" : `; ${storedText(stored)}`;
  const note = `[… ${lines}${byteCount(omitted.bytes)} left out here${where} …]`;
  return `${head.replace(/\n$/, "")}\n${note}\n${tail.replace(/\n+$/, "")}`;
}

function storedText({ path, bytes, complete, failure }: NonNullable<CollectedOutput["stored"]>): string {
  if (failure !== undefined) return `the whole could not be kept in ${path}: ${failure}`;
  return complete ? `the whole output is in ${path}` : `its first ${byteCount(bytes)} are in ${path}`;
}
