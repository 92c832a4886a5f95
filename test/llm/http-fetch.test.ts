import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHttpFetch, type HttpResponse } from "../../src/llm/http-fetch.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const signal = new AbortController().signal;
const get = (url: string) => ({ method: "GET", url, headers: {}, signal }) as const;

async function text(response: HttpResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  for (let step = await response.body.next(); !step.done; step = await response.body.next())
    pieces.push(step.value);
  return Buffer.concat(pieces).toString();
}

test("a request arrives whole and its answer comes back as it is", async () => {
  const { port } = await listen(async (request, response) => {
    const body = (await request.toArray()).join("");
    response
      .writeHead(418, { "x-answer": "yes" })
      .end(`${request.method} ${request.headers["content-length"]} ${body}`);
  });
  const sent = { method: "POST", headers: { "x-a": "b" }, body: "é", signal } as const;
  const response = await createHttpFetch({})({ ...sent, url: `http://127.0.0.1:${port}/x` });
  expect([response.status, response.headers["x-answer"], await text(response)]).toEqual([
    418,
    "yes",
    "POST 2 é",
  ]);
  response.release(true);
});

test("a redirect is an answer, not an order", async () => {
  const { port } = await listen((_, response) =>
    response.writeHead(307, { location: "http://other.example/" }).end(),
  );
  const response = await createHttpFetch({})(get(`http://127.0.0.1:${port}`));
  expect([response.status, response.headers.location]).toEqual([307, "http://other.example/"]);
  response.release(true);
});

test("a broken connection is the network's own error", async () => {
  const { port, server } = await listen((_, response) => response.socket?.destroy());
  await expect(createHttpFetch({})(get(`http://127.0.0.1:${port}`))).rejects.toMatchObject({
    code: "ECONNRESET",
  });
  server.removeAllListeners("request");
  server.on("request", (_, response) => {
    response.write("half");
    response.socket?.end();
  });
  const response = await createHttpFetch({})(get(`http://127.0.0.1:${port}`));
  await expect(text(response)).rejects.toMatchObject({ code: "ECONNRESET" });
  response.release(false);
});

test("an abort ends the wait for the answer, and the answer itself", async () => {
  const { port, server } = await listen((_, response) => void response.write("half"));
  const abort = new AbortController();
  const url = `http://127.0.0.1:${port}`;
  const response = await createHttpFetch({})({ ...get(url), signal: abort.signal });
  const read = text(response);
  abort.abort();
  await expect(read).rejects.toThrow();
  response.release(false);

  server.removeAllListeners("request");
  const arrived = once(server, "request");
  const late = new AbortController();
  const waiting = createHttpFetch({})({ ...get(url), signal: late.signal });
  await arrived;
  late.abort();
  await expect(waiting).rejects.toThrow();
  await expect(createHttpFetch({})({ ...get(url), signal: AbortSignal.abort() })).rejects.toThrow();
});

test("an answer that is let go in the middle closes its connection at once", async () => {
  const { port, server } = await listen((_, response) => void response.write("half"));
  const connection = once(server, "connection") as Promise<[Socket]>;
  const response = await createHttpFetch({})(get(`http://127.0.0.1:${port}`));
  const [socket] = await connection;
  const closed = once(socket, "close");
  const began = performance.now();
  response.release(false);
  await closed;
  expect(performance.now() - began).toBeLessThan(900);
});

test("an answer that should soon end but does not is closed after a second", async () => {
  const { port, server } = await listen((_, response) => void response.write("nearly all"));
  const connection = once(server, "connection") as Promise<[Socket]>;
  const response = await createHttpFetch({})(get(`http://127.0.0.1:${port}`));
  expect((await response.body.next()).value?.toString()).toBe("nearly all");
  const [socket] = await connection;
  const closed = once(socket, "close");
  response.release(true);
  await closed;
});

test("plain HTTP goes through a proxy with its whole address, and the proxy's password stays with the proxy", async () => {
  const { port } = await listen((request, response) => {
    const { host, authorization, "proxy-authorization": proxyAuthorization } = request.headers;
    response.end(JSON.stringify([request.url, host, authorization, proxyAuthorization]));
  });
  const fetch = createHttpFetch({ HTTP_PROXY: `http://me:p%40ss@127.0.0.1:${port}` });
  const response = await fetch({
    ...get("http://api.example:81/v1/models?x=1"),
    headers: { authorization: "Bearer k" },
  });
  expect(JSON.parse(await text(response))).toEqual([
    "http://api.example:81/v1/models?x=1",
    "api.example:81",
    "Bearer k",
    `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
  ]);
  response.release(true);
  const bare = await fetch(get("http://api.example/"));
  expect(JSON.parse(await text(bare))[2]).toBeNull();
  bare.release(true);
});

test("HTTPS goes through a tunnel that the proxy opens", async () => {
  const { port, server } = await listen((_, response) => response.end());
  const asked = new Promise<string | undefined>((resolve) =>
    server.once("connect", (request: IncomingMessage, socket: Socket) => {
      resolve(`${request.url} ${request.headers.authorization}`);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    }),
  );
  const fetch = createHttpFetch({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
  const request = fetch({ ...get("https://api.example/v1/models"), headers: { authorization: "Bearer k" } });
  expect((await request).status).toBe(403);
  expect(await asked).toBe("api.example:443 undefined");
});
