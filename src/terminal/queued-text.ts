/** What waits to be said. */
import type { AgentState } from "../agent/agent-options.ts";
import type { UserMessage } from "../wire/messages.ts";
import { type Prompt, promptIn } from "./draft-parts.ts";

/** The text of one message, in which images have their labels. */
export function queuedText({ content }: UserMessage): string {
  return promptIn(content).text || "[image]";
}

/** All that waits, in the order in which it would be said. */
export function waitingPrompts({ steer, followUp }: AgentState["queues"]): Prompt[] {
  return [...steer, ...followUp].map(({ content }) => promptIn(content));
}
