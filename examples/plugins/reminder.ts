/**
 * A reminder: after every five answers the model is told again what it was asked, so that it does not lose its way.
 *
 *     letscode --plugin examples/plugins/reminder.ts
 *
 * The reminder is a message of a kind of our own. It joins the conversation once, is saved with it, and is shown to the
 * model by us alone; without this plugin it is kept and nobody sees it.
 */
import type { CustomMessage, Message, Plugin } from "letscode/plugin";

const KIND = "reminder";
const EVERY = 5;

export const letscode_transform_context: Plugin["letscode_transform_context"] = (messages) => {
  const task = messages.findLastIndex(({ role }) => role === "user");
  const since = Math.max(task, messages.findLastIndex(isReminder));
  const answers = messages.slice(since + 1).filter(({ role }) => role === "assistant");
  if (task < 0 || answers.length < EVERY) return undefined;
  // A custom message with no id, or a new one, joins the conversation.
  return [...messages, { role: "custom", kind: KIND, data: { task: textOf(messages[task]) } }];
};

export const letscode_render_custom_message: Plugin["letscode_render_custom_message"] = (message) => {
  if (!isReminder(message)) return undefined;
  const { task } = message.data as { task: string };
  return [{ role: "user", content: `<reminder>You were asked: ${task}</reminder>` }];
};

function isReminder(message: Message): message is CustomMessage {
  return message.role === "custom" && message.kind === KIND;
}

function textOf(message: Message | undefined): string {
  if (message?.role !== "user") return "";
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}
