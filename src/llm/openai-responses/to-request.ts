/** The conversation as the body of a Responses request, such that the API takes it. */
import type { JsonObject } from "../../wire/messages.ts";
import type { LLMRequest } from "../client.ts";
import type { Target } from "../dialect.ts";
import type { Dispensable } from "../dispensable.ts";
import { toInput } from "./input-items.ts";
import { toTools } from "./tool-schema.ts";

/** The API refuses a smaller limit. */
const SMALLEST_LIMIT = 16;

/** Models without reasoning refuse what is about it, unverified accounts its summary and streams, other servers more. */
export const DISPENSABLE_FIELDS: readonly Dispensable[] = [
  dispensable("reasoning", "summary"),
  dispensable("reasoning", "effort"),
  dispensable("reasoning"),
  dispensable("include"),
  dispensable("prompt_cache_key"),
  dispensable("store"),
  dispensable("stream"),
];

/** The fields of the body. The server is asked to store nothing and to give its reasoning encrypted instead. */
export function toRequest(request: LLMRequest, target: Target): JsonObject {
  const { system, messages, tools, thinking } = request;
  const { model, maxOutputTokens, thinks } = target;
  const conversation = messages[0]?.id;
  return {
    model,
    ...(system.trim() === "" ? {} : { instructions: system }),
    input: toInput(messages, target),
    ...(tools.length === 0 ? {} : { tools: toTools(tools) }),
    stream: true,
    store: false,
    ...(thinks === false ? {} : { include: ["reasoning.encrypted_content"] }),
    ...(thinking === "off" || thinks === false ? {} : { reasoning: { effort: thinking, summary: "auto" } }),
    ...(maxOutputTokens === undefined
      ? {}
      : { max_output_tokens: Math.max(maxOutputTokens, SMALLEST_LIMIT) }),
    // Requests with one key share a cache: those of one conversation, which begin alike.
    ...(conversation === undefined ? {} : { prompt_cache_key: `letscode-${conversation.slice(0, 32)}` }),
  };
}

/** Refused as the parameter the answer names or, where it names none, as a word of its text. */
function dispensable(...path: [string, ...string[]]): Dispensable {
  const name = path.join("\\.");
  return {
    path,
    refusal: new RegExp(
      `"param"\\s*:\\s*"${name}["[.]|^(?![^]*"param"\\s*:\\s*"[^"])[^]*(?<![\\w.])${name}(?!\\w)`,
    ),
  };
}
