/** A live session as lists show it. */
import { titleText } from "../sessions/session-head.ts";
import type { Message } from "../wire/messages.ts";
import type { SessionRowReport } from "../wire/methods.ts";
import type { LiveSession } from "./live-session.ts";

/** Its row, of what is known now. */
export function sessionRow({ id, conversation, updated, messages, running }: LiveSession): SessionRowReport {
  const { cwd, created } = conversation;
  return {
    session_id: id,
    cwd,
    title: titleOf(messages),
    created,
    updated,
    messages_count: messages.length,
    running,
  };
}

function titleOf(messages: readonly Message[]): string {
  for (const message of messages)
    if (message.role === "user")
      for (const block of message.content)
        if (block.type === "text" && block.text.trim() !== "") return titleText(block.text);
  return "";
}
