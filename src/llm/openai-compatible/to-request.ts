/** The conversation as a chat-completions request body, such that strict servers take it. */
import type {
  AssistantMessage,
  ImageBlock,
  JsonObject,
  ModelMessage,
  ToolCallBlock,
  UserContent,
} from "../../wire/messages.ts";
import type { LLMRequest, ToolSpec } from "../client.ts";
import type { Target } from "../dialect.ts";
import type { Dispensable } from "../dispensable.ts";
import { wireToolName } from "../tool-names.ts";
import { wellFormedJson } from "../well-formed-json.ts";

/** The formats that these servers take. */
const IMAGES = /^image\/(png|jpe?g|gif|webp)$/;

/** The fields a server may refuse without harm: the request is sent again without them. */
export const DISPENSABLE_FIELDS: readonly Dispensable[] = [
  { path: ["stream_options"], refusal: /stream_options/ },
  { path: ["reasoning_effort"], refusal: /reasoning_effort/ },
];

/**
 * The fields of the body, such that strict servers take them: no blank text, no empty message, arguments always a JSON
 * object. Thinking is left out unless the same model needs it back.
 */
export function toRequest(request: LLMRequest, target: Target): JsonObject {
  const { quirks, model, maxOutputTokens } = target;
  return {
    model,
    messages: toMessages(request, target),
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(toTool) }),
    stream: true,
    ...(quirks.usageOption ? { stream_options: { include_usage: true } } : {}),
    ...(request.thinking === "off" ? {} : { reasoning_effort: request.thinking }),
    ...(maxOutputTokens === undefined ? {} : { [quirks.limitField]: maxOutputTokens }),
  };
}

function toMessages(request: LLMRequest, target: Target): JsonObject[] {
  const result: JsonObject[] = [];
  if (request.system.trim() !== "") result.push({ role: "system", content: request.system });
  let images: ImageBlock[] = [];
  // A server wants all results of a turn in a row, and takes images from the user only.
  const showImages = () => {
    if (images.length > 0)
      result.push({
        role: "user",
        content: [textPart("The images of these tool results:"), ...images.map(imagePart)],
      });
    images = [];
  };
  for (const message of request.messages) {
    if (message.role !== "tool_result") showImages();
    result.push(...toMessage(message, target));
    if (message.role === "tool_result") images.push(...shownTo(target, message.content).filter(isImage));
  }
  showImages();
  return result;
}

function toMessage(message: ModelMessage, target: Target): JsonObject[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(shownTo(target, message.content)) }];
    case "assistant":
      return assistantMessage(message, target);
    case "tool_result":
      return [
        {
          role: "tool",
          tool_call_id: message.tool_call_id,
          content: resultText(shownTo(target, message.content)),
        },
      ];
  }
}

function userContent(blocks: readonly UserContent[]): string | JsonObject[] {
  if (blocks.some(isImage))
    return blocks.flatMap((block) => {
      if (block.type === "image") return [imagePart(block)];
      return isBlank(block.text) ? [] : [textPart(block.text)];
    });
  return joinedText(blocks) || "(empty message)";
}

function assistantMessage(message: AssistantMessage, target: Target): JsonObject[] {
  const text = joinedText(message.content);
  const calls: JsonObject[] = [];
  for (const block of message.content) if (block.type === "tool_call") calls.push(toCall(block));
  if (text === "" && calls.length === 0) return [];
  const said: JsonObject = { role: "assistant", content: text === "" ? null : text };
  const thinking = thinkingToEcho(message, target);
  if (thinking !== "") said[target.quirks.echoThinking ?? ""] = thinking;
  if (calls.length > 0) said.tool_calls = calls;
  return [said];
}

function toCall({ tool_call_id: id, name, arguments: args }: ToolCallBlock): JsonObject {
  return { id, type: "function", function: { name: wireToolName(name), arguments: wellFormedJson(args) } };
}

/** The thinking of this very model, when it must see it again; else empty. */
function thinkingToEcho(message: AssistantMessage, { provider, model, quirks }: Target): string {
  if (quirks.echoThinking === undefined || message.provider !== provider || message.model !== model)
    return "";
  return message.content
    .map((block) => {
      if (block.type !== "thinking") return "";
      return typeof block.provider_data === "string" ? block.provider_data : block.thinking;
    })
    .join("");
}

function resultText(blocks: readonly UserContent[]): string {
  const text = joinedText(blocks);
  if (text !== "") return text;
  return blocks.some(isImage) ? "(an image; it follows)" : "(no output)";
}

function toTool({ name, description, parameters }: ToolSpec): JsonObject {
  return {
    type: "function",
    function: {
      name: wireToolName(name),
      description,
      parameters: { type: "object", properties: {}, ...parameters },
    },
  };
}

function joinedText(blocks: readonly { type: string; text?: string }[]): string {
  let joined: string | undefined;
  for (const { type, text = "" } of blocks)
    if (type === "text" && !isBlank(text)) joined = joined === undefined ? text : `${joined}\n${text}`;
  return joined ?? "";
}

/** The content with notes in place of the images that cannot be shown: to this model, or to any. */
function shownTo({ quirks }: Target, content: readonly UserContent[]): UserContent[] {
  return content.map((block) => {
    if (block.type === "text" || (quirks.images && isReadable(block))) return block;
    const kind =
      quirks.images && !IMAGES.test(block.mime_type) ? ` of type ${block.mime_type || "unknown"}` : "";
    return { type: "text", text: `(an image${kind}, which this model cannot see)` };
  });
}

function isReadable({ mime_type, data }: ImageBlock): boolean {
  return IMAGES.test(mime_type) && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

function textPart(text: string): JsonObject {
  return { type: "text", text };
}

function imagePart({ mime_type, data }: ImageBlock): JsonObject {
  return { type: "image_url", image_url: { url: `data:${mime_type};base64,${data}` } };
}

function isImage(block: { type: string }): block is ImageBlock {
  return block.type === "image";
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
