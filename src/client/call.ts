/** Calls of letscode, typed by the contract. */
import type { ClientRequests } from "../wire/methods.ts";

/** How a call is made. */
export interface CallOptions {
  /** An abort rejects the call at once with the signal's reason, and cancels it in letscode. */
  signal?: AbortSignal;
  /** How long to wait for the answer; then the call rejects with a CallTimeoutError. */
  timeoutMs?: number;
}

/** Calls any method: `params` and the result are as the protocol has them. */
export type Call = <M extends keyof ClientRequests>(
  method: M,
  params: ClientRequests[M]["params"],
  options?: CallOptions,
) => Promise<ClientRequests[M]["result"]>;
