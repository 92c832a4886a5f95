/** One client's reading of one session. */
import { waitsEarly } from "../agent/waits-early.ts";
import { wholeUpdate } from "../agent/whole-update.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Event } from "../wire/events.ts";
import type { AssistantMessage } from "../wire/messages.ts";
import type { SessionIdleParams } from "../wire/methods.ts";
import type { EventNotice } from "./event-notice.ts";
import type { Peer } from "./peer.ts";

/** Past this much waiting, in characters, what can wait does, and a reader that is not the owner is passed over. */
const SOFT_MARK = 1024 * 1024;
/** Past this the model's stream waits too. What the connection as a whole may hold is the peer's to bound. */
const HARD_MARK = 8 * 1024 * 1024;
/** A reader that was passed over is told so when this little waits. */
const CAUGHT_UP = 64 * 1024;

/** What all followers of a session need to know of it. */
export interface Followed {
  sessionId: string;
  redactor: Redactor;
  /** The message that is being streamed, as far as it has come. */
  partial(): AssistantMessage | null;
}

/** What one of them needs to know. */
export interface FollowerOptions extends Followed {
  peer: Peer;
  /** Every `message_update` carries the whole partial message. */
  fullUpdates: boolean;
}

/** Tells one client of a session's events. */
export class Follower {
  readonly peer: Peer;
  readonly #options: FollowerOptions;
  /** The last event that was sent. */
  #last: number;
  #passedOver = false;
  /** Events were left out, and the client does not know. */
  #owesGap = false;

  /** It follows from the event behind `seq` on. */
  constructor(options: FollowerOptions, seq: number) {
    this.#options = options;
    this.peer = options.peer;
    this.#last = seq;
  }

  /** Sends an event to the session's owner; what it returns resolves when the run may go on. */
  tellOwner(seq: number, event: Event): Promise<void> | undefined {
    const sent = this.#send(seq, event);
    return this.peer.room(this.#options.sessionId, waitsEarly(sent) ? SOFT_MARK : HARD_MARK);
  }

  /** Sends an event to a client that only reads along; one that is behind gets a gap instead, and nobody waits. */
  tellReader(seq: number, event: Event): void {
    if (this.#passedOver) {
      this.#owesGap = true;
      return;
    }
    this.#send(seq, event);
    const { sessionId } = this.#options;
    if (!this.peer.room(sessionId, SOFT_MARK)) return;
    this.#passedOver = true;
    void this.peer.room(sessionId, CAUGHT_UP)?.then(() => {
      this.#passedOver = false;
      this.#tellGap();
    });
  }

  /** Sends that a run has ended. */
  tellIdle(stopReason: SessionIdleParams["stop_reason"]): void {
    this.#tellGap();
    this.peer.tell("session.idle", { session_id: this.#options.sessionId, stop_reason: stopReason });
  }

  #tellGap(): void {
    if (!this.#owesGap) return;
    this.#owesGap = false;
    this.peer.tell("session.gap", { session_id: this.#options.sessionId, after: this.#last });
  }

  #send(seq: number, event: Event): Event {
    const { sessionId, redactor, fullUpdates } = this.#options;
    const sent = fullUpdates ? wholeUpdate(event, this.#options.partial()) : event;
    this.#tellGap();
    this.#last = seq;
    const notice: EventNotice = { session_id: sessionId, seq, event: sent, redactor };
    this.peer.tell("session.event", notice);
    return sent;
  }
}
