import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { HELLO, open } from "../server/listening.ts";
import { processesOf, processesWith, sleepMark, within } from "./alive.ts";
import { testFolder } from "./jsonrpc-host.ts";
import { runLetscode, startLetscode } from "./letscode.ts";
import { event, newSession, send, startServe, tokenFile, told } from "./serving.ts";

const bash = (command: string) => `demo:tool bash ${JSON.stringify({ command })}`;

/** Every file below a folder, its text behind its path. */
function filesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"))
    .join("\n");
}

describe("letscode serve", () => {
  test("prints where it listens and nothing else, ever; at SIGTERM it ends with 0 [J11]", async () => {
    const { host, connect, address } = await startServe();
    expect(address).toMatch(/^127\.0\.0\.1:[1-9]\d+$/);
    const client = await connect();
    const session = await newSession(client);
    await send(client, session, bash("echo hello"));
    host.child.kill("SIGTERM");
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.text()).toBe(`letscode listening on ${address}\n`);
    await client.closed;
  });

  test("makes a token when it is given none, in a file for its owner's eyes that is gone with it [J11 H02 H11]", async () => {
    const runtime = testFolder();
    const { host, home, token, connect } = await startServe([], {
      env: { HOME: testFolder(), XDG_RUNTIME_DIR: runtime },
    });
    const file = tokenFile(host) ?? "";
    expect(file.startsWith(join(runtime, "letscode", "token-"))).toBe(true);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect([statSync(file).mode & 0o777, statSync(join(runtime, "letscode")).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    await connect();
    const stranger = startLetscode(["serve"], { env: { HOME: home, XDG_RUNTIME_DIR: "/proc/none" } });
    await within(5000, "it names a file in the state folder", () => tokenFile(stranger) !== undefined);
    expect(tokenFile(stranger)?.startsWith(join(home, ".local", "state", "letscode", "token-"))).toBe(true);
    for (const one of [host, stranger]) {
      const path = tokenFile(one) ?? "";
      one.child.kill("SIGTERM");
      await one.exited;
      expect(existsSync(path)).toBe(false);
    }
  });

  test("keeps a token that it is given, and one it made, out of everything: streams, files, children, command lines [J11 L3 H06]", async () => {
    const TOKEN = "tok-3f7a-SECRET-of-the-server";
    const home = testFolder();
    const log = join(home, "log");
    const given = await startServe(["--token-env", "MY_TOKEN", "--log-file", log, "--verbose"], {
      env: { HOME: home, MY_TOKEN: TOKEN, OPENAI_API_KEY: "sk-SECRET-of-a-provider" },
    });
    expect(tokenFile(given.host)).toBe(undefined);
    const client = await open(given.address);
    expect((await client.initialize({ token: TOKEN })).result).toBeTruthy();
    const session = await newSession(client, { api_key: "sk-SECRET-of-a-session" });
    await send(client, session, bash("env"));
    expect(JSON.stringify(client.messages)).toContain("HOME=");
    expect(JSON.stringify(client.messages)).not.toContain("MY_TOKEN");
    await send(
      client,
      session,
      bash("tr '\\0' '\\n' < /proc/$PPID/environ; tr '\\0' ' ' < /proc/$PPID/cmdline"),
    );
    expect(JSON.stringify(client.messages)).toContain("--token-env MY_TOKEN");
    const made = await startServe([], { env: { HOME: home } });
    const other = await made.connect();
    await send(other, await newSession(other), bash(`cat ${tokenFile(made.host)}`));
    expect(JSON.stringify(other.messages)).toContain("***");
    for (const { host } of [given, made]) {
      host.child.kill("SIGTERM");
      await host.exited;
    }
    const everything =
      [client, other].map(({ messages }) => JSON.stringify(messages)).join("") +
      filesBelow(home) +
      given.host.stderr() +
      made.host.stderr();
    expect(everything).not.toContain("SECRET");
    expect(everything).not.toContain(made.token);
  });

  test("refuses what cannot be, in one line and with exit code 2", async () => {
    const folder = testFolder();
    writeFileSync(join(folder, "file"), "");
    const { address } = await startServe(["--no-token"]);
    const complaints = async (...flags: string[]) => {
      const { code, stdout, stderr } = await runLetscode(["serve", ...flags], "");
      return [code, stdout, stderr];
    };
    const refused = (line: string) => [2, "", `letscode: ${line}\n`];
    for (const [flags, line] of [
      [["--listen", "nowhere"], '--listen: expected HOST:PORT, a PORT or unix:PATH, got "nowhere"'],
      [["--listen", address], `--listen: cannot listen on ${address}: another program listens there already`],
      [
        ["--listen", `unix:${folder}/file`, "--no-token"],
        `--listen: ${folder}/file is there and is no socket; name another path`,
      ],
      [
        ["--listen", "0.0.0.0:0", "--no-token"],
        "--no-token: 0.0.0.0 can be reached from other machines; without a token only the loopback and Unix sockets are served",
      ],
      [["--token-env", "NOT_SET_ANYWHERE"], "--token-env: the variable is not set, or empty"],
      [["--token-env", "PATH", "--no-token"], "--no-token and --token-env contradict each other"],
      [["--mode", "rpc"], "letscode serve and --mode contradict each other"],
      [
        ["hello"],
        'letscode serve takes its prompts from its clients, not from the command line (got "hello")',
      ],
    ] as const)
      expect(await complaints(...flags)).toEqual(refused(line));
  });

  test("is a prompt behind -p and behind --", async () => {
    for (const word of ["-p", "--"]) {
      const { code, stdout, stderr } = await runLetscode([word, "serve"], "", {
        env: { LETSCODE_MODEL: "demo" },
      });
      expect([code, stdout.length > 10, stdout.includes("listening"), stderr]).toEqual([0, true, false, ""]);
    }
  });

  test("says on stderr when other machines can reach it, or a token can be guessed", async () => {
    const { host, address } = await startServe(["--listen", "0.0.0.0:0", "--token-env", "T"], {
      env: { T: "short", HOME: testFolder() },
    });
    expect(host.stderr()).toBe(
      `letscode: other machines can reach ${address}; what they send, the token too, is not encrypted\n` +
        "letscode: the token is short enough to be guessed; 16 characters or more are not\n",
    );
  });

  test("cuts a browser off at its first bytes, and runs nothing of what it posts [J11 H01]", async () => {
    const { address, connect } = await startServe(["--no-token"]);
    const [host, port] = address.split(":");
    const batch = JSON.stringify([
      { jsonrpc: "2.0", id: 1, method: "initialize", params: HELLO },
      { jsonrpc: "2.0", id: 2, method: "session.create" },
    ]);
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
    const client = await connect();
    expect((await client.call("session.list")).result).toEqual({ sessions: [] });
  });
});

describe("a run whose client vanishes", () => {
  test("goes on; whoever has the token takes the session over, and all who follow get its events [J13]", async () => {
    const folder = testFolder();
    const { connect } = await startServe();
    const [first, second, third] = [await connect(), await connect(), await connect()];
    const session_id = await newSession(first, { cwd: folder });
    void send(first, session_id, `${bash("while ! [ -e go ]; do sleep 0.02; done")}\ndemo:text 20`);
    await event(first, "tool_execution_start");
    const seen = first.messages.filter(({ method }) => method === "session.event").length;
    first.socket.resetAndDestroy();
    for (const client of [second, third])
      expect((await client.call("session.resume", { session_id })).result).toMatchObject({
        session_id,
        running: true,
      });
    expect((await second.call("session.events", { session_id, after: 0 })).result.events).toHaveLength(seen);
    writeFileSync(join(folder, "go"), "");
    await Promise.all(
      [second, third].map((client) => client.waitFor(({ method }) => method === "session.idle")),
    );
    for (const client of [second, third]) {
      expect(told(client).at(-1)).toBe("session.idle");
      expect(told(client).filter((type) => type === "agent_end")).toHaveLength(1);
      expect((await event(client, "agent_end")).event).toMatchObject({
        stop_reason: "end_turn",
        error: null,
      });
      const numbers = client.messages.flatMap(({ method, params }) =>
        method === "session.event" ? [params.seq as number] : [],
      );
      expect(numbers[0]).toBe(seen + 1);
    }
    const { result } = await send(second, session_id, "and now?");
    expect(result).toMatchObject({ stop_reason: "end_turn", error: null });
    await third.waitFor(
      ({ method, params }) =>
        method === "session.event" && params.event.type === "agent_end" && params.event.messages.length > 0,
    );
  });

  test("fails its calls to that client at once, and asks the next owner [J13]", async () => {
    const { connect } = await startServe();
    const [first, second] = [await connect({ permissions: true }), await connect({ permissions: true })];
    const session_id = await newSession(first, {
      permission_mode: "ask",
      host_tools: [
        { name: "look", description: "Looks.", parameters: { type: "object" }, needs_permission: false },
      ],
    });
    void send(
      first,
      session_id,
      'demo:tool look {}\ndemo:wait 300\ndemo:tool write {"path":"a","content":"a"}',
    );
    await first.waitFor(({ method }) => method === "tool.invoke");
    await second.call("session.resume", { session_id });
    first.socket.destroy();
    const result = await event(second, "tool_execution_end");
    expect(result.event.result).toMatchObject({ is_error: true, tool_name: "look" });
    const asked = await second.waitFor(({ method }) => method === "permission.request");
    expect(asked.params).toMatchObject({ session_id, tool_name: "write" });
    second.write({ jsonrpc: "2.0", id: asked.id, result: { decision: "deny", reason: "no" } });
    await second.waitFor(({ method }) => method === "session.idle");
  });
});

describe("the end of a server", () => {
  test("lets runs go on to their end at SIGTERM, and takes nothing new [J11 C10]", async () => {
    const folder = testFolder();
    const { host, address, connect } = await startServe();
    const client = await connect();
    const session_id = await newSession(client, { cwd: folder });
    const sent = send(client, session_id, bash("while ! [ -e go ]; do sleep 0.02; done"));
    await event(client, "tool_execution_start");
    host.child.kill("SIGTERM");
    await within(3000, "nobody can connect any more", () => !listens(address));
    expect((await client.call("session.create")).error).toMatchObject({
      code: CODES.closing,
      data: { code: "closing" },
    });
    expect((await client.call("ping")).result).toBeTruthy();
    writeFileSync(join(folder, "go"), "");
    expect((await sent).result).toMatchObject({ stop_reason: "end_turn", error: null });
    expect(told(client).slice(-2)).toEqual(["agent_end", "session.idle"]);
    expect(await host.exited).toEqual({ code: 0, signal: null });
  });

  test.each([
    ["a second SIGTERM", ["SIGTERM", "SIGTERM"], 143],
    ["SIGINT", ["SIGINT"], 130],
    ["SIGHUP", ["SIGHUP"], 129],
  ] as const)("is at once at %s, with all that runs [C13 B13]", async (_what, signals, code) => {
    const mark = sleepMark();
    const { host, home, address, connect } = await startServe();
    const client = await connect();
    void send(client, await newSession(client), bash(`sleep ${mark}`));
    await within(5000, "the tool runs", () => processesWith(`sleep\0${mark}`).length === 1);
    for (const signal of signals) {
      host.child.kill(signal);
      if (signals.length > 1) await within(3000, "it drains", () => !listens(address));
    }
    expect(await host.exited).toEqual({ code, signal: null });
    await client.closed;
    await within(
      3000,
      "no process is left",
      () => processesWith(`sleep\0${mark}`).length === 0 && processesOf(home).length === 0,
    );
  });

  test("comes with the end of the process that it was told to heed, and leaves nothing [J11 C13]", async () => {
    const mark = sleepMark();
    const parent = spawn("sleep", [sleepMark()], { stdio: "ignore" });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const { host, home, connect } = await startServe(["--parent-pid", `${parent.pid}`]);
    const client = await connect();
    void send(client, await newSession(client), bash(`sleep ${mark}`));
    await within(5000, "the tool runs", () => processesWith(`sleep\0${mark}`).length === 1);
    const file = tokenFile(host) ?? "";
    parent.kill("SIGKILL");
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect([processesWith(`sleep\0${mark}`), processesOf(home), existsSync(file)]).toEqual([[], [], false]);
  });

  test("is not for a client to ask for, unless the server has a parent", async () => {
    const { connect } = await startServe();
    const [client, other] = [await connect(), await connect()];
    expect((await client.call("shutdown")).result).toBe(null);
    await client.closed;
    expect((await other.call("ping")).result).toBeTruthy();
    const owned = await startServe(["--parent-pid", `${process.pid}`]);
    const owner = await owned.connect();
    expect((await owner.call("shutdown")).result).toBe(null);
    expect(await owned.host.exited).toEqual({ code: 0, signal: null });
  });
});

describe("sessions of a server", () => {
  test("are closed when nobody follows them for a while, and can be resumed from disk [J11 J13]", async () => {
    const { connect } = await startServe(["--idle-timeout", "0.3"]);
    const [first, second] = [await connect(), await connect()];
    const session_id = await newSession(first);
    const kept = await newSession(second);
    await send(first, session_id, "hello");
    first.socket.destroy();
    const isLive = async (id: string) =>
      !(await second.call("session.events", { session_id: id, after: 0 })).error;
    const end = Date.now() + 5000;
    while ((await isLive(session_id)) && Date.now() < end);
    expect([await isLive(session_id), await isLive(kept)]).toEqual([false, true]);
    expect((await second.call("session.resume", { session_id })).result).toMatchObject({
      running: false,
      messages_count: expect.any(Number),
    });
  });

  test("are as many as --max-sessions says; one more is refused until one is closed [J11]", async () => {
    const { connect } = await startServe(["--max-sessions", "2"]);
    const client = await connect();
    const ids = [await newSession(client), await newSession(client)];
    expect((await client.call("session.create")).error).toMatchObject({
      code: CODES.busy,
      data: { code: "busy" },
    });
    await client.call("session.close", { session_id: ids[0] });
    await newSession(client);
  });
});

describe("letscode serve on a Unix socket", () => {
  test("is for its owner alone, follows a server that died, and is gone at the end [J12 H02]", async () => {
    const folder = testFolder();
    const path = join(folder, "letscode.sock");
    const flags = ["--listen", `unix:${path}`, "--no-token"];
    const first = await startServe(flags);
    expect(first.address).toBe(`unix:${path}`);
    expect(first.host.stderr()).toBe("");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await first.connect();
    const other = await runLetscode(["serve", ...flags], "");
    expect([other.code, other.stderr]).toEqual([
      2,
      `letscode: --listen: a server listens on ${path} already\n`,
    ]);
    first.host.child.kill("SIGKILL");
    await first.host.exited;
    expect(existsSync(path)).toBe(true);
    const second = await startServe(["--listen", "unix:letscode.sock", "--no-token"], { cwd: folder });
    expect(second.address).toBe(`unix:${path}`);
    await second.connect();
    second.host.child.kill("SIGTERM");
    await second.host.exited;
    expect(readdirSync(folder).filter((name) => name !== ".letscode")).toEqual([]);
  });
});

/** Whether the system has a socket that listens there. */
function listens(address: string): boolean {
  const port = Number(address.split(":")[1]).toString(16).toUpperCase().padStart(4, "0");
  return new RegExp(`:${port} 0+:0000 0A `).test(readFileSync("/proc/net/tcp", "utf8"));
}
