/** What a strict OpenAI-compatible server refuses. */
import { type Complaint, type Fields, isFields, parseStrictly, unknownField } from "./strict-json.ts";

/** What this server is strict about, beyond what all are. */
export interface Strictness {
  /** Top-level request fields it refuses with 400. */
  refuse?: readonly string[];
  /** Assistant messages may carry `reasoning_content`. Default: refused like any unknown field. */
  reasoningContent?: "allowed" | "required_with_calls";
}

/** OpenAI's "Images and vision" page: PNG, JPEG, WEBP and GIF, base64-encoded. */
const IMAGE = /^data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

type Check = (message: Fields, where: string, open: Set<string>, strict: Strictness) => string | undefined;

/** Why a strict server would refuse this request body; undefined when it would not. */
export function complaintAbout(body: Uint8Array, strict: Strictness = {}): Complaint | undefined {
  const parsed = parseStrictly(body);
  if (!("request" in parsed)) return parsed;
  const { request } = parsed;
  for (const name of strict.refuse ?? [])
    if (name in request) return { status: 400, message: `Unrecognized request argument supplied: ${name}` };
  if ("max_tokens" in request && "max_completion_tokens" in request)
    return { status: 400, message: "max_tokens and max_completion_tokens exclude each other" };
  const message =
    (typeof request.model === "string" && request.model !== "" ? undefined : "model is missing") ??
    (request.stream === true ? undefined : "stream is not true") ??
    toolsComplaint(request.tools);
  if (message !== undefined) return { status: 400, message };
  return messagesComplaint(request.messages, strict);
}

function messagesComplaint(messages: unknown, strict: Strictness): Complaint | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return { status: 400, message: "messages is empty" };
  const open = new Set<string>();
  for (const [at, message] of messages.entries()) {
    const where = `messages[${at}]`;
    if (!isFields(message)) return { status: 400, message: `${where} is not an object` };
    const check = CHECKS[String(message.role)];
    if (check === undefined)
      return { status: 422, message: `${where}: unknown role ${String(message.role)}` };
    if (message.role !== "tool" && open.size > 0)
      return { status: 400, message: `${where}: no tool result for ${[...open].join(", ")}` };
    const text = check(message, where, open, strict);
    if (text !== undefined) return { status: 400, message: text };
  }
  if (open.size > 0) return { status: 400, message: `no tool result for ${[...open].join(", ")}` };
  return undefined;
}

const CHECKS: Record<string, Check> = {
  system: (message, where) =>
    unknownField(message, ["role", "content"], where) ?? textComplaint(message.content, `${where}.content`),
  user: (message, where) =>
    unknownField(message, ["role", "content"], where) ??
    contentComplaint(message.content, ["text", "image_url"], `${where}.content`),
  assistant: assistantComplaint,
  tool: (message, where, open) => {
    const unknown = unknownField(message, ["role", "content", "tool_call_id"], where);
    if (unknown !== undefined) return unknown;
    if (!open.delete(String(message.tool_call_id)))
      return `${where}: no open tool call ${JSON.stringify(message.tool_call_id)}`;
    return contentComplaint(message.content, ["text"], `${where}.content`);
  },
};

function assistantComplaint(message: Fields, where: string, open: Set<string>, strict: Strictness) {
  const hasCalls = "tool_calls" in message;
  const known = ["role", "content", "tool_calls"];
  if (strict.reasoningContent !== undefined) known.push("reasoning_content");
  const unknown = unknownField(message, known, where);
  if (unknown !== undefined) return unknown;
  if (strict.reasoningContent === "required_with_calls" && hasCalls && !message.reasoning_content)
    return `${where}: reasoning_content must be passed back`;
  const blankAllowed = hasCalls && (message.content === undefined || message.content === null);
  if (!blankAllowed) {
    const text = contentComplaint(message.content, ["text"], `${where}.content`);
    if (text !== undefined) return text;
  }
  if (!hasCalls) return undefined;
  if (!Array.isArray(message.tool_calls) || message.tool_calls.length === 0)
    return `${where}.tool_calls is empty`;
  for (const [at, call] of message.tool_calls.entries()) {
    const text = callComplaint(call, `${where}.tool_calls[${at}]`, open);
    if (text !== undefined) return text;
  }
  return undefined;
}

function callComplaint(call: unknown, where: string, open: Set<string>): string | undefined {
  if (!isFields(call) || call.type !== "function" || !isFields(call.function))
    return `${where} is no function call`;
  if (typeof call.id !== "string" || call.id === "") return `${where}.id is empty`;
  if (open.has(call.id)) return `${where}.id ${call.id} is not unique`;
  open.add(call.id);
  if (typeof call.function.name !== "string" || call.function.name === "") return `${where} has no name`;
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(call.function.name)) return `${where} has a bad name`;
  try {
    if (isFields(JSON.parse(String(call.function.arguments)))) return undefined;
  } catch {
    // Said below: no JSON and no object are the same complaint.
  }
  return `${where}.arguments is not a JSON object: ${String(call.function.arguments)}`;
}

function contentComplaint(value: unknown, kinds: readonly string[], where: string): string | undefined {
  if (typeof value === "string") return textComplaint(value, where);
  if (!Array.isArray(value) || value.length === 0) return `${where} is empty`;
  for (const [at, part] of value.entries()) {
    if (!isFields(part) || !kinds.includes(String(part.type)))
      return `${where}[${at}] is none of ${kinds.join(", ")}`;
    if (part.type === "text") {
      const text = textComplaint(part.text, `${where}[${at}]`);
      if (text !== undefined) return text;
    } else if (!isFields(part.image_url) || !IMAGE.test(String(part.image_url.url)))
      return `${where}[${at}] has no image url`;
  }
  return undefined;
}

function textComplaint(value: unknown, where: string): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? undefined : `${where} is blank`;
}

function toolsComplaint(tools: unknown): string | undefined {
  if (tools === undefined) return undefined;
  if (!Array.isArray(tools) || tools.length === 0) return "tools is empty";
  const names = new Set<unknown>();
  for (const tool of tools) {
    if (!isFields(tool) || tool.type !== "function" || !isFields(tool.function))
      return "tools holds no function";
    const { name, parameters } = tool.function;
    if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
      return `bad tool name ${String(name)}`;
    if (names.has(name)) return `two tools named ${name}`;
    names.add(name);
    if (!isFields(parameters) || parameters.type !== "object")
      return `${name}.parameters is no object schema`;
  }
  return undefined;
}
