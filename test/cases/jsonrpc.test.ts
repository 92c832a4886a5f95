/** The door for many conversations, as reported of others: what went wrong there, tried through the built command. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { FrameReader } from "../../src/framing/content-length.ts";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { answer, calls } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import { startJsonrpc, testFolder } from "../process/jsonrpc-host.ts";
import { LETSCODE } from "../process/letscode.ts";
import { event, newSession, send, startServe, told } from "../process/serving.ts";
import { open } from "../server/listening.ts";
import { peakMemory } from "./room.ts";

const MIB = 1024 * 1024;

/** An error that belongs to no request. */
const nobodys = (code: keyof typeof CODES) => ({ jsonrpc: "2.0", id: null, error: { code: CODES[code] } });

describe("a frame over TCP", () => {
  it("is counted in bytes both ways; one that was counted in characters is told so, and ends its connection only [A02 A09]", async () => {
    const { connect } = await startServe(["--no-token"]);
    const [good, bad] = [await connect(), await connect()];
    const session_id = await newSession(good);
    const text = "日本🙂é";
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: "p",
      method: "session.send",
      params: { session_id, text },
    });
    for (const byte of Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`))
      good.write(Buffer.of(byte));
    await good.waitFor(({ id }) => id === "p");
    expect((await event(good, "agent_start")).event.messages[0].content).toEqual([{ type: "text", text }]);
    const short = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { t: "é漢🙂" } });
    bad.write(`Content-Length: ${short.length}\r\n\r\n${short}`);
    await bad.closed;
    expect(bad.messages.slice(1)).toMatchObject([nobodys("parse_error"), nobodys("invalid_request")]);
    expect((await good.call("ping")).result).toBeTruthy();
  });

  it("that announces gigabytes, or has a header without an end, costs no memory and ends its connection only [A12 A15]", async () => {
    const { host, address, connect } = await startServe(["--no-token"]);
    const good = await connect();
    const before = peakMemory(host.child.pid);
    const strangers = [
      "Content-Length: 2147483647\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n",
      "Content-Length: -1\r\n\r\n",
      "Content-Length: +5\r\n\r\nhello",
      "Content-Length: 0x10\r\n\r\n",
      "Content-Length: 1e3\r\n\r\n",
      "Content-Length: 5, 5\r\n\r\nhello",
      "Content-Length:\r\n\r\n",
      "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      `X: ${"a".repeat(9000)}\r\n\r\n`,
    ].map(async (bytes) => {
      const stranger = await open(address);
      stranger.write(bytes);
      await stranger.closed;
      return stranger.messages;
    });
    for (const messages of await Promise.all(strangers))
      expect(messages).toMatchObject([nobodys("invalid_request")]);
    const flood = await open(address);
    await flood.initialize();
    const piece = Buffer.alloc(MIB, "a");
    for (let n = 0; n < 128 && !flood.socket.closed; n++)
      await new Promise<void>((resolve) => flood.socket.write(piece, () => resolve()));
    await flood.closed;
    expect(peakMemory(host.child.pid) - before).toBeLessThan(50 * MIB);
    expect((await good.call("ping")).result).toBeTruthy();
  });
});

it("a message holds U+2028, U+2029 and U+0085 as they are: prompt, answer and tool, both ways [A01]", async () => {
  const server = await startProviderServer();
  onTestFinished(() => server.close());
  const odd = "a\u2028b\u2029c\u0085d";
  server.reply(
    calls({ id: "c1", name: "bash", arguments: { command: `printf '%s' '${odd}'` } }),
    answer(odd),
  );
  const host = await startJsonrpc(["--base-url", server.baseUrl, "--model", "m"]);
  const { session_id } = await host.call("session.create", { permission_mode: "allow" });
  await host.call("session.send", { session_id, text: odd });
  const [asked, told] = server.requests.map(({ json }) => json.messages.slice(1));
  expect([asked[0].content, told.at(-1).content]).toEqual([odd, odd]);
  const { messages } = await host.call("session.messages", { session_id });
  expect(messages.at(-1)).toMatchObject({ role: "assistant", content: [{ type: "text", text: odd }] });
  host.end();
  await host.exited;
  const bytes = Buffer.from(host.stdout(), "latin1");
  const frames = new FrameReader({ maxBytes: MIB });
  const records = [...frames.push(bytes), ...frames.end()];
  expect(records.filter(({ type }) => type !== "frame")).toEqual([]);
  expect(bytes.includes(odd)).toBe(true);
});

it("an input that is /dev/null is an end at once: nothing is said, exit 0, without burning time [A07]", async () => {
  const folder = testFolder();
  const child = spawn(process.execPath, [LETSCODE, "--mode", "jsonrpc", "--model", "demo"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const from = performance.now();
  expect(await once(child, "close")).toEqual([0, null]);
  expect([said, performance.now() - from < 3000]).toEqual(["", true]);
});

it("a frame that the end of stdin has cut is not run, and stderr says so [A14]", async () => {
  const host = await startJsonrpc(["--model", "demo"]);
  host.child.stdin?.end('Content-Length: 100\r\n\r\n{"jsonrpc":"2.0","id":99,"method":"session.create"}');
  expect(await host.exited).toEqual({ code: 1, signal: null });
  expect(host.stderr()).toMatch(/the input ended after 51 of 100 bytes of a frame\n$/);
  expect(host.stdout()).not.toContain('"id":99');
});

describe("a run of one session among others", () => {
  it("that is aborted in a tool ends within 2 s with all the tool started; the others and the next prompt go on [B03]", async () => {
    const [own, other] = [sleepMark(), sleepMark()];
    const { connect } = await startServe();
    const client = await connect();
    const [first, second] = [await newSession(client), await newSession(client)];
    const command = (mark: string) =>
      `demo:tool bash ${JSON.stringify({ command: `(sleep ${mark} & sleep ${mark})` })}`;
    const sent = send(client, first, command(own));
    void send(client, second, command(other));
    const count = (mark: string) => processesWith(`sleep\0${mark}`).length;
    await within(5000, "both tools run", () => count(own) === 2 && count(other) === 2);
    const began = Date.now();
    await client.call("session.abort", { session_id: first });
    expect((await sent).result).toMatchObject({ stop_reason: "aborted", error: null });
    expect(Date.now() - began).toBeLessThan(2000);
    await within(2000, "its processes are gone", () => count(own) === 0);
    expect(count(other)).toBe(2);
    const mine = client.messages.filter(({ params }) => params?.session_id === first);
    expect(told({ ...client, messages: mine }).slice(-5)).toEqual([
      "message_start",
      "message_end",
      "turn_end",
      "agent_end",
      "session.idle",
    ]);
    expect((await send(client, first, "continue")).result).toMatchObject({
      stop_reason: "end_turn",
      error: null,
    });
    expect((await client.call("session.get", { session_id: second })).result.running).toBe(true);
  });

  it("takes what comes in one write in order: the second send is busy, both aborts are answered, the run ends once [B17]", async () => {
    const { connect } = await startServe();
    const client = await connect();
    const session_id = await newSession(client);
    const call = (id: string, method: string, more: object = {}) => ({
      jsonrpc: "2.0",
      id,
      method: `session.${method}`,
      params: { session_id, ...more },
    });
    client.write(
      call("p1", "send", { text: "demo:hold" }),
      call("p2", "send", { text: "2" }),
      call("s1", "steer", { text: "3" }),
      call("a1", "abort"),
      call("a2", "abort"),
    );
    await Promise.all(
      ["p1", "p2", "s1", "a1", "a2"].map((id) => client.waitFor((message) => message.id === id)),
    );
    const answers = Object.fromEntries(
      client.messages.flatMap(({ id, result, error }) =>
        typeof id === "string" ? [[id, error?.code ?? result]] : [],
      ),
    );
    expect(answers).toMatchObject({
      p1: { stop_reason: "aborted" },
      p2: CODES.busy,
      s1: null,
      a1: { queued: {} },
      a2: { queued: {} },
    });
    expect(told(client).filter((type) => type === "session.idle")).toHaveLength(1);
    expect((await send(client, session_id, "next")).result).toMatchObject({ stop_reason: "end_turn" });
  });
});
