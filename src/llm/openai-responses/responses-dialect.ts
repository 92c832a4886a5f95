/** OpenAI's Responses API, spoken without any state on the server. */
import type { Dialect } from "../dialect.ts";
import { fieldsOf, listOf, textOf } from "../fields.ts";
import { ResponsesAnswerReader } from "./read-answer.ts";
import { isWholeResponse, toChunks } from "./read-event.ts";
import { DISPENSABLE_FIELDS, toRequest } from "./to-request.ts";

/** The Responses API: nothing is stored, reasoning goes back encrypted. */
export const RESPONSES_DIALECT: Dialect = {
  path: () => "responses",
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: toRequest,
  dispensable: DISPENSABLE_FIELDS,
  foreignThinking: /invalid_encrypted_content|required following item/,
  chunks: toChunks,
  isAnswer: isWholeResponse,
  reader: (options) => new ResponsesAnswerReader(options),
  modelsPath: "models",
  modelIds: (list) => listOf(fieldsOf(list).data).map((model) => textOf(fieldsOf(model).id)),
};
