/** A client of the loopback Anthropic, with what a test wants different. */
import { MESSAGES_DIALECT } from "../../../src/llm/anthropic/messages-dialect.ts";
import type { HttpModelOptions } from "../../../src/llm/http-model.ts";
import { startMessagesServer } from "../../loopback/messages-server.ts";
import type { ProviderServer } from "../../loopback/provider-server.ts";
import { openClient as openChat } from "../openai-compatible/open-client.ts";

/** Makes a client: no retries, a key, no limit on silence unless `more` says so. */
export function openClient(server: Pick<ProviderServer, "baseUrl">, more: Partial<HttpModelOptions> = {}) {
  return openChat(server, {
    provider: "anthropic",
    dialect: MESSAGES_DIALECT,
    modelId: "claude-sonnet-4-5",
    apiKey: "sk-ant-test-123456",
    apiKeyVariable: "ANTHROPIC_API_KEY",
    ...more,
  });
}

/** Runs `use` with a server, which is closed afterwards. */
export async function withMessagesServer(
  options: Parameters<typeof startMessagesServer>[0],
  use: (server: ProviderServer) => Promise<void>,
): Promise<void> {
  const server = await startMessagesServer(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}
