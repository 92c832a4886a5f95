/** Messages of JSON-RPC 2.0: what one body says, and what is written. Knows no method. */
import { isDeeperThan } from "../framing/json-depth.ts";
import type { Json, JsonObject } from "../wire/messages.ts";
import { CODES, type ErrorObject, errorObject } from "./errors.ts";

/** What a request and its answer have in common. `1` and `"1"` are two ids. */
export type MessageId = string | number;

/** A message that came, understood as far as it can be without knowing the methods. */
export type Incoming =
  | { kind: "request"; id: MessageId; method: string; params: unknown }
  | { kind: "notification"; method: string; params: unknown }
  /** An answer. `id` is what it says, known or not. */
  | { kind: "response"; id: unknown; outcome: Outcome }
  /** No message. `to`: the id to answer with; undefined when an answer would be no use to anybody. */
  | { kind: "invalid"; to: MessageId | null | undefined; error: ErrorObject };

/** What a call came to. */
export type Outcome = { result: Json } | { error: ErrorObject };

/** A request as it is written. */
export interface RequestMessage {
  jsonrpc: "2.0";
  id: number;
  method: string;
  params?: object;
}

/** A notification as it is written. */
export interface NotificationMessage {
  jsonrpc: "2.0";
  method: string;
  params?: object;
}

/** An answer as it is written. */
export type ResponseMessage = { jsonrpc: "2.0"; id: MessageId | null } & (
  | { result: unknown }
  | { error: ErrorObject }
);

/** Whatever is written. */
export type Outgoing = RequestMessage | NotificationMessage | ResponseMessage;

/** How much of a foreign text is quoted. */
const QUOTED = 100;

/**
 * What a body says: a message, or the messages of a batch. Nothing may be nested more than `maxDepth` levels deep. `isAsked`
 * knows the ids that answers may have: what has one of these and says nothing else is an answer too, if no good one.
 */
export function parseBody(
  text: string,
  maxDepth: number,
  isAsked: (id: unknown) => boolean,
): Incoming | Incoming[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid(null, "parse_error", "the body is not JSON");
  }
  const deep = isDeeperThan(text, maxDepth) ? maxDepth : undefined;
  if (!Array.isArray(value)) return understand(value, deep, isAsked);
  if (value.length === 0) return invalid(null, "invalid_request", "a batch must hold a message");
  return value.map((message) => understand(message, deep, isAsked));
}

/** The params of a call as an object, none being an empty one; undefined when they are something else. */
export function paramsObject(params: unknown): JsonObject | undefined {
  if (params === undefined || params === null) return {};
  return typeof params === "object" && !Array.isArray(params) ? (params as JsonObject) : undefined;
}

/** A foreign text in quotes, cut when it is long, that drives no terminal. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}

function understand(value: unknown, deep: number | undefined, isAsked: (id: unknown) => boolean): Incoming {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return invalid(null, "invalid_request", "a message is an object");
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  const known = isId(id);
  if (method === undefined && ("result" in value || "error" in value)) {
    if (jsonrpc !== "2.0") return failed(id, 'the answer has no jsonrpc: "2.0"');
    if (deep !== undefined) return failed(id, `the answer is ${tooDeep(deep)}`);
    return { kind: "response", id, outcome: outcomeOf(value as Record<string, unknown>) };
  }
  if (method === undefined && isAsked(id)) return failed(id, "the answer has neither a result nor an error");
  const complain = (what: string) => invalid(known ? id : null, "invalid_request", what);
  if (jsonrpc !== "2.0") return complain('jsonrpc must be "2.0"');
  if (method === undefined) return complain("a message has a method, a result or an error");
  if (typeof method !== "string") return complain("method must be a string");
  if (!("id" in value)) {
    if (deep === undefined) return { kind: "notification", method, params };
    return invalid(undefined, "invalid_request", `the notification is ${tooDeep(deep)}`);
  }
  if (!known) return complain("id must be a string or a number that JSON keeps exactly");
  if (deep !== undefined) return complain(`the request is ${tooDeep(deep)}`);
  return { kind: "request", id, method, params };
}

function outcomeOf({ error, result }: Record<string, unknown>): Outcome {
  if (error === undefined || error === null) return { result: (result ?? null) as Json };
  const { code, message, data } = error as Record<string, unknown>;
  return {
    error: {
      code: typeof code === "number" ? code : CODES.internal_error,
      message: typeof message === "string" ? message : "an error without a message",
      ...(data === undefined ? {} : { data: data as Json }),
    },
  };
}

function failed(id: unknown, message: string): Incoming {
  return { kind: "response", id, outcome: { error: errorObject("invalid_request", message) } };
}

function invalid(
  to: MessageId | null | undefined,
  code: "parse_error" | "invalid_request",
  message: string,
): Incoming {
  return { kind: "invalid", to, error: errorObject(code, message) };
}

function tooDeep(levels: number): string {
  return `nested more than ${levels} levels deep`;
}

/** Only an id that can be echoed as it came. */
function isId(id: unknown): id is MessageId {
  if (typeof id === "number") return Number.isFinite(id) && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
  return typeof id === "string";
}
