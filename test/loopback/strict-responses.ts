/**
 * What OpenAI's Responses API refuses of a stateless request.
 *
 * | refusal | where it is from |
 * |---|---|
 * | an unknown parameter, also in an item, such as `status` of reasoning | API reference "Create a model response"; BerriAI/litellm#13420 |
 * | no input | API reference "Create a model response" |
 * | the id of an item that was not stored | vercel/ai#7543, langchain-ai/langchain#38372 |
 * | reasoning without its `summary` | newo-ether/Agora#141 |
 * | reasoning without the item that followed it | vercel/ai#7099, openai/openai-agents-python#3207 |
 * | reasoning encrypted for another account | Wei-Shaw/sub2api#3138 |
 * | `include` for a model without reasoning | pydantic/pydantic-ai#2865 |
 * | `reasoning` for a model without it | guide "Reasoning models" |
 * | a summary or a stream for an account that is not verified | continuedev/continue#9607; help page "API organization verification" |
 * | a call id of more than 64 characters | decolua/9router#393 |
 * | a call without an output, an output without a call | openai/codex#620, continuedev/continue#10092 |
 * | a function name of other characters than `a-zA-Z0-9_-`, or of more than 64 | hackers365/xiaozhi-esp32-server-golang#268; API reference "Create a model response" |
 * | `input_text` in an answer of the model | jeremychone/rust-genai#119 |
 * | an image that is none of PNG, JPEG, GIF and WebP, or is empty | dickpy/dsh-imagegen#23, anomalyco/opencode#23983 |
 * | a limit below 16 | earendil-works/pi#6265 |
 * | a schema that is no object at its top, or a choice of several | nspady/google-calendar-mcp#39, goruck/home-generative-agent#545 |
 * | an array schema without `items` | mark3labs/mcphost#35 |
 * | a strict schema that does not require every property | kevinwatt/mysql-mcp#5 |
 * | blank text, arguments that are no JSON object, half characters | no strict server takes them |
 */
import { type Complaint, type Fields, isFields, parseStrictly, unknownField } from "./strict-json.ts";

/** A refusal as OpenAI tells it. */
export interface ResponsesComplaint extends Complaint {
  param?: string;
  code?: string;
}

/** What this server's model and account can do. */
export interface ResponsesStrictness {
  /** The model reasons. Default: true. */
  reasons?: boolean;
  /** The account may have summaries and streams. Default: true. */
  verified?: boolean;
  /** Whether the account can decrypt this. Default: it can. */
  decrypts?: (encrypted: string) => boolean;
  /** A server that takes reasoning as plain text, under the id it gave it. */
  plainReasoning?: boolean;
}

const PARAMETERS = [
  "model",
  "instructions",
  "input",
  "tools",
  "stream",
  "store",
  "include",
  "reasoning",
  "max_output_tokens",
  "prompt_cache_key",
];
const PHASES = ["commentary", "final_answer"];
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const IMAGE = /^data:image\/(png|jpeg|gif|webp);base64,./;

/** Why the API would refuse this request body; undefined when it would not. */
export function responsesComplaint(
  body: Uint8Array,
  strict: ResponsesStrictness = {},
): ResponsesComplaint | undefined {
  const parsed = parseStrictly(body);
  if (!("request" in parsed)) return parsed;
  const { request } = parsed;
  const unknown = Object.keys(request).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return refuse(unknown, `Unknown parameter: '${unknown}'.`, "unknown_parameter");
  if (typeof request.model !== "string" || request.model === "")
    return refuse("model", "Missing required parameter: 'model'.");
  if ("instructions" in request && isBlank(request.instructions)) return refuse("instructions", "blank");
  if (request.store !== false) return refuse("store", "this test wants nothing stored");
  return (
    limitComplaint(request) ??
    abilityComplaint(request, strict) ??
    toolsComplaint(request.tools) ??
    inputComplaint(request.input, strict)
  );
}

function limitComplaint({ max_output_tokens: limit }: Fields): ResponsesComplaint | undefined {
  if (limit === undefined || (Number.isInteger(limit) && Number(limit) >= 16)) return undefined;
  return refuse(
    "max_output_tokens",
    `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${limit} instead.`,
    "integer_below_min_value",
  );
}

