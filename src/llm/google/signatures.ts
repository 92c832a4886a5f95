/**
 * Thought signatures: a model's proof of what it thought, which only it can read. They come on parts of any kind and
 * go back on the same part. Where a part has no block of its own that could hold one (text), it is in a hidden thinking
 * block right behind: `{type: "thinking", thinking: "", redacted: true, signature}`.
 */
import type { Json } from "../../wire/messages.ts";
import { fieldsOf, textOf } from "../fields.ts";

/** Google's word in place of a signature for a call the model did not make itself. */
export const NO_SIGNATURE = "skip_thought_signature_validator";

/** What a call's `provider_data` holds. */
export interface CallData {
  /** The signature of the call's part. */
  thought_signature?: string;
  /** The id the provider gave the call. */
  id?: string;
}

/** Reads the `provider_data` of a call; what is not as it was written is left out. */
export function callData(data: Json | undefined): CallData {
  const fields = fieldsOf(data);
  const signature = usableSignature(fields.thought_signature);
  const id = textOf(fields.id);
  return {
    ...(signature === undefined ? {} : { thought_signature: signature }),
    ...(id === "" ? {} : { id }),
  };
}

/** The signature when it is one that can be sent: the API takes base64 only. */
export function usableSignature(value: unknown): string | undefined {
  return typeof value === "string" && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? value : undefined;
}
