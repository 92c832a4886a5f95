/** How long a tool result may be, so that every line it is in fits the wire. */
import type { Json, ToolResultMessage, UserContent } from "../wire/messages.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";

/** Characters of content, and of details: each is three bytes at most, and both are in one line, twice with `turn_end`. */
const LONGEST = MAX_LINE_BYTES / 8;

/** The result, or one in which what is too long is cut or left out, and says so. */
export function withinLimit(result: ToolResultMessage): ToolResultMessage {
  const content = fits(result.content) ? result.content : shortened(result.content);
  const { details } = result;
  if (content === result.content && !isTooLong(details)) return result;
  return { ...result, content, ...(isTooLong(details) ? { details: { left_out: "too long" } } : {}) };
}

function fits(content: readonly UserContent[]): boolean {
  return content.reduce((sum, block) => sum + lengthOf(block), 0) <= LONGEST;
}

function shortened(content: readonly UserContent[]): UserContent[] {
  let left = LONGEST;
  return content.map((block) => {
    const length = lengthOf(block);
    const room = left;
    left = Math.max(0, left - length);
    if (length <= room) return block;
    const text =
      block.type === "text"
        ? `${block.text.slice(0, room).toWellFormed()}\n[cut here: ${block.text.length - room} characters more]`
        : "[an image that was too large]";
    return { type: "text", text };
  });
}

function lengthOf(block: UserContent): number {
  return block.type === "text" ? block.text.length : block.data.length;
}

function isTooLong(details: Json | undefined): boolean {
  return typeof details === "object" && details !== null && JSON.stringify(details).length > LONGEST;
}
