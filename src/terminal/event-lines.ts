/** Events to lines: what a terminal shows of a run, and nothing that another door would not get. */
import type { Clock } from "../clock.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Event, ToolExecutionStart } from "../wire/events.ts";
import type { AssistantContent, Message, ToolResultMessage } from "../wire/messages.ts";
import type { MessageStreamEvent } from "../wire/stream.ts";
import { cleanEvent } from "./clean-event.ts";
import { contentText } from "./content-text.ts";
import { callWords, diffLines } from "./diff-lines.ts";
import type { MarkdownLook } from "./markdown-inline.ts";
import { MarkdownStream } from "./markdown-stream.ts";
import { ownWords } from "./own-words.ts";
import { fitted, harmless, harmlessLine, indented, wrapped } from "./text-cells.ts";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
const OUTPUT_LINES = 5;
const FAILED_LINES = 4;
const HISTORY_MESSAGES = 30;
const DIFF_LINES = 40;
const PROMPT_LINES = 12;
const TAIL = 4000;
const MOST_OPEN = 6;

/** How it is written, and how high the window is. */
export interface EventLook extends MarkdownLook {
  rows: number;
}

interface RunningCall extends Pick<ToolExecutionStart, "tool_name" | "arguments"> {
  since: number;
  /** The end of its output. */
  tail: string;
}

/** Folds the events of one conversation. Holds what is open, never the transcript. */
export class EventLines {
  readonly #look: () => EventLook;
  readonly #clock: Clock;
  readonly #isEchoed: boolean;
  #finished: string[] = [];
  #endsBlank = true;
  #text: MarkdownStream | undefined;
  #thinking: { text: string; since: number } | undefined;
  #calls = new Map<string, RunningCall>();
  #since: number | undefined;
  #pause: { until: number; words: string } | undefined;
  #hasStreamed = false;
  /** Takes keys out of what is shown, as soon as it is known which there are. */
  redactor: Redactor | undefined;
  /** Whether a run is on. */
  isRunning = false;
  /** Whether the last run failed in a way that may pass. */
  canRetry = false;

  /** With `isEchoed`, the terminal itself has shown what was typed. */
  constructor(look: () => EventLook, clock: Clock, isEchoed = false) {
    this.#look = look;
    this.#clock = clock;
    this.#isEchoed = isEchoed;
  }

