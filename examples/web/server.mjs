/**
 * A web page that drives an agent: this program serves the page, passes on what it asks, and streams it the events.
 *
 *     node examples/web/server.mjs --model PROVIDER/ID
 *
 * Whoever reaches this server can make the agent work in the current folder. So it listens on this machine only and hears no
 * page but its own: other pages of the browser could send it requests too.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { LetscodeClient } from "letscode/client";

const FILES = {
  "/": ["index.html", "text/html"],
  "/page.js": ["page.js", "text/javascript"],
  "/page.css": ["page.css", "text/css"],
};
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};
const MAX_BODY = 1024 * 1024;

const flag = process.argv.indexOf("--model");
const client = await LetscodeClient.start();
const session = await client.createSession({
  ...(flag > 0 ? { model: process.argv[flag + 1] } : {}),
  permissions: askThePages,
});

/** What the pages are asked and have not answered. */
const questions = new Map();
/** The pages that look on: for each a function that sends it something. */
const pages = new Set();

/** Resolves with what the first page says. */
function askThePages({ tool_call_id, tool_name, arguments: args, reason }, { signal }) {
  return new Promise((resolve) => {
    const settle = (decision) => {
      questions.delete(tool_call_id);
      for (const send of pages) send("settled", { id: tool_call_id });
      resolve(decision);
    };
    const question = { id: tool_call_id, tool_name, arguments: args, reason };
    questions.set(tool_call_id, { question, settle });
    for (const send of pages) send("question", question);
    signal.addEventListener("abort", () => settle("deny"), { once: true });
  });
}

const ACTIONS = {
  "/send": async ({ text }) => {
    const run = session.send(String(text));
    run.result.catch((error) => {
      for (const send of pages) send("failure", { message: error.message });
    });
  },
  "/abort": () => session.abort(),
  "/answer": async ({ id, decision }) => questions.get(id)?.settle(decision === "allow" ? "allow" : "deny"),
};

/** Every event of the session, from the beginning or behind the last that the page has seen. */
async function stream(request, response) {
  response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" }).flushHeaders();
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const send = (name, data) => response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  pages.add(send);
  for (const { question } of questions.values()) send("question", question);
  const after = Number(request.headers["last-event-id"]) || 0;
  try {
    for await (const { seq, event } of session.watch({ after, signal: gone.signal })) {
      const taken = response.write(`id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`);
      if (!taken) await once(response, "drain", { signal: gone.signal });
    }
  } catch (error) {
    if (!gone.signal.aborted) send("failure", { message: error.message });
  } finally {
    pages.delete(send);
    response.end();
  }
}

async function bodyOf(request) {
  const pieces = [];
  let length = 0;
  for await (const piece of request) {
    length += piece.length;
    if (length > MAX_BODY) throw new Error("too long");
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString());
}

async function answer(request, response) {
  const say = (status, text = "") => response.writeHead(status, HEADERS).end(text);
  const { host, origin } = request.headers;
  // Only by the name it says: a name of somebody else's that leads here is not it.
  if (host !== address) return say(421, "this server has another name");
  const path = request.url.split("?")[0];
  if (request.method === "GET") {
    if (path === "/events") return await stream(request, response);
    const [name, type] = FILES[path] ?? [];
    if (!name) return say(404);
    response.setHeader("content-type", `${type}; charset=utf-8`);
    return say(200, await readFile(new URL(name, import.meta.url)));
  }
  const action = request.method === "POST" && ACTIONS[path];
  if (!action) return say(404);
  if (origin !== `http://${address}`) return say(403, "only its own page may ask this server");
  try {
    await action(await bodyOf(request));
    say(204);
  } catch (error) {
    say(400, error.message);
  }
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = `127.0.0.1:${server.address().port}`;
console.log(`http://${address}`);
