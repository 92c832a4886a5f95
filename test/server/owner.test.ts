import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolResultMessage } from "../../src/wire/messages.ts";
import type { ServerRequests } from "../../src/wire/methods.ts";
import { calls, scriptedModel } from "../agent/scripted-model.ts";
import { kinds, type MemoryClient, memoryServer } from "./memory-server.ts";

const double = {
  name: "double",
  description: "Doubles a number.",
  parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  needs_permission: false,
};
const call = (name: string, args: object) => calls({ id: "c1", name, arguments: JSON.stringify(args) });
const write = call("write", { path: "a.txt", content: "hello" });

/** The result of the only tool call, as text. */
function resultOf(client: MemoryClient, sessionId: string) {
  const ends = client.events(sessionId).filter((event) => event.type === "tool_execution_end");
  const { content, is_error, details } = (ends[0] as { result: ToolResultMessage }).result;
  const text = content.map((block) => (block.type === "text" ? block.text : block.type)).join();
  return { ends: ends.length, text, is_error, ...(details === undefined ? {} : { details }) };
}

/** Records what is asked, in the order of the notifications too. */
function recorded<M extends keyof ServerRequests>(client: MemoryClient, method: M, answer: unknown) {
  const asked: ServerRequests[M]["params"][] = [];
  client.on(method, (params) => {
    asked.push(params);
    client.told.push({ answer: method });
    if (answer instanceof Error) throw answer;
    return answer as never;
  });
  return asked;
}

describe("a tool of the client", () => {
  test("is called behind the start of its call, and its answer is the result", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(call("double", { n: 21 })) });
    const client = await connect();
    const asked = recorded(client, "tool.invoke", { content: "42", details: { exact: true } });
    const { session_id } = await client.call("session.create", { host_tools: [double] });
    await client.call("session.send", { session_id, text: "go" });
    expect(asked).toEqual([{ session_id, tool_call_id: "c1", tool_name: "double", arguments: { n: 21 } }]);
    const order = kinds(client.told);
    const at = order.indexOf("answer to tool.invoke");
    expect([order[at - 1], order[at + 1]]).toEqual(["tool_execution_start", "tool_execution_end"]);
    expect(resultOf(client, session_id)).toEqual({
      ends: 1,
      text: "42",
      is_error: false,
      details: { exact: true },
    });
  });

  test.each<[string, unknown, string]>([
    ["an error", new Error("no numbers today"), "double: no numbers today"],
    ["no answer", { content: 5 }, "the client answered what is no answer: tool.invoke.content: expected"],
    ["nothing", null, "the client answered what is no answer: tool.invoke: expected an object, got null"],
  ])("that answers with %s gives the model an error", async (_what, answer, text) => {
    const { connect } = memoryServer({ model: () => scriptedModel(call("double", { n: 1 })) });
    const client = await connect();
    recorded(client, "tool.invoke", answer);
    const { session_id } = await client.call("session.create", { host_tools: [double] });
    await client.call("session.send", { session_id, text: "go" });
    expect(resultOf(client, session_id)).toMatchObject({
      is_error: true,
      text: expect.stringContaining(text.replace("double: ", "")),
    });
  });

  test("is cancelled by an abort, which does not wait, and its late answer is dropped [J6]", async () => {
    const { connect, reports } = memoryServer({ model: () => scriptedModel(call("double", { n: 1 })) });
    const client = await connect();
    let cancelled = () => {};
    const stopped = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    let invoked = () => {};
    const asked = new Promise<void>((resolve) => {
      invoked = resolve;
    });
    client.on("tool.invoke", async (_params, signal) => {
      invoked();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      cancelled();
      return { content: "late" };
    });
    const { session_id } = await client.call("session.create", { host_tools: [double] });
    const sent = client.call("session.send", { session_id, text: "go" });
    await asked;
    await client.call("session.abort", { session_id });
    expect(await sent).toMatchObject({ stop_reason: "aborted" });
    await stopped;
    expect(resultOf(client, session_id)).toMatchObject({ is_error: true, text: "Aborted." });
    await client.call("ping");
    expect(reports).toEqual([]);
  });

  test("fails at once when the client goes away, and the run goes on", async () => {
    const { connect, server } = memoryServer({ model: () => scriptedModel(call("double", { n: 1 })) });
    const owner = await connect();
    const { session_id } = await owner.call("session.create", { host_tools: [double] });
    owner.on("tool.invoke", () => {
      owner.connection.close();
      owner.end();
      return new Promise(() => {});
    });
    void owner.call("session.send", { session_id, text: "go" }).catch(() => {});
    await owner.hungUp;
    const other = await connect();
    await other.call("session.resume", { session_id });
    const live = server.sessions.find(session_id);
    if (live && !(live instanceof Promise) && live.running)
      await other.waitFor(({ method }) => method === "session.idle");
    const { messages } = await other.call("session.messages", { session_id });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool_result", "assistant"]);
    expect(messages[2]).toMatchObject({
      is_error: true,
      content: [{ type: "text", text: "the client that has to answer this is gone" }],
    });
  });

  test("comes from whoever resumed the session last", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(call("double", { n: 1 })) });
    const first = await connect();
    const second = await connect();
    const asked = [
      recorded(first, "tool.invoke", { content: "1" }),
      recorded(second, "tool.invoke", { content: "2" }),
    ];
    const { session_id } = await first.call("session.create", { host_tools: [double] });
    expect(await second.call("session.resume", { session_id })).toMatchObject({
      tools: expect.arrayContaining(["double"]),
    });
    await first.call("session.send", { session_id, text: "go" });
    expect(asked.map(({ length }) => length)).toEqual([0, 1]);
    expect(resultOf(first, session_id).text).toBe("2");
  });
});

