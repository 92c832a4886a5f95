/** The one-shot door: one prompt in, the answer or the events out, an exit code. */
import { type Clock, sleep } from "../clock.ts";
import { encodeLine } from "../framing/ndjson.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Event } from "../wire/events.ts";
import type { AssistantMessage } from "../wire/messages.ts";
import { createProgress } from "./progress.ts";

/** What this door needs of an agent. */
export interface PrintAgent {
  /** The listener is awaited, event by event. Returns the way to unsubscribe. */
  subscribe(listener: (event: Event) => void | Promise<void>): () => void;
  /** Resolves after `agent_end`, also when the run failed. */
  prompt(text: string): Promise<void>;
  abort(): Promise<void>;
}

/** A way out that never blocks; `flush` resolves when all of it has left or the reader is gone. */
export interface Writer {
  write(text: string): void;
  flush(): Promise<void>;
}

/** What a one-shot run is made of. */
export interface PrintOptions {
  agent: PrintAgent;
  prompt: string;
  /** `text`: stdout gets the final answer and nothing else. `json`: every event, one per line, and nothing else. */
  output: "text" | "json";
  stdout: Writer;
  /** The answer is shown to a person: control characters that could drive their terminal are left out. */
  stdoutIsTerminal: boolean;
  /** Writes one line to stderr; never waits. */
  note(line: string): void;
  /** Tool calls and tokens are noted too. */
  verbose: boolean;
  redactor: Redactor;
  clock: Clock;
  /** Ends the run. Its reason is the exit code: 128 + a signal's number, or `READER_GONE`. */
  stop: AbortSignal;
}

/** The exit code when nobody reads stdout any more: what SIGPIPE would have made of it. */
export const READER_GONE = 141;

/** How far the events may run ahead of a slow reader, in characters. */
const AHEAD = 1024 * 1024;
/** How long a stopped run waits for its last lines to be read. */
const LAST_LINES_MS = 500;

/**
 * Runs one prompt and resolves to the exit code: 0 when the run ended well, 1 when `agent_end.error` is set, the
 * same for every output; `stop.reason` when it was stopped. A failed or stopped run writes no answer.
 */
export async function runPrint(options: PrintOptions): Promise<number> {
  const { agent, output, stdout, redactor, stop } = options;
  const progress = createProgress((line) => options.note(redactor.text(line)), options.verbose);
  let answer: AssistantMessage | undefined;
  let failed = true;
  let ahead = 0;

  const unsubscribe = agent.subscribe((event) => {
    progress(event);
    if (event.type === "message_end" && event.message.role === "assistant") answer = event.message;
    if (event.type === "agent_end") failed = event.error !== null;
    if (output !== "json") return;
    const line = redactor.json(encodeLine(event));
    stdout.write(line);
    ahead += line.length;
    if (ahead < AHEAD || stop.aborted) return;
    ahead = 0;
    return unlessStopped(stdout.flush(), stop);
  });
  const abort = () => void agent.abort();
  stop.addEventListener("abort", abort, { once: true });
  try {
    if (!stop.aborted) await agent.prompt(options.prompt);
  } finally {
    stop.removeEventListener("abort", abort);
    unsubscribe();
  }

  if (output === "text" && answer && !failed && !stop.aborted) {
    const text = redactor.text(answerText(answer, options.stdoutIsTerminal));
    if (text !== "") stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  }
  await unlessStopped(stdout.flush(), stop);
  if (!stop.aborted) return failed ? 1 : 0;
  await Promise.race([stdout.flush(), sleep(options.clock, LAST_LINES_MS, new AbortController().signal)]);
  return stop.reason as number;
}

/** The text of the last message; several blocks of text are paragraphs. */
function answerText(message: AssistantMessage, forTerminal: boolean): string {
  const text = message.content
    .flatMap((block) => (block.type === "text" && block.text !== "" ? [block.text] : []))
    .join("\n\n");
  return forTerminal ? text.replace(/[^\P{Cc}\n\t]/gu, "") : text;
}

/** Resolves with the work or the stop, whichever is first: a run that is told to end waits for no pipe. */
function unlessStopped(work: Promise<void>, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => resolve();
    if (stop.aborted) return end();
    stop.addEventListener("abort", end, { once: true });
    work.then(resolve, reject).finally(() => stop.removeEventListener("abort", end));
  });
}
