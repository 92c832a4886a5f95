/** A model behind HTTP, in any dialect: key, request, retries, silence, failures and costs. */
import type { Clock } from "../clock.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { JsonObject, ModelMessage } from "../wire/messages.ts";
import type { StreamEvent } from "../wire/stream.ts";
import { createBreather } from "./breather.ts";
import type { LLMClient, LLMRequest, ModelStream } from "./client.ts";
import type { Dialect } from "./dialect.ts";
import { refusedField, withoutField } from "./dispensable.ts";
import { endpoint } from "./endpoint.ts";
import { Exchange } from "./exchange.ts";
import type { HttpFetch } from "./http-fetch.ts";
import { firstModel } from "./list-models.ts";
import { costOf, type ModelInfo } from "./model-info.ts";
import {
  type Callee,
  cutFailure,
  endlessFailure,
  keyFailure,
  statusFailure,
  streamedFailure,
  unreadableFailure,
} from "./provider-failure.ts";
import { DEFAULT_QUIRKS, type Quirks } from "./quirks.ts";
import { readChunks } from "./read-chunks.ts";
import { type RetryPolicy, withRetries } from "./retry.ts";
import { isKey } from "./sendable.ts";
import { wellFormedJson } from "./well-formed-json.ts";

/** How to reach a server and what to ask of it. */
export interface HttpModelOptions {
  /** The provider's name. */
  provider: string;
  dialect: Dialect;
  /** Such as `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  /** Absent: the first model the server lists, asked once. */
  modelId?: string | undefined;
  /** Absent: no Authorization header is sent. */
  apiKey?: string | undefined;
  /** Where the key comes from, for messages. */
  apiKeyVariable: string;
  /** The user named the variable: without a key every call fails. */
  apiKeyRequired: boolean;
  /** Sent with every request, after the dialect's own. */
  headers?: Readonly<Record<string, string>>;
  /** The most tokens an answer may have; absent: the dialect or the server decides. */
  maxOutputTokens?: number | undefined;
  /** What is known of the model; absent: nothing is, and costs are null. */
  info?: ModelInfo | undefined;
  quirks?: Partial<Quirks>;
  retry: RetryPolicy;
  /** Milliseconds of silence after which a call has failed; 0: never. */
  timeoutMs: number;
  fetch: HttpFetch;
  clock: Clock;
  redactor: Redactor;
}

/** How long, once the model has stopped, the token counts and the end of the body are waited for. */
const AFTER_FINISH_MS = 5000;
/** How many bytes may come that say nothing a host could see: thinking that is not shown, calls without a name. */
const MOST_UNSAID = 256 * 1024 * 1024;
const NOT_ASKED_FOR = "No compression was asked for: turn it off in the server, or in the proxy before it.";
/** How much of a failed answer is read. */
const LONGEST_ERROR = 64 * 1024;

