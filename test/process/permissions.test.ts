import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import type { Letscode, StartOptions } from "./letscode.ts";
import { messages, modelHost, ofType, outline, textOf } from "./model-host.ts";

const model = modelHost();

const doneOf = (host: Letscode, id: string) => host.waitFor((line) => line.type === "done" && line.id === id);
const refusalOf = (host: Letscode, id: string) =>
  host.waitFor((line) => line.type === "error" && line.id === id);
const requestOf = (host: Letscode, call: string) =>
  host.waitFor((line) => line.type === "permission_request" && line.tool_call_id === call);
const bash = (id: string, command: string) => ({ id, name: "bash", arguments: { command } });

/** Starts a conversation whose host wants to be asked. */
function asking(flags: readonly string[] = [], options: StartOptions = {}): Letscode {
  const host = model.start(["--no-session", ...flags], options);
  host.send({ cmd: "hello", id: "h", protocol: "letscode-rpc/1", permissions: true });
  return host;
}

async function ended(host: Letscode): Promise<void> {
  host.end();
  expect(await host.exited).toEqual({ code: 0, signal: null });
}

const results = (host: Letscode) => messages(host.lines, "tool_result").map(textOf);

describe("a host that wants to be asked", () => {
  it("is asked between the start and the end of the call, and the call does as it says [X2]", async () => {
    model.server().reply(calls(bash("c1", "echo one"), bash("c2", "echo two > made")), answer("done"));
    const host = asking();
    expect((await doneOf(host, "h")).features).toEqual({ permissions: true });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const first = await requestOf(host, "c1");
    expect(first).toEqual({
      type: "permission_request",
      request_id: expect.any(String),
      tool_call_id: "c1",
      tool_name: "bash",
      arguments: { command: "echo one" },
      reason: "bash runs a command",
      always: "exactly this command",
    });
    host.send({ cmd: "permission", id: "a1", request_id: first.request_id, decision: "allow" });
    const second = await requestOf(host, "c2");
    expect(second).toEqual({
      ...first,
      request_id: expect.any(String),
      tool_call_id: "c2",
      arguments: { command: "echo two > made" },
      always: undefined,
    });
    expect(second.request_id).not.toBe(first.request_id);
    const { request_id } = second;
    host.send({ cmd: "permission", id: "a2", request_id, decision: "deny", reason: "not in here" });
    await doneOf(host, "p");
    await ended(host);
    expect(results(host)).toEqual(["one", "Denied: not in here"]);
    expect(existsSync(join(host.cwd, "made"))).toBe(false);
    const order = outline(host.lines).filter((word) => /tool_exec|request|ack|done/.test(word));
    expect(order.filter((word) => !word.startsWith("tool_execution_update"))).toEqual([
      ...["ack", "done", "ack"],
      ...["tool_execution_start:c1", "permission_request", "ack", "done", "tool_execution_end:c1"],
      ...["tool_execution_start:c2", "permission_request", "ack", "done", "tool_execution_end:c2"],
      "done",
    ]);
  });

  it("is not asked for reads in the workspace, nor again for what it has allowed for good [X2]", async () => {
    const call = (id: string, name: string, args: object) => ({ id, name, arguments: args });
    model
      .server()
      .reply(
        calls(call("r", "read", { path: "notes" }), call("w1", "write", { path: "a", content: "1" })),
        calls(
          call("w2", "write", { path: "b", content: "2" }),
          call("w3", "write", { path: "../outside-of-it", content: "3" }),
          bash("g1", "git status"),
          bash("g2", "git status --short"),
          bash("g3", "git status; touch pwned"),
        ),
        answer("done"),
      );
    const host = asking();
    writeFileSync(join(host.cwd, "notes"), "");
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const settle = async (call: string, decision: string) => {
      const { request_id, always } = await requestOf(host, call);
      host.send({ cmd: "permission", id: call, request_id, decision });
      return always;
    };
    expect(await settle("w1", "allow_always")).toBe("every call of write that stays in the workspace");
    expect(await settle("w3", "deny")).toMatch(/^write with .*outside-of-it$/);
    expect(await settle("g1", "allow_always")).toBe("commands that begin with git status");
    expect(await settle("g3", "deny")).toBeUndefined();
    await doneOf(host, "p");
    await ended(host);
    expect(ofType(host.lines, "permission_request").map(({ tool_call_id: id }) => id)).toEqual([
      ...["w1", "w3", "g1", "g3"],
    ]);
    expect(readFileSync(join(host.cwd, "b"), "utf8")).toBe("2");
    expect(existsSync(join(host.cwd, "pwned"))).toBe(false);
  });

  it("has several questions at once, each with its id, and may answer them in any order [X2]", async () => {
    const write = (id: string) => ({ id, name: "write", arguments: { path: id, content: id } });
    model.server().reply(calls(write("one"), write("two")), answer("done"));
    const host = asking();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const [one, two] = await Promise.all([requestOf(host, "one"), requestOf(host, "two")]);
    host.send({ cmd: "permission", request_id: two.request_id, decision: "allow" });
    await host.waitFor((line) => line.type === "tool_execution_end" && line.tool_call_id === "two");
    host.send({ cmd: "permission", request_id: one.request_id, decision: "deny" });
    await doneOf(host, "p");
    await ended(host);
    expect(results(host)).toEqual([
      "Denied: write changes files, and the answer was no",
      expect.stringContaining("two"),
    ]);
  });

  it("is told which answer fits no question: an unknown one, one that was answered, one of a call that ended [X2]", async () => {
    model
      .server()
      .reply(calls(bash("c1", "echo one")), answer("a"), calls(bash("c2", "echo two")), answer("b"));
    const host = asking();
    host.send({ cmd: "permission", id: "early", request_id: "r1", decision: "allow" });
    const refused = (id: string, request: string) => ({
      type: "error",
      id,
      error: `permission.request_id: no permission_request ${JSON.stringify(request)} waits for an answer`,
      recoverable: true,
      code: "invalid_command",
    });
    expect(await refusalOf(host, "early")).toEqual(refused("early", "r1"));
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const { request_id: first } = await requestOf(host, "c1");
    host.send(
      { cmd: "permission", id: "yes", request_id: first, decision: "allow" },
      { cmd: "permission", id: "no", request_id: first, decision: "deny" },
      { cmd: "tool_result", id: "other", request_id: first, content: "x" },
      { cmd: "permission", id: "odd", request_id: first, decision: "perhaps" },
    );
    expect(await refusalOf(host, "no")).toEqual(refused("no", first));
    expect((await refusalOf(host, "other")).error).toBe(
      `tool_result.request_id: no tool_call_request ${JSON.stringify(first)} waits for an answer`,
    );
    expect((await refusalOf(host, "odd")).error).toBe(
      'permission.decision: expected "allow", "allow_always" or "deny", got "perhaps"',
    );
    await doneOf(host, "p");
    host.send({ cmd: "prompt", id: "q", text: "again" });
    const { request_id: second } = await requestOf(host, "c2");
    host.send({ cmd: "abort" });
    await doneOf(host, "q");
    host.send({ cmd: "permission", id: "late", request_id: second, decision: "allow" });
    expect(await refusalOf(host, "late")).toEqual(refused("late", second));
    await ended(host);
    expect(results(host)).toEqual(["one", "Aborted while it waited for permission."]);
  });
});

