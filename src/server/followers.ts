/** Everybody who follows one session. */
import type { Event } from "../wire/events.ts";
import type { SessionIdleParams } from "../wire/methods.ts";
import { type Followed, Follower } from "./follower.ts";
import type { Peer } from "./peer.ts";

/** The clients of a session, in the order in which they came. */
export class Followers {
  readonly #session: Followed;
  #all: Follower[] = [];

  constructor(session: Followed) {
    this.#session = session;
  }

  get size(): number {
    return this.#all.length;
  }

  /** The client follows from the event behind `seq` on. One that does already goes on as it now wants to. */
  add(peer: Peer, { fullUpdates, seq }: { fullUpdates: boolean; seq: number }): void {
    this.remove(peer);
    this.#all.push(new Follower({ ...this.#session, peer, fullUpdates }, seq));
  }

  remove(peer: Peer): void {
    this.#all = this.#all.filter((one) => one.peer !== peer);
  }

  /** Tells all of an event; what it returns resolves when the run may go on, for which only the owner counts. */
  tell(seq: number, event: Event, owner: Peer): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const follower of this.#all)
      if (follower.peer === owner) room = follower.tellOwner(seq, event);
      else follower.tellReader(seq, event);
    return room;
  }

  /** Tells all that a run has ended. */
  tellIdle(stopReason: SessionIdleParams["stop_reason"]): void {
    for (const follower of this.#all) follower.tellIdle(stopReason);
  }
}
