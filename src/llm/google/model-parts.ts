/** Parts of a model's content. */
import type { AssistantMessage, JsonObject, ThinkingBlock } from "../../wire/messages.ts";
import type { Target } from "../dialect.ts";
import { fieldsOf, textOf } from "../fields.ts";
import { wireToolName } from "../tool-names.ts";
import { isThirdGeneration } from "./generation.ts";
import { isBlank } from "./parts.ts";
import { callData, NO_SIGNATURE, usableSignature } from "./signatures.ts";

/** A call as it was sent, for the result that answers it. */
export interface SentCall {
  toolCallId: string;
  /** The name on the wire. */
  name: string;
  /** The id the provider gave it; absent: results are told by their order. */
  id?: string;
}

/**
 * An earlier answer. Signatures, and thinking that has one, go back only to the model that made them; to others they
 * are of no use, and are refused. No parts: nothing of it can be sent.
 */
export function modelParts(message: AssistantMessage, { provider, model }: Target) {
  const own = message.provider === provider && message.model === model;
  const parts: JsonObject[] = [];
  const calls: SentCall[] = [];
  /** The part of the text block right before. */
  let text: JsonObject | undefined;
  for (const block of message.content) {
    const before = text;
    text = undefined;
    if (block.type === "text") {
      if (isBlank(block.text)) continue;
      text = { text: block.text };
      parts.push(text);
    } else if (block.type === "thinking") {
      if (own) signed(block, before, parts);
    } else {
      const { id, thought_signature } = own ? callData(block.provider_data) : {};
      const name = wireToolName(block.name);
      // An id twice in one turn would tell nothing.
      const known = id === undefined || calls.some((call) => call.id === id) ? {} : { id };
      calls.push({ toolCallId: block.tool_call_id, name, ...known });
      parts.push({
        functionCall: { name, args: block.arguments, ...known },
        ...(thought_signature === undefined ? {} : { thoughtSignature: thought_signature }),
      });
    }
  }
  const first = parts.find((part) => "functionCall" in part);
  if (first !== undefined && isThirdGeneration(model)) first.thoughtSignature ??= NO_SIGNATURE;
  return { parts, calls };
}

/** Thinking as the part it came as, or the signature of the text before it on that text. */
function signed(block: ThinkingBlock, before: JsonObject | undefined, parts: JsonObject[]): void {
  const thoughtSignature = usableSignature(block.signature);
  if (thoughtSignature === undefined) return;
  const text = block.thinking || textOf(fieldsOf(block.provider_data).thought);
  if (!isBlank(text)) parts.push({ text, thought: true, thoughtSignature });
  else if (before !== undefined) before.thoughtSignature = thoughtSignature;
}
