/** From the conversation to one model call. */
import type { LLMRequest } from "../llm/client.ts";
import type { HookContext } from "../plugins/hooks.ts";
import type { CustomMessage, Message } from "../wire/messages.ts";
import type { LoopPorts } from "./ports.ts";
import { visibleMessages } from "./visible.ts";

/** One model call, ready to be made. */
export interface PreparedCall {
  request: LLMRequest;
  /** Custom messages a plugin added: they join the transcript before the answer. */
  customs: readonly CustomMessage[];
}

/** Prepares the next call: what the hooks make of it, repaired so that a provider accepts it. */
export async function prepareCall(
  history: readonly Message[],
  ports: LoopPorts,
  context: HookContext,
): Promise<PreparedCall> {
  const { hooks, model } = ports;
  // What is wrong with it, its call will say.
  await model.open?.().catch(() => {});
  const system = (await hooks.systemPrompt?.(ports.systemPrompt, context)) ?? ports.systemPrompt;
  const { messages, customs } = (await hooks.transformContext?.(history, context)) ?? {
    messages: history,
    customs: [],
  };
  const request = {
    system,
    messages: await visibleMessages(messages, hooks, context),
    tools: ports.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    thinking: ports.thinking,
  };
  return { request, customs };
}
