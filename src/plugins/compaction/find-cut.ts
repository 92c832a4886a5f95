/** Where a conversation may be cut in two. */
import { messageTokens } from "../../llm/context-tokens.ts";
import type { Message } from "../../wire/messages.ts";
import { isAnswer, isSeen } from "../seen-messages.ts";

/**
 * The place of the first message to keep, so that about `keepTokens` stay as they are: before a user message or an
 * answer, and never between a call and its result. What the next answer answers stays, whatever its size: the prompt, or
 * the newest calls with their results. Undefined when there is nothing before the cut that a model would see.
 */
export function findCut(messages: readonly Message[], keepTokens: number): number | undefined {
  const latest = openEnd(messages);
  if (latest === undefined) return undefined;
  const safe = safePlaces(messages);
  let best: number | undefined;
  let tokens = 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as Message;
    if (isSeen(message)) tokens += messageTokens(message);
    if (at > latest || !safe.has(at)) continue;
    if (best !== undefined && tokens > keepTokens) break;
    best = at;
  }
  return best !== undefined && messages.slice(0, best).some(isSeen) ? best : undefined;
}

/** Where that begins which the next answer answers; undefined when there is no such thing. */
function openEnd(messages: readonly Message[]): number | undefined {
  const last = messages.findLastIndex(isAnswer);
  const prompt = messages.findIndex(({ role }, at) => at > last && role === "user");
  const answer = messages[last];
  if (answer === undefined) return prompt === -1 ? undefined : prompt;
  return prompt === -1 || callsIn(answer).length > 0 ? last : prompt;
}

/** The places before user messages and answers that have no call on one side and its result on the other. */
function safePlaces(messages: readonly Message[]): Set<number> {
  const reach = new Map<string, { first: number; last: number }>();
  for (const [at, message] of messages.entries()) {
    const ids = message.role === "tool_result" ? [message.tool_call_id] : callsIn(message);
    for (const id of ids) reach.set(id, { first: reach.get(id)?.first ?? at, last: at });
  }
  const until = new Map<number, number>();
  for (const { first, last } of reach.values()) until.set(first, Math.max(until.get(first) ?? last, last));
  const places = new Set<number>();
  let open = -1;
  for (const [at, message] of messages.entries()) {
    if (open < at && (message.role === "user" || isAnswer(message))) places.add(at);
    open = Math.max(open, until.get(at) ?? -1);
  }
  return places;
}

function callsIn(message: Message): string[] {
  if (message.role !== "assistant") return [];
  return message.content.flatMap((block) => (block.type === "tool_call" ? [block.tool_call_id] : []));
}
