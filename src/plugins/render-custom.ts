/** `letscode_render_custom_message`: what a model is shown of a custom message. */
import { zeroUsage } from "../llm/client.ts";
import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { CustomMessage, Json, ModelMessage, TextBlock } from "../wire/messages.ts";
import { callHook } from "./call-hook.ts";
import type { PluginConversation } from "./conversation.ts";
import type { HookContext } from "./hooks.ts";
import { described, returned, WrongReturn } from "./json-copy.ts";
import { isBuiltin, type LoadedPlugin } from "./loaded-plugin.ts";

const EXPECTED = "an array of user and assistant messages, or undefined";

/** The first answer that is not undefined wins; undefined when no plugin owns the kind, and then no model sees it. */
export async function renderCustomMessage(
  message: CustomMessage,
  plugins: readonly LoadedPlugin[],
  conversation: PluginConversation,
  context: HookContext,
): Promise<ModelMessage[] | undefined> {
  for (const loaded of plugins) {
    const { plugin } = loaded;
    const outcome = await callHook(
      loaded,
      "letscode_render_custom_message",
      conversation,
      context,
      async (own) => {
        const given = isBuiltin(plugin) ? message : structuredClone(message);
        const made = await plugin.letscode_render_custom_message?.(given, own);
        return made === undefined || made === null
          ? undefined
          : modelMessages(returned(made, EXPECTED), conversation);
      },
    );
    if (outcome.type === "aborted") return undefined;
    if (outcome.type === "value" && outcome.value) return outcome.value;
  }
  return undefined;
}

/** As a model may be shown them; what is empty is left out. */
function modelMessages(value: Json, conversation: PluginConversation): ModelMessage[] {
  if (!Array.isArray(value)) throw new WrongReturn(`it returned ${described(value)}; expected ${EXPECTED}`);
  return value.flatMap((given, at) => modelMessage(given, at, conversation) ?? []);
}

function modelMessage(given: Json, at: number, { port }: PluginConversation): ModelMessage | undefined {
  const fields = typeof given === "object" && given !== null && !Array.isArray(given) ? given : {};
  const { role } = fields;
  if (role !== "user" && role !== "assistant")
    throw new WrongReturn(`messages[${at}].role: expected "user" or "assistant", got ${described(role)}`);
  const content = blocks(fields.content ?? []);
  if (content.length === 0) return undefined;
  const base = { id: port.newId(), timestamp: port.clock.now() };
  const { provider, model } = port.model();
  const message =
    role === "user"
      ? { ...base, role, content }
      : { ...base, role, content, provider, model, usage: zeroUsage(), stop_reason: "end_turn" as const };
  const problem = validateMessage(message);
  if (problem !== null) throw new WrongReturn(`messages[${at}]: ${problem}`);
  if (role === "assistant" && content.some((block) => (block as Partial<TextBlock>).type !== "text"))
    throw new WrongReturn(`messages[${at}]: expected an assistant message of text alone`);
  return message as object as ModelMessage;
}

/** The content as blocks, without empty texts. */
function blocks(content: Json): Json[] {
  const list = typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (!Array.isArray(list))
    throw new WrongReturn(`content is ${described(content)}; expected a text or blocks`);
  return list.filter((block) => (block as Partial<TextBlock> | null)?.text?.trim?.() !== "");
}
