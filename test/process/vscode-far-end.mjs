/** A process that speaks as `letscode --mode jsonrpc` does, by vscode-jsonrpc: one session, which calls a tool and then answers. */
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const peer = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
);
const usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: 0,
};
const events = [];
const info = { timestamp: 1, provider: "theirs", model: "theirs", usage };

peer.onRequest("initialize", ({ protocol }) => ({
  protocol,
  server: { name: "theirs", version: "0.0.0" },
  capabilities: { host_tools: true, permissions: true, ask: true, hooks: [] },
  max_frame_bytes: 67_108_864,
}));
peer.onRequest("session.create", () => ({ session_id: "s1", model: "theirs/theirs", tools: [] }));
peer.onRequest("session.events", ({ after }) => ({ events: events.slice(after) }));
peer.onRequest("session.abort", () => ({ queued: { steer: 0, follow_up: 0 } }));
peer.onRequest("session.send", async ({ session_id, text }) => {
  const tell = (event) => {
    events.push({ seq: events.length + 1, event });
    return peer.sendNotification("session.event", { session_id, ...events.at(-1) });
  };
  await tell({ type: "agent_start", messages: [] });
  const call = { session_id, tool_call_id: "c1", tool_name: "shout", arguments: { text } };
  const { content } = await peer.sendRequest("tool.invoke", call);
  const message = { id: "m1", role: "assistant", content: [{ type: "text", text: content }], ...info };
  await tell({ type: "message_end", message: { ...message, stop_reason: "end_turn" } });
  await tell({ type: "agent_end", messages: [], error: null, stop_reason: "end_turn" });
  await peer.sendNotification("session.idle", { session_id, stop_reason: "end_turn" });
  return { message_id: null, last_message_id: "m1", stop_reason: "end_turn", error: null };
});
peer.onRequest("shutdown", () => null);
peer.onClose(() => process.exit(0));
peer.listen();
