/** OpenAI's chat completions, the dialect of most servers. */
import type { Chunk, Dialect } from "../dialect.ts";
import { fieldsOf, listOf, textOf } from "../fields.ts";
import type { ServerSentEvent } from "../server-sent-events.ts";
import { errorIn } from "./chunk-error.ts";
import { ChatAnswerReader } from "./read-answer.ts";
import { DISPENSABLE_FIELDS, toRequest } from "./to-request.ts";

/** Chat completions, read and written as the widest range of servers does. */
export const CHAT_DIALECT: Dialect = {
  path: () => "chat/completions",
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: toRequest,
  dispensable: DISPENSABLE_FIELDS,
  chunks: toChunks,
  isAnswer: (value) => "choices" in fieldsOf(value),
  reader: (options) => new ChatAnswerReader(options),
  modelsPath: "models",
  modelIds: (list) => listOf(fieldsOf(list).data).map((model) => textOf(fieldsOf(model).id)),
};

function toChunks(event: ServerSentEvent, value: unknown): Chunk[] {
  if (event.data.trim() === "[DONE]") return [{ type: "done" }];
  const error = errorIn(event, value);
  if (error !== undefined) return [{ type: "error", error }];
  return value === undefined ? [] : [{ type: "chunk", value }];
}
