/** What holds for all that a connection says, whatever the transcript. */
import { isDeepStrictEqual } from "node:util";
import { addPiece } from "./fold.mjs";
import { isObject } from "./match.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Door} Door */
/** @typedef {import("./play.mjs").Talk} Talk */
/** @typedef {import("../../src/wire/messages.ts").AssistantContent} Block */
/** @typedef {{ [key: string]: Json }} JsonObject */

/**
 * Throws when deltas do not add up, numbers of events are missing, or a command was not answered once.
 * @param {Door} door @param {Talk} talk
 * @param {{ toTheEnd: boolean }} options `toTheEnd`: the process had the time to answer everything
 */
export function checkMessages(door, { messages, sent }, { toTheEnd }) {
  checkAnswers(door, messages, sent, toTheEnd);
  if (door === "rpc") return checkDeltas(messages.filter(isObject));
  /** @type {Map<Json, { seq: number, events: JsonObject[] }>} */
  const sessions = new Map();
  for (const { session_id = null, seq, merged = 0, event, after } of toldOf(messages)) {
    const session = sessions.get(session_id);
    const behind = after === undefined ? Number(seq) - Number(merged) - 1 : after;
    if (session && behind !== session.seq)
      throw new Error(
        after === undefined
          ? `session ${session_id}: the event behind ${session.seq} is ${seq}, ${merged} merged`
          : `session ${session_id}: the gap behind ${session.seq} is said to be behind ${after}`,
      );
    const events = session?.events ?? [];
    if (isObject(event)) events.push(event);
    if (after === undefined) sessions.set(session_id, { seq: Number(seq), events });
    else sessions.delete(session_id);
  }
  for (const { events } of sessions.values()) checkDeltas(events);
}

/** The pieces of every answer make what its end says. @param {readonly JsonObject[]} events */
function checkDeltas(events) {
  /** @type {Map<Json, Block[]>} */
  const answers = new Map();
  for (const { type, message, stream_event: piece } of events) {
    if (!isObject(message) || message.role !== "assistant") continue;
    const id = message.id ?? null;
    const content = answers.get(id);
    if (type === "message_start") answers.set(id, /** @type {any} */ (message.content));
    else if (type === "message_update" && content)
      answers.set(id, addPiece(content, /** @type {any} */ (piece)));
    else if (type === "message_end" && content && !isDeepStrictEqual(content, withoutProofs(message.content)))
      throw new Error(
        `the deltas of message ${id} make ${JSON.stringify(content)}, its end says ${JSON.stringify(message.content)}`,
      );
  }
}

/** The blocks without what providers need back, which only the end of a message has. @param {unknown} content */
export function withoutProofs(content) {
  if (!Array.isArray(content)) return content;
  return content.map((block) => {
    if (!isObject(block)) return block;
    const { signature: _, provider_data: __, ...rest } = block;
    return rest;
  });
}

/** @param {Door} door @param {readonly Json[]} messages @param {readonly string[]} sent @param {boolean} toTheEnd */
function checkAnswers(door, messages, sent, toTheEnd) {
  if (messages.some((message) => isObject(message) && message.fatal === true)) return;
  const said = messages.flatMap((message) => (Array.isArray(message) ? message : [message])).filter(isObject);
  const isAnswer = (/** @type {JsonObject} */ { type, method }) =>
    door === "rpc" ? ["ack", "done", "error"].includes(String(type)) : method === undefined;
  const asked = sent.flatMap(messagesIn).filter(door === "rpc" ? isCommand : isRequest);
  const ids = asked.map(({ id }) => JSON.stringify(id));
  for (const id of new Set(ids)) {
    const answers = said.filter((message) => isAnswer(message) && JSON.stringify(message.id) === id);
    const count = ids.filter((each) => each === id).length;
    const got = door === "rpc" ? answers.filter(({ type }) => type !== "ack").length : answers.length;
    const acks = answers.filter(({ type }) => type === "ack").length;
    const dones = answers.filter(({ type }) => type === "done").length;
    if (got > count || acks !== dones || (toTheEnd && got < count))
      throw new Error(`${count} sent with the id ${id}, answered by ${JSON.stringify(answers)}`);
  }
}

/** What a text that was sent says; nothing when it is no JSON. @param {string} text @returns {JsonObject[]} */
function messagesIn(text) {
  try {
    const value = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter(isObject);
  } catch {
    return [];
  }
}

/** Whether its id comes back: a number that JSON does not keep is none. @param {JsonObject} message */
function isCommand({ id }) {
  return id !== undefined && id !== null && (!Number.isInteger(id) || Number.isSafeInteger(id));
}

/** @param {JsonObject} message */
function isRequest({ jsonrpc, method, id }) {
  return jsonrpc === "2.0" && typeof method === "string" && (typeof id === "string" || Number.isFinite(id));
}

/** What was told of sessions: events, and where some are left out. @param {readonly Json[]} messages */
function toldOf(messages) {
  return messages.flatMap((message) =>
    isObject(message) &&
    (message.method === "session.event" || message.method === "session.gap") &&
    isObject(message.params)
      ? [message.params]
      : [],
  );
}
