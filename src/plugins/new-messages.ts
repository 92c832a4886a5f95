/** What a plugin made of the messages, checked and completed. */

import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { CustomMessage, Json, Message } from "../wire/messages.ts";
import { MAX_DATA_CHARACTERS, MAX_ID_CHARACTERS } from "../wire/version.ts";
import { described, isObject, WrongReturn } from "./json-copy.ts";
import type { ConversationPort } from "./port.ts";

/** The messages for this call, and those of them that the conversation does not know yet. */
export interface Adopted {
  messages: Message[];
  /** Custom messages with a new id. */
  customs: CustomMessage[];
}

/** A message of the conversation, by its id. */
export type KnownMessages = ReadonlyMap<string, Pick<Message, "role"> & { kind?: string }>;

/**
 * Takes over JSON that should be messages: ids and times are filled in where they are absent. An id that the
 * conversation knows belongs to that message: its content may differ for this call, nothing else may carry it. Throws a
 * WrongReturn that says what was expected.
 */
export function adoptMessages(
  value: Json,
  known: KnownMessages,
  { newId, clock }: Pick<ConversationPort, "newId" | "clock">,
): Adopted {
  if (!Array.isArray(value))
    throw new WrongReturn(`it returned ${described(value)}; expected an array of messages, or undefined`);
  const adopted: Adopted = { messages: [], customs: [] };
  const seen = new Set<string>();
  for (const [at, given] of value.entries()) {
    const message = completed(given, at, { newId, clock });
    const owner = known.get(message.id);
    if (owner && (owner.role !== message.role || (message.role === "custom" && owner.kind !== message.kind)))
      throw new WrongReturn(
        `messages[${at}] has the id of another message, which is ${owner.kind ?? owner.role}; leave the id out`,
      );
    if (seen.has(message.id)) {
      if (message.role === "custom") continue;
      message.id = newId();
    }
    seen.add(message.id);
    adopted.messages.push(message);
    if (message.role !== "custom" || owner) continue;
    if (JSON.stringify(message.data).length > MAX_DATA_CHARACTERS)
      throw new WrongReturn(`messages[${at}].data is longer than ${MAX_DATA_CHARACTERS} characters of JSON`);
    adopted.customs.push(message);
  }
  if (!adopted.messages.some(({ role }) => role === "user" || role === "custom"))
    throw new WrongReturn(
      "it returned no message that a user said; expected at least one, since no model answers to none",
    );
  return adopted;
}

function completed(given: Json, at: number, ports: Pick<ConversationPort, "newId" | "clock">): Message {
  if (!isObject(given)) throw new WrongReturn(`messages[${at}] is ${described(given)}; expected a message`);
  const fields = given as Partial<Message>;
  const message = {
    ...fields,
    id: fields.id ?? ports.newId(),
    timestamp: fields.timestamp ?? ports.clock.now(),
  };
  const problem = validateMessage(message);
  if (problem !== null) throw new WrongReturn(`messages[${at}]: ${problem}`);
  const checked = message as Message;
  if (checked.id === "" || checked.id.length > MAX_ID_CHARACTERS)
    throw new WrongReturn(
      `messages[${at}].id: expected 1 to ${MAX_ID_CHARACTERS} characters, got ${described(checked.id)}; leave it out and it is made`,
    );
  return checked;
}
