/** `/compact [instructions]`: summarises the conversation when somebody wants it. */
import type { CustomMessage, Json } from "../wire/messages.ts";
import type { SlashCommand } from "./slash.ts";

/** What it needs of its conversation. */
export interface CanCompact {
  /** Resolves with the message that holds the summary, or with undefined when there was nothing to summarise. */
  compact(instructions?: string): Promise<CustomMessage | undefined>;
}

/** The command. Its answer is one line. */
export const COMPACT_COMMAND: SlashCommand<CanCompact> = {
  name: "compact",
  description: "Summarise the older part of the conversation, so that the model has less to read",
  argumentHint: "[what the summary should pay attention to]",
  async run(args, context) {
    const summary = await context.compact(args === "" ? undefined : args);
    return {
      output: summary
        ? `summarised the conversation${sizes(summary.data)}`
        : "there was nothing to summarise",
    };
  },
};

function sizes(data: Json): string {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return "";
  const { tokens_before: before, tokens_after: after } = data;
  if (typeof before !== "number" || typeof after !== "number") return "";
  const count = (tokens: number) => tokens.toLocaleString("en-US");
  return `: about ${count(before)} tokens before, ${count(after)} after`;
}