/** A client for one server and model. One attempt is one request, but for fields the server refuses by name. */
export function createHttpModel(options: HttpModelOptions): LLMClient {
  const { provider, dialect, baseUrl, apiKey, apiKeyVariable, timeoutMs, fetch, clock, redactor } = options;
  const quirks: Quirks = {
    ...DEFAULT_QUIRKS,
    ...(options.info && { images: options.info.images }),
    ...options.quirks,
  };
  const refused: (readonly string[])[] = [];
  /** What the server refused and the dialect does without or in another way. */
  const conceded = new Set<string>();
  /** Ids of messages whose thinking the server did not take back. */
  const disowned = new Set<string>();
  let model = options.modelId;

  const callee = (): Callee => ({
    provider,
    baseUrl,
    model,
    keyVariable: apiKeyVariable,
    keySent: apiKey !== undefined,
    redactor,
  });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "user-agent": "letscode",
    ...dialect.headers(apiKey),
    ...options.headers,
  };
  const exchange = (signal: AbortSignal) =>
    new Exchange({ fetch, clock, callee: callee(), timeoutMs, signal });

  function checkKey(): void {
    if (apiKey === undefined && options.apiKeyRequired)
      throw keyFailure(callee(), `the variable ${apiKeyVariable} is not set`);
    if (apiKey !== undefined && !isKey(apiKey))
      throw keyFailure(callee(), `the key in ${apiKeyVariable} holds characters that no key has`);
  }

  /** Sends the request; again without a field, or without the thinking, that the server refuses and that can be spared. */
  async function open(request: LLMRequest, id: string, signal: AbortSignal): Promise<Exchange> {
    const { maxOutputTokens, info } = options;
    const target = { provider, model: id, quirks, maxOutputTokens, thinks: info?.thinking, conceded };
    for (;;) {
      const sent = exchange(signal);
      try {
        const messages = request.messages.map(disown);
        const fields = refused.reduce(withoutField, dialect.body({ ...request, messages }, target));
        const url = endpoint(baseUrl, dialect.path(target));
        const answer = await sent.send({ method: "POST", url, headers, body: wellFormedJson(fields) });
        const encoding = String(answer.headers["content-encoding"] ?? "identity");
        if (answer.status === 200 && encoding !== "identity")
          throw unreadableFailure(callee(), `a body compressed with ${encoding}`, NOT_ASKED_FOR);
        if (answer.status === 200) return sent;
        const text = encoding === "identity" ? await sent.text(LONGEST_ERROR) : "";
        if (!canSpare(answer.status, text, request, fields))
          throw statusFailure(callee(), { ...answer, body: text }, clock.now());
      } catch (thrown) {
        sent.close();
        throw thrown;
      }
      sent.close();
    }
  }

  /** Whether this answer refuses something that can be spared; from now on it is. */
  function canSpare(status: number, answer: string, request: LLMRequest, fields: JsonObject): boolean {
    if (status === 400 && dialect.foreignThinking?.test(answer)) {
      const known = disowned.size;
      for (const { role, id } of request.messages) if (role === "assistant") disowned.add(id);
      if (disowned.size > known) return true;
    }
    const concession = status === 400 || status === 422 ? dialect.concession?.(answer) : undefined;
    if (concession !== undefined && !conceded.has(concession)) {
      conceded.add(concession);
      return true;
    }
    const field = refusedField(dialect.dispensable, status, answer, fields);
    if (field !== undefined) refused.push(field.path);
    return field !== undefined;
  }

  /** The message as if nobody known had made it, where its thinking was refused: no dialect sends that. */
  function disown(message: ModelMessage): ModelMessage {
    return message.role === "assistant" && disowned.has(message.id) ? { ...message, provider: "" } : message;
  }

  async function* attempt(request: LLMRequest, signal: AbortSignal): ModelStream {
    checkKey();
    model ??= await firstModel(exchange(signal), callee(), dialect, headers, clock.now());
    const sent = await open(request, model, signal);
    const reader = dialect.reader({
      tools: request.tools.map(({ name }) => name),
      showThinking: request.thinking !== "off",
      quirks,
    });
    const breathe = createBreather(clock);
    let done = false;
    let spoke = 0;
    try {
      for await (const chunks of readChunks(sent, callee(), dialect)) {
        for (const chunk of chunks) {
          if (chunk.type === "done") done = true;
          else if (chunk.type === "error") throw streamedFailure(callee(), chunk.error);
          else
            for (const event of reader.add(chunk.value)) {
              spoke = sent.received;
              yield priced(event);
            }
          if (sent.received - spoke > MOST_UNSAID) throw endlessFailure(callee());
          if (reader.finished) sent.renew(AFTER_FINISH_MS);
          await breathe();
        }
        if (done) break;
      }
    } catch (thrown) {
      if (!reader.finished || signal.aborted) throw thrown;
    } finally {
      sent.close();
    }
    if (!reader.finished && !(done && reader.begun)) throw cutFailure(callee());
    for (const event of reader.end()) yield priced(event);
    const result = reader.result();
    return { ...result, usage: { ...result.usage, cost_usd: costOf(result.usage, options.info?.price) } };
  }

  function priced(event: StreamEvent): StreamEvent {
    return event.type === "usage" ? { ...event, cost_usd: costOf(event, options.info?.price) } : event;
  }

  return {
    provider,
    get model() {
      return model ?? "";
    },
    contextWindow: options.info?.contextWindow ?? null,
    stream: (request, { signal }) =>
      withRetries(() => attempt(request, signal), { policy: options.retry, clock, signal }),
  };
}
