/** What a finished output item says. */
import { type Fields, fieldsOf, listOf, textOf } from "../fields.ts";

/** The text of a message, refusals included. */
export function contentOf(message: Fields): { text: string; refused: boolean } {
  const parts = listOf(message.content).map(fieldsOf);
  return {
    text: parts.map((part) => textOf(part.text) || textOf(part.refusal)).join(""),
    refused: parts.some(({ type }) => type === "refusal"),
  };
}

/** What must go back with a message: whether it was a remark on the way or the answer. Undefined: it did not say. */
export function phaseOf(data: unknown): { type: "message"; phase: string } | undefined {
  const { type, phase } = fieldsOf(data);
  return type === "message" && (phase === "commentary" || phase === "final_answer")
    ? { type, phase }
    : undefined;
}

/** The reasoning that may be shown: the summary, its parts as paragraphs, or where there is none the text itself. */
export function reasoningOf(reasoning: Fields): string {
  const texts = (list: unknown) => listOf(list).map((part) => textOf(fieldsOf(part).text));
  return texts(reasoning.summary).join("\n\n") || texts(reasoning.content).join("");
}

/** Whether a reasoning item holds what a server that stores nothing needs back: its encrypted or its plain text. */
export function isReplayable({ encrypted_content, content }: Fields): boolean {
  return textOf(encrypted_content) !== "" || listOf(content).length > 0;
}
