/** From the bytes of a 200 answer to its chunks, whatever the server made of it: a stream, one JSON object, a page. */
import type { Chunk, Dialect } from "./dialect.ts";
import type { Exchange } from "./exchange.ts";
import { type Callee, unreadableFailure } from "./provider-failure.ts";
import { type ServerSentEvent, ServerSentEvents } from "./server-sent-events.ts";

const LONGEST_JSON = 16 * 1024 * 1024;

/**
 * The chunks as they arrive, those of one read together. Every event with data is a sign of life for `exchange`. Data
 * that is no JSON is skipped. Throws a ProviderError when the body is neither a stream nor JSON.
 */
export async function* readChunks(
  exchange: Exchange,
  callee: Callee,
  dialect: Dialect,
): AsyncGenerator<Chunk[], void, void> {
  const toChunks = (event: ServerSentEvent) => dialect.chunks(event, parse(event.data));
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
      if (/^\s*[[{]/.test(begin)) {
        yield wholeAnswer(begin + (await exchange.text(LONGEST_JSON, decoder)), callee, dialect);
        return;
      }
    }
    const chunks = events.add(text).flatMap(toChunks);
    if (chunks.length === 0) continue;
    exchange.renew();
    yield chunks;
  }
  yield [...events.add(decoder.decode()), ...events.end()].flatMap(toChunks);
}

/** A server that does not stream answers with one object, or with an array of all the chunks. */
function wholeAnswer(body: string, callee: Callee, dialect: Dialect): Chunk[] {
  const value = parse(body);
  if (value === undefined) throw unreadableFailure(callee, "broken JSON");
  const chunks = dialect.chunks({ name: "", data: body }, value);
  if (dialect.isAnswer(value) || chunks.some(({ type }) => type === "error")) return chunks;
  return [{ type: "error", error: value }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
