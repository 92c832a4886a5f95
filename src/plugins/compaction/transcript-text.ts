/** A conversation as text, for a model that shall summarise it rather than take part in it. */
import type { AssistantContent, ModelMessage, UserContent } from "../../wire/messages.ts";
import { isAnswer } from "../seen-messages.ts";

/** The longest a result, or the arguments of a call, stand in the text, in characters; of each end half. */
const MOST_CHARACTERS = 4000;
const SEPARATOR = "\n\n";

/**
 * One text for each message a model would see, in order. Thinking is left out, images are named, long results and
 * arguments are cut in the middle and say so; what was said by the user and by the model is whole.
 */
export function transcriptTexts(messages: readonly ModelMessage[]): string[] {
  const called = new Set<string>();
  return messages.flatMap((message) => {
    if (message.role === "assistant") {
      if (!isAnswer(message)) return [];
      for (const block of message.content) if (block.type === "tool_call") called.add(block.tool_call_id);
    }
    if (message.role === "tool_result" && !called.has(message.tool_call_id)) return [];
    const text = messageText(message);
    return text === "" ? [] : [text];
  });
}

function messageText(message: ModelMessage): string {
  if (message.role === "user") return `[User]\n${contentText(message.content)}`;
  if (message.role === "assistant") return message.content.map(blockText).filter(Boolean).join("\n");
  const { tool_name, is_error, content } = message;
  return `[${is_error ? "Error" : "Result"} of ${tool_name}]\n${shortened(contentText(content))}`;
}

function blockText(block: AssistantContent): string {
  if (block.type === "thinking" || (block.type === "text" && block.text.trim() === "")) return "";
  if (block.type === "text") return `[Assistant]\n${block.text}`;
  return `[Assistant calls ${block.name}]\n${shortened(block.arguments_text ?? JSON.stringify(block.arguments))}`;
}

function contentText(content: readonly UserContent[]): string {
  return content
    .map((block) => (block.type === "text" ? block.text : `(an image, ${block.mime_type})`))
    .join("\n");
}

function shortened(text: string): string {
  const left = text.length - MOST_CHARACTERS;
  if (left <= 0) return text;
  const half = MOST_CHARACTERS / 2;
  return `${text.slice(0, half)}\n(… ${left} characters are left out here …)\n${text.slice(-half)}`;
}

/**
 * As many of the texts as fit into `characters`, joined, and those that are left; never empty, so one that is too long
 * by itself is split. `characters` is at least 1.
 */
export function takePiece(texts: readonly string[], characters: number): { piece: string; left: string[] } {
  const taken: string[] = [];
  let room = characters;
  for (const text of texts) {
    if (text.length > room) break;
    taken.push(text);
    room -= text.length + SEPARATOR.length;
  }
  const [next, ...rest] = texts.slice(taken.length);
  if (taken.length > 0 || next === undefined)
    return { piece: taken.join(SEPARATOR), left: texts.slice(taken.length) };
  const end = isHighSurrogate(next, characters - 1) ? characters + 1 : characters;
  return { piece: next.slice(0, end), left: [next.slice(end), ...rest] };
}

function isHighSurrogate(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at));
}
