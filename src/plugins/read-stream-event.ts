/** Events of an answer, from a plugin's provider. */
import type { Json, StopReason } from "../wire/messages.ts";
import type { StreamEvent } from "../wire/stream.ts";
import { described, isObject, jsonCopy, WrongReturn } from "./json-copy.ts";

type FieldKind = "text" | "number" | "object";

const USAGE: Readonly<Record<string, FieldKind>> = {
  input_tokens: "number",
  output_tokens: "number",
  cache_read_tokens: "number",
  cache_write_tokens: "number",
  reasoning_tokens: "number",
};
const FIELDS: Readonly<Record<StreamEvent["type"], Readonly<Record<string, FieldKind>>>> = {
  text_delta: { delta: "text", index: "number" },
  thinking_delta: { delta: "text", index: "number" },
  tool_call_start: { tool_call_id: "text", name: "text", index: "number" },
  tool_call_args_delta: { tool_call_id: "text", delta: "text" },
  tool_call_end: { tool_call_id: "text", arguments: "object" },
  usage: USAGE,
  stop: { stop_reason: "text" },
  retry: { attempt: "number", total_attempts: "number", delay_seconds: "number", reason: "text" },
};
/** Those a provider may give. */
const STOP_REASONS: readonly unknown[] = [
  "end_turn",
  "tool_use",
  "max_tokens",
  "refusal",
] satisfies StopReason[];

/** The event, in a copy. Throws a WrongReturn that says what was expected. */
export function readStreamEvent(given: unknown): StreamEvent {
  const wording = (problem: string) => `its stream gave ${problem}; expected an event of an answer`;
  const event = jsonCopy(given, wording);
  if (!isObject(event)) throw new WrongReturn(wording(described(event)));
  const { type } = event;
  const fields =
    typeof type === "string" && Object.hasOwn(FIELDS, type) && FIELDS[type as StreamEvent["type"]];
  if (!fields)
    throw new WrongReturn(
      `its stream gave an event of type ${described(type)}; expected one of ${Object.keys(FIELDS).join(", ")}`,
    );
  for (const [name, kind] of Object.entries(fields))
    if (!isOf(kind, event[name]))
      throw new WrongReturn(
        `its stream gave ${type}.${name}: expected ${kind}, got ${described(event[name])}`,
      );
  if (type === "stop" && !STOP_REASONS.includes(event.stop_reason))
    throw new WrongReturn(
      `its stream gave stop.stop_reason: expected one of ${STOP_REASONS.join(", ")}, got ${described(event.stop_reason)}`,
    );
  if (type === "usage") event.cost_usd = typeof event.cost_usd === "number" ? event.cost_usd : null;
  return event as unknown as StreamEvent;
}

function isOf(kind: FieldKind, value: Json | undefined): boolean {
  if (kind === "object") return isObject(value);
  return kind === "text" ? typeof value === "string" : typeof value === "number";
}
