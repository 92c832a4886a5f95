/** A summary as a model sees it in the place of what it summarises. */
import type { UserMessage } from "../../wire/messages.ts";

const SAID = `This is not a message of the user. The earlier part of this conversation is no longer shown word by word; these notes stand in its place. Go on from them without mentioning them. Files may be read again where details are missing.`;

/** The summary, said to be one. */
export function shownSummary(summary: string): Pick<UserMessage, "role" | "content"> {
  return { role: "user", content: [{ type: "text", text: `${SAID}\n\n<summary>\n${summary}\n</summary>` }] };
}
