/** A client of the strict loopback Gemini API, with what a test wants different. */
import { systemClock } from "../../../src/clock.ts";
import { GENERATE_DIALECT } from "../../../src/llm/google/generate-dialect.ts";
import { createHttpFetch } from "../../../src/llm/http-fetch.ts";
import { createHttpModel, type HttpModelOptions } from "../../../src/llm/http-model.ts";
import { createRedactor } from "../../../src/secrets/redactor.ts";
import {
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
} from "../../loopback/provider-server.ts";
import { type GenerateStrictness, generateServer } from "../../loopback/strict-generate.ts";

/** Makes a client: no retries and no limit on silence unless `more` says so. */
export function openClient(server: Pick<ProviderServer, "baseUrl">, more: Partial<HttpModelOptions> = {}) {
  return createHttpModel({
    provider: "google",
    dialect: GENERATE_DIALECT,
    baseUrl: server.baseUrl,
    modelId: "gemini-2.5-flash",
    apiKey: "AIza-test-1234567890",
    apiKeyVariable: "GEMINI_API_KEY",
    apiKeyRequired: true,
    retry: { maxRetries: 0, baseDelayMs: 1000, maxDelayMs: 10_000 },
    timeoutMs: 0,
    fetch: createHttpFetch({}),
    clock: systemClock,
    redactor: createRedactor(["AIza-test-1234567890"]),
    ...more,
  });
}

/** Runs `use` with a strict server, which is closed afterwards. */
export async function withServer(
  options: ProviderServerOptions & GenerateStrictness,
  use: (server: ProviderServer) => Promise<void>,
): Promise<void> {
  const { ownSignature, ...more } = options;
  const server = await startProviderServer(generateServer(ownSignature ? { ownSignature } : {}, more));
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
