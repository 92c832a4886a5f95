/** A letscode of a few lines that says what a test wants, at the other end of a real socket. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { Connection } from "../../src/jsonrpc/connection.ts";
import type { CallContext } from "../../src/jsonrpc/incoming-calls.ts";
import type { Event } from "../../src/wire/events.ts";
import type { AssistantMessage, Json, JsonObject, Usage } from "../../src/wire/messages.ts";
import type { SessionSendResult } from "../../src/wire/methods.ts";

/** What a method is answered with. */
export type Answer = (params: JsonObject, peer: Peer, call: CallContext) => unknown;

/** One connected client. */
export interface Peer {
  connection: Connection;
  socket: Socket;
  /** Emits events of a session, numbered. */
  emit(sessionId: unknown, ...events: Event[]): void;
}

/** A server with its address and what was asked of it. */
export interface FakeServer {
  url: string;
  asked: { method: string; params: JsonObject }[];
  peers: Peer[];
}

const USAGE: Usage = {
  input_tokens: 10,
  output_tokens: 5,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: 0.5,
};

/** Starts it; it is gone when the test is. `slice`: everything it says leaves in pieces of so many bytes. */
export async function startFakeServer(
  answers: Record<string, Answer> = {},
  { slice }: { slice?: number } = {},
): Promise<FakeServer> {
  const asked: FakeServer["asked"] = [];
  const peers: Peer[] = [];
  let sessions = 0;
  const all: Record<string, Answer> = {
    initialize: () => ({
      protocol: "letscode-jsonrpc/1",
      server: { name: "letscode", version: "0.0.0" },
      capabilities: { host_tools: true, permissions: true, ask: true, hooks: [] },
      max_frame_bytes: 67_108_864,
    }),
    ping: () => ({ time: 1 }),
    shutdown: () => null,
    "session.create": () => ({ session_id: `s${++sessions}`, model: "fake/one", tools: ["read"] }),
    "session.resume": ({ session_id }) => ({
      session_id,
      model: "fake/one",
      tools: [],
      messages_count: 2,
      running: false,
    }),
    "session.close": () => null,
    "session.send": ({ session_id, text }, peer) => runOf(peer, session_id, [`echo: ${text}`]),
    ...answers,
  };
  const server = createServer((socket) => {
    socket.on("error", () => {});
    const seqs = new Map<unknown, number>();
    const connection = new Connection({
      input: socket,
      output: slice === undefined ? socket : sliced(socket, slice),
      clock: systemClock,
    });
    const peer: Peer = {
      connection,
      socket,
      emit(session_id, ...events) {
        for (const event of events) {
          const seq = (seqs.get(session_id) ?? 0) + 1;
          seqs.set(session_id, seq);
          connection.notify("session.event", { session_id, seq, event }, { lane: String(session_id) });
        }
      },
    };
    peers.push(peer);
    for (const [method, answer] of Object.entries(all))
      connection.onRequest(method, (params, call) => {
        asked.push({ method, params });
        if (params.session_id !== undefined) call.lane = String(params.session_id);
        return answer(params, peer, call);
      });
    connection.start();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const { socket } of peers) socket.destroy();
    server.close();
  });
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, peers };
}

/** A whole run that says these deltas; returns what `session.send` is answered with. */
export function runOf(
  peer: Peer,
  sessionId: unknown,
  deltas: readonly string[],
  inside: Event[] = [],
): SessionSendResult {
  peer.emit(sessionId, ...begin(), ...inside, ...deltas.map(delta), ...end(deltas.join("")));
  peer.connection.notify("session.idle", { session_id: sessionId, stop_reason: "end_turn" });
  return sent();
}

/** What `session.send` is answered with after a run that went well. */
export function sent(): SessionSendResult {
  return { message_id: "u1", last_message_id: "a1", stop_reason: "end_turn", error: null };
}

/** How a run begins. */
export function begin(): Event[] {
  const user = { role: "user", id: "u1", timestamp: 1, content: [] } as const;
  return [
    { type: "agent_start", messages: [{ ...user, content: [] }] },
    { type: "turn_start", turn: 1 },
    { type: "message_start", message: answer("") },
  ];
}

/** A piece of its text. */
export function delta(text: string): Event {
  return {
    type: "message_update",
    message: { id: "a1", role: "assistant" },
    stream_event: { type: "text_delta", delta: text, index: 0 },
  };
}

/** How it ends, having said this. */
export function end(text: string): Event[] {
  return [
    { type: "message_end", message: answer(text) },
    { type: "turn_end", turn: 1, message: answer(text), tool_results: [] },
    { type: "agent_end", messages: [], error: null, stop_reason: "end_turn" },
  ];
}

/** An answer of the model. */
export function answer(text: string): AssistantMessage {
  return {
    role: "assistant",
    id: "a1",
    timestamp: 1,
    content: text === "" ? [] : [{ type: "text", text }],
    provider: "fake",
    model: "one",
    usage: USAGE,
    stop_reason: "end_turn",
  };
}

/** An event that no client knows. */
export function unknownEvent(fields: Record<string, Json>): Event {
  return fields as unknown as Event;
}

/** Each piece in a turn of its own: pieces that are written together arrive together. */
function sliced(socket: Socket, size: number) {
  return {
    async write(bytes: Uint8Array, done: (error?: Error | null) => void) {
      for (let at = 0; at < bytes.length; at += size) {
        await new Promise((resolve) => socket.write(bytes.slice(at, at + size), resolve));
        await new Promise((resolve) => setImmediate(resolve));
      }
      socket.write("", done);
    },
  };
}
