/** From a saved event stream to a cassette, in one pass. */
import { readFileSync, statSync } from "node:fs";
import { errorText, LetscodeError, UsageError } from "../../errors.ts";
import { systemErrorText } from "../../system-errors.ts";
import type { AssistantMessage, Message } from "../../wire/messages.ts";
import { type Cassette, isHidden, type RecordedCall, type RecordedStep } from "./cassette.ts";
import { completeSteps } from "./complete-steps.ts";
import { type HistoryItem, itemsOf } from "./history.ts";
import { type CassetteLine, readCassetteLine } from "./read-line.ts";

const LF = 0x0a;

/**
 * Reads the recording at `path` (absolute): the output of `--mode rpc` or `--output json`, the lines of a JSON-RPC log,
 * a file of `--record`. Throws a UsageError that names the file and, where one is to blame, the line.
 */
export function loadCassette(path: string): Cassette {
  let bytes: Buffer;
  try {
    if (!statSync(path).isFile()) throw new Error("it is no file");
    bytes = readFileSync(path);
  } catch (thrown) {
    throw new UsageError(`the recording ${path} cannot be read: ${systemErrorText(thrown)}`);
  }
  return readCassette(bytes, path);
}

/** The same for a recording at hand; `name` stands for its file in messages. */
export function parseCassette(text: string, name: string): Cassette {
  return readCassette(Buffer.from(text), name);
}

function readCassette(bytes: Buffer, name: string): Cassette {
  const tape = new Tape();
  let number = 0;
  /** What is wrong with the line before, which is forgiven only when it turns out to be the last. */
  let torn: UsageError | undefined;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LF, start);
    const end = found === -1 ? bytes.length : found;
    const text = bytes.toString("utf8", start, end).trim();
    start = end + 1;
    number++;
    if (text === "") continue;
    if (torn) throw torn;
    try {
      const read = readCassetteLine(text);
      if (read) tape.add(read.line, number, read.session);
    } catch (thrown) {
      const error = new UsageError(`${name} line ${number} is no line of a recording: ${errorText(thrown)}`);
      if (!isTorn(text)) throw error;
      torn = error;
    }
  }
  return tape.finish(name, number, torn !== undefined);
}

/** Begins like an object and is none: it was cut. */
function isTorn(text: string): boolean {
  if (!text.startsWith("{")) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** What the lines so far amount to. */
class Tape {
  readonly #calls: RecordedCall[] = [];
  readonly #outside = new Map<string, RecordedCall[]>();
  #session: string | undefined;
  #timed = false;
  #ms = 0;
  #askedMs = 0;
  #steps: RecordedStep[] = [];
  #before: HistoryItem[] = [];
  #customBefore = false;
  /** The failed call whose `error` event may still come. */
  #failed: RecordedCall | undefined;

  add(line: CassetteLine, number: number, session: string | undefined): void {
    this.#checkSession(session);
    switch (line.type) {
      case "clock":
        this.#timed = true;
        this.#ms = line.ms;
        return;
      case "retry":
        this.#steps.push({ event: line, ms: this.#ms });
        return;
      case "message_update":
        this.#steps.push({ event: line.event, ms: this.#ms });
        return;
      case "error":
        if (this.#failed) this.#failed.failure = line;
        this.#failed = undefined;
        return;
      case "model_call": {
        const calls = this.#outside.get(line.purpose) ?? [];
        calls.push(this.#call(line.message, number, [], false));
        this.#outside.set(line.purpose, calls);
        return;
      }
      case "event":
        return this.#passBy();
      case "message_end":
        if (line.message.role === "assistant") return this.#answer(line.message, number);
        this.#passBy();
        return this.#gain(line.message);
    }
  }

  finish(name: string, lines: number, torn: boolean): Cassette {
    if (this.#calls.length === 0)
      throw new UsageError(
        `${name} holds no assistant message up to its last line, ${lines}, so there is nothing to replay; record with --record, --mode rpc or --output json`,
      );
    return {
      name,
      calls: this.#calls,
      outside: this.#outside,
      timed: this.#timed,
      lines,
      brokenOff: torn || this.#steps.length > 0,
    };
  }

  #checkSession(session: string | undefined): void {
    if (session === undefined) return;
    this.#session ??= session;
    if (session !== this.#session)
      throw new LetscodeError(
        `it is of session ${session}, the lines before of ${this.#session}; keep the lines of one session, a recording is one conversation`,
      );
  }

  /** Nothing streams at this point: what did and never ended was left behind by a process that died. */
  #passBy(): void {
    this.#steps = [];
    this.#failed = undefined;
    this.#askedMs = this.#ms;
  }

  #answer(message: AssistantMessage, line: number): void {
    const call = this.#call(message, line, this.#before, this.#customBefore);
    this.#calls.push(call);
    this.#before = [];
    this.#customBefore = false;
    this.#failed = message.stop_reason === "error" ? call : undefined;
  }

  #gain(message: Exclude<Message, AssistantMessage>): void {
    if (message.role === "custom") {
      this.#customBefore = true;
      return;
    }
    const last = this.#calls.at(-1);
    const unseen = message.role === "tool_result" && last !== undefined && isHidden(last);
    if (!unseen) this.#before.push(...itemsOf(message));
  }

  #call(message: AssistantMessage, line: number, before: HistoryItem[], customBefore: boolean): RecordedCall {
    const steps = completeSteps(this.#steps, message, this.#ms);
    const call = { line, askedMs: this.#askedMs, steps, message, before, customBefore };
    this.#steps = [];
    this.#askedMs = this.#ms;
    return call;
  }
}
