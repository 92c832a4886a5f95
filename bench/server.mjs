/**
 * A model on the loopback, as fast as it can be made, in a process of its own. The address says what it answers, so that
 * no request needs to be parsed; the end of its path, which the client chooses, says in which dialect:
 *
 *     http://127.0.0.1:PORT/deltas/5000/v1    5000 pieces of text of 4 bytes, each an HTTP chunk, as fast as they are taken
 *     http://127.0.0.1:PORT/paced/1000/v1     the same, one piece a millisecond: each reaches the client by itself
 *     http://127.0.0.1:PORT/bash/1/v1         a call of the tool `bash`, and one piece of text once its result is there
 *     http://127.0.0.1:PORT/seq/100000/v1     the same with a command that prints so many lines
 *     http://127.0.0.1:PORT/markdown/500/v1   Markdown of 500 lines, a thousand pieces a second of half a line each
 *
 * Start it with `fork`: it tells its parent `{port}`, and `{sent: path}` when an answer has left to its end.
 */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { markdown } from "./markdown.mjs";
import { chatCall, chatPiece, streamFor } from "./streams.mjs";

const COMMAND = "echo hello";
const PIECES_PER_SECOND = 1000;
/** How many pieces leave in one write. */
const BLOCK = 200;

const server = createServer({ keepAliveTimeout: 600_000, noDelay: true }, async (request, response) => {
  const { url = "" } = request;
  const [, kind = "", count = "1"] = url.split("/");
  const stream = streamFor(url);
  const body = await read(request);
  response.writeHead(200, { "content-type": "text/event-stream", "transfer-encoding": "chunked" });
  response.flushHeaders();
  const { socket } = response;
  if (!socket) return;
  // The frames are made beforehand and go past the response object, which would cost more than the client.
  const command = kind === "bash" ? COMMAND : kind === "seq" ? `seq ${count}` : undefined;
  const calls =
    command !== undefined && body.lastIndexOf('"role":"tool"') < body.lastIndexOf('"role":"user"');
  if (calls) socket.write(chatCall("bash", { command }));
  else if (kind === "markdown") await writeMarkdown(socket, stream, Number(count));
  else if (command !== undefined) await writeText(socket, stream, 1, false);
  else await writeText(socket, stream, Number(count), kind === "paced");
  response.once("close", () => process.send?.({ sent: url }));
  response.end(stream.end);
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: /** @type {any} */ (server.address()).port }));
process.once("disconnect", () => process.exit());

/** @param {import("node:net").Socket} socket @param {import("./streams.mjs").Stream} stream @param {number} count @param {boolean} paced */
async function writeText(socket, { start, piece, stop }, count, paced) {
  const block = Buffer.alloc(piece.length * (paced ? 1 : Math.min(BLOCK, count)), piece);
  if (start.length > 0) socket.write(start);
  for (let left = count; left > 0 && !socket.destroyed; ) {
    const some = Math.min(left, paced ? 1 : BLOCK);
    left -= some;
    if (!socket.write(block.subarray(0, some * piece.length))) await drained(socket);
    if (paced) await sleep(1);
  }
  socket.write(stop(count));
}

/** @param {import("node:net").Socket} socket @param {import("./streams.mjs").Stream} stream @param {number} lines */
async function writeMarkdown(socket, { start, stop }, lines) {
  const pieces = markdown(lines)
    .split(/(?<=\n)/)
    .flatMap(halves);
  const began = performance.now();
  socket.write(start);
  for (let at = 0; at < pieces.length && !socket.destroyed; ) {
    const due = Math.ceil(((performance.now() - began) * PIECES_PER_SECOND) / 1000);
    for (; at < Math.min(due, pieces.length); at++) socket.write(chatPiece(pieces[at] ?? ""));
    await sleep(1);
  }
  socket.write(stop(pieces.length));
}

/** @param {string} line */
function halves(line) {
  const middle = Math.ceil(line.length / 2);
  return [line.slice(0, middle), line.slice(middle)].filter((half) => half !== "");
}

/** Resolves when the socket takes more, or is gone. @param {import("node:net").Socket} socket */
function drained(socket) {
  return new Promise((resolve) => {
    const go = () => {
      socket.off("drain", go).off("close", go);
      resolve(undefined);
    };
    socket.on("drain", go).on("close", go);
  });
}

/** @param {import("node:http").IncomingMessage} request */
async function read(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
