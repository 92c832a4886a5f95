/** What a JSON-RPC call can fail with: codes, and the two errors that callers see. */
import { LetscodeError } from "../errors.ts";
import type { Json, JsonObject } from "../wire/messages.ts";

/** Every code by name. The first five are JSON-RPC's own; of the others the name is also in the error's `data.code`. */
export const CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  busy: -32000,
  session_not_found: -32001,
  not_initialized: -32002,
  unauthorized: -32003,
  closing: -32004,
  protocol_mismatch: -32005,
  cancelled: -32800,
} as const;

/** The name of a code. */
export type CodeName = keyof typeof CODES;

/** An error as it crosses the pipe. */
export interface ErrorObject {
  code: number;
  message: string;
  data?: Json;
}

/** An error answer: thrown by a handler it is what the caller gets, and what a call rejects with when it got one. */
export class JsonRpcError extends LetscodeError {
  override name = "JsonRpcError";
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Why a connection is at its end. */
export type EndReason =
  /** The other side closed its end, between two frames. */
  | "end"
  /** The input ended inside a frame. */
  | "cut"
  /** The other side sent what is no frame, and was told so. */
  | "broken"
  /** A pipe failed. */
  | "lost"
  /** This side called `close`. */
  | "closed";

/** No answer can come: the connection is at its end. */
export class ConnectionError extends LetscodeError {
  override name = "ConnectionError";
  readonly reason: EndReason;

  constructor(reason: EndReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** No answer came in time. */
export class CallTimeoutError extends LetscodeError {
  override name = "CallTimeoutError";
}

/** An error of one of these codes; letscode's own carry their name in `data.code`, beside what `data` holds. */
export function rpcError(name: CodeName, message: string, data?: JsonObject): JsonRpcError {
  const error = errorObject(name, message, data);
  return new JsonRpcError(error.code, error.message, error.data);
}

/** The same as it crosses the pipe. */
export function errorObject(name: CodeName, message: string, data?: JsonObject): ErrorObject {
  const code = CODES[name];
  const standard = code >= CODES.parse_error && code <= CODES.invalid_request;
  if (!standard) return { code, message, data: { code: name, ...data } };
  return data === undefined ? { code, message } : { code, message, data };
}
