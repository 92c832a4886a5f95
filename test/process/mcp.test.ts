/** MCP servers behind the built command, through each door. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import { EVERYTHING, FILESYSTEM } from "../mcp/real-servers.ts";
import { noted, oddServer, testFolder } from "../mcp/servers.ts";
import { processesWith, sleepMark, within } from "./alive.ts";
import { startJsonrpc } from "./jsonrpc-host.ts";
import { runLetscode } from "./letscode.ts";
import { messages, modelHost, ofType, textOf } from "./model-host.ts";

const model = modelHost();
const call = (id: string, name: string, args: object = {}) => ({ id, name, arguments: args });

/** A folder with a file of servers for `--mcp-config`, and what the odd one of them notes. */
function world(servers: (log: string) => object[]) {
  const cwd = testFolder();
  const log = join(cwd, "log");
  const config = join(cwd, "mcp.json");
  writeFileSync(config, JSON.stringify({ mcp_servers: servers(log) }));
  return { cwd, log, flags: ["--mcp-config", config], env: { HOME: testFolder() } };
}

const odd = (log: string, ...tools: string[]) => [oddServer("odd", { tools, log })];
const results = (lines: Parameters<typeof messages>[0]) => messages(lines, "tool_result").map(textOf);

describe("--mode rpc", () => {
  test("gives the model the tools of real servers, with their progress and images", async () => {
    const { cwd, flags, env } = world(() => [
      { name: "all", command: process.execPath, args: [EVERYTHING] },
      { name: "files", command: process.execPath, args: [FILESYSTEM, "."] },
    ]);
    writeFileSync(join(cwd, "a.txt"), "from the file");
    const { lines, stderr } = await model.run(
      [
        calls(
          call("c1", "files__read_text_file", { path: join(cwd, "a.txt") }),
          call("c2", "all__trigger-long-running-operation", { duration: 0.1, steps: 2 }),
          call("c3", "all__get-tiny-image"),
        ),
        answer("done"),
      ],
      flags,
      { cwd, env },
    );
    expect(stderr()).toBe("");
    const [first] = model.server().requests;
    const names = first?.json.tools.map((tool: { function: { name: string } }) => tool.function.name);
    expect(names.slice(0, 8)).toEqual(["read", "write", "edit", "bash", "grep", "find", "ls", "all__echo"]);
    const [file, long, image] = messages(lines, "tool_result");
    expect(textOf(file)).toBe("from the file");
    expect(textOf(long)).toMatch(/^Long running operation completed/);
    expect(ofType(lines, "tool_execution_update")[0]).toMatchObject({ tool_call_id: "c2", delta: "1/2\n" });
    expect(image.content[1]).toMatchObject({ type: "image", mime_type: "image/png" });
  });

  test("starts no server before the first prompt, and none at all with --no-tools", async () => {
    const { cwd, log, flags, env } = world((file) => odd(file, "give"));
    const host = model.start(flags, { cwd, env });
    host.send({ cmd: "get_state", id: "s" });
    await host.waitFor((line) => line.id === "s");
    expect(existsSync(log)).toBe(false);
    model.server().reply(answer("done"));
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor((line) => line.type === "done" && line.id === "p");
    expect(noted(log)[0]).toMatch(/^start \d+$/);
    expect(processesWith(log)).toHaveLength(1);
    host.end();
    await host.exited;
    expect(processesWith(log)).toEqual([]);

    const none = world((file) => odd(file, "give"));
    await model.run([answer("done")], [...none.flags, "--no-tools"], { cwd: none.cwd, env: none.env });
    expect(existsSync(none.log)).toBe(false);
  });

  test("names a server that does not start in one line, and the run goes on", async () => {
    const { cwd, flags, env } = world((log) => [
      oddServer("broken", { start: "die" }),
      ...odd(log, "give"),
      { name: "locked", command: "x", env: { KEY: `${"$"}{NOT_SET}` } },
    ]);
    const { lines, stderr } = await model.run(
      [
        calls(call("c1", "odd__give", { result: { content: [{ type: "text", text: "given" }] } })),
        answer("x"),
      ],
      flags,
      { cwd, env },
    );
    expect(results(lines)).toEqual(["given"]);
    expect(stderr().trim().split("\n")).toEqual([
      expect.stringMatching(
        /^letscode: the MCP server locked is left out: it needs the variable NOT_SET, which is not set/,
      ),
      "letscode: the MCP server broken did not start: it ended with exit code 2: no licence found",
    ]);
  });

  test("keeps keys out of a server's environment, and its own keys out of everything", async () => {
    const { cwd, flags, env } = world((log) => [
      {
        ...oddServer("odd", { tools: ["environment"], log }),
        env: { SERVICE_TOKEN: `${"$"}{SERVICE}`, MODE: "x" },
      },
    ]);
    const keys = { OPENAI_API_KEY: "sk-of-the-model", SERVICE: "secret-of-the-server", OTHER: "1" };
    const { lines, text } = await model.run([calls(call("c1", "odd__environment")), answer("x")], flags, {
      cwd,
      env: { ...env, ...keys },
    });
    const { PWD, OLDPWD, SHLVL, _, ...seen } = JSON.parse(results(lines)[0] ?? "");
    expect(seen).toEqual({
      HOME: env.HOME,
      PATH: process.env.PATH,
      SERVICE_TOKEN: "***",
      MODE: "x",
    });
    const files = readdirSync(env.HOME, { recursive: true, encoding: "utf8" })
      .map((name) => join(env.HOME, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const written of [text(), ...files.map((path) => readFileSync(path, "utf8"))])
      expect(written).not.toContain("secret-of-the-server");
  });

  test("aborts a call, and the server goes on", async () => {
    const { cwd, log, flags, env } = world((file) => odd(file, "hang", "give"));
    const given = { result: { content: [{ type: "text", text: "given" }] } };
    model
      .server()
      .reply(calls(call("c1", "odd__hang")), calls(call("c2", "odd__give", given)), answer("done"));
    const host = model.start(flags, { cwd, env });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await within(10_000, "the call", () => noted(log).includes("call hang"));
    host.send({ cmd: "abort", id: "a" });
    expect(await host.waitFor("agent_end")).toMatchObject({ stop_reason: "aborted", error: null });
    host.send({ cmd: "prompt", id: "q", text: "go on" });
    await host.waitFor((line) => line.type === "done" && line.id === "q");
    host.end();
    await host.exited;
    expect(results(host.lines)).toEqual(["Aborted.", "given"]);
    expect(noted(log)).toContain("notifications/cancelled");
    expect(noted(log).filter((line) => line.startsWith("start"))).toHaveLength(1);
  });

  test("leaves no server behind when it is killed in the middle of a call", async () => {
    const mark = sleepMark();
    const { cwd, log, flags, env } = world((file) => [
      oddServer("odd", { tools: ["breed", "hang"], log: file, deaf: true }),
    ]);
    model.server().reply(calls(call("c1", "odd__breed", { mark }), call("c2", "odd__hang")));
    const host = model.start(flags, { cwd, env });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await within(10_000, "the call", () => noted(log).includes("call hang"));
    expect(processesWith(mark)).toHaveLength(1);
    host.child.kill("SIGKILL");
    await host.exited;
    await within(5000, "the end of the servers", () => processesWith(mark).length === 0);
    await within(5000, "the end of the server", () => processesWith(log).length === 0);
  });

  test("asks for each call of a host that wants to be asked, and denies it in read-only", async () => {
    const given = { result: { content: [{ type: "text", text: "given" }] } };
    const asked = world((log) => odd(log, "give"));
    model.server().reply(calls(call("c1", "odd__give", given)), answer("done"));
    const host = model.start(asked.flags, { cwd: asked.cwd, env: asked.env });
    host.send({ cmd: "hello", id: "h", protocol: "letscode-rpc/1", permissions: true });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const request = await host.waitFor("permission_request");
    expect(request).toMatchObject({ tool_name: "odd__give", arguments: given });
    host.send({ cmd: "permission", id: "a", request_id: request.request_id, decision: "deny", reason: "no" });
    await host.waitFor((line) => line.type === "done" && line.id === "p");
    host.end();
    await host.exited;
    expect(results(host.lines)).toEqual(["Denied: no"]);
    expect(noted(asked.log)).not.toContain("call give");

    const denied = world((log) => odd(log, "give"));
    const { lines } = await model.run(
      [calls(call("c1", "odd__give", given)), answer("x")],
      [...denied.flags, "--permission-mode", "read-only"],
      { cwd: denied.cwd, env: denied.env },
    );
    expect(results(lines)[0]).toMatch(/^Denied: .*read-only/);
    expect(noted(denied.log)).not.toContain("call give");
  });
});

test("one shot uses them, and ends them with itself", async () => {
  const { cwd, log, flags, env } = world((file) => odd(file, "give"));
  const given = { result: { content: [{ type: "text", text: "given" }] } };
  model.server().reply(calls(call("c1", "odd__give", given)), answer("the answer"));
  const { stdout, code, stderr } = await runLetscode(
    [
      ...["-p", "--base-url", model.server().baseUrl, "--model", "m", "--permission-mode", "allow"],
      ...[...flags, "go"],
    ],
    "",
    { cwd, env },
  );
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "the answer\n", stderr: "" });
  expect(noted(log)).toContain("call give");
  expect(processesWith(log)).toEqual([]);
});

