/** A conversation as a Markdown document. */
import { visibleText, withoutColours } from "../page/visible-text.ts";
import type { SessionHeader } from "../sessions/session-header.ts";
import type { AssistantContent, Message, UserContent } from "../wire/messages.ts";
import { localTime } from "./session-table.ts";

/** The document, piece by piece. What was said is as it was written; calls, results and data are code. */
export function* sessionMarkdown(header: SessionHeader, messages: readonly Message[]): Generator<string> {
  yield `# Conversation ${seen(header.id)}\n\nIn \`${seen(header.cwd)}\`, begun ${localTime(header.created)}.\n`;
  for (const message of messages) {
    const time = localTime(message.timestamp);
    if (message.role === "user") yield `\n## You, ${time}\n${message.content.map(userBlock).join("")}`;
    else if (message.role === "assistant") {
      yield `\n## ${seen(`${message.provider}/${message.model}`)}, ${time}\n`;
      yield message.content.map(assistantBlock).join("");
      if (message.error_message !== undefined) yield `\nIt failed: ${seen(message.error_message)}\n`;
    } else if (message.role === "tool_result") {
      const text = message.content.map((block) =>
        block.type === "text" ? block.text : `[${block.mime_type}]`,
      );
      yield `\n${message.is_error ? "Failed" : "Result"} of \`${seen(message.tool_name)}\`:\n${code(text.join("\n"), "text")}`;
    } else
      yield `\nNote of \`${seen(message.kind)}\`:\n${code(JSON.stringify(message.data, null, 2), "json")}`;
  }
}

function userBlock(block: UserContent): string {
  return block.type === "text" ? `\n${seen(block.text)}\n` : `\n*an image, ${seen(block.mime_type)}*\n`;
}

function assistantBlock(block: AssistantContent): string {
  if (block.type === "text") return `\n${seen(block.text)}\n`;
  if (block.type === "thinking")
    return block.thinking === "" ? "" : `\n${seen(block.thinking).replace(/^/gm, "> ")}\n`;
  const args = block.arguments_text ?? JSON.stringify(block.arguments, null, 2);
  return `\nCalls \`${seen(block.name)}\`:\n${code(args, "json")}`;
}

/** A block that nothing in the text can end. */
function code(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `\n${fence}${language}\n${seen(text)}\n${fence}\n`;
}

function seen(text: string): string {
  return visibleText(withoutColours(text));
}
