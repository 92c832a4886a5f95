/** A scriptable provider on the loopback, OpenAI-compatible by default: strict about requests, exact about bytes. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { complaintAbout, type Strictness } from "./strict-chat.ts";
import type { Complaint } from "./strict-json.ts";

/** The socket is torn down; the client sees a connection reset. Before the first byte: no answer at all. */
export const RESET = { step: "reset" } as const;
/** The connection ends without the end of the body. */
export const CLOSE = { step: "close" } as const;
/** Nothing more is sent and the connection stays open until the client leaves. */
export const HANG = { step: "hang" } as const;

/**
 * What is sent next: text or bytes as one HTTP chunk, so that splits are exact; or a wait; or an ending. The empty text
 * sends the headers. Before RESET wait for a sign that the client has read: a reset may throw away what is on its way.
 */
export type Step =
  | string
  | Uint8Array
  | { wait: PromiseLike<unknown> }
  | typeof RESET
  | typeof CLOSE
  | typeof HANG;

/** A scripted answer. An array is the body of a 200 event stream. */
export type Reply = Step[] | { status?: number; headers?: Record<string, string>; body?: Step[] };

/** A request as it came. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  /** The client's port: the same for requests over one connection. */
  port: number | undefined;
  bytes: Buffer;
  text: string;
  /** The parsed body; undefined when there is none or it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely
  json: any;
  /** Why the server refused it. */
  complaint: Complaint | undefined;
  /** Resolves when the connection of this request has closed or the answer is complete. */
  closed: Promise<void>;
}

/** How the server behaves. */
export interface ProviderServerOptions extends Strictness {
  /** What `baseUrl` ends in. Default: `/v1`. */
  basePath?: string;
  /** Whether a POST to this path, query included, is a model call. Default: only `/v1/chat/completions` is. */
  isCall?: (path: string) => boolean;
  /** Judges model calls in place of the chat-completions judge. */
  judge?: (request: RecordedRequest) => Complaint | undefined;
  /** How a complaint is answered. Default: as OpenAI words errors. */
  refusal?: (complaint: Complaint) => Reply;
  /** Ids that the list of models holds. Default: `test-model`. */
  models?: readonly string[];
  /** The answer to GET …/models instead of the list. */
  modelsReply?: Reply;
  /** The answer when the script is empty. Default: a 400 that says so. */
  otherwise?: Reply | ((request: RecordedRequest) => Reply);
  /** False: requests are recorded but not judged. */
  strict?: boolean;
}

/** A running server. */
export interface ProviderServer {
  /** Such as `http://127.0.0.1:34567/v1`. */
  readonly baseUrl: string;
  /** Model calls in the order they came. */
  readonly requests: RecordedRequest[];
  /** Every other request, such as GET /v1/models. */
  readonly others: RecordedRequest[];
  /** Appends to the script: one reply per model call. */
  reply(...replies: (Reply | ((request: RecordedRequest) => Reply))[]): void;
  /** Resolves with the n-th model call (from 1) when it has come. */
  received(n: number): Promise<RecordedRequest>;
  close(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startProviderServer(options: ProviderServerOptions = {}): Promise<ProviderServer> {
  const requests: RecordedRequest[] = [];
  const others: RecordedRequest[] = [];
  const script: (Reply | ((request: RecordedRequest) => Reply))[] = [];
  const waiting: { n: number; resolve: (request: RecordedRequest) => void }[] = [];
  const {
    basePath = "/v1",
    isCall = (path) => path === "/v1/chat/completions",
    judge = ({ bytes }) => complaintAbout(bytes, options),
    refusal = ({ status, message }) => errorReply(status, message),
  } = options;

  const answer = (request: RecordedRequest): Reply => {
    if (request.complaint !== undefined) return refusal(request.complaint);
    const next =
      script.shift() ?? options.otherwise ?? errorReply(400, "the script of the test server is empty");
    return typeof next === "function" ? next(request) : next;
  };
  const server = createServer(async (incoming, response) => {
    response.socket?.setNoDelay(true);
    const request = await record(incoming, response);
    if (request === undefined) return;
    if (!isCall(request.path) || request.method !== "POST") {
      others.push(request);
      const list = {
        object: "list",
        data: (options.models ?? ["test-model"]).map((id) => ({ id, object: "model" })),
      };
      const found = /\/models(\?|$)/.test(request.path) && request.method === "GET";
      const reply = found ? (options.modelsReply ?? jsonReply(200, list)) : errorReply(404, "not found");
      return play(reply, response);
    }
    if (options.strict !== false) request.complaint = judge(request);
    const reply = answer(request);
    requests.push(request);
    for (const waiter of waiting) if (waiter.n === requests.length) waiter.resolve(request);
    await play(reply, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    requests,
    others,
    reply: (...replies) => void script.push(...replies),
    received(n) {
      const request = requests[n - 1];
      if (request !== undefined) return Promise.resolve(request);
      return new Promise((resolve) => waiting.push({ n, resolve }));
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A JSON answer with this status. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: [JSON.stringify(body)],
  };
}

/** An error as OpenAI words it. */
export function errorReply(status: number, message: string, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, { error: { message, type: "error" } }, headers);
}

async function record(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<RecordedRequest | undefined> {
  const closed = new Promise<void>((resolve) => response.once("close", () => resolve()));
  const parts: Buffer[] = [];
  try {
    for await (const part of incoming) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  const bytes = Buffer.concat(parts);
  const text = bytes.toString("utf8");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const { method = "", url = "", headers, socket } = incoming;
  return {
    method,
    path: url,
    headers,
    port: socket.remotePort,
    bytes,
    text,
    json,
    complaint: undefined,
    closed,
  };
}

async function play(reply: Reply, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, body = [] } = Array.isArray(reply) ? { body: reply } : reply;
  const begin = () => {
    if (response.headersSent) return;
    response.writeHead(status, { "content-type": "text/event-stream", ...headers });
    response.flushHeaders();
  };
  for (const step of body) {
    if (response.destroyed) return;
    if (typeof step === "string" || step instanceof Uint8Array) {
      begin();
      if (!response.write(step) && !response.destroyed)
        await new Promise<void>((resolve) => {
          response.once("drain", resolve);
          response.once("close", resolve);
        });
      // Two turns of the event loop: a client in this process has read this piece before the next one is sent.
      await turn();
      await turn();
    } else if ("wait" in step) await step.wait;
    else if (step.step === "hang") return;
    else {
      if (step.step === "reset") response.socket?.resetAndDestroy();
      else response.socket?.end();
      return;
    }
  }
  begin();
  response.end();
}
