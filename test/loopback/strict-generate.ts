/**
 * What the Gemini API refuses, each with the page or the thread it is told in.
 *
 * | refused                                                        | told in |
 * |---|---|
 * | a key in the address                                            | Gemini API, "Using API keys": it belongs in the x-goog-api-key header |
 * | an unknown field, anywhere                                      | decolua/9router#3018: "Invalid JSON payload received. Unknown name" |
 * | no contents                                                     | Gemini API, generateContent: `contents` is required |
 * | a role but user and model                                       | Gemini API, Content: "Please use a valid role: user, model" |
 * | a content without parts                                         | RooCodeInc/Roo-Code#10728: "must include at least one parts field" |
 * | a part without data, or blank text                              | router-for-me/CLIProxyAPI#3485: "required oneof field 'data' must have one initialized field" |
 * | contents that begin with the model                              | earendil-works/pi#471 |
 * | contents that end with the model                                | songquanpeng/one-api#836: "ends with a user role or a function response" |
 * | neighbours of one role, but for a user's word after results     | NousResearch/hermes-agent#55623, earendil-works/pi#2251 |
 * | a call that does not follow the user                            | earendil-works/pi#471: "function call turn comes immediately after a user turn" |
 * | more or fewer results than calls                                | google-gemini/gemini-cli#3814, microsoft/vscode#299295 |
 * | results out of order, under another name, or without a call     | Gemini API, "Function calling", FunctionResponse.name |
 * | results beside anything else in one content                     | vellum-ai/vellum-assistant#1901, google-gemini/gemini-cli#16137 |
 * | a response that is no object                                    | scriptit-fr/GenAIApp#73: FunctionResponse.response is a Struct |
 * | images in a result before Gemini 3; text in its parts           | google-gemini/gemini-cli#16137, ChatLunaLab/chatluna#977 |
 * | a third-generation call without signature, first of its content | nanbingxyz/5ire#405: "Function call is missing a thought_signature" |
 * | a signature that is not base64, or not this model's             | earendil-works/pi#471: "Corrupted thought signature" |
 * | an image format, or data that is no base64                      | Gemini API, "Image understanding": PNG, JPEG, WEBP, HEIC, HEIF |
 * | a blank system instruction                                      | songquanpeng/one-api#2243 |
 * | tool names, doubles, a blank description                        | Gemini API, FunctionDeclaration |
 * | parameters of no properties                                     | agno-agi/agno#2112: "should be non-empty for OBJECT type" |
 * | keywords outside the documented JSON Schema                     | Gemini API, FunctionDeclaration.parametersJsonSchema; GetStream/Vision-Agents#513 |
 * | $ref and $defs                                                  | google-gemini/gemini-cli#13326, anomalyco/opencode#12295 |
 * | choices that are neither text nor number, or empty              | thClaws/thClaws#172 |
 * | a required property that is not there                           | Gemini API, Schema: "property is not defined" |
 * | thinking for a model that does not think                        | Gemini API, "Thinking" |
 * | a budget and a level, or a level before Gemini 3                | Gemini API, "Gemini 3"; Kilo-Org/kilocode#5139 |
 * | a budget out of range, 0 for 2.5 Pro                            | vercel/ai#8027: "Budget 0 is invalid. This model only works in thinking mode" |
 * | a level the model does not have                                 | can1357/oh-my-pi#10543: "Thinking level is unsupported" |
 * | thoughts of a model that is told not to think                   | Gemini API, "Thinking": include_thoughts needs thinking |
 */
import { jsonReply, type ProviderServerOptions, type RecordedRequest } from "./provider-server.ts";
import { configComplaint, generation } from "./strict-generate-config.ts";
import { schemaComplaint } from "./strict-generate-schema.ts";
import { type Complaint, type Fields, isFields, parseStrictly, unknownField } from "./strict-json.ts";

/** What this server knows beyond the request. */
export interface GenerateStrictness {
  /** Which signatures are this model's own. Default: all. */
  ownSignature?: RegExp;
}

const PATH = /^\/v1beta\/models\/([^/:?]+):streamGenerateContent\?alt=sse$/;
const SKIP = "skip_thought_signature_validator";
const IMAGES = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];
const IN_RESULTS = IMAGES.slice(0, 3);

