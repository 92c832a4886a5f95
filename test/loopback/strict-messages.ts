/**
 * What Anthropic's Messages API refuses, each with the page of its documentation or the public thread it comes from.
 *
 * | refused | from |
 * |---|---|
 * | no anthropic-version header | "Versions" page |
 * | a body that is no UTF-8, no JSON, or holds a lone surrogate; more than 32 MB | "Errors" page; anthropics/claude-code#69927 |
 * | unknown fields ("Extra inputs are not permitted"), no model, no max_tokens | "Create a Message" reference |
 * | no message, a first one that is not the user's, roles that do not alternate | "Create a Message" reference; older models and Bedrock |
 * | a last message of the assistant ("does not support assistant message prefill") | migration guide of Claude 4.6 |
 * | empty content, text that is empty or blank | openclaw/openclaw#210; anthropics/claude-code#62396, #23369 |
 * | images of other types, of a type they are not, empty, not base64, above 5 MB | "Vision" page; anthropics/claude-code#20021 |
 * | call ids that are repeated or not ^[a-zA-Z0-9_-]+$ | "Create a Message" reference |
 * | tool names that are repeated or not ^[a-zA-Z0-9_-]{1,128}$ | "Define tools" page |
 * | calls without a result in the next message, results without a call in the one before, two results of one call | "Handle tool calls" page; cai#182 |
 * | results that are not the first blocks of their message | "Handle tool calls" page |
 * | anything behind a call in its message | anomalyco/opencode#5750 |
 * | a result with is_error that holds an image | vellum-ai/vellum-assistant#18387 |
 * | calls in the conversation and no tools | BerriAI/litellm, "Anthropic expects the `tools=` param" |
 * | schemas that are no objects, have unions at the top, odd property names, or are no draft 2020-12 | anthropics/claude-code#5319, #40075; "Define tools" page |
 * | more than four cache marks, or one on thinking | "Prompt caching" page |
 * | a budget under 1,024 or not under max_tokens; a kind of thinking the model does not have | "Troubleshooting thinking" page |
 * | thinking without a signature, or with that of another model, provider or account | "Preserved thinking" page; vybestack/llxprt-code#2335 |
 * | thinking at the end of an assistant message | tailcallhq/forgecode#2107 |
 * | thinking in the last turn while it is off | tailcallhq/forgecode#1853 |
 * | a turn of calls that does not begin with thinking while a budget asks for it | anomalyco/opencode#3077; n8n-io/n8n#22550 |
 */
import type { RecordedRequest } from "./provider-server.ts";
import { type Complaint, type Fields, isFields, parseStrictly, unknownField } from "./strict-json.ts";
import { ASSISTANT, type BlockStrictness, contentComplaint, USER } from "./strict-messages-blocks.ts";
import { toolsComplaint } from "./strict-messages-tools.ts";

/** Whom the server plays. */
export interface MessagesStrictness extends BlockStrictness {
  /**
   * How the model thinks: by budget, by effort, always (by effort), or never; `compatible`: another's server, which takes
   * a budget and its own thinking at any time. Default: budget.
   */
  thinks?: "budget" | "adaptive" | "always" | "none" | "compatible";
  /** The most tokens of an answer. Default: endless. */
  maxTokens?: number;
}

const TOP = [
  "model",
  "max_tokens",
  "system",
  "messages",
  "tools",
  "tool_choice",
  "stream",
  "thinking",
  "output_config",
];

/** Why the API would refuse this request; undefined when it would not. */
export function messagesComplaint(
  { bytes, headers }: Pick<RecordedRequest, "bytes" | "headers">,
  strict: MessagesStrictness = {},
): Complaint | undefined {
  if (headers["anthropic-version"] !== "2023-06-01")
    return { status: 400, message: "anthropic-version: header is required" };
  if (bytes.length > 32 * 1024 * 1024) return { status: 413, message: "Request exceeds the maximum size" };
  const parsed = parseStrictly(bytes);
  if (!("request" in parsed)) return parsed;
  const { request } = parsed;
  const message =
    unknownField(request, TOP, "body") ??
    (typeof request.model === "string" && request.model !== "" ? undefined : "model: Field required") ??
    (Number.isInteger(request.max_tokens) && Number(request.max_tokens) > 0
      ? undefined
      : "max_tokens: Field required") ??
    (Number(request.max_tokens) > (strict.maxTokens ?? Number.POSITIVE_INFINITY)
      ? `max_tokens: ${request.max_tokens} > ${strict.maxTokens}, which is the maximum allowed number of output tokens`
      : undefined) ??
    (request.system === undefined ? undefined : contentComplaint(request.system, ["text"], "system")) ??
    toolsComplaint(request) ??
    thinkingComplaint(request, strict) ??
    messageListComplaint(request, strict) ??
    marksComplaint(request);
  return message === undefined ? undefined : { status: 400, message };
}

