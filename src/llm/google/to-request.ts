/** The conversation as the body of a `streamGenerateContent` request, such that the API takes it. */
import type { JsonObject, ModelMessage, ToolResultMessage } from "../../wire/messages.ts";
import type { LLMRequest, ToolSpec } from "../client.ts";
import type { Target } from "../dialect.ts";
import { wireToolName } from "../tool-names.ts";
import { modelParts, type SentCall } from "./model-parts.ts";
import { isBlank, textPart, userParts } from "./parts.ts";
import { resultParts } from "./result-parts.ts";
import { thinkingConfig } from "./thinking-config.ts";
import { toolSchema } from "./tool-schema.ts";

/**
 * The fields of the body. The contents begin and end with the user; no part is blank and no content empty; neighbours
 * of one role are one content, but for the results of a turn's calls, which are alone in theirs, one for each call, in
 * the order of the calls.
 */
export function toRequest(request: LLMRequest, target: Target): JsonObject {
  const { system, messages, tools, thinking } = request;
  const config = generationConfig(target, thinking);
  return {
    ...(isBlank(system) ? {} : { systemInstruction: { parts: [textPart(system)] } }),
    contents: toContents(messages, target),
    ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: toDeclarations(tools) }] }),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
  };
}

function generationConfig(target: Target, level: LLMRequest["thinking"]): JsonObject {
  const { model, maxOutputTokens, thinks } = target;
  const thinking = thinks === false ? undefined : thinkingConfig(model, level);
  return {
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
  };
}

function toDeclarations(tools: readonly ToolSpec[]): JsonObject[] {
  const declared = new Map<string, JsonObject>();
  for (const { name, description, parameters } of tools) {
    const wireName = wireToolName(name);
    const schema = toolSchema(parameters);
    if (declared.has(wireName)) continue;
    declared.set(wireName, {
      name: wireName,
      description: isBlank(description) ? wireName : description,
      ...(schema === undefined ? {} : { parametersJsonSchema: schema }),
    });
  }
  return [...declared.values()];
}

/** Contents as they grow. */
class Contents {
  readonly all: { role: "user" | "model"; parts: JsonObject[] }[] = [];
  /** The last one holds results, and nothing may join them. */
  #closed = false;

  add(role: "user" | "model", parts: JsonObject[], alone = false): void {
    if (parts.length === 0) return;
    const last = this.all.at(-1);
    if (last?.role === role && !alone && !this.#closed) last.parts.push(...parts);
    else this.all.push({ role, parts });
    this.#closed = alone;
  }
}

function toContents(messages: readonly ModelMessage[], target: Target): JsonObject[] {
  const contents = new Contents();
  for (const [at, message] of messages.entries()) {
    if (message.role === "user") contents.add("user", userParts(message.content, target.quirks));
    if (message.role !== "assistant") continue;
    const { parts, calls } = modelParts(message, target);
    if (contents.all.length === 0 && parts.length > 0)
      contents.add("user", [textPart("(the conversation goes on)")]);
    contents.add("model", parts);
    if (calls.length === 0) continue;
    const { responses, images } = resultParts(pair(calls, resultsAfter(messages, at)), target);
    contents.add("user", responses, true);
    contents.add("user", images);
  }
  if (contents.all.length === 0) contents.add("user", [textPart("(empty message)")]);
  if (contents.all.at(-1)?.role === "model") contents.add("user", [textPart("(go on)")]);
  return contents.all;
}

/** The results that follow a message. Any elsewhere have no call, and the API takes none without. */
function resultsAfter(messages: readonly ModelMessage[], at: number): ToolResultMessage[] {
  const results: ToolResultMessage[] = [];
  for (const message of messages.slice(at + 1)) {
    if (message.role !== "tool_result") break;
    results.push(message);
  }
  return results;
}

function pair(calls: readonly SentCall[], results: ToolResultMessage[]) {
  return calls.map((call) => {
    const at = results.findIndex(({ tool_call_id }) => tool_call_id === call.toolCallId);
    return { call, result: at < 0 ? undefined : results.splice(at, 1)[0] };
  });
}
