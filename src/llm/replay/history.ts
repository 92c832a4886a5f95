/** A conversation as replay compares it: what was said and what was run, without what differs from run to run. */
import { isDeepStrictEqual } from "node:util";
import type { ImageBlock, ModelMessage, ToolResultMessage, UserContent } from "../../wire/messages.ts";

/** One thing of a conversation that either fits a recording or does not. */
export type HistoryItem =
  | { kind: "text"; text: string }
  | { kind: "image"; image: ImageBlock }
  | { kind: "result"; message: ToolResultMessage }
  | { kind: "answer"; text: string; calls: { id: string; name: string }[] };

const LONGEST_TEXT_SHOWN = 80;
const MOST_ITEMS_SHOWN = 6;

/** The items of a message, in order. Thinking is left out: it is no one's to repeat. */
export function itemsOf(message: ModelMessage): HistoryItem[] {
  if (message.role === "tool_result") return [{ kind: "result", message }];
  if (message.role === "user") return message.content.flatMap(userItem);
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  const calls = message.content.flatMap((block) =>
    block.type === "tool_call" ? [{ id: block.tool_call_id, name: block.name }] : [],
  );
  return [{ kind: "answer", text, calls }];
}

/** Whether both are the same to a replay. The content of results counts only when `strict`: the tools really ran. */
export function sameItem(a: HistoryItem, b: HistoryItem, strict: boolean): boolean {
  if (a.kind === "result" && b.kind === "result")
    return (
      a.message.tool_call_id === b.message.tool_call_id &&
      a.message.tool_name === b.message.tool_name &&
      a.message.is_error === b.message.is_error &&
      (!strict || isDeepStrictEqual(a.message.content, b.message.content))
    );
  if (a.kind === "image" && b.kind === "image")
    return a.image.mime_type === b.image.mime_type && a.image.data === b.image.data;
  return isDeepStrictEqual(a, b);
}

/** The items for people, on one line; texts and lists are cut. */
export function showItems(items: readonly HistoryItem[], strict: boolean): string {
  if (items.length === 0) return "no new message";
  const shown = items.slice(0, MOST_ITEMS_SHOWN).map((item) => showItem(item, strict));
  const more = items.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function userItem(block: UserContent): HistoryItem[] {
  if (block.type === "image") return [{ kind: "image", image: block }];
  return block.text === "" ? [] : [{ kind: "text", text: block.text }];
}

function showItem(item: HistoryItem, strict: boolean): string {
  switch (item.kind) {
    case "text":
      return `user text ${quote(item.text)}`;
    case "image":
      return `user image (${item.image.mime_type}, ${item.image.data.length} characters of base64)`;
    case "answer":
      return `answer ${quote(item.text)}`;
    case "result": {
      const { tool_name: name, tool_call_id: id, is_error: failed, content } = item.message;
      const text = content
        .map((block) => (block.type === "text" ? block.text : `(${block.mime_type})`))
        .join("");
      return `${failed ? "error " : ""}result of ${name} (${id})${strict ? ` ${quote(text)}` : ""}`;
    }
  }
}

function quote(text: string): string {
  const characters = Array.from(text.slice(0, 2 * LONGEST_TEXT_SHOWN));
  if (text.length <= LONGEST_TEXT_SHOWN) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, LONGEST_TEXT_SHOWN).join(""))}…`;
}
