/** Google's Gemini API. */
import { GENERATE_DIALECT } from "../../../src/llm/google/generate-dialect.ts";
import { generateChunk, parts, said, thought } from "../../loopback/generate-chunks.ts";
import { jsonReply } from "../../loopback/provider-server.ts";
import { complaintAboutGenerate, type GenerateStrictness } from "../../loopback/strict-generate.ts";
import { openClient, withServer } from "../google/open-client.ts";
import type { Counts, End, Part, Voice } from "./voice.ts";

const strict: GenerateStrictness = { ownSignature: /^owngenerate/ };
const REASONS: Record<End, string> = { done: "STOP", length: "MAX_TOKENS", filter: "SAFETY" };
const MODEL = "gemini-3-pro-preview";

function contentOf(list: readonly Part[]): string[] {
  return list.flatMap((part) => {
    if ("thinking" in part)
      return part.thinking.map((piece, at) =>
        thought(piece, at < part.thinking.length - 1 ? {} : signed(part.seal)),
      );
    if ("text" in part) return part.text.map((piece) => said(piece));
    const args = part.pieces.join("");
    const functionCall = { name: part.name, ...(args === "" ? {} : { args: JSON.parse(args) }) };
    return [parts([{ functionCall, ...signed(part.seal) }])];
  });
}

const signed = (seal: string | undefined) => (seal === undefined ? {} : { thoughtSignature: seal });

function usageMetadata({ input, output, cacheRead = 0, reasoning = 0 }: Counts) {
  return {
    promptTokenCount: input + cacheRead,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
  };
}

export const GENERATE_VOICE: Voice = {
  name: "generate",
  provider: "google",
  model: MODEL,
  dialect: GENERATE_DIALECT,
  quirks: {},
  withServer: (options, use) => withServer({ ...strict, ...options }, use),
  open: (server, more) => openClient(server, { modelId: MODEL, ...more }),
  complaint: (body) => complaintAboutGenerate(body, MODEL, strict),
  begin: (counts) => [
    generateChunk({
      candidates: [{ content: { parts: [{ text: "" }], role: "model" }, index: 0 }],
      usageMetadata: { ...usageMetadata(counts), candidatesTokenCount: 0 },
    }),
  ],
  content: contentOf,
  end: (end, counts) => [
    generateChunk({
      candidates: [{ content: { role: "model" }, finishReason: REASONS[end], index: 0 }],
      usageMetadata: usageMetadata(counts),
    }),
  ],
  error: (message) => generateChunk({ error: { code: 500, message, status: "INTERNAL" } }),
  refusal: (status, message, headers) =>
    jsonReply(status, { error: { code: status, message, status: "FAILED_PRECONDITION" } }, headers),
  noise: [": keepalive\n\n", generateChunk({ usageMetadata: { promptTokenCount: 1 } }), "data: {}\n\n"],
  filtered: "(The provider stopped this answer: SAFETY.)",
  wholeArguments: true,
  endsCalls: false,
};