test("a file of servers that cannot be used is wrong usage", async () => {
  const { cwd, flags, env } = world(() => [{ name: "a" }]);
  const { code, stdout, stderr } = await runLetscode(["--mode", "rpc", "--model", "demo", ...flags], "", {
    cwd,
    env,
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(`letscode: ${flags[1]}: [0]: expected either a command or a url of the server "a"\n`);
});

describe("--mode jsonrpc", () => {
  const args = () => ["--base-url", model.server().baseUrl, "--model", "m"];

  test("starts a session's own servers before it answers, and ends them with the session", async () => {
    const log = join(testFolder(), "log");
    const host = await startJsonrpc([...args(), "--permission-mode", "allow"]);
    const given = { result: { content: [{ type: "text", text: "given" }] } };
    model.server().reply(calls(call("c1", "odd__give", given)), answer("done"));
    const { session_id, tools } = await host.call("session.create", {
      mcp_servers: odd(log, "give"),
      tools: ["read"],
    });
    expect(tools).toEqual(["read", "odd__give"]);
    expect(await host.call("session.send", { session_id, text: "go" })).toMatchObject({ error: null });
    const end = await host.waitFor(({ type }) => type === "tool_execution_end");
    expect(end).toMatchObject({ tool_name: "odd__give", result: { content: [{ text: "given" }] } });
    expect(processesWith(log)).toHaveLength(1);
    await host.call("session.close", { session_id });
    expect(processesWith(log)).toEqual([]);
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
  });

  test("ends the servers of a session that was never used", async () => {
    const log = join(testFolder(), "log");
    const host = await startJsonrpc(args());
    const { session_id } = await host.call("session.create", { mcp_servers: odd(log, "give") });
    expect(processesWith(log)).toHaveLength(1);
    await host.call("session.close", { session_id });
    await within(5000, "the end of the server", () => processesWith(log).length === 0);
  });

  test("refuses a session whose servers cannot be used, and nothing of it remains", async () => {
    const log = join(testFolder(), "log");
    const host = await startJsonrpc(args());
    const create = (...mcp_servers: object[]) =>
      host.call("session.create", { mcp_servers: mcp_servers as never });
    await expect(create(...odd(log, "give"), oddServer("broken", { start: "die" }))).rejects.toMatchObject({
      code: -32602,
      message:
        "session.create.mcp_servers: the server broken did not start: it ended with exit code 2: no licence found",
    });
    await expect(create({ name: "a b", command: "x" })).rejects.toMatchObject({
      message: expect.stringMatching(/^session\.create\.mcp_servers\[0\]\.name: expected 1 to 32/),
    });
    expect(await host.call("session.list")).toEqual({ sessions: [] });
    expect(processesWith(log)).toEqual([]);
  });

  test("starts the configuration's servers with the first prompt of a session", async () => {
    const { cwd, log, flags, env } = world((file) => odd(file, "give"));
    const host = await startJsonrpc([...args(), ...flags], { cwd, env });
    const { session_id, tools } = await host.call("session.create", { tools: ["read"] });
    expect(tools).toEqual(["read"]);
    expect(existsSync(log)).toBe(false);
    model.server().reply(answer("done"));
    await host.call("session.send", { session_id, text: "go" });
    const [request] = model.server().requests;
    expect(request?.json.tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
      "read",
      "odd__give",
    ]);
  });
});
