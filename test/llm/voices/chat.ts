/** Chat completions, as DeepSeek speaks them: it wants its thinking back. */
import { CHAT_DIALECT } from "../../../src/llm/openai-compatible/chat-dialect.ts";
import { content, DONE, finish, reasoning, sse, toolCalls, usage } from "../../loopback/chunks.ts";
import { errorReply } from "../../loopback/provider-server.ts";
import { complaintAbout, type Strictness } from "../../loopback/strict-chat.ts";
import { openClient, withServer } from "../openai-compatible/open-client.ts";
import type { Counts, End, Part, Voice } from "./voice.ts";

const strict: Strictness = { reasoningContent: "allowed" };
const REASONS: Record<End, string> = { done: "stop", length: "length", filter: "content_filter" };

function contentOf(parts: readonly Part[]): string[] {
  let calls = 0;
  return parts.flatMap((part) => {
    if ("thinking" in part) return part.thinking.map(reasoning);
    if ("text" in part) return part.text.map(content);
    const index = calls++;
    return [
      toolCalls({ index, id: part.call, name: part.name, arguments: "" }),
      ...part.pieces.map((piece) => toolCalls({ index, arguments: piece })),
    ];
  });
}

function usageOf({ input, output, cacheRead = 0, reasoning: thought = 0 }: Counts): string {
  return usage({
    prompt_tokens: input + cacheRead,
    completion_tokens: output,
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: thought },
  });
}

export const CHAT_VOICE: Voice = {
  name: "chat",
  provider: "openai-compatible",
  model: "test-model",
  dialect: CHAT_DIALECT,
  quirks: { echoThinking: "reasoning_content" },
  withServer: (options, use) => withServer({ ...strict, ...options }, use),
  open: (server, more) => openClient(server, { quirks: CHAT_VOICE.quirks, ...more }),
  complaint: (body) => complaintAbout(body, strict),
  begin: () => [content("")],
  content: contentOf,
  end: (end, counts) => [finish(REASONS[end]), usageOf(counts), DONE],
  error: (message) => sse({ error: { code: 500, message } }),
  refusal: errorReply,
  noise: [": OPENROUTER PROCESSING\n\n", "event: ping\n\n", "retry: 3000\n\n", "data: {}\n\n"],
  filtered: "(The provider's content filter stopped this answer.)",
  wholeArguments: false,
  endsCalls: false,
};
