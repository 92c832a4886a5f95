/** The one-shot door: one prompt in, the answer or the events out, an exit code. */
import type { RunResult } from "../agent/agent-options.ts";
import { encodeEvent } from "../agent/encode-event.ts";
import { type Clock, sleep } from "../clock.ts";
import { Pump, type PumpTarget } from "../framing/pump.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { outputErrorText } from "../system-errors.ts";
import { createEscapeFilter } from "../tools/terminal-escapes.ts";
import type { Event } from "../wire/events.ts";
import type { AssistantMessage } from "../wire/messages.ts";
import { createProgress, type PrintLog } from "./progress.ts";

/** What this door needs of an agent. */
export interface PrintAgent {
  /** The listener is awaited, event by event. Returns the way to unsubscribe. */
  subscribe(listener: (event: Event) => void | Promise<void>): () => void;
  /** Resolves after `agent_end`, also when the run failed, or with what a slash command came to. */
  prompt(text: string): Promise<RunResult>;
  /** Stops the run. */
  abort(): Promise<void>;
  /** Ends the conversation: what is still to be saved is saved. */
  close(): Promise<void>;
}

/** What a one-shot run is made of. */
export interface PrintOptions {
  agent: PrintAgent;
  prompt: string;
  /** `text`: stdout gets the final answer and nothing else. `json`: every event, one per line, and nothing else. */
  output: "text" | "json";
  stdout: PumpTarget;
  /** The answer is shown to a person: what could drive their terminal is left out. */
  stdoutIsTerminal: boolean;
  log: PrintLog;
  redactor: Redactor;
  clock: Clock;
  /** Ends the run early. Its reason is the exit code, 128 + the signal's number. */
  stop: AbortSignal;
}

/** The exit code when nobody reads stdout any more: what SIGPIPE would have made of it. */
export const READER_GONE = 141;

/** How far the events may run ahead of a slow reader, in characters. */
const AHEAD = 1024 * 1024;
/** How long a run that was stopped may take to end, and its last lines to leave. */
const LAST_WORDS_MS = 2000;

/**
 * Runs one prompt and resolves to the exit code: 0 when the run ended well, 1 when `agent_end.error` is set, the same
 * for every output; when it was stopped, the code of the stop; 1, with the reason in the log, when stdout cannot be
 * written. A failed or stopped run writes no answer.
 */
export async function runPrint(options: PrintOptions): Promise<number> {
  const { agent, output, redactor, stop, clock } = options;
  const progress = createProgress(options.log);
  const ending = new AbortController();
  const done = new AbortController();
  const onStop = () => ending.abort(stop.reason);
  ending.signal.addEventListener("abort", () => void agent.abort());
  const pump = new Pump<string>(options.stdout, {
    encode: (text) => text,
    onClosed(error) {
      const failure = outputErrorText(error);
      if (failure !== undefined) options.log.report(failure);
      ending.abort(failure === undefined ? READER_GONE : 1);
    },
  });
  let answer: AssistantMessage | undefined;
  let failed = true;

  const unsubscribe = agent.subscribe((event) => {
    progress(event);
    if (event.type === "message_end" && event.message.role === "assistant") answer = event.message;
    if (event.type === "agent_end") failed = event.error !== null;
    if (output !== "json") return;
    pump.send(encodeEvent(event, redactor));
    return pump.room(AHEAD);
  });
  const run = async () => {
    const result = await agent.prompt(options.prompt);
    if (result.stop_reason === "command") {
      failed = result.error !== null;
      if (result.error !== null) options.log.report(result.error);
      else if (output === "text" && result.output) pump.send(redactor.text(`${result.output}\n`));
    }
    if (output === "text" && answer && !failed && !ending.signal.aborted)
      pump.send(redactor.text(answerText(answer, options.stdoutIsTerminal)));
    await agent.close();
    await pump.flush();
  };
  const lastWords = async () => {
    await new Promise((resolve) => ending.signal.addEventListener("abort", resolve));
    await sleep(clock, LAST_WORDS_MS, done.signal);
  };

  stop.addEventListener("abort", onStop);
  try {
    if (stop.aborted) ending.abort(stop.reason);
    else await Promise.race([run(), lastWords()]);
  } finally {
    done.abort();
    stop.removeEventListener("abort", onStop);
    unsubscribe();
    pump.close();
  }
  return ending.signal.aborted ? (ending.signal.reason as number) : failed ? 1 : 0;
}

/** The text of the last message with a line end; several blocks of text are paragraphs. Empty when there is none. */
function answerText({ content }: AssistantMessage, forTerminal: boolean): string {
  const blocks = content.flatMap((block) => (block.type === "text" && block.text !== "" ? [block.text] : []));
  const whole = blocks.join("\n\n");
  const text = forTerminal
    ? createEscapeFilter()
        .push(whole)
        .replace(/[^\P{Cc}\n\t]/gu, "")
    : whole;
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