describe("permission", () => {
  test("is asked of a client that answers it, behind the start of the call", async () => {
    const { connect, conversations } = memoryServer({ model: () => scriptedModel(write) });
    const client = await connect({ capabilities: { permissions: true } });
    const asked = recorded(client, "permission.request", { decision: "allow" });
    const { session_id } = await client.call("session.create", { permission_mode: "ask" });
    await client.call("session.send", { session_id, text: "go" });
    expect(asked).toEqual([
      {
        session_id,
        tool_call_id: "c1",
        tool_name: "write",
        arguments: { path: "a.txt", content: "hello" },
        reason: "write changes files",
        always: "every call of write that stays in the workspace",
      },
    ]);
    expect(existsSync(join(conversations.workspace, "a.txt"))).toBe(true);
    const order = kinds(client.told);
    const at = order.indexOf("answer to permission.request");
    expect([order[at - 1], order[at + 1]]).toEqual(["tool_execution_start", "tool_execution_end"]);
  });

  test.each<[string, object, unknown, string]>([
    [
      "the answer is no",
      { permissions: true },
      { decision: "deny", reason: "not on Mondays" },
      "not on Mondays",
    ],
    ["the answer is an error", { permissions: true }, new Error("broken"), "broken"],
    ["the answer is none", { permissions: true }, { decision: "perhaps" }, "no answer"],
    ["nobody answers such questions", {}, { decision: "allow" }, "nobody is there to be asked"],
  ])("is denied when %s", async (_when, capabilities, answer, text) => {
    const { connect, conversations } = memoryServer({ model: () => scriptedModel(write) });
    const client = await connect({ capabilities });
    recorded(client, "permission.request", answer);
    const { session_id } = await client.call("session.create", { permission_mode: "ask" });
    await client.call("session.send", { session_id, text: "go" });
    expect(resultOf(client, session_id)).toMatchObject({
      is_error: true,
      text: expect.stringContaining(text),
    });
    expect(existsSync(join(conversations.workspace, "a.txt"))).toBe(false);
  });

  test("for always lasts for the session and no other", async () => {
    const again = calls({ id: "c2", name: "write", arguments: '{"path":"b.txt","content":"b"}' });
    const { connect } = memoryServer({ model: () => scriptedModel(write, again) });
    const client = await connect({ capabilities: { permissions: true } });
    const asked = recorded(client, "permission.request", { decision: "allow_always" });
    for (const session of [1, 2]) {
      const { session_id } = await client.call("session.create", { permission_mode: "ask" });
      await client.call("session.send", { session_id, text: "go" });
      expect([session, asked.length]).toEqual([session, session]);
    }
  });

  test.each([
    ["allow", true],
    ["read-only", false],
  ] as const)("is not asked for in the mode %s", async (permission_mode, written) => {
    const { connect, conversations } = memoryServer({ model: () => scriptedModel(write) });
    const client = await connect({ capabilities: { permissions: true } });
    const asked = recorded(client, "permission.request", { decision: "allow" });
    const { session_id } = await client.call("session.create", { permission_mode });
    await client.call("session.send", { session_id, text: "go" });
    expect([asked.length, existsSync(join(conversations.workspace, "a.txt"))]).toEqual([0, written]);
  });
});

describe("ask_user", () => {
  test("puts the model's question to the person behind the client", async () => {
    const { connect } = memoryServer({
      model: () => scriptedModel(call("ask_user", { question: "Tea?", choices: ["yes", "no"] })),
    });
    const client = await connect({ capabilities: { ask: true } });
    const asked = recorded(client, "user.ask", { answer: "yes" });
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "go" });
    expect(asked).toEqual([{ session_id, question: "Tea?", choices: ["yes", "no"] }]);
    expect(resultOf(client, session_id)).toEqual({ ends: 1, text: "yes", is_error: false });
  });

  test("is not there for a client that answers no questions", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(call("ask_user", { question: "Tea?" })) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "go" });
    expect(resultOf(client, session_id).text).toContain('There is no tool named "ask_user"');
  });
});

