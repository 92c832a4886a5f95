/** A client as sessions see it. */
import { LetscodeError } from "../errors.ts";
import type { ClientCapabilities, ServerNotifications, ServerRequests } from "../wire/methods.ts";

/** A client answered what the protocol has no meaning for. */
export class WrongAnswer extends LetscodeError {
  override name = "WrongAnswer";
}

/** How a request to a client is made. */
export interface PeerCall {
  /** An abort rejects at once, and cancels the request at the other end. */
  signal: AbortSignal;
  timeoutMs?: number | undefined;
}

/** One connected client. */
export interface Peer {
  readonly capabilities: ClientCapabilities;
  /** It cannot be reached any more. */
  readonly gone: boolean;
  /**
   * Asks the client something about a session, behind all that was sent of the session before. Resolves with an answer
   * that is what the protocol says; rejects with a WrongAnswer for any other, with a LetscodeError when there is none, and at once when the client is gone.
   */
  call<M extends keyof ServerRequests>(
    method: M,
    params: ServerRequests[M]["params"],
    call: PeerCall,
  ): Promise<ServerRequests[M]["result"]>;
  /** Sends a notification of a session, in order. Never waits. */
  tell<M extends keyof ServerNotifications>(method: M, params: ServerNotifications[M]): void;
  /** Undefined when at most `mark` characters of the session wait to leave; otherwise resolves when that is so. */
  room(sessionId: string, mark: number): Promise<void> | undefined;
}
