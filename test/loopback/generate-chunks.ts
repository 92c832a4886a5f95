/** What a `streamGenerateContent` stream is made of, one server-sent event per builder. */
import { sse } from "./chunks.ts";

/** A part of the answer as the API sends it. */
export type AnswerPart = Record<string, unknown>;

/** Token counts as the API sends them. */
export const COUNTS = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };

/** A chunk with these fields beside the usual ones. */
export function generateChunk(fields: Record<string, unknown>): string {
  return sse({ ...fields, modelVersion: "test-model", responseId: "r1" });
}

/** A chunk with these parts; `more` are fields of the candidate, such as `finishReason`. */
export function parts(list: AnswerPart[], more: Record<string, unknown> = {}): string {
  return generateChunk({ candidates: [{ content: { parts: list, role: "model" }, index: 0, ...more }] });
}

/** A piece of text. */
export function said(text: string, more: AnswerPart = {}): string {
  return parts([{ text, ...more }]);
}

/** A piece of a thought summary. */
export function thought(text: string, more: AnswerPart = {}): string {
  return parts([{ text, thought: true, ...more }]);
}

/** A call, which always comes whole. */
export function called(name: string, args: unknown = {}, more: AnswerPart = {}): string {
  return parts([{ functionCall: { name, args }, ...more }]);
}

/** The last chunk: why the model stopped, and the counts. */
export function finished(reason = "STOP", more: Record<string, unknown> = {}): string {
  return generateChunk({
    candidates: [{ content: { role: "model" }, finishReason: reason, index: 0, ...more }],
    usageMetadata: COUNTS,
  });
}

/** A whole answer of text. */
export function spoken(...pieces: string[]): string[] {
  return [...pieces.map((piece) => said(piece)), finished()];
}