describe("hooks of the client", () => {
  const bash = call("bash", { command: "echo one" });

  test("change a call before it runs, its result, and the prompt", async () => {
    const model = scriptedModel(bash);
    const { connect } = memoryServer({ model: () => model });
    const client = await connect({
      capabilities: { hooks: ["before_tool_call", "after_tool_call", "user_prompt"] },
    });
    const asked: unknown[] = [];
    client.on("hook.call", ({ hook, input, session_id: id }) => {
      asked.push({ hook, id });
      if (hook === "user_prompt") return { output: { text: `${input.text}!` } };
      if (hook === "before_tool_call") return { output: { arguments: { command: "echo two" } } };
      expect(input).toMatchObject({
        tool_call_id: "c1",
        tool_name: "bash",
        result: { role: "tool_result", tool_call_id: "c1" },
      });
      return { output: { details: { seen: true } } };
    });
    const { session_id } = await client.call("session.create", { permission_mode: "allow" });
    await client.call("session.send", { session_id, text: "go" });
    expect(asked).toEqual(
      ["user_prompt", "before_tool_call", "after_tool_call"].map((hook) => ({ hook, id: session_id })),
    );
    expect(resultOf(client, session_id)).toMatchObject({
      text: expect.stringContaining("two"),
      details: { seen: true },
    });
    expect(model.requests[0]?.messages[0]).toMatchObject({ content: [{ type: "text", text: "go!" }] });
  });

  test.each<[string, unknown, string]>([
    ["denies", { output: { deny: "no shells" } }, "Denied: no shells"],
    ["fails", new Error("broken"), "broken"],
    ["answers with what is no decision", { output: { allow: true } }, "it returned an object"],
  ])("deny the call when before_tool_call %s", async (_what, answer, text) => {
    const { connect } = memoryServer({ model: () => scriptedModel(bash) });
    const client = await connect({ capabilities: { hooks: ["before_tool_call"] } });
    recorded(client, "hook.call", answer);
    const { session_id } = await client.call("session.create", { permission_mode: "allow" });
    await client.call("session.send", { session_id, text: "go" });
    expect(resultOf(client, session_id)).toMatchObject({
      is_error: true,
      text: expect.stringContaining(text),
    });
  });

  test("may change a result to a text", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(bash) });
    const client = await connect({ capabilities: { hooks: ["after_tool_call"] } });
    recorded(client, "hook.call", { output: { content: "kept short" } });
    const { session_id } = await client.call("session.create", { permission_mode: "allow" });
    await client.call("session.send", { session_id, text: "go" });
    expect(resultOf(client, session_id)).toMatchObject({ text: "kept short", is_error: false });
  });

  test.each<[string, unknown, string]>([
    ["no object", { output: "x" }, "hook.call.output: expected an object"],
    ["a number as content", { output: { content: 5 } }, "hook.call.output.content: expected a list"],
    [
      "a block of no kind",
      { output: { content: [{ type: "x" }] } },
      "hook.call.output.content[0].type: expected",
    ],
    [
      "another field",
      { output: { contents: "x" } },
      "hook.call.output: expected content, is_error or details, got contents",
    ],
  ])("keep a result back when they change it to %s, and say so", async (_what, answer, text) => {
    const { connect } = memoryServer({ model: () => scriptedModel(bash) });
    const client = await connect({ capabilities: { hooks: ["after_tool_call"] } });
    recorded(client, "hook.call", answer);
    const { session_id } = await client.call("session.create", { permission_mode: "allow" });
    await client.call("session.send", { session_id, text: "go" });
    const result = resultOf(client, session_id);
    expect(result).toMatchObject({ is_error: true, text: expect.stringContaining(text) });
    expect(result.text).not.toContain("one");
    const errors = client.events(session_id).filter(({ type }) => type === "error");
    expect(errors).toEqual([{ type: "error", error: result.text, recoverable: true, code: "plugin" }]);
  });

  test("are skipped when they fail elsewhere", async () => {
    const { connect, reports } = memoryServer({ model: () => scriptedModel(bash) });
    const client = await connect({ capabilities: { hooks: ["after_tool_call", "user_prompt"] } });
    recorded(client, "hook.call", new Error("broken"));
    const { session_id } = await client.call("session.create", { permission_mode: "allow" });
    await client.call("session.send", { session_id, text: "go" });
    expect(resultOf(client, session_id)).toMatchObject({
      text: expect.stringContaining("one"),
      is_error: false,
    });
    expect(reports).toEqual(["hook user_prompt was skipped: broken"]);
  });

  test("are only called by the names that were declared", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(bash) });
    const client = await connect({ capabilities: { hooks: ["after_tool_call"] } });
    const asked = recorded(client, "hook.call", {});
    const { session_id } = await client.call("session.create", { permission_mode: "allow" });
    await client.call("session.send", { session_id, text: "go" });
    expect(asked.map(({ hook }) => hook)).toEqual(["after_tool_call"]);
  });
});
