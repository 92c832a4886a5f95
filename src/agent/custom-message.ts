/** Custom messages as somebody gives them. */
import { LetscodeError } from "../errors.ts";
import { isDeeperThan } from "../framing/json-depth.ts";
import type { CustomMessage } from "../wire/messages.ts";
import { MAX_DATA_CHARACTERS, MAX_DEPTH, MAX_ID_CHARACTERS } from "../wire/version.ts";

/** A custom message to be; `id` and `timestamp` are filled in where they are absent. */
export type GivenCustomMessage = Pick<CustomMessage, "kind" | "data"> & Partial<CustomMessage>;

/** The message. Throws a LetscodeError that says what is wrong with it. */
export function customMessage(
  given: GivenCustomMessage,
  defaults: Pick<CustomMessage, "id" | "timestamp">,
): CustomMessage {
  const refuse = (what: string) => new LetscodeError(`a custom message: ${what}`);
  if (typeof given !== "object" || given === null) throw refuse("expected an object with kind and data");
  const { kind, id = defaults.id, timestamp = defaults.timestamp } = given;
  if (typeof kind !== "string" || kind.trim() === "") throw refuse("kind: expected a name");
  if (given.role !== undefined && given.role !== "custom") throw refuse('role: expected "custom", or none');
  if (typeof id !== "string" || id === "" || id.length > MAX_ID_CHARACTERS)
    throw refuse(`id: expected 1 to ${MAX_ID_CHARACTERS} characters, or none`);
  if (!Number.isFinite(timestamp)) throw refuse("timestamp: expected milliseconds since the epoch, or none");
  let text: string | undefined;
  try {
    text = JSON.stringify(given.data);
  } catch {}
  if (text === undefined) throw refuse("data: expected JSON");
  if (text.length > MAX_DATA_CHARACTERS || isDeeperThan(text, MAX_DEPTH))
    throw refuse(
      `data: expected at most ${MAX_DATA_CHARACTERS} characters of JSON, nested at most ${MAX_DEPTH} deep`,
    );
  return { id, timestamp, role: "custom", kind, data: JSON.parse(text) };
}
