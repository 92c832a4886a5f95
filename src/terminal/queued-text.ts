/** The words of messages that wait to be said. */
import type { AgentState } from "../agent/agent-options.ts";
import type { UserMessage } from "../wire/messages.ts";

/** The text of one message. */
export function queuedText({ content }: UserMessage): string {
  return content.map((block) => (block.type === "text" ? block.text : "[image]")).join("");
}

/** All that waits, and behind it the draft, as one draft. */
export function draftOf({ steer, followUp }: AgentState["queues"], draft: string): string {
  return [...[...steer, ...followUp].map(queuedText), draft].filter((text) => text !== "").join("\n");
}