  /** What is final since it was last asked for. */
  takeFinished(): string[] {
    if (this.#text) this.#add(this.#text.takeFinished(this.#look().columns, this.#mostOpen));
    const lines = this.#finished;
    this.#finished = [];
    return lines;
  }

  /** A line of the door itself. */
  note(text: string): void {
    const { style, columns } = this.#look();
    this.#add(wrapped(ownWords(this.redactor?.text(text) ?? text), columns).map((line) => style.dim(line)));
  }

  /** A blank line, unless the last one is. */
  gap(): void {
    if (!this.#endsBlank) this.#add([""]);
  }

  take(given: Event): void {
    const event = this.redactor ? cleanEvent(given, this.redactor) : given;
    const { style, columns } = this.#look();
    switch (event.type) {
      case "agent_start":
        this.isRunning = true;
        this.canRetry = false;
        this.#since = this.#clock.now();
        return;
      case "message_start":
        this.#hasStreamed = false;
        return;
      case "message_update":
        this.#pause = undefined;
        return this.#stream(event.stream_event);
      case "message_end":
        this.#endBlocks();
        if (this.#isEchoed && event.message.role === "user") return;
        if (event.message.role !== "assistant" || !this.#hasStreamed) this.#message(event.message);
        return;
      case "tool_execution_start":
        this.#calls.set(event.tool_call_id, { ...event, since: this.#clock.now(), tail: "" });
        return;
      case "tool_execution_update": {
        const call = this.#calls.get(event.tool_call_id);
        if (call) call.tail = (call.tail + event.delta).slice(-TAIL);
        return;
      }
      case "tool_execution_end": {
        const call = this.#calls.get(event.tool_call_id);
        this.#calls.delete(event.tool_call_id);
        this.#result(event.result, call?.arguments ?? {});
        return;
      }
      case "retry": {
        const words = `attempt ${event.attempt} of ${event.total_attempts}`;
        this.#pause = { until: this.#clock.now() + event.delay_seconds * 1000, words };
        const line = `↻ ${words} in ${event.delay_seconds} s: ${harmlessLine(event.reason)}`;
        this.#add(indented(line, columns, "  ", "").map((text) => style.dim(text)));
        return;
      }
      case "error":
        this.canRetry = event.recoverable;
        this.#add(indented(`✗ ${ownWords(event.error)}`, columns, "  ", "").map((text) => style.red(text)));
        return;
      case "agent_end":
        this.#endBlocks();
        this.#calls.clear();
        this.#pause = undefined;
        this.#since = undefined;
        this.isRunning = false;
        if (event.error === null) this.canRetry = false;
        if (event.stop_reason === "aborted" && event.error === null) this.note("stopped");
        if (event.stop_reason === "max_tokens")
          this.note("the answer was cut: the model reached its output limit");
        if (event.stop_reason === "refusal") this.note("the model refused to answer");
    }
  }

  /** A conversation that goes on: its last messages. */
  history(messages: readonly Message[]): void {
    this.canRetry = false;
    const shown = messages.slice(-HISTORY_MESSAGES);
    const calls = new Map<string, Extract<AssistantContent, { type: "tool_call" }>>();
    for (const message of messages)
      if (message.role === "assistant")
        for (const block of message.content)
          if (block.type === "tool_call") calls.set(block.tool_call_id, block);
    if (messages.length > shown.length) this.note(`… ${messages.length - shown.length} earlier messages`);
    for (const message of shown)
      if (message.role === "tool_result")
        this.#result(message, calls.get(message.tool_call_id)?.arguments ?? {});
      else this.#message(message);
    this.gap();
  }

  /** What is not final, at most so many lines: the end of the answer, running calls, what is waited for. */
  live(room: number): string[] {
    const { style, columns, rows } = this.#look();
    const most = Math.min(room, Math.max(3, Math.ceil(rows / 2)));
    if (!this.isRunning) return [];
    const now = this.#clock.now();
    const spin = style.cyan(SPINNER[Math.floor(now / FRAME_MS) % SPINNER.length] ?? "");
    const lines: string[] = [];
    const open = this.#text?.openLines(columns, Math.min(most - 1, 2 * this.#mostOpen)) ?? [];
    const outputLines = Math.min(OUTPUT_LINES, Math.floor(most / Math.max(1, this.#calls.size)) - 1);
    if (this.#thinking) {
      const tail = wrapped(harmless(this.#thinking.text.slice(-TAIL)).trim(), columns - 2).slice(
        -OUTPUT_LINES,
      );
      lines.push(...tail.map((line) => `  ${style.dim(line.trim())}`));
    }
    for (const { tool_name: name, arguments: args, since, tail } of this.#calls.values()) {
      const words = callWords(name, args, columns - name.length - 12);
      lines.push(`${spin} ${style.bold(harmlessLine(name))} ${words} ${style.dim(elapsed(now - since))}`);
      const output = harmless(tail).trimEnd();
      if (output !== "" && outputLines > 0)
        lines.push(
          ...output
            .split("\n")
            .slice(-outputLines)
            .map((line) => `  ${style.dim(fitted(line, columns - 3))}`),
        );
    }
    if (this.#pause) {
      const left = Math.max(0, Math.ceil((this.#pause.until - now) / 1000));
      lines.push(
        `${spin} ${style.dim(`${this.#pause.words} ${left > 0 ? `in ${left} s` : "now"} · Esc stops`)}`,
      );
    } else if (this.#calls.size === 0)
      lines.push(
        `${spin} ${style.dim(`${this.#thinking ? "thinking" : "working"} ${elapsed(now - (this.#since ?? now))} · Esc stops`)}`,
      );
    return [...open, ...lines].slice(-most);
  }

  /** How many lines of an answer stay open: little of a low window, for all that is drawn anew may be left behind by a resize. */
  get #mostOpen(): number {
    return Math.max(2, Math.min(MOST_OPEN, Math.floor(this.#look().rows / 2) - 3));
  }

  #stream(event: MessageStreamEvent): void {
    if (event.type === "text_delta") {
      if (this.#thinking) this.#endBlocks();
      this.#hasStreamed = true;
      this.#text ??= this.#openText();
      this.#text.push(harmless(event.delta));
    } else if (event.type === "thinking_delta") {
      if (this.#text) this.#endBlocks();
      this.#hasStreamed = true;
      this.#thinking ??= { text: "", since: this.#clock.now() };
      this.#thinking.text = (this.#thinking.text + event.delta).slice(-2 * TAIL);
    } else if (event.type === "tool_call_start") {
      this.#endBlocks();
      this.#hasStreamed = true;
    }
  }

  #openText(): MarkdownStream {
    this.gap();
    return new MarkdownStream(this.#look().style);
  }

  #endBlocks(): void {
    const { style, columns } = this.#look();
    if (this.#text) {
      this.#add(this.#text.end(columns));
      this.#text = undefined;
      this.gap();
    }
    if (this.#thinking) {
      this.#add([style.dim(`∴ thought for ${elapsed(this.#clock.now() - this.#thinking.since)}`)]);
      this.#thinking = undefined;
    }
  }

  #message(message: Message): void {
    const { style, columns } = this.#look();
    if (message.role === "user") {
      const lines = indented(harmless(contentText(message.content)), columns, "  ", "> ");
      const more = lines.length - PROMPT_LINES;
      const shown = more > 1 ? [...lines.slice(0, PROMPT_LINES), `  … ${more} more lines`] : lines;
      this.gap();
      this.#add([...shown.map((line) => style.bold(line)), ""]);
    } else if (message.role === "assistant") {
      for (const block of message.content) {
        if (block.type !== "text" || block.text.trim() === "") continue;
        const stream = this.#openText();
        stream.push(harmless(block.text));
        this.#add(stream.end(columns));
        this.gap();
      }
    } else if (message.role === "custom") this.note(`· ${message.kind}`);
  }

  #result(
    { tool_name: name, content, is_error: failed, details }: ToolResultMessage,
    args: RunningCall["arguments"],
  ): void {
    const { style, columns } = this.#look();
    const text = harmless(contentText(content)).trimEnd();
    const diff =
      typeof details === "object" && details !== null && !Array.isArray(details) ? details.diff : undefined;
    const sign = failed ? style.red("✗") : style.green("✓");
    const folded = failed || typeof diff === "string" ? "" : sizeOf(text);
    const shownName = harmlessLine(name);
    const words = callWords(name, args, columns - shownName.length - folded.length - 6);
    this.#add([`${sign} ${style.bold(shownName)} ${words}${folded === "" ? "" : style.dim(` · ${folded}`)}`]);
    if (failed) this.#add(lastLines(text).map((line) => `  ${style.red(fitted(line, columns - 3))}`));
    else if (typeof diff === "string")
      this.#add(diffLines(diff, style, DIFF_LINES).map((line) => `  ${line}`));
  }

  #add(lines: readonly string[]): void {
    for (const line of lines) this.#finished.push(line);
    if (lines.length > 0) this.#endsBlank = lines.at(-1) === "";
  }
}

/** Such as `3 s` or `2 min 5 s`. */
function elapsed(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The end of what failed: why it did is mostly said there. */
function lastLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.length <= FAILED_LINES) return lines;
  const shown = lines.slice(1 - FAILED_LINES);
  return [`… ${lines.length - shown.length} more lines`, ...shown];
}

function sizeOf(text: string): string {
  if (text === "") return "no output";
  const lines = text.split("\n").length;
  return lines === 1 ? fitted(harmlessLine(text), 40) : `${lines} lines`;
}
