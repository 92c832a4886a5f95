/**
 * A model on the loopback, as fast as it can be made, in a process of its own. The address says what it answers, so that
 * no request needs to be parsed:
 *
 *     http://127.0.0.1:PORT/deltas/5000/v1    5000 pieces of text of 4 bytes, each an HTTP chunk, as fast as they are taken
 *     http://127.0.0.1:PORT/paced/1000/v1     the same, one piece a millisecond: each reaches the client by itself
 *     http://127.0.0.1:PORT/bash/1/v1         a call of the tool `bash`, and one piece of text once its result is there
 *
 * Start it with `fork`: it tells its parent `{port}`, and `{sent: path}` when an answer has left to its end.
 */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const COMMAND = "echo hello";
/** How many pieces leave in one write. */
const BLOCK = 200;

const START = frame(chunk({ role: "assistant", content: "" }));
const PIECE = frame(chunk({ content: "abcd" }));
const PIECES = Buffer.concat(Array.from({ length: BLOCK }, () => PIECE));
const STOP = Buffer.concat([frame(chunk({}, "stop")), frame({ choices: [], usage: usage(100, 50) })]);
const call = { name: "bash", arguments: JSON.stringify({ command: COMMAND }) };
const CALL = Buffer.concat([
  frame(
    chunk({ role: "assistant", tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }] }),
  ),
  frame(chunk({}, "tool_calls")),
]);

const server = createServer({ keepAliveTimeout: 600_000, noDelay: true }, async (request, response) => {
  const [, kind = "", count = "1"] = (request.url ?? "").split("/");
  const body = await read(request);
  response.writeHead(200, { "content-type": "text/event-stream", "transfer-encoding": "chunked" });
  response.flushHeaders();
  const { socket } = response;
  if (!socket) return;
  // The frames are made beforehand and go past the response object, which would cost more than the client.
  const calls = kind === "bash" && body.lastIndexOf('"role":"tool"') < body.lastIndexOf('"role":"user"');
  if (calls) socket.write(CALL);
  else await writeText(socket, Number(count), kind === "paced");
  response.once("close", () => process.send?.({ sent: request.url }));
  response.end("data: [DONE]\n\n");
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: /** @type {any} */ (server.address()).port }));
process.once("disconnect", () => process.exit());

/** @param {import("node:net").Socket} socket @param {number} count @param {boolean} paced */
async function writeText(socket, count, paced) {
  socket.write(START);
  for (let left = count; left > 0 && !socket.destroyed; ) {
    const some = Math.min(left, paced ? 1 : BLOCK);
    left -= some;
    if (!socket.write(PIECES.subarray(0, some * PIECE.length))) await drained(socket);
    if (paced) await sleep(1);
  }
  socket.write(STOP);
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

/** @param {object} delta @param {string | null} reason */
function chunk(delta, reason = null) {
  return { choices: [{ index: 0, delta, finish_reason: reason }] };
}

/** @param {number} input @param {number} output */
function usage(input, output) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** One server-sent event as one chunk of HTTP/1.1. @param {object} fields */
function frame(fields) {
  const whole = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", ...fields };
  const event = `data: ${JSON.stringify(whole)}\n\n`;
  return Buffer.from(`${event.length.toString(16)}\r\n${event}\r\n`);
}