function abilityComplaint(
  { include, reasoning, stream }: Fields,
  { reasons = true, verified = true }: ResponsesStrictness,
): ResponsesComplaint | undefined {
  if (!reasons && include !== undefined)
    return refuse("include", "Encrypted content is not supported with this model.");
  if (isFields(reasoning)) {
    const [name] = Object.keys(reasoning);
    if (!reasons && name !== undefined)
      return refuse(
        `reasoning.${name}`,
        `Unsupported parameter: 'reasoning.${name}' is not supported with this model.`,
        "unsupported_parameter",
      );
    const { effort, summary } = reasoning;
    if (effort !== undefined && !["low", "medium", "high"].includes(String(effort)))
      return refuse("reasoning.effort", `Invalid value: '${effort}'.`, "invalid_value");
    if (!verified && summary !== undefined)
      return refuse(
        "reasoning.summary",
        "Your organization must be verified to generate reasoning summaries.",
        "unsupported_value",
      );
  }
  if (!verified && stream === true)
    return refuse("stream", "Your organization must be verified to stream this model.", "unsupported_value");
  return undefined;
}

function inputComplaint(input: unknown, strict: ResponsesStrictness): ResponsesComplaint | undefined {
  if (!Array.isArray(input) || input.length === 0)
    return refuse("input", "One of 'input' or 'previous_response_id' must be provided.");
  const open = new Set<string>();
  for (const [at, item] of input.entries()) {
    const where = `input[${at}]`;
    if (!isFields(item)) return refuse(where, `Invalid type for '${where}'.`, "invalid_type");
    const complaint =
      idComplaint(item, strict) ??
      ITEMS[String(item.type)]?.(item, where, { open, next: input[at + 1], strict }) ??
      (String(item.type) in ITEMS ? undefined : refuse(where, `Invalid value: '${item.type}'.`));
    if (complaint !== undefined) return complaint;
  }
  const [left] = open;
  if (left !== undefined) return refuse("input", `No tool output found for function call ${left}.`);
  return undefined;
}

function idComplaint(item: Fields, { plainReasoning }: ResponsesStrictness): ResponsesComplaint | undefined {
  if (!("id" in item) || (plainReasoning && item.type === "reasoning")) return undefined;
  const message = `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`;
  return { ...refuse("input", message), status: 404 };
}

interface Place {
  /** Calls that have no output yet. */
  open: Set<string>;
  next: unknown;
  strict: ResponsesStrictness;
}

const ITEMS: Record<string, (item: Fields, where: string, place: Place) => ResponsesComplaint | undefined> = {
  message: (item, where) => {
    const unknown = unknownField(item, ["type", "role", "content", "phase"], where);
    if (unknown !== undefined) return refuse(where, unknown, "unknown_parameter");
    if ("phase" in item && !(item.role === "assistant" && PHASES.includes(String(item.phase))))
      return refuse(`${where}.phase`, `Invalid value: '${item.phase}'.`, "invalid_value");
    const kinds = { user: ["input_text", "input_image"], assistant: ["output_text"] }[String(item.role)];
    if (kinds === undefined) return refuse(where, `Invalid value: '${item.role}'.`);
    return partsComplaint(item.content, kinds, `${where}.content`);
  },
  reasoning: (item, where, { next, strict }) => {
    const unknown = unknownField(item, ["type", "id", "summary", "encrypted_content", "content"], where);
    if (unknown !== undefined) return refuse(where, unknown, "unknown_parameter");
    if (!Array.isArray(item.summary))
      return refuse(`${where}.summary`, `Missing required parameter: '${where}.summary'.`);
    const { encrypted_content: encrypted } = item;
    if (typeof encrypted === "string" && strict.decrypts?.(encrypted) === false)
      return refuse(
        "input",
        "The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
        "invalid_encrypted_content",
      );
    if (!encrypted && !strict.plainReasoning) return refuse("input", "reasoning without content");
    const follows =
      isFields(next) &&
      (next.type === "reasoning" || next.type === "function_call" || next.role === "assistant");
    if (follows) return undefined;
    return refuse(
      "input",
      `Item '${where}' of type 'reasoning' was provided without its required following item.`,
    );
  },
  function_call: (item, where, { open }) => {
    const unknown = unknownField(item, ["type", "call_id", "name", "arguments"], where);
    if (unknown !== undefined) return refuse(where, unknown, "unknown_parameter");
    const complaint = callIdComplaint(item.call_id, `${where}.call_id`);
    if (complaint !== undefined) return complaint;
    if (open.has(String(item.call_id))) return refuse("input", `two calls with id ${item.call_id}`);
    open.add(String(item.call_id));
    if (!NAME.test(String(item.name))) return nameComplaint(`${where}.name`);
    try {
      if (isFields(JSON.parse(String(item.arguments)))) return undefined;
    } catch {
      // Said below: no JSON and no object are the same complaint.
    }
    return refuse(`${where}.arguments`, `no JSON object: ${item.arguments}`);
  },
  function_call_output: (item, where, { open }) => {
    const unknown = unknownField(item, ["type", "call_id", "output"], where);
    if (unknown !== undefined) return refuse(where, unknown, "unknown_parameter");
    const complaint = callIdComplaint(item.call_id, `${where}.call_id`);
    if (complaint !== undefined) return complaint;
    if (!open.delete(String(item.call_id)))
      return refuse("input", `No tool call found for function call output with call_id ${item.call_id}.`);
    if (typeof item.output === "string")
      return isBlank(item.output) ? refuse(`${where}.output`, "blank") : undefined;
    return partsComplaint(item.output, ["input_text", "input_image"], `${where}.output`);
  },
};

