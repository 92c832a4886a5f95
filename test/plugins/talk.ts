/** A conversation with plugins that ends with its test. */
import { onTestFinished } from "vitest";
import type { AddedMessage } from "../../src/plugins/plugin.ts";
import {
  type TestConversation,
  type TestConversationOptions,
  testConversation,
} from "../../src/testing/test-conversation.ts";
import type { CustomMessage, Message } from "../../src/wire/messages.ts";

/** As testConversation. Without a script the model says `done` to everything. */
export async function talk(options: Partial<TestConversationOptions>): Promise<TestConversation> {
  const script = options.script ?? Array.from({ length: 20 }, () => "done");
  const conversation = await testConversation({ plugins: [], ...options, script });
  onTestFinished(() => conversation.end());
  return conversation;
}

/** What a message says, in short. */
export function said(message: Message): string {
  if (message.role === "custom") return `${message.kind}: ${JSON.stringify(message.data)}`;
  const texts = message.content.map((block) => ("text" in block ? block.text : block.type));
  return `${message.role}: ${texts.join(" ")}`;
}

/** A custom message as a plugin may return it: without what is filled in. */
export function custom(kind: string, data: CustomMessage["data"] = null): AddedMessage {
  return { role: "custom", kind, data };
}

/** The error events of plugins so far. */
export function pluginErrors({ events }: TestConversation): string[] {
  return events.flatMap((event) => (event.type === "error" && event.code === "plugin" ? [event.error] : []));
}
