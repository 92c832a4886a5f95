/** A transcript in pieces that fit any pipe. */
import { Buffer } from "node:buffer";
import type { CompactionReport } from "../wire/control.ts";
import type { CustomMessage, Message } from "../wire/messages.ts";

/** How many bytes of messages go together: far from the longest line or frame. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The oldest messages that go together, or the newest. */
export interface TranscriptPage {
  messages: Message[];
  /** There are more. */
  truncated?: true;
}

/** The messages behind the one with this id, all of them without an id; undefined when no message has it. */
export function messagesAfter(
  messages: readonly Message[],
  after: string | undefined,
): TranscriptPage | undefined {
  const from = after === undefined ? 0 : messages.findIndex(({ id }) => id === after) + 1;
  return after !== undefined && from === 0 ? undefined : page(messages.slice(from));
}

/** The newest messages, in their order. */
export function newestMessages(messages: readonly Message[]): TranscriptPage {
  const { messages: newest, ...rest } = page(messages.toReversed());
  return { messages: newest.reverse(), ...rest };
}

/** What a compaction came to, from the message that holds the summary; null when there was nothing to summarise. */
export function compactionAnswer(message: CustomMessage | undefined): {
  compaction: CompactionReport | null;
} {
  if (!message) return { compaction: null };
  const { data } = message;
  const count = (name: string) => {
    const value = typeof data === "object" && data !== null && !Array.isArray(data) ? data[name] : undefined;
    return typeof value === "number" ? value : 0;
  };
  const [before, after] = [count("tokens_before"), count("tokens_after")];
  return { compaction: { message_id: message.id, tokens_before: before, tokens_after: after } };
}

/** As many as go together, at least one. */
function page(messages: readonly Message[]): TranscriptPage {
  let bytes = 0;
  for (const [at, message] of messages.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(message));
    if (bytes > MOST_BYTES && at > 0) return { messages: messages.slice(0, at), truncated: true };
  }
  return { messages: [...messages] };
}
