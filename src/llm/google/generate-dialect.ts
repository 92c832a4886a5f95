/** Google's Gemini API: `streamGenerateContent`. */
import type { Dialect } from "../dialect.ts";
import { fieldsOf, listOf, textOf } from "../fields.ts";
import { isAnswer, toChunks } from "./chunks.ts";
import { GenerateAnswerReader } from "./read-answer.ts";
import { toRequest } from "./to-request.ts";

/** The Gemini API below a base URL such as `https://generativelanguage.googleapis.com`. */
export const GENERATE_DIALECT: Dialect = {
  path: ({ model }) => `v1beta/${modelPath(model)}:streamGenerateContent?alt=sse`,
  headers: (apiKey) => (apiKey === undefined ? {} : { "x-goog-api-key": apiKey }),
  body: toRequest,
  // How much a model may be told to think differs from one to the next; each refusal says "thinking".
  dispensable: [{ path: ["generationConfig", "thinkingConfig"], refusal: /thinking/i }],
  foreignThinking: /thought.?signature/i,
  chunks: toChunks,
  isAnswer,
  reader: (options) => new GenerateAnswerReader(options),
  modelsPath: "v1beta/models?pageSize=1000",
  modelIds,
};

/** `gemini-4-hydrogen` is short for `models/gemini-4-hydrogen`; `tunedModels/x` says what it is. */
function modelPath(model: string): string {
  const [, folder = "models", name = model] = /^(models|tunedModels)\/(.*)$/s.exec(model) ?? [];
  return `${folder}/${encodeURIComponent(name.toWellFormed())}`;
}

/** The models that can answer. */
function modelIds(list: unknown): string[] {
  return listOf(fieldsOf(list).models).flatMap((item) => {
    const { name, supportedGenerationMethods: methods } = fieldsOf(item);
    const answers = methods === undefined || listOf(methods).includes("generateContent");
    return answers ? [textOf(name).replace(/^models\//, "")] : [];
  });
}
