import { describe, expect, test } from "vitest";
import type { PermissionHandler } from "../../src/client/session-options.ts";
import { type Tool, tool } from "../../src/client/tool.ts";
import { all, connect } from "./connect.ts";
import { type Answer, begin, delta, end, sent } from "./fake-server.ts";

/** A server that, in each run, asks the client this and says the answer as JSON. */
function asking(method: string, params: object): Record<string, Answer> {
  return {
    "session.send": async ({ session_id }, peer) => {
      peer.emit(session_id, ...begin());
      const answer = await peer.connection.request(method, { session_id, ...params }).catch((error) => ({
        code: error.code,
        message: error.message,
      }));
      const text = JSON.stringify(answer);
      peer.emit(session_id, delta(text), ...end(text));
      return sent();
    },
  };
}

const call = { tool_call_id: "c1", tool_name: "add", arguments: { a: 2, b: 3 } };

describe("a tool", () => {
  /** What the model would be told of a call of this tool. */
  async function invoked(one: Tool) {
    const { server, client } = await connect(asking("tool.invoke", call));
    const session = await client.createSession({ permissions: "allow", tools: [one] });
    expect(server.asked[1]?.params.host_tools).toEqual([one.spec]);
    return JSON.parse((await session.sendAndWait("go")).text);
  }

  const add = (run: (args: { a: number; b?: number }) => unknown) =>
    tool({
      name: "add",
      description: "Adds.",
      parameters: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a"],
      },
      needsPermission: false,
      // biome-ignore lint/suspicious/noExplicitAny: what a program in JavaScript may return
      run: (args) => run(args) as any,
    });

  test("is told to letscode as the wire has it", () => {
    expect(add(() => "").spec).toEqual({
      name: "add",
      description: "Adds.",
      parameters: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a"],
      },
      needs_permission: false,
    });
  });

  test("is called with its arguments and answers with text", async () => {
    expect(await invoked(add(({ a, b = 0 }) => `${a + b}`))).toEqual({ content: "5" });
  });

  test("answers later, with blocks, an error of its own and details", async () => {
    const content = [{ type: "text", text: "no" }];
    const answer = async () => ({ content, isError: true, details: { status: 404 } });
    expect(await invoked(add(answer))).toEqual({ content, is_error: true, details: { status: 404 } });
    expect(await invoked(add(() => content))).toEqual({ content });
  });

  test.each([
    ["throws", () => Promise.reject(new Error("the database is gone")), "the database is gone"],
    ["returns a number", () => 5, "the tool returned neither text nor blocks nor { content }"],
    ["returns nothing", () => undefined, "the tool returned neither text nor blocks nor { content }"],
  ])("that %s gives the model an error result", async (_what, run, content) => {
    expect(await invoked(add(run))).toEqual({ content, is_error: true });
  });

  test("that the program has not is an error result", async () => {
    const { client } = await connect(asking("tool.invoke", { ...call, tool_name: "rm" }));
    const session = await client.createSession({ permissions: "allow" });
    expect(JSON.parse((await session.sendAndWait("go")).text)).toEqual({
      content: "The program has no tool rm.",
      is_error: true,
    });
  });

  test("knows when nobody waits for it any more", async () => {
    const { client, server } = await connect({
      "session.send": async ({ session_id }, peer) => {
        const waits = new AbortController();
        const asked = peer.connection.request(
          "tool.invoke",
          { session_id, ...call },
          { signal: waits.signal },
        );
        peer.emit(session_id, ...begin());
        waits.abort();
        await asked.catch(() => {});
        peer.emit(session_id, ...end(""));
        return sent();
      },
    });
    let aborted = false;
    const patient = tool({
      name: "add",
      description: "Waits.",
      parameters: { type: "object" },
      run: (_args, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => {
            aborted = true;
            resolve("late");
          }),
        ),
    });
    const session = await client.createSession({ permissions: "allow", tools: [patient] });
    await session.sendAndWait("go");
    await server.peers[0]?.connection.request("tool.invoke", { session_id: "gone" }).catch(() => {});
    expect(aborted).toBe(true);
  });

  test("that is slow holds up no event", async () => {
    let finish = () => {};
    const { client } = await connect({
      "session.send": async ({ session_id }, peer) => {
        peer.emit(session_id, ...begin());
        const answer = peer.connection.request("tool.invoke", { session_id, ...call });
        peer.emit(session_id, delta("meanwhile"));
        await answer;
        peer.emit(session_id, ...end("meanwhile"));
        return sent();
      },
    });
    const slow = tool({
      name: "add",
      description: "Waits.",
      parameters: { type: "object" },
      run: () => new Promise((resolve) => (finish = () => resolve("done"))),
    });
    const session = await client.createSession({ permissions: "allow", tools: [slow] });
    const pieces: string[] = [];
    for await (const piece of session.send("go").text()) {
      pieces.push(piece);
      finish();
    }
    expect(pieces).toEqual(["meanwhile"]);
  });
});

