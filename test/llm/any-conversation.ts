/** Conversations of any course between models of all dialects, and models that only judge what they are sent. */
import fc from "fast-check";
import { foldStream } from "../../src/agent/fold.ts";
import { ProviderError } from "../../src/errors.ts";
import type { LLMClient, LLMRequest, ThinkingLevel } from "../../src/llm/client.ts";
import type { AnswerReader } from "../../src/llm/dialect.ts";
import { DEFAULT_QUIRKS } from "../../src/llm/quirks.ts";
import { ServerSentEvents } from "../../src/llm/server-sent-events.ts";
import { wellFormedJson } from "../../src/llm/well-formed-json.ts";
import type { AssistantContent, Json, Message, StopReason, UserContent } from "../../src/wire/messages.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import type { Complaint } from "../loopback/strict-json.ts";
import { assistant } from "./ask.ts";
import { COUNTS, type End, type Part, sealOf, type Voice, whole } from "./voices/voice.ts";
import { VOICES } from "./voices/voices.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

const anyText = fc.oneof(
  fc.constantFrom("", " ", "\n", "hello", "a\ud83d", "<think>", "ends with space "),
  fc.string({ unit: "binary", maxLength: 6 }),
);
/** A stream cannot carry half a character. */
const anyWords = anyText.map((text) => text.toWellFormed());
const anyContent: fc.Arbitrary<UserContent[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("text" as const), text: anyText }),
    fc.record({
      type: fc.constant("image" as const),
      mime_type: fc.constantFrom("image/png", "image/svg+xml", ""),
      data: fc.constantFrom(PNG, "", "no base64"),
    }),
  ),
  { maxLength: 3 },
);
const anyVoice = fc.constantFrom(...VOICES);

/** What a model of this dialect may say; its seals are its own. */
const partsOf = ({ name }: Voice, callId: fc.Arbitrary<string>): fc.Arbitrary<Part[]> => {
  const seal = fc.constantFrom(sealOf(name, 1), sealOf(name, 2));
  return fc.array(
    fc.oneof(
      fc.record({ text: fc.array(anyWords, { maxLength: 2 }) }),
      fc.record({ thinking: fc.array(anyWords, { maxLength: 2 }), seal }),
      fc.record(
        {
          call: callId,
          name: fc.constantFrom("look", "fail", "no.such tool"),
          pieces: fc.constantFrom<string[]>([], ["{}"], ['{"at":', '"x"}']),
          seal,
        },
        { requiredKeys: ["call", "name", "pieces"] },
      ),
    ),
    { maxLength: 4 },
  );
};

/** One step of a conversation that is lived through. */
export interface AnyStep {
  voice: Voice;
  thinking: ThinkingLevel;
  prompt: string;
  image: boolean;
  /** The answers of this step, call by call, before the model only says that it is done. */
  answers: { parts: Part[]; end: End; failsAfter: number | undefined }[];
}

/** Any course of a conversation. */
export const anySteps: fc.Arbitrary<AnyStep[]> = fc.array(
  anyVoice.chain((voice) =>
    fc.record({
      voice: fc.constant(voice),
      thinking: fc.constantFrom<ThinkingLevel[]>("off", "low", "high"),
      prompt: fc.oneof(fc.constant("go on"), anyText),
      image: fc.boolean(),
      answers: fc.array(
        fc.record({
          parts: partsOf(voice, fc.constantFrom("c1", "c2", "x|y:z", "")),
          end: fc.constantFrom<End[]>("done", "done", "length", "filter"),
          failsAfter: fc.option(fc.nat(6), { nil: undefined, freq: 4 }),
        }),
        { maxLength: 3 },
      ),
    }),
  ),
  { minLength: 1, maxLength: 5 },
);

function readerOf(voice: Voice, showThinking: boolean): AnswerReader {
  const quirks = { ...DEFAULT_QUIRKS, ...voice.quirks };
  return voice.dialect.reader({ tools: ["look", "fail"], showThinking, quirks });
}

