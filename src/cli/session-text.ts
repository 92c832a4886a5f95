/** A conversation as text for a terminal: nothing in it drives the terminal. */
import { visibleText, withoutColours } from "../page/visible-text.ts";
import type { SessionHeader } from "../sessions/session-header.ts";
import type { AssistantContent, Message, UserContent } from "../wire/messages.ts";
import { localTime } from "./session-table.ts";

/** How many lines of a tool's result or of thinking are shown. */
const MOST_LINES = 20;

/** The text, message by message, each with its id. Long results are cut; an export has them whole. */
export function* sessionText(header: SessionHeader, messages: readonly Message[]): Generator<string> {
  yield `Conversation ${seen(header.id)}\nof ${seen(header.cwd)}, begun ${localTime(header.created)}\n`;
  if (header.forkedFrom) yield `a copy of ${seen(header.forkedFrom.id)}\n`;
  for (const message of messages) {
    yield `\n${head(message)} [${seen(message.id)}]\n`;
    yield body(message);
  }
}

function head(message: Message): string {
  const time = localTime(message.timestamp);
  switch (message.role) {
    case "user":
      return `== You, ${time}`;
    case "assistant": {
      const model = seen(`${message.provider}/${message.model}`);
      const odd = message.stop_reason === "end_turn" || message.stop_reason === "tool_use";
      return `== ${model}, ${time}${odd ? "" : `, ${message.stop_reason ?? "cut off"}`}`;
    }
    case "tool_result":
      return `-- ${seen(message.tool_name)}: ${message.is_error ? "failed" : "done"}, ${time}`;
    case "custom":
      return `-- ${seen(message.kind)}, ${time}`;
  }
}

function body(message: Message): string {
  switch (message.role) {
    case "user":
      return message.content.map(userBlock).join("");
    case "assistant": {
      const error = message.error_message === undefined ? "" : `! ${seen(message.error_message)}\n`;
      return message.content.map(assistantBlock).join("") + error;
    }
    case "tool_result":
      return indented(shortened(message.content.map(userBlock).join("")), "  ");
    case "custom":
      return indented(shortened(`${seen(JSON.stringify(message.data, null, 2))}\n`), "  ");
  }
}

function userBlock(block: UserContent): string {
  return block.type === "text" ? paragraph(block.text) : `[an image: ${seen(block.mime_type)}]\n`;
}

function assistantBlock(block: AssistantContent): string {
  if (block.type === "text") return paragraph(block.text);
  if (block.type === "thinking") return indented(shortened(paragraph(block.thinking)), "  | ");
  const args = block.arguments_text ?? JSON.stringify(block.arguments);
  return indented(shortened(`${seen(block.name)} ${seen(args)}\n`), "> ");
}

function paragraph(text: string): string {
  const clean = seen(text).trimEnd();
  return clean === "" ? "" : `${clean}\n`;
}

function shortened(text: string): string {
  const lines = text.split("\n");
  if (lines.length <= MOST_LINES + 2) return text;
  return `${lines.slice(0, MOST_LINES).join("\n")}\n… ${lines.length - 1 - MOST_LINES} more lines\n`;
}

function indented(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

function seen(text: string): string {
  return visibleText(withoutColours(text));
}
