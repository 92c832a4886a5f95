/** From the conversation to one model call. */
import type { LLMRequest } from "../llm/client.ts";
import type { CustomMessage, Message } from "../wire/messages.ts";
import type { LoopPorts } from "./ports.ts";
import { visibleMessages } from "./visible.ts";

/** One model call, ready to be made. */
export interface PreparedCall {
  request: LLMRequest;
  /** Custom messages a plugin added: they join the transcript before the answer. */
  customs: CustomMessage[];
}

/** Prepares the next call: hooks applied to a copy, the rest repaired so that a provider accepts it. */
export async function prepareCall(
  history: readonly Message[],
  ports: LoopPorts,
  signal: AbortSignal,
): Promise<PreparedCall> {
  const { hooks } = ports;
  const context = { signal };
  const system = (await hooks.systemPrompt?.(ports.systemPrompt, context)) ?? ports.systemPrompt;
  const messages = hooks.transformContext
    ? await hooks.transformContext(structuredClone([...history]), context)
    : history;
  const request = {
    system,
    messages: await visibleMessages(messages, hooks, context),
    tools: ports.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    thinking: ports.thinking,
  };
  return { request, customs: messages === history ? [] : newCustoms(history, messages) };
}

function newCustoms(history: readonly Message[], messages: readonly Message[]): CustomMessage[] {
  const known = new Set(history.map(({ id }) => id));
  return messages.filter(
    (message): message is CustomMessage => message.role === "custom" && !known.has(message.id),
  );
}
