import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectTo } from "../../src/client/server-socket.ts";
import { systemClock } from "../../src/clock.ts";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { addressText, isLoopback, parseAddress } from "../../src/server/address.ts";
import { HANDSHAKE_MS, MOST_BYTES, MOST_NEWCOMERS } from "../../src/server/newcomers.ts";
import { listenOnPath } from "../../src/server/unix-socket.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";
import { folderOfTest, HELLO, listening, open, type RawSocket } from "./listening.ts";
import { memoryServer } from "./memory-server.ts";

const TCP = "127.0.0.1:0";

/** A server that listens on the loopback; `clock` is that of its strangers. */
async function onLoopback(token?: string) {
  const clock = manualClock(1_000_000);
  const { server, conversations } = memoryServer();
  const { address } = await listening(server, TCP, { clock, token });
  return { address, clock, conversations };
}

/** Answered to a request, so that all before it is heeded too. */
async function pinged(socket: RawSocket): Promise<void> {
  await socket.call("ping");
}

describe("an address", () => {
  it.each([
    ["127.0.0.1:8080", "127.0.0.1:8080"],
    ["8080", "127.0.0.1:8080"],
    [":0", "127.0.0.1:0"],
    ["localhost:65535", "localhost:65535"],
    ["0.0.0.0:1", "0.0.0.0:1"],
    ["[::1]:7", "[::1]:7"],
    ["unix:/run/a b:c", "unix:/run/a b:c"],
    ["unix:socket", "unix:socket"],
  ])("may be %s", (text, meant) => {
    const address = parseAddress(text, "linux");
    expect(address && addressText(address)).toBe(meant);
  });

  it.each([
    "",
    "host",
    "host:",
    "host:65536",
    "host:-1",
    "host:1x",
    "::1:80",
    "[nonsense]:80",
    "a b:80",
    "unix:",
    "unix:a\0b",
    "http://a:80",
  ])("is not %j", (text) => expect(parseAddress(text, "linux")).toBe(undefined));

  it("of a Unix socket is a named pipe on Windows [J12]", () => {
    expect(parseAddress("unix:letscode", "win32")).toEqual({ type: "unix", path: "\\\\.\\pipe\\letscode" });
    expect(parseAddress("unix:\\\\.\\pipe\\a", "win32")).toEqual({ type: "unix", path: "\\\\.\\pipe\\a" });
  });

  it("is this machine's own alone on the loopback", () => {
    expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["0.0.0.0", "::", "10.0.0.1", "::ffff:10.0.0.1", "127.example.org"].map(isLoopback)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("a stranger", () => {
  it("gets no answer but that initialize comes first, whatever is asked, and runs nothing [J11 H02]", async () => {
    const { address, conversations } = await onLoopback("right");
    const client = await open(address);
    for (const method of ["ping", "session.create", "session.list", "shutdown", "no such"])
      expect((await client.call(method)).error).toMatchObject({
        code: CODES.not_initialized,
        data: { code: "not_initialized" },
      });
    expect(await conversations.list({ limit: 10 })).toEqual([]);
  });

  it("is cut off at the third wrong token, each answered; the right one in time is let in [J11]", async () => {
    const { address, clock } = await onLoopback("right");
    const client = await open(address);
    for (const token of ["wrong", "rightx", undefined])
      expect((await client.initialize(token === undefined ? {} : { token })).error).toMatchObject({
        code: CODES.unauthorized,
        data: { code: "unauthorized" },
      });
    await client.closed;
    clock.pass(60_000);
    const other = await open(address);
    await other.initialize({ token: "righ" });
    await other.initialize({ token: "" });
    expect((await other.initialize({ token: "right" })).result).toMatchObject({
      protocol: "letscode-jsonrpc/1",
    });
    expect((await other.initialize({ token: "right" })).error).toMatchObject({ code: CODES.invalid_request });
    expect((await other.call("ping")).result).toEqual({ time: expect.any(Number) });
  });

  it("waits longer for its first answer the more wrong tokens came lately, from whomever", async () => {
    const { address, clock } = await onLoopback("right");
    const guess = async () => {
      const guesser = await open(address);
      for (let n = 0; n < 3; n++)
        guesser.write({ jsonrpc: "2.0", id: n, method: "initialize", params: HELLO });
      return guesser;
    };
    await (await guess()).closed;
    const second = await guess();
    await settled(() => clock.pending[0] === 60);
    expect(second.messages).toEqual([]);
    clock.pass(60);
    await second.closed;
    const client = await open(address);
    const answered = client.initialize({ token: "right" });
    await settled(() => clock.pending[0] === 118);
    expect(client.messages).toEqual([]);
    clock.pass(118);
    expect((await answered).result).toMatchObject({ protocol: "letscode-jsonrpc/1" });
    clock.pass(60_000);
    expect((await (await open(address)).initialize({ token: "right" })).result).toBeTruthy();
  });

  it("has ten seconds for initialize, however slowly it drips; one that is known has as long as it likes [H02]", async () => {
    const { address, clock } = await onLoopback();
    const [idle, dripping, known] = await Promise.all([open(address), open(address), open(address)]);
    await known.initialize();
    for (const piece of ["Content-", "Length", ": 1", "00\r\n"]) dripping.write(piece);
    await pinged(known);
    clock.pass(HANDSHAKE_MS - 1);
    await pinged(known);
    expect([idle.socket.closed, dripping.socket.closed]).toEqual([false, false]);
    dripping.write("X-A: b\r\n");
    clock.pass(1);
    await Promise.all([idle.closed, dripping.closed]);
    clock.pass(10 * HANDSHAKE_MS);
    await pinged(known);
  });

  it("takes the place of the oldest one when there are too many: a thousand idle ones keep nobody out [H02]", async () => {
    const { address } = await onLoopback("right");
    const idle: RawSocket[] = [];
    for (let n = 0; n < 1000; n++) idle.push(await open(address));
    const client = await open(address);
    expect((await client.initialize({ token: "right" })).result).toBeTruthy();
    await pinged(client);
    await Promise.all(idle.slice(0, 1000 - MOST_NEWCOMERS).map(({ closed }) => closed));
    expect(idle.filter(({ socket }) => !socket.closed)).toHaveLength(MOST_NEWCOMERS - 1);
    for (const { socket } of idle) socket.destroy();
  });

  it("may send 64 KiB at most before it is known, announced or not; then a frame may be megabytes", async () => {
    const { address } = await onLoopback();
    const [long, many, client] = await Promise.all([open(address), open(address), open(address)]);
    const large = { jsonrpc: "2.0", id: 9, method: "ping", params: { text: "x".repeat(4 * MOST_BYTES) } };
    long.write(large);
    await long.closed;
    expect(long.messages).toEqual([]);
    const small = { jsonrpc: "2.0", id: 1, method: "ping" };
    const sent = once(many.socket, "close");
    const timer = setInterval(() => many.write(...Array.from({ length: 200 }, () => small)), 1);
    await sent;
    clearInterval(timer);
    await client.initialize();
    client.write(large);
    expect((await client.waitFor(({ id }) => id === 9)).result).toEqual({ time: expect.any(Number) });
  });

  it("that speaks HTTP is cut off at the first bytes and runs nothing [J11 H01]", async () => {
    const { address, conversations } = await onLoopback();
    const batch = JSON.stringify([
      { jsonrpc: "2.0", id: 1, method: "initialize", params: HELLO },
      { jsonrpc: "2.0", id: 2, method: "session.create" },
    ]);
    const [host, port] = address.split(":");
    const post = request({
      host,
      port,
      method: "POST",
      path: "/",
      headers: { origin: "http://evil", "content-type": "text/plain" },
    });
    const failed = once(post, "error");
    post.end(batch);
    expect(String(await failed)).toContain("Parse Error");
    // Nothing behind the first words is waited for.
    for (const words of ["POST / HT", "GET /", "OPTIONS * H", "\x16\x03\x01"]) {
      const client = await open(address);
      client.write(words);
      await client.closed;
      expect(client.messages).toMatchObject([
        { jsonrpc: "2.0", id: null, error: { code: CODES.invalid_request } },
      ]);
    }
    expect(await conversations.list({ limit: 10 })).toEqual([]);
  });
});

describe("a connection that sends what is no frame", () => {
  it.each([
    ["a length over the limit", "Content-Length: 2147483647\r\n\r\n"],
    ["a length beyond all numbers", "Content-Length: 99999999999999999999\r\n\r\n"],
    ["a negative length", "Content-Length: -1\r\n\r\n"],
    ["a length with a sign", "Content-Length: +5\r\n\r\nhello"],
    ["a length in hexadecimal", "Content-Length: 0x10\r\n\r\n"],
    ["a length with an exponent", "Content-Length: 1e3\r\n\r\n"],
    ["a list of lengths", "Content-Length: 5, 5\r\n\r\nhello"],
    ["an empty length", "Content-Length:\r\n\r\n"],
    ["two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"],
    ["no length", "X: y\r\n\r\n"],
    ["a header without an end", `X: ${"y".repeat(1_000_000)}`],
  ])("such as %s is told so and closed; the others go on [A12 A15 J2]", async (_what, bytes) => {
    const { address } = await onLoopback();
    const [bad, good] = await Promise.all([open(address), open(address)]);
    await good.initialize();
    await bad.initialize();
    const before = process.memoryUsage().rss;
    bad.write(bytes);
    await bad.closed;
    expect(bad.messages.slice(1)).toMatchObject([
      { jsonrpc: "2.0", id: null, error: { code: CODES.invalid_request, message: expect.any(String) } },
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    await pinged(good);
  });

  it("is closed when it ends inside a frame, which is not run; what was asked before is answered [A14]", async () => {
    const { address } = await onLoopback();
    const client = await open(address);
    await client.initialize();
    client.write(
      { jsonrpc: "2.0", id: 7, method: "ping" },
      'Content-Length: 100\r\n\r\n{"jsonrpc":"2.0","id":8,"method":"ping"}',
    );
    client.socket.end();
    await client.closed;
    expect(client.messages.slice(1)).toEqual([
      { jsonrpc: "2.0", id: 7, result: { time: expect.any(Number) } },
    ]);
  });

  it("and resets, or reads nothing of what it is told, harms nobody", async () => {
    const { address } = await onLoopback();
    const good = await open(address);
    await good.initialize();
    for (let n = 0; n < 20; n++) {
      const client = await open(address);
      client.write(
        { jsonrpc: "2.0", id: 1, method: "initialize", params: HELLO },
        { jsonrpc: "2.0", id: 2, method: "session.list" },
      );
      client.socket.resetAndDestroy();
      await client.closed;
    }
    await pinged(good);
  });
});

describe("a Unix socket", () => {
  it("is for its owner alone, and gone when the server listens no more [J12 H02]", async () => {
    const path = join(folderOfTest(), "socket");
    const { server } = memoryServer();
    const listener = await listening(server, `unix:${path}`);
    expect(listener).toMatchObject({ address: `unix:${path}`, local: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const client = await open(listener.address);
    await client.initialize();
    if (process.getuid?.() === 0) expect(await asNobody(path)).toBe("EACCES");
    listener.close();
    expect(existsSync(path)).toBe(false);
    await pinged(client);
  });

  it("cannot be entered by anybody before its mode is right [J12 H02]", async () => {
    const path = join(folderOfTest(), "socket");
    const server = createServer();
    onTestFinished(() => void server.close());
    let early: boolean | undefined;
    server.once("listening", () => {
      early = existsSync(path);
    });
    await listenOnPath(server, path);
    expect([early, statSync(path).mode & 0o777]).toEqual([false, 0o600]);
  });

  it("of a server that died is replaced; one that is answered is not, nor is anything else there", async () => {
    const folder = folderOfTest();
    const { server } = memoryServer();
    const path = join(folder, "socket");
    const script = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    await once(spawn(process.execPath, ["-e", script], { stdio: "ignore" }), "exit");
    expect(statSync(path).isSocket()).toBe(true);
    const first = await listening(server, `unix:${path}`);
    await (await open(first.address)).initialize();
    await expect(listening(server, `unix:${path}`)).rejects.toThrow(
      `--listen: a server listens on ${path} already`,
    );
    await (await open(first.address)).initialize();
    const file = join(folder, "file");
    writeFileSync(file, "kept");
    symlinkSync(path, join(folder, "link"));
    for (const name of ["file", "link"])
      await expect(listening(server, `unix:${join(folder, name)}`)).rejects.toThrow(
        "is there and is no socket",
      );
    await expect(listening(server, `unix:${folder}/none/socket`)).rejects.toThrow("there is no such folder");
    await expect(listening(server, `unix:${folder}/${"x".repeat(120)}`)).rejects.toThrow("103 bytes at most");
  });

  it("that another server has taken over is left alone", async () => {
    const path = join(folderOfTest(), "socket");
    const { server } = memoryServer();
    const first = await listening(server, `unix:${path}`);
    const other = createServer().listen(`${path}.other`);
    await once(other, "listening");
    onTestFinished(() => void other.close());
    renameSync(`${path}.other`, path);
    first.close();
    expect(existsSync(path)).toBe(true);
  });
});

describe("a TCP port", () => {
  it("is told with the number it really has; in use, or of no host, it is refused", async () => {
    const { server } = memoryServer();
    const { address } = await listening(server, TCP);
    expect(address).toMatch(/^127\.0\.0\.1:[1-9]\d+$/);
    await expect(listening(server, address)).rejects.toThrow(
      `--listen: cannot listen on ${address}: another program listens there already`,
    );
    await expect(listening(server, "host.invalid:0")).rejects.toThrow(
      '--listen: there is no host "host.invalid"',
    );
  });

  it("has NODELAY at both ends, so that no frame waits for the one before [J1]", async () => {
    const { server } = memoryServer();
    const { address } = await listening(server, TCP);
    const { socket } = await open(address);
    const set = vi.spyOn(Object.getPrototypeOf(handleOf(socket)), "setNoDelay");
    onTestFinished(() => set.mockRestore());
    const signal = new AbortController().signal;
    const { input } = await connectTo(address, { clock: systemClock, timeoutMs: 5000, signal });
    onTestFinished(() => void (input as Socket).destroy());
    await settled(() => set.mock.calls.length === 2);
    expect(set.mock.calls.map(([on]) => on)).toEqual([true, true]);
    expect(set.mock.contexts.filter((handle) => handle === handleOf(input as Socket))).toHaveLength(1);
  });

  it("that other machines reach is not served without a token [H02]", async () => {
    const { server } = memoryServer();
    await expect(listening(server, "0.0.0.0:0")).rejects.toThrow(
      "--no-token: 0.0.0.0 can be reached from other machines",
    );
    expect(await listening(server, "0.0.0.0:0", { token: "t" })).toMatchObject({ local: false });
  });

  it("takes no more connections once it is closed; those that are there go on", async () => {
    const { server } = memoryServer();
    const listener = await listening(server, TCP);
    const client = await open(listener.address);
    await client.initialize();
    listener.close();
    await expect(open(listener.address)).rejects.toThrow("ECONNREFUSED");
    await pinged(client);
  });
});

/** What a process of another user is told that connects there. */
async function asNobody(path: string): Promise<string> {
  const script = `require("net").connect(${JSON.stringify(path)}).on("connect", () => { console.log("connected"); process.exit(); }).on("error", (e) => console.log(e.code))`;
  const child = spawn(process.execPath, ["-e", script], {
    uid: 65_534,
    gid: 65_534,
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await once(child, "close");
  return said.trim();
}

/** What a socket is for the system. */
function handleOf(socket: Socket): object {
  return (socket as unknown as { _handle: object })._handle;
}

async function settled(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
