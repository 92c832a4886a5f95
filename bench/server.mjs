/**
 * A model on the loopback, as fast as it can be made, in a process of its own. The address says what it answers, so that
 * no request needs to be parsed; the end of its path, which the client chooses, says in which dialect:
 *
 *     http://127.0.0.1:PORT/deltas/5000/v1    5000 pieces of text of 4 bytes, each an HTTP chunk, as fast as they are taken
 *     http://127.0.0.1:PORT/paced/1000/v1     the same, one piece a millisecond: each reaches the client by itself
 *     http://127.0.0.1:PORT/bash/1/v1         a call of the tool `bash`, and one piece of text once its result is there
 *
 * Start it with `fork`: it tells its parent `{port}`, and `{sent: path}` when an answer has left to its end.
 */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { chatCall, streamFor } from "./streams.mjs";

const COMMAND = "echo hello";
/** How many pieces leave in one write. */
const BLOCK = 200;

const CALL = chatCall("bash", { command: COMMAND });

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
  const calls = kind === "bash" && body.lastIndexOf('"role":"tool"') < body.lastIndexOf('"role":"user"');
  if (calls) socket.write(CALL);
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
