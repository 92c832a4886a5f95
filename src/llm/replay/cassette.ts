/** A cassette: what was recorded of one conversation, ready to be played again. */
import type { ErrorEvent } from "../../wire/events.ts";
import type { AssistantMessage } from "../../wire/messages.ts";
import type { StreamEvent } from "../../wire/stream.ts";
import type { HistoryItem } from "./history.ts";

/** An event of a call and when it came. */
export interface RecordedStep {
  event: StreamEvent;
  /** Milliseconds since the recording began; 0 where nothing recorded the time. */
  ms: number;
}

/** One model call: what came between two points at which a model was asked. */
export interface RecordedCall {
  /** The line that holds its final message, counted from 1. */
  line: number;
  /** When the model was asked, in milliseconds since the recording began. */
  askedMs: number;
  /** Retries first, then what streamed. Their fold is `message`; `stop` is missing when the call failed or was aborted. */
  steps: RecordedStep[];
  message: AssistantMessage;
  /** The `error` event that followed. */
  failure?: ErrorEvent;
  /** What the conversation gained since the call before and the model could see. */
  before: HistoryItem[];
  /** A custom message came with it: its plugin may have shown the model something that was not recorded. */
  customBefore: boolean;
}

/** A whole recording. Never changed by playing it: any number of conversations may share one. */
export interface Cassette {
  /** Where it came from, for messages. */
  name: string;
  /** The agent's own calls, in order; at least one. */
  calls: RecordedCall[];
  /** The calls outside a turn, by purpose, in order. */
  outside: ReadonlyMap<string, RecordedCall[]>;
  /** It holds the pace of the recording. */
  timed: boolean;
  /** The number of its lines. */
  lines: number;
  /** It ends within a call or a line, as a killed process leaves it. */
  brokenOff: boolean;
}

/** The call's message stays in the transcript but no model is shown it, nor the results of its tool calls. */
export function isHidden({ message }: RecordedCall): boolean {
  const failed = message.stop_reason === "error" || message.stop_reason === "aborted";
  return failed || message.content.length === 0;
}
