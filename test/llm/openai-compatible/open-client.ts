/** A client of the test server, with what a test wants different. */
import { systemClock } from "../../../src/clock.ts";
import { createHttpFetch } from "../../../src/llm/http-fetch.ts";
import { createHttpModel, type HttpModelOptions } from "../../../src/llm/http-model.ts";
import { CHAT_DIALECT } from "../../../src/llm/openai-compatible/chat-dialect.ts";
import { createRedactor } from "../../../src/secrets/redactor.ts";
import {
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
} from "../../loopback/provider-server.ts";

/** Makes a client: no retries, no key, no limit on silence unless `more` says so. */
export function openClient(server: Pick<ProviderServer, "baseUrl">, more: Partial<HttpModelOptions> = {}) {
  return createHttpModel({
    provider: "openai-compatible",
    dialect: CHAT_DIALECT,
    baseUrl: server.baseUrl,
    modelId: "test-model",
    apiKeyVariable: "OPENAI_API_KEY",
    apiKeyRequired: false,
    retry: { maxRetries: 0, baseDelayMs: 1000, maxDelayMs: 10_000 },
    timeoutMs: 0,
    fetch: createHttpFetch({}),
    clock: systemClock,
    redactor: createRedactor([]),
    ...more,
  });
}

/** Runs `use` with a server, which is closed afterwards. */
export async function withServer(
  options: ProviderServerOptions,
  use: (server: ProviderServer) => Promise<void>,
): Promise<void> {
  const server = await startProviderServer(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

/** The host of the server as messages name it. */
export function hostOf(server: ProviderServer): string {
  return new URL(server.baseUrl).host;
}