function* read(voice: Voice, reader: AnswerReader, steps: readonly string[]): Generator<StreamEvent> {
  for (const event of steps.flatMap((step) => new ServerSentEvents().add(step))) {
    if (event.data === "[DONE]") continue;
    for (const chunk of voice.dialect.chunks(event, JSON.parse(event.data)))
      if (chunk.type === "chunk") yield* reader.add(chunk.value);
  }
}

/** The content of the message an answer comes to. */
function contentOf(voice: Voice, parts: readonly Part[], showThinking: boolean): AssistantContent[] {
  const reader = readerOf(voice, showThinking);
  const events = [...read(voice, reader, whole(voice, parts)), ...reader.end()];
  return reader.result().content ?? events.reduce(foldStream, assistant([])).content;
}

/** As a conversation keeps them: every call id is given out once. */
function withUniqueIds(history: Message[]): Message[] {
  let calls = 0;
  return history.map((message) => {
    if (message.role !== "assistant") return message;
    const content = message.content.map((block) =>
      block.type === "tool_call" ? { ...block, tool_call_id: `call_${calls++}` } : block,
    );
    return { ...message, content };
  });
}

/** The body a voice's dialect makes of a request. */
export function bodyOf(voice: Voice, request: LLMRequest): Uint8Array {
  const quirks = { ...DEFAULT_QUIRKS, ...voice.quirks };
  const target = { provider: voice.provider, model: voice.model, quirks };
  return Buffer.from(wellFormedJson(voice.dialect.body(request, target)));
}

/** A model without a server: it has each request judged and plays an answer's events through its dialect's reader. */
export function judgedModel(
  voice: Voice,
  answers: AnyStep["answers"],
  judge: (complaint: Complaint | undefined) => void,
): LLMClient {
  const left = [...answers];
  return {
    provider: voice.provider,
    model: voice.model,
    async *stream(request) {
      judge(voice.complaint(bodyOf(voice, request)));
      const { parts, end, failsAfter } = left.shift() ?? { parts: [{ text: ["done"] }], end: "done" };
      const steps = whole(voice, parts, end, COUNTS);
      const reader = readerOf(voice, request.thinking !== "off");
      yield* read(voice, reader, steps.slice(0, failsAfter));
      if (failsAfter !== undefined && failsAfter < steps.length)
        throw new ProviderError("cut", { code: "network", recoverable: true, retryable: false });
      yield* reader.end();
      return reader.result();
    },
  };
}

const STOPS: (StopReason | null)[] = [
  "end_turn",
  "tool_use",
  "max_tokens",
  "refusal",
  "aborted",
  "error",
  null,
];

/** Any history, also one that no run leaves: answers as the readers make them, in any order, results or not. */
export const anyConversation: fc.Arbitrary<Message[]> = fc
  .array(
    fc.oneof(
      anyContent.map((content): Message => ({ id: "u", timestamp: 0, role: "user", content })),
      anyVoice.chain((voice) =>
        fc
          .tuple(partsOf(voice, fc.constant("")), fc.constantFrom(...STOPS), fc.boolean(), fc.boolean())
          .map(([parts, stop_reason, shown, other]): Message => {
            const message = assistant(contentOf(voice, parts, shown), {
              provider: voice.provider,
              model: voice.model,
            });
            return { ...message, stop_reason, ...(other ? { model: "another" } : {}) };
          }),
      ),
      fc.tuple(fc.nat(20), anyContent, fc.boolean()).map(
        ([n, content, is_error]): Message => ({
          ...{ id: "r", timestamp: 0, role: "tool_result", tool_call_id: `call_${n}` },
          ...{ tool_name: "look", content, is_error },
        }),
      ),
      fc.constant<Message>({ id: "c", timestamp: 0, role: "custom", kind: "note", data: null as Json }),
    ),
    { maxLength: 10 },
  )
  .map(withUniqueIds);
