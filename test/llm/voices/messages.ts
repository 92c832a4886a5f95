/** Anthropic's Messages API. */
import { MESSAGES_DIALECT } from "../../../src/llm/anthropic/messages-dialect.ts";
import {
  callPart,
  errorEvent,
  MESSAGE_STOP,
  messageDelta,
  messageStart,
  PING,
  textPart,
  thinkingPart,
} from "../../loopback/messages-chunks.ts";
import { messagesError } from "../../loopback/messages-server.ts";
import { type MessagesStrictness, messagesComplaint } from "../../loopback/strict-messages.ts";
import { openClient, withMessagesServer } from "../anthropic/open-client.ts";
import type { End, Part, Voice } from "./voice.ts";

const strict: MessagesStrictness = { thinks: "budget", signed: "ownmessages" };
const TYPES: Record<number, string> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
};

function contentOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part, at) => {
    if ("thinking" in part) return thinkingPart(at, part.thinking, part.seal ?? "ownmessages");
    if ("text" in part) return textPart(at, ...part.text);
    return callPart(at, part.call, part.name, ...part.pieces);
  });
}

const reasonOf = (end: End) => ({ done: "end_turn", length: "max_tokens", filter: "refusal" })[end];

export const MESSAGES_VOICE: Voice = {
  name: "messages",
  provider: "anthropic",
  model: "claude-sonnet-4-5",
  dialect: MESSAGES_DIALECT,
  quirks: {},
  withServer: (options, use) => withMessagesServer({ ...strict, ...options }, use),
  open: openClient,
  complaint: (bytes) =>
    messagesComplaint({ bytes: Buffer.from(bytes), headers: MESSAGES_DIALECT.headers("k") }, strict),
  begin: ({ input, cacheRead = null, cacheWrite = null }) => [
    messageStart({
      input_tokens: input,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: cacheWrite,
      output_tokens: 1,
    }),
  ],
  content: contentOf,
  end: (end, { output, reasoning = 0 }) => [
    messageDelta(reasonOf(end), {
      output_tokens: output,
      output_tokens_details: { thinking_tokens: reasoning },
    }),
    MESSAGE_STOP,
  ],
  error: (message) => errorEvent("api_error", message),
  refusal: (status, message, headers) =>
    messagesError(
      status,
      TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error"),
      message,
      headers,
    ),
  noise: [PING, ": ping\n\n", 'event: vendor_event\ndata: {"type":"vendor_event"}\n\n'],
  filtered: "(The model refused to answer.)",
  wholeArguments: false,
  endsCalls: true,
};
