/** Which content blocks the Messages API refuses. */
import { type Fields, isFields, unknownField } from "./strict-json.ts";

/** What is strict about blocks. */
export interface BlockStrictness {
  /** What signatures and redacted data must begin with. Default: anything but nothing. */
  signed?: string;
  /** `compatible`: thinking need not be signed. */
  thinks?: string;
}

type Check = (block: Fields, where: string, strict: BlockStrictness) => string | undefined;

const BLOCKS: Record<string, { fields: readonly string[]; check: Check }> = {
  text: {
    fields: ["text", "cache_control"],
    check: ({ text }) =>
      typeof text === "string" && text.trim() !== ""
        ? undefined
        : "messages: text content blocks must contain non-whitespace text",
  },
  image: { fields: ["source", "cache_control"], check: imageComplaint },
  tool_use: {
    fields: ["id", "name", "input", "cache_control"],
    check: ({ id, name, input }, where) => {
      if (!/^[a-zA-Z0-9_-]+$/.test(String(id)))
        return `${where}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name))) return `${where}.name: String should match pattern`;
      return isFields(input) ? undefined : `${where}.input: Input should be a valid dictionary`;
    },
  },
  tool_result: {
    fields: ["tool_use_id", "content", "is_error", "cache_control"],
    check: ({ content, is_error: failed }, where) =>
      contentComplaint(content, failed === true ? ["text"] : ["text", "image"], `${where}.tool_result`),
  },
  thinking: {
    fields: ["thinking", "signature"],
    check: ({ thinking, signature }, where, strict) =>
      typeof thinking !== "string"
        ? `${where}.thinking: Field required`
        : signatureComplaint(signature, where, strict),
  },
  redacted_thinking: {
    fields: ["data"],
    check: ({ data }, where, strict) => signatureComplaint(data, where, strict),
  },
};
/** The blocks of the user. */
export const USER = ["text", "image", "tool_result"];
/** The blocks of the model. */
export const ASSISTANT = ["text", "thinking", "redacted_thinking", "tool_use"];

/** Why the API would refuse this content. */
export function contentComplaint(
  content: unknown,
  types: readonly string[],
  where: string,
  strict: BlockStrictness = {},
): string | undefined {
  if (!Array.isArray(content) || content.length === 0) return `${where}: must have non-empty content`;
  for (const [at, block] of content.entries()) {
    const here = `${where}.content.${at}`;
    const known =
      isFields(block) && types.includes(String(block.type)) ? BLOCKS[String(block.type)] : undefined;
    if (known === undefined || !isFields(block))
      return `${here}: Input tag does not match ${types.join(", ")}`;
    const found = unknownField(block, ["type", ...known.fields], here) ?? known.check(block, here, strict);
    if (found !== undefined) return found;
  }
  return undefined;
}

function signatureComplaint(
  signature: unknown,
  where: string,
  { signed = "", thinks }: BlockStrictness,
): string | undefined {
  if (signature === "" && thinks === "compatible") return undefined;
  return typeof signature === "string" && signature !== "" && signature.startsWith(signed)
    ? undefined
    : `${where}: Invalid \`signature\` in \`thinking\` block`;
}

const BEGINS: Record<string, readonly number[]> = {
  "image/png": [0x89, 0x50, 0x4e, 0x47],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/gif": [0x47, 0x49, 0x46, 0x38],
  "image/webp": [0x52, 0x49, 0x46, 0x46],
};

function imageComplaint({ source }: Fields, where: string): string | undefined {
  if (!isFields(source) || source.type !== "base64") return `${where}.source: unknown`;
  const begins = BEGINS[String(source.media_type)];
  if (begins === undefined) return `${where}.source.base64.media_type: ${source.media_type}`;
  const data = String(source.data);
  if (data === "") return `${where}.source.base64: image cannot be empty`;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return `${where}.source.base64: invalid base64 data`;
  if (data.length > 5 * 1024 * 1024) return `${where}.source.base64: image exceeds 5 MB maximum`;
  const bytes = Buffer.from(data.slice(0, 8), "base64");
  const other = Object.entries(BEGINS).find(([, start]) =>
    start.every((byte, at) => bytes[at] === byte),
  )?.[0];
  return other === undefined || other === source.media_type
    ? undefined
    : `${where}: Image does not match the provided media type ${source.media_type}`;
}
