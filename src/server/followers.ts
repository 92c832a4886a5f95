/** Everybody who follows one session. */
import type { Redactor } from "../secrets/redactor.ts";
import type { Event } from "../wire/events.ts";
import type { AssistantMessage } from "../wire/messages.ts";
import type { SessionIdleParams } from "../wire/methods.ts";
import { Follower } from "./follower.ts";
import type { Peer } from "./peer.ts";

/** An event as it is told. */
export interface ToldEvent {
  seq: number;
  event: Event;
  /** The message that is being streamed, as far as it has come. */
  partial: AssistantMessage | null;
}

/** The clients of a session, in the order in which they came. */
export class Followers {
  readonly #sessionId: string;
  readonly #redactor: Redactor;
  #all: Follower[] = [];

  constructor(sessionId: string, redactor: Redactor) {
    this.#sessionId = sessionId;
    this.#redactor = redactor;
  }

  get size(): number {
    return this.#all.length;
  }

  /** The client follows from the event behind `seq` on. One that does already goes on as it now wants to. */
  add(peer: Peer, { fullUpdates, seq }: { fullUpdates: boolean; seq: number }): void {
    this.remove(peer);
    const options = { sessionId: this.#sessionId, redactor: this.#redactor, peer, fullUpdates };
    this.#all.push(new Follower(options, seq));
  }

  remove(peer: Peer): void {
    this.#all = this.#all.filter((one) => one.peer !== peer);
  }

  /** Tells all of an event; what it returns resolves when the run may go on, for which only the owner counts. */
  tell({ seq, event, partial }: ToldEvent, owner: Peer): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const follower of this.#all)
      if (follower.peer === owner) room = follower.tellOwner(seq, event, partial);
      else follower.tellReader(seq, event, partial);
    return room;
  }

  /** Tells all that a run has ended. */
  tellIdle(stopReason: SessionIdleParams["stop_reason"]): void {
    for (const follower of this.#all) follower.tellIdle(stopReason);
  }
}
