/** The sessions of a server that are live: found by id, opened, closed, and let go when nobody wants them. */
import type { Clock } from "../clock.ts";
import { rpcError } from "../jsonrpc/errors.ts";
import { quoted } from "../jsonrpc/messages.ts";
import type { SessionRow } from "../sessions/list-sessions.ts";
import type { Conversation, Conversations } from "./conversations.ts";
import { FairTurns } from "./fair-turns.ts";
import { LiveSession } from "./live-session.ts";
import type { OwnerLink } from "./owner-link.ts";

/** What the sessions need. */
export interface LiveSessionsOptions {
  conversations: Conversations;
  clock: Clock;
  shutdownGraceMs: number;
  shutdownMaxMs: number;
  /** The most that may be live; absent: no limit. */
  maxSessions?: number | undefined;
  /** A session that does not run and that no client follows is closed after so long; absent: never. */
  idleTimeoutMs?: number | undefined;
  /** Writes one line for people. */
  report(line: string): void;
}

/** About how much memory all events together may take that are held for `session.events`. */
const EVENT_BYTES = 64 * 1024 * 1024;
/** What one session may hold of them: its share, within these bounds. */
const LEAST_EVENT_BYTES = 64 * 1024;
const MOST_EVENT_BYTES = 8 * 1024 * 1024;
/** Of so many closed sessions it is known where their numbers ended. */
const MOST_REMEMBERED = 10_000;

/** All live sessions. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #live = new Map<string, LiveSession>();
  /** Ids on disk that a reset gave to live sessions. */
  readonly #renamed = new Map<string, LiveSession>();
  readonly #opening = new Map<string, Promise<LiveSession>>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #idle = new Map<LiveSession, () => void>();
  /** The numbers of the last events of those that were closed: a session that is resumed goes on from there. */
  readonly #numbers = new Map<string, number>();
  readonly #turns: FairTurns;
  #begun = 0;

  constructor(options: LiveSessionsOptions) {
    this.#options = options;
    this.#turns = new FairTurns(options.clock);
  }

  /** Those that are open, in the order in which they were opened. */
  get all(): Iterable<LiveSession> {
    return this.#live.values();
  }

  /** The live session of this id, or the one that is being opened; undefined when there is none. */
  find(id: string): LiveSession | Promise<LiveSession> | undefined {
    return this.#live.get(id) ?? this.#renamed.get(id) ?? this.#opening.get(id);
  }

  /** The same; throws `session_not_found` when there is none. */
  live(id: string): LiveSession | Promise<LiveSession> {
    const found = this.find(id);
    if (found) return found;
    throw rpcError(
      "session_not_found",
      `there is no live session ${quoted(id)}; session.resume opens one from disk`,
    );
  }

  /** The conversation of this id on disk; rejects with `session_not_found` when there is none. */
  async row(id: string): Promise<SessionRow> {
    const row = await this.#options.conversations.row(id);
    if (row) return row;
    throw rpcError("session_not_found", `there is no session ${quoted(id)}`);
  }

  /** Under which id a session is on disk; rejects when it is not. */
  async savedAs(id: string): Promise<string> {
    const live = await this.find(id);
    if (live?.savedAs === null)
      throw rpcError(
        "invalid_params",
        `session_id: the session ${quoted(id)} is not kept on disk (persist: false)`,
      );
    return (await this.row(live?.savedAs ?? id)).session_id;
  }

  /** Opens a new session. `check` is given the names of its tools and may throw, and then nothing is left of it. */
  async add(
    owner: OwnerLink,
    open: () => Promise<Conversation>,
    check: (tools: readonly string[]) => void,
  ): Promise<LiveSession> {
    const { maxSessions = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#live.size + this.#begun >= maxSessions)
      throw rpcError("busy", `there are ${maxSessions} sessions already (--max-sessions); close one first`);
    this.#begun++;
    try {
      const conversation = await open();
      try {
        check(conversation.tools);
      } catch (thrown) {
        conversation.release();
        throw thrown;
      }
      return this.#enter(conversation, owner);
    } finally {
      this.#begun--;
    }
  }

  /** Opens a session from disk; whoever names its id meanwhile waits for it. */
  addAs(
    id: string,
    owner: OwnerLink,
    open: () => Promise<Conversation>,
    check: (tools: readonly string[]) => void,
  ): Promise<LiveSession> {
    const opening = this.#reopen(id, owner, open, check).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  /** A reset gave the session another id on disk, by which it is known too. */
  rename(id: string, savedAs: string | null): void {
    const session = this.#live.get(id) ?? this.#renamed.get(id);
    if (session && savedAs !== null && savedAs !== session.id) this.#renamed.set(savedAs, session);
  }

  /** Aborts its run and closes it; it is not found any more from now on. */
  close(session: LiveSession): Promise<void> {
    const closing = this.#closing.get(session.id);
    if (closing) return closing;
    this.#live.delete(session.id);
    for (const [id, renamed] of this.#renamed) if (renamed === session) this.#renamed.delete(id);
    this.#stopIdle(session);
    const closed = session.close().finally(() => {
      this.#closing.delete(session.id);
      this.#remember(session);
    });
    this.#closing.set(session.id, closed);
    return closed;
  }

  /** Resolves when those that are being opened from disk are open; whoever waited for them has gone on by then. */
  async opened(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
  }

  /** Closes all; resolves when that is done, those too that are being closed already. */
  async closeAll(): Promise<void> {
    await this.opened();
    for (const session of [...this.#live.values()]) void this.close(session);
    await Promise.allSettled(this.#closing.values());
  }

  async #reopen(
    id: string,
    owner: OwnerLink,
    open: () => Promise<Conversation>,
    check: (tools: readonly string[]) => void,
  ): Promise<LiveSession> {
    await this.#closing.get(id)?.catch(() => {});
    await this.row(id);
    return this.add(owner, open, check);
  }

  #enter(conversation: Conversation, owner: OwnerLink): LiveSession {
    const { clock, shutdownGraceMs, shutdownMaxMs, report } = this.#options;
    const session = new LiveSession({
      conversation,
      owner,
      clock,
      shutdownGraceMs,
      shutdownMaxMs,
      turns: this.#turns,
      seq: this.#numbers.get(conversation.id) ?? 0,
      logBytes: () =>
        Math.min(MOST_EVENT_BYTES, Math.max(LEAST_EVENT_BYTES, EVENT_BYTES / Math.max(1, this.#live.size))),
      onChange: (changed) => this.#watchIdle(changed),
      report,
    });
    this.#live.set(session.id, session);
    for (const other of this.#live.values()) other.log.trim();
    return session;
  }

  #remember({ id, log }: LiveSession): void {
    // What was closed last is forgotten last.
    this.#numbers.delete(id);
    this.#numbers.set(id, log.seq);
    const [oldest] = this.#numbers.keys();
    if (this.#numbers.size > MOST_REMEMBERED && oldest !== undefined) this.#numbers.delete(oldest);
  }

  #watchIdle(session: LiveSession): void {
    const { clock, idleTimeoutMs } = this.#options;
    if (idleTimeoutMs === undefined) return;
    this.#stopIdle(session);
    if (session.running || !session.unattended || this.#live.get(session.id) !== session) return;
    const expire = () => {
      this.#idle.delete(session);
      void this.close(session);
    };
    this.#idle.set(session, clock.after(idleTimeoutMs, expire));
  }

  #stopIdle(session: LiveSession): void {
    this.#idle.get(session)?.();
    this.#idle.delete(session);
  }
}
