/** The conversation as input items, such that the API takes them. */
import type {
  AssistantMessage,
  ImageBlock,
  Json,
  JsonObject,
  ModelMessage,
  UserContent,
} from "../../wire/messages.ts";
import type { Target } from "../dialect.ts";
import { fieldsOf, listOf } from "../fields.ts";
import { wireToolName } from "../tool-names.ts";
import { wellFormedJson } from "../well-formed-json.ts";
import { wireCallId } from "./call-id.ts";
import { phaseOf } from "./output-item.ts";

const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** The items: at least one, none empty. Nothing is stored on the server, so none but plain reasoning has an id. */
export function toInput(messages: readonly ModelMessage[], target: Target): JsonObject[] {
  const items = messages.flatMap((message) => messageItems(message, target));
  return items.length > 0 ? items : [userItem([])];
}

function messageItems(message: ModelMessage, target: Target): JsonObject[] {
  switch (message.role) {
    case "user":
      return [userItem(inputParts(message.content, target))];
    case "assistant":
      return assistantItems(message, target);
    case "tool_result": {
      const output = resultOutput(message.content, target);
      return [{ type: "function_call_output", call_id: wireCallId(message.tool_call_id), output }];
    }
  }
}

function userItem(parts: JsonObject[]): JsonObject {
  const content = parts.length > 0 ? parts : [textPart("(empty message)")];
  return { type: "message", role: "user", content };
}

function assistantItems(message: AssistantMessage, target: Target): JsonObject[] {
  const isOwn = message.provider === target.provider && message.model === target.model;
  const items: JsonObject[] = [];
  // Reasoning must stand right before the item it led to, so it waits for one.
  let waiting: JsonObject[] = [];
  for (const [at, block] of message.content.entries()) {
    if (block.type === "thinking") {
      if (isOwn) waiting.push(...reasoningItem(block.provider_data));
      continue;
    }
    if (block.type === "text" && isBlank(block.text)) continue;
    items.push(...waiting);
    waiting = [];
    if (block.type === "text") {
      const content = [{ type: "output_text", text: block.text }];
      const next = message.content[at + 1];
      const phase = isOwn && next?.type === "thinking" ? phaseOf(next.provider_data)?.phase : undefined;
      items.push({ type: "message", role: "assistant", content, ...(phase === undefined ? {} : { phase }) });
    } else
      items.push({
        type: "function_call",
        call_id: wireCallId(block.tool_call_id),
        name: wireToolName(block.name),
        arguments: wellFormedJson(block.arguments),
      });
  }
  return items;
}

/**
 * The item to send back; none when it only points to what the server would have had to store. Encrypted reasoning goes
 * without its id, which would be looked up in vain.
 */
function reasoningItem(data: Json | undefined): JsonObject[] {
  const { type, id, summary, encrypted_content, content } = fieldsOf(data);
  if (type !== "reasoning") return [];
  const kept = { type, summary: listOf(summary) as Json[] };
  if (typeof encrypted_content === "string" && encrypted_content !== "")
    return [{ ...kept, encrypted_content }];
  if (listOf(content).length === 0) return [];
  return [{ ...kept, ...(typeof id === "string" ? { id } : {}), content: content as Json }];
}

function resultOutput(blocks: readonly UserContent[], target: Target): Json {
  const parts = inputParts(blocks, target);
  if (parts.some(({ type }) => type === "input_image")) return parts;
  return parts.map(({ text }) => text).join("\n") || "(no output)";
}

function inputParts(blocks: readonly UserContent[], { quirks }: Target): JsonObject[] {
  return blocks.flatMap((block) => {
    if (block.type === "text") return isBlank(block.text) ? [] : [textPart(block.text)];
    if (!quirks.images) return [textPart("(an image, which this model cannot see)")];
    return [imagePart(block)];
  });
}

function imagePart({ mime_type, data }: ImageBlock): JsonObject {
  if (!IMAGE_TYPES.includes(mime_type) || data === "")
    return textPart(`(an image of a kind that cannot be shown: ${mime_type || "unknown"})`);
  return { type: "input_image", image_url: `data:${mime_type};base64,${data}`, detail: "auto" };
}

function textPart(text: string): JsonObject {
  return { type: "input_text", text };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
