/** The loopback provider as Anthropic's API. */
import {
  jsonReply,
  type ProviderServer,
  type ProviderServerOptions,
  type Reply,
  startProviderServer,
} from "./provider-server.ts";
import { type MessagesStrictness, messagesComplaint } from "./strict-messages.ts";

/** Starts it on a free port. */
export function startMessagesServer(
  options: ProviderServerOptions & MessagesStrictness = {},
): Promise<ProviderServer> {
  return startProviderServer({
    basePath: "",
    isCall: (path) => path === "/v1/messages",
    judge: (request) => messagesComplaint(request, options),
    refusal: ({ status, message }) =>
      messagesError(status, status === 413 ? "request_too_large" : "invalid_request_error", message),
    ...options,
  });
}

/** An error as Anthropic words it. */
export function messagesError(
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): Reply {
  return jsonReply(status, { type: "error", error: { type, message }, request_id: "req_1" }, headers);
}
