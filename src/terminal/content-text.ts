/** What messages say, on a terminal. */
import type { AgentState } from "../agent/agent-options.ts";
import type { UserContent } from "../wire/messages.ts";
import { type Prompt, promptIn } from "./draft-parts.ts";

/** The text of a message; images that have no label in it stand below it by their kind. */
export function contentText(content: readonly UserContent[]): string {
  const { text, images } = promptIn(content);
  const labels = text.match(/\[image \d+: /g)?.length ?? 0;
  const others = images.slice(labels).map(({ mime_type: kind }) => `[${kind}]`);
  return [...(text === "" ? [] : [text]), ...others].join("\n");
}

/** All that waits, in the order in which it would be said. */
export function waitingPrompts({ steer, followUp }: AgentState["queues"]): Prompt[] {
  return [...steer, ...followUp].map(({ content }) => promptIn(content));
}