describe("permission", () => {
  const request = { ...call, reason: "add is not a built-in tool", always: "add" };

  async function decided(permissions: "allow" | "read-only" | PermissionHandler) {
    const { server, client } = await connect(asking("permission.request", request));
    const session = await client.createSession({ permissions });
    const { text } = await session.sendAndWait("go");
    return { mode: server.asked[1]?.params.permission_mode, answer: JSON.parse(text) };
  }

  test.each([
    ["allow", "allow"],
    ["read-only", "deny"],
  ] as const)("%s is a mode, and asks nobody", async (mode, decision) => {
    expect(await decided(mode)).toEqual({ mode, answer: { decision } });
  });

  test.each(["allow", "allow_always", "deny"] as const)("%s is what a function may say", async (decision) => {
    expect(await decided(() => decision)).toEqual({ mode: "ask", answer: { decision } });
  });

  test("is asked for with the call and the reason", async () => {
    const handler: PermissionHandler = async (asked) => ({ decision: "deny", reason: JSON.stringify(asked) });
    const { answer } = await decided(handler);
    expect(JSON.parse(answer.reason)).toEqual({ session_id: "s1", ...request });
  });

  test("is denied when the function fails, and when what it says is no decision", async () => {
    const failing = () => {
      throw new Error("the window was closed");
    };
    expect((await decided(failing)).answer).toEqual({
      decision: "deny",
      reason: "the program could not decide: the window was closed",
    });
    // biome-ignore lint/suspicious/noExplicitAny: what a program in JavaScript may return
    expect((await decided(() => "yes" as any)).answer).toEqual({
      decision: "deny",
      reason: 'the program answered "yes", which is no decision',
    });
    // biome-ignore lint/suspicious/noExplicitAny: what a program in JavaScript may return
    expect((await decided((() => undefined) as any)).answer).toEqual({
      decision: "deny",
      reason: "the program answered undefined, which is no decision",
    });
  });
});

test("a question of the model goes to onQuestion, which letscode is told of", async () => {
  const question = { question: "Which one?", choices: ["a", "b"] };
  const { server, client } = await connect(asking("user.ask", question), {
    onQuestion: async (asked, { session }) => `${session.id}: ${asked.choices?.[1]} of ${asked.question}`,
  });
  const session = await client.createSession({ permissions: "allow" });
  expect(JSON.parse((await session.sendAndWait("go")).text)).toEqual({ answer: "s1: b of Which one?" });
  expect(server.asked[0]?.params.capabilities).toEqual({ permissions: true, ask: true });
});

test("hooks are declared by name and answer what they change", async () => {
  const hook = { hook: "before_tool_call", input: call };
  const { server, client } = await connect(asking("hook.call", hook), {
    hooks: {
      beforeToolCall: ({ tool_name, arguments: args }) =>
        tool_name === "add" ? { arguments: { ...args, b: 40 } } : undefined,
      userPrompt: () => {},
    },
  });
  const session = await client.createSession({ permissions: "allow" });
  expect(JSON.parse((await session.sendAndWait("go")).text)).toEqual({
    output: { arguments: { a: 2, b: 40 } },
  });
  expect(server.asked[0]?.params.capabilities).toEqual({
    permissions: true,
    hooks: ["before_tool_call", "user_prompt"],
  });
});

test("a hook, a question or a permission whose function fails is told to the program, too", async () => {
  const failing = () => {
    throw new Error("no disk");
  };
  const told: string[] = [];
  const options = { hooks: { afterToolCall: failing }, onQuestion: failing, report: told.push.bind(told) };
  for (const [method, params] of Object.entries({
    "hook.call": { hook: "after_tool_call", input: call },
    "user.ask": { question: "Which?" },
    "permission.request": { ...call, reason: "" },
  })) {
    const { client } = await connect(asking(method, params), options);
    const session = await client.createSession({ permissions: failing });
    expect((await session.sendAndWait("go")).text).toContain("no disk");
  }
  expect(told).toEqual(
    ["hooks.afterToolCall", "onQuestion", "permissions"].map(
      (name) => `${name}: the program's function failed: no disk`,
    ),
  );
});

test("another protocol is no letscode", async () => {
  for (const answer of [{ protocol: "letscode-jsonrpc/2" }, {}, null]) {
    const { client } = await connect({ initialize: () => answer });
    const said = answer?.protocol ?? "no protocol it names";
    await expect(client.start()).rejects.toThrow(
      `the other end speaks ${said}; this client speaks letscode-jsonrpc/1`,
    );
  }
});

test("a request for a session that the program does not have is refused", async () => {
  const { server, client } = await connect();
  await client.start();
  const asked = server.peers[0]?.connection.request("permission.request", { session_id: "s9", ...call });
  await expect(asked).rejects.toMatchObject({ code: -32001, message: "the client has no such session" });
});

test("a hundred sessions run side by side, each with its own events", async () => {
  const { client } = await connect();
  const texts = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const session = await client.createSession({ permissions: "allow" });
      return [(await all(session.send(`${n}`).text())).join(""), (await session.sendAndWait(`${n}!`)).text];
    }),
  );
  expect(texts).toEqual(Array.from({ length: 100 }, (_, n) => [`echo: ${n}`, `echo: ${n}!`]));
});
