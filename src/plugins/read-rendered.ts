/** Checking what a plugin made of a custom message. */
import { zeroUsage } from "../usage.ts";
import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { Json } from "../wire/messages.ts";
import { described, isObject, returned, WrongReturn } from "./json-copy.ts";
import type { RenderedMessage } from "./plugin.ts";

const EXPECTED = "an array of user and assistant messages, or undefined";

/** The messages, in a copy. Throws a WrongReturn that says what was expected. */
export function readRendered(made: unknown): RenderedMessage[] {
  const list = returned(made, EXPECTED);
  if (!Array.isArray(list)) throw new WrongReturn(`it returned ${described(list)}; expected ${EXPECTED}`);
  return list.map(readMessage);
}

function readMessage(given: Json, at: number): RenderedMessage {
  const fields = isObject(given) ? given : {};
  const { role, content = null } = fields;
  if (role !== "user" && role !== "assistant")
    throw new WrongReturn(`messages[${at}].role: expected "user" or "assistant", got ${described(role)}`);
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const message = { id: "x", timestamp: 0, role, content: blocks };
  const rest = { provider: "x", model: "x", usage: zeroUsage(), stop_reason: "end_turn" };
  const problem = validateMessage(role === "user" ? message : { ...message, ...rest });
  if (problem !== null) throw new WrongReturn(`messages[${at}]: ${problem}`);
  if (role === "assistant" && (blocks as { type: string }[]).some(({ type }) => type !== "text"))
    throw new WrongReturn(`messages[${at}]: expected an assistant message of text alone`);
  return { role, content: blocks } as unknown as RenderedMessage;
}
