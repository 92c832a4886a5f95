/** From the bytes of a 200 answer to its chunks, whatever the server made of it: a stream, one JSON object, a page. */
import type { Exchange } from "../exchange.ts";
import { type Callee, unreadableFailure } from "../provider-failure.ts";
import { type ServerSentEvent, ServerSentEvents } from "../server-sent-events.ts";
import { errorIn } from "./chunk-error.ts";

/** A piece of the answer: JSON, an error the server reports, or its word that the answer is over. */
export type Chunk = { type: "chunk"; value: unknown } | { type: "error"; error: unknown } | { type: "done" };

const LONGEST_JSON = 16 * 1024 * 1024;

/**
 * The chunks as they arrive, those of one read together. Every event with data is a sign of life for `exchange`. Data
 * that is no JSON is skipped. Throws a ProviderError when the body is neither a stream nor JSON.
 */
export async function* readChunks(exchange: Exchange, callee: Callee): AsyncGenerator<Chunk[], void, void> {
  const decoder = new TextDecoder();
  const events = new ServerSentEvents();
  let begin = "";
  for (let piece = await exchange.read(); piece !== undefined; piece = await exchange.read()) {
    let text = decoder.decode(piece, { stream: true });
    if (begin.trim() === "") {
      begin += text;
      text = begin;
      if (begin.trim() === "") continue;
      if (/^\s*</.test(begin)) throw unreadableFailure(callee, "a web page");
      if (/^\s*\{/.test(begin)) {
        yield [wholeAnswer(begin + (await exchange.text(LONGEST_JSON, decoder)), callee)];
        return;
      }
    }
    const chunks = events.add(text).flatMap(toChunk);
    if (chunks.length === 0) continue;
    exchange.renew();
    yield chunks;
  }
  yield [...events.add(decoder.decode()), ...events.end()].flatMap(toChunk);
}

function toChunk(event: ServerSentEvent): Chunk[] {
  const data = event.data.trim();
  if (data === "[DONE]") return [{ type: "done" }];
  const value = parse(data);
  const error = errorIn(event, value);
  if (error !== undefined) return [{ type: "error", error }];
  return value === undefined ? [] : [{ type: "chunk", value }];
}

/** A server that does not stream answers with one object. */
function wholeAnswer(body: string, callee: Callee): Chunk {
  const value = parse(body);
  const error = errorIn({ name: "", data: body }, value);
  if (error !== undefined) return { type: "error", error };
  if (typeof value === "object" && value !== null && "choices" in value) return { type: "chunk", value };
  if (value !== undefined) return { type: "error", error: value };
  throw unreadableFailure(callee, "broken JSON");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