/** Options that make the loopback provider a strict Gemini API. */
export function generateServer(
  strict: GenerateStrictness = {},
  more: ProviderServerOptions = {},
): ProviderServerOptions {
  return {
    basePath: "",
    isCall: (path) => path.includes(":streamGenerateContent"),
    judge: (request) => judgeGenerate(request, strict),
    refusal: ({ status, message }) => generateError(status, "INVALID_ARGUMENT", message),
    ...more,
  };
}

/** An error as Google words it. */
export function generateError(status: number, name: string, message: string, details?: unknown[]) {
  const error = { code: status, message, status: name, ...(details && { details }) };
  return jsonReply(status, { error });
}

function judgeGenerate({ path, bytes }: RecordedRequest, strict: GenerateStrictness): Complaint | undefined {
  const model = PATH.exec(path)?.[1];
  if (model === undefined) return { status: 404, message: `no such address: ${path}` };
  return complaintAboutGenerate(bytes, decodeURIComponent(model), strict);
}

/** Why the API would refuse this request body for this model; undefined when it would not. */
export function complaintAboutGenerate(
  body: Uint8Array,
  model: string,
  strict: GenerateStrictness = {},
): Complaint | undefined {
  const parsed = parseStrictly(body);
  if (!("request" in parsed)) return parsed;
  const { request } = parsed;
  const known = [
    "contents",
    "systemInstruction",
    "tools",
    "toolConfig",
    "safetySettings",
    "generationConfig",
  ];
  const message =
    unknownField(request, known, "request") ??
    systemComplaint(request.systemInstruction) ??
    contentsComplaint(request.contents, model, strict) ??
    toolsComplaint(request.tools) ??
    configComplaint(request.generationConfig, model);
  return message === undefined ? undefined : { status: 400, message };
}

function systemComplaint(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isFields(value) || !Array.isArray(value.parts) || value.parts.length === 0)
    return "system_instruction has no parts";
  const blank = value.parts.some((part) => !isFields(part) || isBlank(part.text));
  return blank
    ? "system_instruction.parts: required oneof field 'data' must have one initialized field"
    : undefined;
}

function contentsComplaint(value: unknown, model: string, strict: GenerateStrictness): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return "contents is not specified";
  let open: Fields[] = [];
  let before: { role: string; results: boolean } | undefined;
  for (const [at, content] of value.entries()) {
    const where = `contents[${at}]`;
    if (!isFields(content)) return `${where} is not an object`;
    const { role, parts } = content;
    if (role !== "user" && role !== "model") return `${where}: Please use a valid role: user, model.`;
    if (!Array.isArray(parts) || parts.length === 0) return `${where}.parts must not be empty`;
    const list: Fields[] = parts.filter(isFields);
    if (list.length < parts.length) return `${where}.parts holds what is no part`;
    const calls = list.filter((part) => "functionCall" in part).map((part) => part.functionCall as Fields);
    const results = list.filter((part) => "functionResponse" in part);
    if (before === undefined && role === "model") return "multiturn requests must begin with a user role";
    if (before?.role === role && !(before.results && results.length === 0))
      return `${where}: Please ensure that multiturn requests alternate between user and model`;
    if (results.length > 0 && results.length < list.length)
      return `${where}: results stand beside other parts`;
    if (results.length !== open.length)
      return `${where}: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.`;
    for (const [n, part] of list.entries()) {
      const complaint = partComplaint(part, role, model, `${where}.parts[${n}]`, strict);
      if (complaint !== undefined) return complaint;
    }
    for (const [n, { functionResponse: result }] of results.entries()) {
      const call = open[n];
      if (!isFields(result) || result.name !== call?.name || result.id !== call?.id)
        return `${where}.parts[${n}]: not the response to ${JSON.stringify(call)}`;
    }
    const first = list.find((part) => "functionCall" in part);
    if (first !== undefined && (generation(model) ?? 0) >= 3 && first.thoughtSignature === undefined)
      return `${where}: Function call is missing a thought_signature in functionCall parts.`;
    open = calls;
    before = { role, results: results.length > 0 };
  }
  if (before?.role === "model") return "multiturn requests must end with a user role or a function response";
  return undefined;
}

