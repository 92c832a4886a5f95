/** What llama.cpp's server answered (test/fixtures/llama-cpp), and ways to play it. */
import { readFileSync } from "node:fs";
import { createHttpFetch, type HttpFetch } from "../../src/llm/http-fetch.ts";
import type { Reply } from "../loopback/provider-server.ts";

/** One recorded answer. */
export interface LlamaFixture {
  status: number;
  contentType: string;
  body: Buffer;
  /** The body in the pieces in which the server sent it. */
  chunks: Buffer[];
  /** The names of the tools the model was told of. */
  tools: string[];
}

/** The answer with this name. */
export function llamaFixture(name: string): LlamaFixture {
  const { request, response } = JSON.parse(read(`${name}.json`).toString());
  const body = read(response.body_file);
  let end = 0;
  const chunks = response.chunk_sizes.map((size: number) => {
    end += size;
    return body.subarray(end - size, end);
  });
  return {
    status: response.status,
    contentType: response.headers["content-type"],
    body,
    chunks,
    tools: (request.body?.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name),
  };
}

/** The answer as the test server gives it, in the chunks in which it came. */
export function playback({ status, contentType, chunks }: LlamaFixture): Reply {
  return { status, headers: { "content-type": contentType }, body: chunks };
}

/** Fetches, and hands a body on in exactly these pieces: what arrives together is else read as one. */
export function fetchInPieces(pieces: (bytes: Buffer) => Iterable<Buffer>): HttpFetch {
  const fetch = createHttpFetch({});
  return async (request) => {
    const response = await fetch(request);
    return { ...response, body: recut(response.body, pieces) };
  };
}

async function* recut(body: AsyncIterator<Uint8Array>, pieces: (bytes: Buffer) => Iterable<Buffer>) {
  const read: Uint8Array[] = [];
  for (let step = await body.next(); !step.done; step = await body.next()) read.push(step.value);
  yield* pieces(Buffer.concat(read));
}

/** Cut at each odd offset: one byte, then two and two. */
export function cutAtOddBytes(bytes: Buffer): Buffer[] {
  const pieces = [bytes.subarray(0, 1)];
  for (let at = 1; at < bytes.length; at += 2) pieces.push(bytes.subarray(at, at + 2));
  return pieces;
}

function read(file: string): Buffer {
  return readFileSync(new URL(`../fixtures/llama-cpp/${file}`, import.meta.url));
}
