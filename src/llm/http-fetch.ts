/**
 * HTTP for the providers, over node:http(s). The global `fetch` would cost 50 ms to the first byte and 40 MB.
 * Nothing is followed, cached, decompressed or retried: a redirect is an answer, so no key travels to another host.
 */
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { type Environment, proxyFor } from "./proxy.ts";
import type { HttpHeaders } from "./retry-after.ts";

/** One request. */
export interface HttpRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Ends the request, or the answer, at once. */
  signal: AbortSignal;
}

/** The answer, as soon as its headers are there. */
export interface HttpResponse {
  status: number;
  headers: HttpHeaders;
  /** The body in the pieces it came in. Fails when the connection ends before the body does. */
  body: AsyncIterator<Uint8Array>;
  /**
   * Lets go of the connection; to be called always. `whole`: all that matters was read, so the connection is kept for
   * the next request if the body ends within a second. Else it is closed at once.
   */
  release(whole: boolean): void;
}

/** Sends a request. Rejects with the network's own error, or when aborted. */
export type HttpFetch = (request: HttpRequest) => Promise<HttpResponse>;

const RELEASE_MS = 1000;

/** A fetch that honours the proxy variables of `environment`. */
export function createHttpFetch(environment: Environment): HttpFetch {
  const tunnels = new Map<string, Agent>();
  return async (request) => {
    const url = new URL(request.url);
    const proxy = proxyFor(url, environment);
    const { method, headers, signal } = request;
    const sent = await open(url, proxy, { method, headers, signal }, tunnels);
    return new Promise((resolve, reject) => {
      sent.on("error", reject);
      sent.once("response", (message) => resolve(answer(message)));
      sent.end(request.body);
    });
  };
}

async function open(
  url: URL,
  proxy: URL | undefined,
  options: RequestOptions & { headers: Record<string, string> },
  tunnels: Map<string, Agent>,
): Promise<ClientRequest> {
  const http = await import("node:http");
  const https = [url.protocol, proxy?.protocol].includes("https:") ? await import("node:https") : undefined;
  if (proxy === undefined) return (https ?? http).request(url, options);
  if (url.protocol === "https:" && https !== undefined) {
    const { HttpsProxyAgent } = await import("https-proxy-agent");
    const agent = tunnels.get(proxy.href) ?? new HttpsProxyAgent(proxy, { keepAlive: true });
    tunnels.set(proxy.href, agent);
    return https.request(url, { ...options, agent });
  }
  // A proxy takes plain HTTP with the whole address as the path (RFC 9112, 3.2.2).
  return (proxy.protocol === "https:" && https ? https : http).request(new URL("/", proxy), {
    ...options,
    path: url.href,
    auth: "",
    headers: { ...options.headers, host: url.host, ...proxyAuthorization(proxy) },
  });
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function answer(message: IncomingMessage): HttpResponse {
  // What breaks is told by the iterator; without a listener it would also end the process.
  message.on("error", () => {});
  const body = message.iterator({ destroyOnReturn: false });
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    body,
    release(whole) {
      if (message.readableEnded || message.destroyed) return;
      if (!whole) return void message.destroy();
      // The iterator stops listening first, or nothing would flow.
      void body.return?.().then(() => message.resume());
      message.socket.unref();
      const timer = setTimeout(() => message.destroy(), RELEASE_MS).unref();
      message.once("close", () => clearTimeout(timer));
    },
  };
}
