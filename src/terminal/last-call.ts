/** A call of a tool in full, for who wants to see more than its line. */
import { visibleText } from "../permissions/visible-call.ts";
import type { JsonObject, Message } from "../wire/messages.ts";
import { contentText } from "./content-text.ts";

const MOST_LINES = 3000;
const MOST_CHARACTERS = 300_000;

/** Goes back through the calls of a conversation, from the last one on. */
export class LastCalls {
  #last = "";
  #shown = "";

  /** The last call that ended, or the one before the one that was shown, unless another has ended since; undefined: there is none. */
  next(messages: readonly Message[]): string | undefined {
    const results = messages.filter((message) => message.role === "tool_result");
    const last = results.at(-1)?.id ?? "";
    const before = last === this.#last ? results.findIndex(({ id }) => id === this.#shown) : 0;
    const result = results.at(before - 1);
    if (!result) return undefined;
    this.#last = last;
    this.#shown = result.id;
    const { tool_call_id: id, tool_name: name, is_error: failed, content } = result;
    const args = told(argumentsOf(messages, id));
    const output = bounded(contentText(content).trimEnd());
    return [`${failed ? "✗" : "✓"} ${name}`, ...args, "", output || "no output"].join("\n");
  }
}

function argumentsOf(messages: readonly Message[], callId: string): JsonObject {
  for (const message of messages)
    if (message.role === "assistant")
      for (const block of message.content)
        if (block.type === "tool_call" && block.tool_call_id === callId) return block.arguments;
  return {};
}

function told(args: JsonObject): string[] {
  return Object.entries(args).map(([name, value]) =>
    bounded(visibleText(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)),
  );
}

/** As much as somebody would look through. */
function bounded(text: string): string {
  const lines = text.slice(0, MOST_CHARACTERS).split("\n");
  const all = text.length > MOST_CHARACTERS ? text.split("\n").length : lines.length;
  if (lines.length <= MOST_LINES && text.length <= MOST_CHARACTERS) return text;
  const shown = lines.slice(0, MOST_LINES);
  const rest = all - shown.length;
  return [
    ...shown,
    rest > 0 ? `… ${rest} more lines` : `… ${text.length - MOST_CHARACTERS} more characters`,
  ].join("\n");
}
