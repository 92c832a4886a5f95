/** OpenAI's Responses API. */
import { RESPONSES_DIALECT } from "../../../src/llm/openai-responses/responses-dialect.ts";
import { jsonReply } from "../../loopback/provider-server.ts";
import {
  callEvents,
  completed,
  created,
  event,
  incomplete,
  messageEvents,
  type ResponsesUsage,
  reasoningEvents,
} from "../../loopback/responses-chunks.ts";
import { type ResponsesStrictness, responsesComplaint } from "../../loopback/strict-responses.ts";
import { openResponses, withResponses } from "../openai-responses/open-responses.ts";
import type { Counts, End, Part, Voice } from "./voice.ts";

const strict: ResponsesStrictness = { decrypts: (encrypted) => encrypted.startsWith("ownresponses") };

function contentOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part, at) => {
    if ("thinking" in part) return reasoningEvents(at, part.seal ?? null, ...part.thinking);
    if ("text" in part) return messageEvents(at, ...part.text);
    return callEvents(at, part.call, part.name, ...part.pieces);
  });
}

function usageOf({ input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 }: Counts): ResponsesUsage {
  return {
    input_tokens: input + cacheRead + cacheWrite,
    output_tokens: output,
    input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    output_tokens_details: { reasoning_tokens: reasoning },
  };
}

function endOf(end: End, counts: Counts): string {
  if (end === "done") return completed([], usageOf(counts));
  return incomplete(end === "length" ? "max_output_tokens" : "content_filter", [], usageOf(counts));
}

export const RESPONSES_VOICE: Voice = {
  name: "responses",
  provider: "openai",
  model: "gpt-test",
  dialect: RESPONSES_DIALECT,
  quirks: {},
  withServer: (options, use) => withResponses({ ...strict, ...options }, use),
  open: openResponses,
  complaint: (body) => responsesComplaint(body, strict),
  begin: () => [created()],
  content: contentOf,
  end: (end, counts) => [endOf(end, counts)],
  error: (message) => event("error", { code: "server_error", message, param: null }),
  refusal: (status, message, headers) =>
    jsonReply(status, { error: { type: "error", message, param: null, code: null } }, headers),
  noise: [": keepalive\n\n", event("keepalive"), event("response.in_progress", { response: {} })],
  filtered: "(The provider's content filter stopped this answer.)",
  wholeArguments: false,
  endsCalls: true,
};