function partComplaint(
  part: Fields,
  role: string,
  model: string,
  where: string,
  strict: GenerateStrictness,
): string | undefined {
  const unknown = unknownField(
    part,
    ["text", "inlineData", "functionCall", "functionResponse", "thought", "thoughtSignature"],
    where,
  );
  if (unknown !== undefined) return unknown;
  const data = ["text", "inlineData", "functionCall", "functionResponse"].filter((name) => name in part);
  if (data.length !== 1 || ("text" in part && isBlank(part.text)))
    return `${where}.data: required oneof field 'data' must have one initialized field`;
  if (role === "user" && data[0] === "functionCall") return `${where}: the user calls no functions`;
  if (role === "model" && data[0] === "functionResponse") return `${where}: the model answers no functions`;
  return (
    signatureComplaint(part.thoughtSignature, model, where, strict) ??
    ("inlineData" in part ? imageComplaint(part.inlineData, IMAGES, where) : undefined) ??
    ("functionCall" in part ? callComplaint(part.functionCall, where) : undefined) ??
    ("functionResponse" in part ? resultComplaint(part.functionResponse, model, where) : undefined)
  );
}

function signatureComplaint(
  value: unknown,
  model: string,
  where: string,
  { ownSignature = /^/ }: GenerateStrictness,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value))
    return `Invalid value at '${where}.thought_signature' (TYPE_BYTES), Base64 decoding failed`;
  if (value === SKIP) return (generation(model) ?? 3) >= 3 ? undefined : "Corrupted thought signature.";
  return ownSignature.test(value) ? undefined : "Corrupted thought signature.";
}

function callComplaint(call: unknown, where: string): string | undefined {
  if (!isFields(call)) return `${where}.function_call is not an object`;
  if (typeof call.name !== "string" || !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(call.name))
    return `${where}.function_call.name: Invalid function name`;
  if (!isFields(call.args)) return `${where}.function_call.args is no Struct`;
  return unknownField(call, ["name", "args", "id"], where);
}

function resultComplaint(result: unknown, model: string, where: string): string | undefined {
  if (!isFields(result)) return `${where}.function_response is not an object`;
  if (!isFields(result.response)) return `${where}.function_response.response is no Struct`;
  const unknown = unknownField(result, ["name", "response", "id", "parts"], where);
  if (unknown !== undefined || result.parts === undefined) return unknown;
  if ((generation(model) ?? 0) < 3) return `${where}: Multimodal function response is not supported`;
  if (!Array.isArray(result.parts) || result.parts.length === 0) return `${where}: parts is empty`;
  for (const part of result.parts) {
    if (!isFields(part)) return `${where}: no part`;
    const complaint =
      unknownField(part, ["inlineData"], where) ?? imageComplaint(part.inlineData, IN_RESULTS, where);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function imageComplaint(image: unknown, formats: readonly string[], where: string): string | undefined {
  if (!isFields(image)) return `${where}: no inline data`;
  if (!formats.includes(String(image.mimeType))) return `Unsupported MIME type: ${String(image.mimeType)}`;
  const data = String(image.data);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data) || data.length % 4 !== 0)
    return `Invalid value at '${where}.inline_data.data' (TYPE_BYTES), Base64 decoding failed`;
  return unknownField(image, ["mimeType", "data"], where);
}

function toolsComplaint(tools: unknown): string | undefined {
  if (tools === undefined) return undefined;
  const [tool] = Array.isArray(tools) ? tools : [];
  const declared = isFields(tool) ? tool.functionDeclarations : undefined;
  if (!Array.isArray(declared) || declared.length === 0) return "tools[0].tool_type: required one_of";
  const names = new Set<string>();
  for (const declaration of declared) {
    if (!isFields(declaration)) return "tools holds no declaration";
    const { name, description, parametersJsonSchema: schema } = declaration;
    const unknown = unknownField(
      declaration,
      ["name", "description", "parametersJsonSchema"],
      "function_declarations",
    );
    if (unknown !== undefined) return unknown;
    if (typeof name !== "string" || !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(name))
      return `Invalid function name ${JSON.stringify(name)}. Must start with a letter or an underscore.`;
    if (names.has(name)) return `Duplicate function declaration found: ${name}`;
    names.add(name);
    if (isBlank(description)) return `${name} has no description`;
    if (schema === undefined) continue;
    const complaint = schemaComplaint(schema, `${name}.parameters`, true);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}