describe("when nobody can answer", () => {
  it("an abort denies what waits and asks no more in that run; the next run asks again [X2]", async () => {
    const write = (id: string) => ({ id, name: "write", arguments: { path: id, content: id } });
    model
      .server()
      .reply(calls(write("one"), bash("two", "touch two")), calls(write("three")), answer("done"));
    const host = asking();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await requestOf(host, "one");
    host.send({ cmd: "abort" });
    await doneOf(host, "p");
    host.send({ cmd: "prompt", id: "q", text: "again" });
    const { request_id } = await requestOf(host, "three");
    host.send({ cmd: "permission", request_id, decision: "allow" });
    await doneOf(host, "q");
    await ended(host);
    expect(ofType(host.lines, "permission_request").map(({ tool_call_id: id }) => id)).toEqual([
      "one",
      "three",
    ]);
    expect(existsSync(join(host.cwd, "two"))).toBe(false);
    expect(existsSync(join(host.cwd, "three"))).toBe(true);
  });

  it("the end of stdin denies what waits and what comes, and the run goes on [X2]", async () => {
    model.server().reply(calls(bash("c1", "touch one")), calls(bash("c2", "touch two")), answer("done"));
    const host = asking();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await requestOf(host, "c1");
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(ofType(host.lines, "permission_request")).toHaveLength(1);
    const denied = "Denied: the host has closed its input and can answer no more";
    expect(results(host)).toEqual([denied, denied]);
    expect(textOf(messages(host.lines, "assistant").at(-1))).toBe("done");
  });

  it("a bye waits for the answer, and takes it [X2 C10]", async () => {
    model.server().reply(calls(bash("c1", "echo one")), answer("done"));
    const host = asking();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const { request_id } = await requestOf(host, "c1");
    host.send({ cmd: "bye", id: "b" });
    await host.waitFor((line) => line.type === "ack" && line.id === "b");
    host.send({ cmd: "permission", id: "a", request_id, decision: "allow" });
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(results(host)).toEqual(["one"]);
    expect(host.lines.at(-1)).toEqual({ type: "bye" });
  });
});

describe("the permission mode", () => {
  const one = () => model.server().reply(calls(bash("c1", "echo one")), answer("done"));
  const run = async (hello: object, flags: readonly string[]): Promise<string[]> => {
    one();
    const host = model.start(["--no-session", ...flags]);
    host.send({ cmd: "hello", protocol: "letscode-rpc/1", ...hello }, { cmd: "prompt", id: "p", text: "go" });
    await doneOf(host, "p");
    await ended(host);
    expect(ofType(host.lines, "permission_request")).toEqual([]);
    return results(host);
  };

  it("of the flag counts, and without X2 it alone decides [X2]", async () => {
    expect(await run({ permissions: true }, ["--permission-mode", "allow"])).toEqual(["one"]);
    expect(await run({ permissions: true }, ["--permission-mode", "read-only"])).toEqual([
      "Denied: bash runs a command, and --permission-mode is read-only",
    ]);
    expect(await run({}, [])).toEqual(["one"]);
    expect(await run({ permissions: false }, ["--permission-mode", "ask"])).toEqual([
      "Denied: bash runs a command, and nobody is there to be asked; --permission-mode allow permits it",
    ]);
  });
});
