/** What an MCP server answered to a call, as a tool's output. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE, readImageType } from "../tools/image-type.ts";
import type { ToolOutput } from "../tools/tool.ts";
import type { UserContent } from "../wire/messages.ts";

/** Characters of text, all blocks together: what is longer would fill a model's context with one call. */
const LONGEST_TEXT = 100_000;

/**
 * Texts and images as they are, resources and links as text, what no model can be shown as a note. `structuredContent`
 * stands in for text that is not there.
 */
export function callOutput({ content = [], structuredContent, isError = false }: CallToolResult): ToolOutput {
  const blocks = content.flatMap(blocksOf);
  const hasText = blocks.some((block) => block.type === "text" && block.text !== "");
  if (structuredContent !== undefined && !hasText)
    blocks.unshift(text(JSON.stringify(structuredContent, undefined, 1)));
  return { content: shortened(blocks), isError };
}

function blocksOf(block: ContentBlock): UserContent[] {
  switch (block.type) {
    case "text":
      return block.text === "" ? [] : [text(block.text)];
    case "image":
      return [image(block.data, block.mimeType)];
    case "audio":
      return [text(`[audio, ${block.mimeType}: not shown]`)];
    case "resource_link": {
      const { uri, name, mimeType, description } = block;
      const about = [mimeType, description].filter((one) => one !== undefined && one !== "").join("; ");
      return [text(`[resource ${name}: ${uri}${about === "" ? "" : ` (${about})`}]`)];
    }
    case "resource": {
      const { uri, mimeType = "no type given" } = block.resource;
      if ("text" in block.resource) return [text(`[resource ${uri}]\n${block.resource.text}`)];
      const { blob } = block.resource;
      if (mimeType.startsWith("image/")) return [text(`[resource ${uri}]`), image(blob, mimeType)];
      return [text(`[resource ${uri}: ${mimeType}, about ${sizeOf(blob)} bytes, not shown]`)];
    }
    default:
      return [text(`[content of an unknown type: ${JSON.stringify((block as { type: unknown }).type)}]`)];
  }
}

/** The image by what it is, whatever it is called, or why it is not shown. */
function image(data: string, named: string): UserContent {
  const notShown = (why: string) => text(`[an image, ${named}: not shown, ${why}]`);
  if (sizeOf(data) > MAX_IMAGE_BYTES) return notShown(`it has more than ${MAX_IMAGE_BYTES} bytes`);
  const bytes = Buffer.from(data, "base64");
  const found = readImageType(bytes);
  if (!found) return notShown("only PNG, JPEG, GIF and WebP are");
  if (Math.max(found.width, found.height) > MAX_IMAGE_SIDE)
    return notShown(`it has more than ${MAX_IMAGE_SIDE} pixels on a side`);
  return { type: "image", mime_type: found.mimeType, data: bytes.toString("base64") };
}

function shortened(blocks: readonly UserContent[]): UserContent[] {
  let left = LONGEST_TEXT;
  return blocks.map((block) => {
    if (block.type !== "text") return block;
    const room = left;
    left = Math.max(0, left - block.text.length);
    if (block.text.length <= room) return block;
    const more = block.text.length - room;
    return text(`${block.text.slice(0, room)}\n[cut here: ${more} characters more]`);
  });
}

function sizeOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}

function text(content: string): UserContent {
  return { type: "text", text: content.toWellFormed() };
}
