/** `session.event` on its way out: merged while the reader is behind, written without keys, never over the limit. */
import { eventText } from "../agent/encode-event.ts";
import { mergeableSize, mergeEvents } from "../agent/merge-events.ts";
import type { Merging } from "../framing/lane.ts";
import { jsonText } from "../framing/ndjson.ts";
import type { NotificationMessage, Outgoing } from "../jsonrpc/messages.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { SessionEventParams } from "../wire/methods.ts";

/** The params of a `session.event` that is not written yet. */
export interface EventNotice extends SessionEventParams {
  /** Its conversation's: the event is masked when it is written. */
  redactor: Redactor;
}

const METHOD = "session.event";
/** What stands around an event, at most. */
const ENVELOPE = 1024;

/**
 * Adjacent pieces become one, which has the number of the last and counts the others. Only what follows each other by
 * number: whoever reads sees numbers that only grow.
 */
export const noticeMerging: Merging<NotificationMessage> = {
  size(message) {
    const notice = noticeOf(message);
    const size = notice && mergeableSize(notice.event);
    return size === undefined ? undefined : size + ENVELOPE / 8;
  },
  merge(earlier, later) {
    const [a, b] = [noticeOf(earlier), noticeOf(later)];
    if (!a || !b || b.seq - (b.merged ?? 0) !== a.seq + 1) return undefined;
    const event = mergeEvents(a.event, b.event);
    if (!event) return undefined;
    return { ...later, params: { ...b, event, merged: (a.merged ?? 0) + (b.merged ?? 0) + 1 } };
  },
};

/** How a connection with these notifications writes a message; no frame may be longer than `maxFrameBytes`. */
export function messageWriter(maxFrameBytes: number): (message: Outgoing) => string {
  return (message) => {
    const notice = noticeOf(message);
    if (!notice) return jsonText(message);
    const { session_id, seq, event, merged, redactor } = notice;
    const text = eventText(event, redactor, maxFrameBytes - ENVELOPE);
    const rest = merged === undefined ? "" : `,"merged":${merged}`;
    return `{"jsonrpc":"2.0","method":"${METHOD}","params":{"session_id":${jsonText(session_id)},"seq":${seq},"event":${text}${rest}}}`;
  };
}

function noticeOf(message: Outgoing): EventNotice | undefined {
  return "method" in message && message.method === METHOD ? (message.params as EventNotice) : undefined;
}
