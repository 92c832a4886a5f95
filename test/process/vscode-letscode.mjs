/**
 * A letscode of a few lines on vscode-jsonrpc, over stdio. A prompt's run calls the tool `look` of its session and says
 * the prompt and the answer; `hold` runs until it is aborted, `die` ends the process. With CUT every byte is written by itself.
 */
import {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";

/** Writes each byte by itself. */
const cut = Object.create(process.stdout, {
  write: {
    value(/** @type {Uint8Array | string} */ data, /** @type {any[]} */ ...rest) {
      const encoding = typeof rest[0] === "string" ? rest[0] : "utf8";
      for (const byte of Buffer.from(/** @type {any} */ (data), /** @type {any} */ (encoding)))
        process.stdout.write(Buffer.of(byte));
      return process.stdout.write("", rest.at(-1));
    },
  },
});
const output = process.env.CUT ? cut : process.stdout;
const connection = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(output),
);
const session_id = "s1";
/** @type {(() => void) | undefined} */
let stop;
/** @type {string[]} */
const cancelled = [];
let seq = 0;

/** @param {object[]} events */
function emit(...events) {
  for (const event of events)
    void connection.sendNotification("session.event", { session_id, seq: ++seq, event });
}

/** @param {string} text */
function message(text) {
  const content = text === "" ? [] : [{ type: "text", text }];
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: 0,
  };
  return {
    role: "assistant",
    id: "a1",
    timestamp: 1,
    content,
    provider: "x",
    model: "x",
    usage,
    stop_reason: "end_turn",
  };
}

/** @param {string} text */
async function run(text) {
  if (text === "die") process.exit(9);
  const user = { role: "user", id: "u1", timestamp: 1, content: [{ type: "text", text }] };
  emit({ type: "agent_start", messages: [user] }, { type: "turn_start", turn: 1 });
  emit({ type: "message_start", message: message("") });
  if (text === "hold")
    await new Promise((resolve) => {
      stop = () => resolve(undefined);
    });
  const params = { session_id, tool_call_id: "c1", tool_name: "look", arguments: { at: text } };
  const { content } = stop
    ? { content: "" }
    : /** @type {any} */ (await connection.sendRequest("tool.invoke", params));
  const said = `${text}: ${content}`;
  const stream_event = { type: "text_delta", delta: said, index: 0 };
  emit({ type: "message_update", message: { id: "a1", role: "assistant" }, stream_event });
  emit({ type: "message_end", message: message(said) });
  const stop_reason = stop ? "aborted" : "end_turn";
  stop = undefined;
  emit({ type: "agent_end", messages: [], error: null, stop_reason });
  void connection.sendNotification("session.idle", { session_id, stop_reason });
  return { message_id: "u1", last_message_id: "a1", stop_reason, error: null };
}

connection.onRequest("initialize", () => ({
  protocol: "letscode-jsonrpc/1",
  server: { name: "letscode", version: "0.0.0" },
  capabilities: { host_tools: true, permissions: true, ask: true, hooks: [] },
  max_frame_bytes: 67_108_864,
}));
connection.onRequest("session.create", () => ({ session_id, model: "x/x", tools: ["look"] }));
connection.onRequest("session.send", ({ text }) => run(text));
connection.onRequest("session.abort", () => {
  stop?.();
  return { queued: { steer: 0, follow_up: 0 } };
});
connection.onRequest("session.get", () => {
  throw new ResponseError(-32001, "there is no session s2", { code: "session_not_found" });
});
// Answers when it is cancelled, and not before.
connection.onRequest(
  "models.list",
  (_params, token) =>
    new Promise((_resolve, reject) =>
      token.onCancellationRequested(() => {
        cancelled.push("models.list");
        reject(new ResponseError(-32800, "cancelled"));
      }),
    ),
);
connection.onRequest("ping", () => ({ time: cancelled.length }));
connection.onRequest("shutdown", () => null);
connection.onClose(() => process.exit(0));
connection.listen();
