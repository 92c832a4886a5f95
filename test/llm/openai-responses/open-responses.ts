/** A client and a server that speak the Responses API, with what a test wants different. */
import type { HttpModelOptions } from "../../../src/llm/http-model.ts";
import { RESPONSES_DIALECT } from "../../../src/llm/openai-responses/responses-dialect.ts";
import {
  jsonReply,
  type ProviderServer,
  type ProviderServerOptions,
  type Reply,
} from "../../loopback/provider-server.ts";
import {
  type ResponsesComplaint,
  type ResponsesStrictness,
  responsesComplaint,
} from "../../loopback/strict-responses.ts";
import { openClient, withServer } from "../openai-compatible/open-client.ts";

/** A refusal in OpenAI's words. */
export function openAIError(status: number, error: Record<string, unknown>): Reply {
  return jsonReply(status, { error: { type: "invalid_request_error", param: null, code: null, ...error } });
}

/** Runs `use` with a server as strict as OpenAI's, which is closed afterwards. */
export function withResponses(
  options: ProviderServerOptions & ResponsesStrictness,
  use: (server: ProviderServer) => Promise<void>,
): Promise<void> {
  const judged: ProviderServerOptions = {
    isCall: (path) => path === "/v1/responses",
    judge: ({ bytes }) => responsesComplaint(bytes, options),
    refusal: ({ status, ...error }: ResponsesComplaint) => openAIError(status, { ...error }),
  };
  return withServer({ ...judged, ...options }, use);
}

/** Makes a client of provider `openai`: no retries, no key, no limit on silence unless `more` says so. */
export function openResponses(server: Pick<ProviderServer, "baseUrl">, more: Partial<HttpModelOptions> = {}) {
  return openClient(server, {
    provider: "openai",
    dialect: RESPONSES_DIALECT,
    modelId: "gpt-test",
    ...more,
  });
}