function messageListComplaint(request: Fields, strict: MessagesStrictness): string | undefined {
  const { messages } = request;
  if (!Array.isArray(messages) || messages.length === 0) return "messages: at least one message is required";
  const ids = new Set<string>();
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    const where = `messages.${at}`;
    if (!isFields(message)) return `${where}: not an object`;
    const role = at % 2 === 0 ? "user" : "assistant";
    if (message.role !== role) return `${where}: roles must alternate, beginning with user`;
    const content = message.content;
    const found =
      unknownField(message, ["role", "content"], where) ??
      contentComplaint(content, role === "user" ? USER : ASSISTANT, where, strict);
    if (found !== undefined) return found;
    const blocks = content as Fields[];
    const pairs =
      role === "user" ? resultsComplaint(blocks, open, where) : callsComplaint(blocks, ids, where);
    if (pairs !== undefined) return pairs;
    open = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => String(id));
    if (open.length > 0 && request.tools === undefined)
      return "Requests which include `tool_use` or `tool_result` blocks must define tools";
  }
  if (messages.length % 2 === 0)
    return "This model does not support assistant message prefill. The conversation must end with a user message.";
  return lastTurnComplaint(messages as { content: Fields[] }[], request, strict);
}

function resultsComplaint(blocks: Fields[], open: string[], where: string): string | undefined {
  const missing = new Set(open);
  for (const [at, block] of blocks.entries()) {
    if (block.type !== "tool_result") continue;
    if (blocks[at - 1] !== undefined && blocks[at - 1]?.type !== "tool_result")
      return `${where}.content.${at}: tool_result blocks must come first`;
    if (!missing.delete(String(block.tool_use_id)))
      return `${where}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${block.tool_use_id}`;
  }
  return missing.size === 0
    ? undefined
    : `${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...missing]}`;
}

function callsComplaint(blocks: Fields[], ids: Set<string>, where: string): string | undefined {
  for (const [at, { type, id }] of blocks.entries()) {
    if (type !== "tool_use") {
      if (blocks[at - 1]?.type === "tool_use") return `${where}.content.${at}: nothing may follow a tool_use`;
      continue;
    }
    if (ids.has(String(id))) return `${where}.content.${at}: \`tool_use\` ids must be unique`;
    ids.add(String(id));
  }
  return String(blocks.at(-1)?.type).endsWith("thinking")
    ? `${where}: The final block in an assistant message cannot be \`thinking\`.`
    : undefined;
}

/** The rules of the turn that is going on: from the last message of the user that is no mere result. */
function lastTurnComplaint(
  messages: { content: Fields[] }[],
  { thinking }: Fields,
  { thinks = "budget" }: MessagesStrictness,
): string | undefined {
  const isResult = ({ type }: Fields) => type === "tool_result";
  const asked = isFields(thinking) && (thinking.type === "enabled" || thinking.type === "adaptive");
  for (let at = messages.length - 1; at >= 2 && messages[at]?.content.some(isResult); at -= 2) {
    const where = `messages.${at - 1}.content.0`;
    const content = messages[at - 1]?.content ?? [];
    if (
      !asked &&
      thinks !== "always" &&
      thinks !== "compatible" &&
      content.some(({ type }) => String(type).endsWith("thinking"))
    )
      return `${where}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`.`;
    const begins = !messages[at - 2]?.content.every(isResult);
    const first = String(content[0]?.type);
    if (begins && isFields(thinking) && thinking.type === "enabled" && !first.endsWith("thinking"))
      return `${where}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block`;
  }
  return undefined;
}

function thinkingComplaint(
  { thinking, output_config: config, max_tokens: max }: Fields,
  { thinks = "budget" }: MessagesStrictness,
): string | undefined {
  if (config !== undefined) {
    if (!["adaptive", "always"].includes(thinks))
      return "output_config.effort: This model does not support the effort parameter.";
    if (!isFields(config) || !["low", "medium", "high"].includes(String(config.effort)))
      return "output_config.effort";
  }
  if (thinking === undefined) return undefined;
  if (!isFields(thinking)) return "thinking: Input should be an object";
  if (thinks === "none") return "thinking: this model does not support thinking";
  const type = String(thinking.type);
  if (type === "enabled") {
    if (["adaptive", "always"].includes(thinks))
      return '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
    const budget = thinking.budget_tokens;
    if (!Number.isInteger(budget) || Number(budget) < 1024)
      return "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
    if (Number(budget) >= Number(max)) return "`max_tokens` must be greater than `thinking.budget_tokens`";
    return unknownField(thinking, ["type", "budget_tokens"], "thinking");
  }
  if (type === "disabled" && thinks === "always")
    return '"thinking.type.disabled" is not supported for this model.';
  if (type === "adaptive" && !["adaptive", "always"].includes(thinks))
    return "adaptive thinking is not supported on this model";
  if (!["adaptive", "disabled", "between_tools"].includes(type)) return `thinking.type: ${type}`;
  return unknownField(thinking, ["type", "display"], "thinking");
}

function marksComplaint(request: Fields): string | undefined {
  const marks = JSON.stringify(request).split('"cache_control":{"type":"ephemeral"}').length - 1;
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : undefined;
}