function callIdComplaint(id: unknown, where: string): ResponsesComplaint | undefined {
  if (typeof id !== "string" || id === "") return refuse(where, `Invalid '${where}': empty string.`);
  if (id.length <= 64) return undefined;
  return refuse(
    where,
    `Invalid '${where}': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`,
    "string_above_max_length",
  );
}

function partsComplaint(parts: unknown, kinds: readonly string[], where: string) {
  if (!Array.isArray(parts) || parts.length === 0) return refuse(where, `${where} is empty`);
  for (const [at, part] of parts.entries()) {
    const place = `${where}[${at}]`;
    if (!isFields(part) || !kinds.includes(String(part.type)))
      return refuse(
        place,
        `Invalid value: '${isFields(part) ? part.type : part}'. Supported values are: ${kinds.join(", ")}.`,
      );
    if (part.type !== "input_image") {
      if (isBlank(part.text)) return refuse(place, `${place} is blank`);
    } else if (!IMAGE.test(String(part.image_url)))
      return refuse(
        `${place}.image_url`,
        `Invalid '${place}.image_url'. Expected a base64-encoded data URL with an image MIME type.`,
      );
  }
  return undefined;
}

function toolsComplaint(tools: unknown): ResponsesComplaint | undefined {
  if (tools === undefined) return undefined;
  if (!Array.isArray(tools) || tools.length === 0) return refuse("tools", "tools is empty");
  const names = new Set<unknown>();
  for (const [at, tool] of tools.entries()) {
    const where = `tools[${at}]`;
    if (!isFields(tool) || tool.type !== "function") return refuse(where, "no function");
    const unknown = unknownField(tool, ["type", "name", "description", "parameters", "strict"], where);
    if (unknown !== undefined) return refuse(where, unknown, "unknown_parameter");
    if (!NAME.test(String(tool.name))) return nameComplaint(`${where}.name`);
    if (names.has(tool.name)) return refuse(where, `two tools named ${tool.name}`);
    names.add(tool.name);
    const wrong = schemaComplaint(tool.parameters, tool.strict !== false);
    if (wrong !== undefined)
      return refuse(
        `${where}.parameters`,
        `Invalid schema for function '${tool.name}': ${wrong}`,
        "invalid_function_parameters",
      );
  }
  return undefined;
}

function schemaComplaint(schema: unknown, isStrict: boolean): string | undefined {
  if (!isFields(schema) || schema.type !== "object")
    return `schema must be a JSON Schema of 'type: "object"'.`;
  if (["oneOf", "anyOf", "allOf", "enum", "const", "not"].some((name) => name in schema))
    return "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level.";
  if (!isFields(schema.properties)) return "object schema missing properties.";
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (isStrict && Object.keys(schema.properties).some((name) => !required.includes(name)))
    return "'required' is required to be supplied and to be an array including every key in properties.";
  return Object.values(schema.properties).some(lacksItems) ? "array schema missing items." : undefined;
}

function lacksItems(schema: unknown): boolean {
  if (!isFields(schema)) return false;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("array") && schema.items === undefined) return true;
  const inner = isFields(schema.properties) ? Object.values(schema.properties) : [];
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return [schema.items, ...inner, ...choices].some(lacksItems);
}

function nameComplaint(where: string): ResponsesComplaint {
  return refuse(
    where,
    `Invalid '${where}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    "invalid_value",
  );
}

function isBlank(text: unknown): boolean {
  return typeof text !== "string" || text.trim() === "";
}

function refuse(param: string, message: string, code?: string): ResponsesComplaint {
  return { status: 400, message, param, ...(code === undefined ? {} : { code }) };
}
