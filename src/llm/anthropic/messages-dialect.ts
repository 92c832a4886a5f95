/** Anthropic's Messages API, and what others offer in its likeness. */
import type { Chunk, Dialect } from "../dialect.ts";
import { fieldsOf, listOf, textOf } from "../fields.ts";
import type { ServerSentEvent } from "../server-sent-events.ts";
import { concessionIn } from "./concessions.ts";
import { MessagesAnswerReader } from "./read-answer.ts";
import { toRequest } from "./to-request.ts";

/** The Messages API. The base URL is without `/v1`, such as `https://api.anthropic.com`. */
export const MESSAGES_DIALECT: Dialect = {
  path: () => "v1/messages",
  headers: (apiKey) => ({
    "anthropic-version": "2023-06-01",
    ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
  }),
  body: toRequest,
  dispensable: [{ path: ["output_config"], refusal: /output_config|effort/ }],
  concession: concessionIn,
  // Signatures end with the key or account, and with a change of what stood before the thinking.
  foreignThinking: /invalid `?signature|redacted_thinking`? blocks .*cannot be modified/i,
  chunks: toChunks,
  isAnswer: (value) => fieldsOf(value).type === "message",
  reader: (options) => new MessagesAnswerReader(options),
  modelsPath: "v1/models",
  modelIds: (list) => listOf(fieldsOf(list).data).map((model) => textOf(fieldsOf(model).id)),
};

/** Comments and pings are no sign of life, so they are no chunks. */
function toChunks({ name, data }: ServerSentEvent, value: unknown): Chunk[] {
  const fields = fieldsOf(value);
  const type = textOf(fields.type) || name;
  if (type === "error" || fields.error)
    return [{ type: "error", error: withStatus(fields.error ?? value ?? data) }];
  if (type === "message_stop") return [{ type: "done" }];
  if (value === undefined || type === "ping") return [];
  return [{ type: "chunk", value: fields.type === type ? value : { ...fields, type } }];
}

/** The status an error of this type has when it comes before the answer. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

function withStatus(error: unknown): unknown {
  const fields = fieldsOf(error);
  const status = STATUS[textOf(fields.type)];
  return status === undefined ? error : { ...fields, status };
}
