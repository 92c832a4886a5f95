/**
 * The least a program can do that speaks letscode-rpc/1 to its host and server-sent events to its model: it parses each
 * piece, writes the same lines as letscode, all those of one read at once, and does nothing else. No history, no tools,
 * no checks, no retries. What letscode costs is told in multiples of this.
 *
 *     node bench/relay.cjs BASE_URL
 */
const http = require("node:http");

const url = `${process.argv[2]}/chat/completions`;
const agent = new http.Agent({ keepAlive: true });
const from = { id: "2m2bwvhav5", role: "assistant" };

send({ type: "ready", protocol: "letscode-rpc/1", letscode: "0.0.0", capabilities: {} });
let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) take(JSON.parse(line));
});

function take({ cmd, id = null, text }) {
  send({ type: "ack", id });
  if (cmd !== "prompt") return send({ type: "done", id });
  const message = { ...from, timestamp: Date.now(), content: [{ type: "text", text }] };
  send({ type: "agent_start", messages: [message] }, { type: "turn_start", turn: 1 });
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: text }] });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  http.request(url, { method: "POST", agent, headers }, (answer) => relay(answer, id)).end(body);
}

function relay(answer, id) {
  let part = "";
  let whole = "";
  let waiting = "";
  const flush = () => {
    process.stdout.write(waiting);
    waiting = "";
  };
  send({ type: "message_start", message: { ...from, content: [] } });
  answer.setEncoding("utf8").on("data", (text) => {
    const lines = (part + text).split("\n");
    part = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      const delta = JSON.parse(line.slice(6)).choices[0]?.delta.content;
      if (!delta) continue;
      whole += delta;
      if (waiting === "") setImmediate(flush);
      const piece = { type: "text_delta", delta, index: 0 };
      waiting += `${JSON.stringify({ type: "message_update", message: from, stream_event: piece })}\n`;
    }
  });
  answer.on("end", () => {
    flush();
    const message = { ...from, timestamp: Date.now(), content: [{ type: "text", text: whole }] };
    send({ type: "message_end", message }, { type: "turn_end", turn: 1, message, tool_results: [] });
    send({ type: "agent_end", messages: [message], error: null }, { type: "done", id });
  });
}

function send(...lines) {
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
