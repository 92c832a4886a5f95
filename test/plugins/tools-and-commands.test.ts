import { describe, expect, test, vi } from "vitest";
import type { Plugin, PluginToolOutput } from "../../src/plugins/plugin.ts";
import { said, talk } from "./talk.ts";

const tool = (execute: () => unknown, more: object = {}): Plugin => ({
  letscode_tools: () => [{ name: "lookup", description: "Looks it up.", execute: execute as never, ...more }],
});
const CALL = [{ calls: [{ name: "lookup", arguments: { key: "a" } }] }, "Done."];

describe("a tool of a plugin", () => {
  test("is offered with its schema, called with checked arguments and a context, and may report as it goes", async () => {
    const seen: unknown[] = [];
    const parameters = { type: "object", properties: { key: { type: "string" } }, required: ["key"] };
    const conversation = await talk({
      plugins: [
        {
          name: "db",
          plugin: {
            letscode_tools: () => [
              {
                name: "lookup",
                description: "Looks it up.",
                parameters,
                execute(args, context) {
                  seen.push(args, context.name, context.signal.aborted, context.session.id);
                  context.update("half ");
                  context.session.append("used");
                  return "found";
                },
              },
            ],
          },
        },
      ],
      script: CALL,
    });
    await conversation.prompt("Hello");
    expect(conversation.calls[0]?.tools.at(-1)).toEqual({
      name: "lookup",
      description: "Looks it up.",
      parameters,
    });
    expect(seen).toEqual([{ key: "a" }, "db", false, null]);
    expect(conversation.events.filter(({ type }) => type === "tool_execution_update")).toMatchObject([
      { delta: "half " },
    ]);
    expect(conversation.messages.map(said).slice(2)).toEqual([
      "tool_result: found",
      'db: "used"',
      "assistant: Done.",
    ]);
  });

  test.each<[PluginToolOutput, object]>([
    ["text", { content: [{ type: "text", text: "text" }], is_error: false }],
    [[{ type: "text", text: "a" }], { content: [{ type: "text", text: "a" }], is_error: false }],
    [
      { content: "bad", is_error: true, details: { n: 1 } },
      { content: [{ type: "text", text: "bad" }], is_error: true, details: { n: 1 } },
    ],
    [undefined as never, { is_error: false }],
    [
      5 as never,
      {
        content: [
          {
            text: "it returned tool_result.content: expected a list, got a number; expected a text, blocks, or { content, is_error?, details? }",
          },
        ],
        is_error: true,
      },
    ],
  ])("returns %j", async (output, result) => {
    const conversation = await talk({ plugins: [tool(() => output)], script: CALL });
    await conversation.prompt("Hello");
    expect(conversation.messages[2]).toMatchObject(result);
  });

  test("that throws gives the model an error to act on, and no line", async () => {
    const conversation = await talk({
      plugins: [
        tool(() => {
          throw new Error("no such key");
        }),
      ],
      script: CALL,
    });
    await conversation.prompt("Hello");
    expect(conversation.messages[2]).toMatchObject({ is_error: true, content: [{ text: "no such key" }] });
    expect(conversation.lines).toEqual([]);
  });

  test.each([
    [{}, "ask", "Denied: lookup acts outside letscode"],
    [{ read_only: true }, "ask", "ran"],
    [{}, "allow", "ran"],
  ] as const)("with %j under %s: %s", async (more, permissionMode, text) => {
    const conversation = await talk({ plugins: [tool(() => "ran", more)], script: CALL, permissionMode });
    await conversation.prompt("Hello");
    expect(said(conversation.messages[2] as never)).toContain(text);
  });

  test.each([
    [{}, ["in 1", "out 1", "in 2", "out 2"]],
    [{ parallel: true }, ["in 1", "in 2", "out 1", "out 2"]],
  ])("runs alone unless it is parallel: %j", async (more, order) => {
    const seen: string[] = [];
    let calls = 0;
    const execute = async () => {
      const n = ++calls;
      seen.push(`in ${n}`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`out ${n}`);
      return "";
    };
    const call = { name: "lookup" };
    const conversation = await talk({
      plugins: [tool(execute, more)],
      script: [{ calls: [call, call] }, "Done."],
    });
    await conversation.prompt("Hello");
    expect(seen).toEqual(order);
  });

  test("of a name that an earlier plugin has taken is refused; its other tools stay", async () => {
    const conversation = await talk({
      plugins: [
        tool(() => "first"),
        {
          name: "late",
          plugin: {
            letscode_tools: () => [
              { name: "lookup", description: "d", execute: () => "second" },
              { name: "other", description: "d", execute: () => "other" },
            ],
          },
        },
      ],
      script: CALL,
    });
    await conversation.prompt("Hello");
    expect(said(conversation.messages[2] as never)).toBe("tool_result: first");
    expect(conversation.calls[0]?.tools.map(({ name }) => name).slice(-2)).toEqual(["lookup", "other"]);
    expect(conversation.lines).toEqual([
      "plugin late: letscode_tools failed and was skipped: tools[0].name: lookup is taken",
    ]);
  });

  test("is collected anew for each conversation", async () => {
    let conversations = 0;
    const conversation = await talk({
      plugins: [
        {
          letscode_tools: () => [{ name: `tool_${++conversations}`, description: "d", execute: () => "" }],
        },
      ],
    });
    await conversation.prompt("Hello");
    await conversation.reset();
    await conversation.prompt("Hello");
    expect(conversation.calls.map(({ tools }) => tools.at(-1)?.name)).toEqual(["tool_1", "tool_2"]);
  });
});

describe("a slash command of a plugin", () => {
  const command = (run: () => unknown): Plugin => ({
    letscode_commands: () => [{ name: "hey", description: "Says hey.", run: run as never }],
  });

  test.each([
    [() => "an answer", { error: null, stop_reason: "command", output: "an answer" }, 0],
    [() => undefined, { error: null, stop_reason: "command", output: "" }, 0],
    [async () => ({ prompt: "Say hey" }), { error: null, stop_reason: "end_turn" }, 1],
    [
      () => {
        throw new Error("boom");
      },
      { error: "/hey of plugin plugin-1 failed: boom", stop_reason: "command" },
      0,
    ],
    [
      () => 5,
      {
        error: "/hey of plugin plugin-1 failed: it returned 5; expected a text, { prompt: text } or nothing",
        stop_reason: "command",
      },
      0,
    ],
  ])("%o", async (run, result, calls) => {
    const conversation = await talk({ plugins: [command(run)] });
    expect(await conversation.prompt("/hey you")).toEqual(result);
    expect(conversation.calls).toHaveLength(calls);
    if (calls > 0) expect(conversation.calls[0]?.messages.map(said)).toEqual(["user: Say hey"]);
  });

  test("gets what was typed behind it, and may take its time, until it is aborted", async () => {
    const seen: unknown[] = [];
    const conversation = await talk({
      plugins: [
        {
          letscode_commands: () => [
            {
              name: "hey",
              description: "d",
              run(args, { signal }) {
                seen.push(args, signal);
                return new Promise<never>(() => {});
              },
            },
          ],
        },
      ],
    });
    const running = conversation.prompt("/hey  you there ");
    await vi.waitFor(() => expect(seen[0]).toBe("you there"));
    await conversation.agent.abort();
    expect(await running).toEqual({ error: null, stop_reason: "aborted" });
    expect((seen[1] as AbortSignal).aborted).toBe(true);
  });
});

describe("letscode_event", () => {
  test("sees every event in order, in a copy, also when it is slow", async () => {
    const seen: string[] = [];
    const conversation = await talk({
      plugins: [
        {
          async letscode_event(event) {
            await new Promise((resolve) => setImmediate(resolve));
            seen.push(event.type);
            for (const key of Object.keys(event)) Reflect.deleteProperty(event, key);
          },
        },
      ],
      script: [{ text: "Looking.", calls: [{ name: "ls" }] }, "Done."],
    });
    await conversation.prompt("Hello");
    await conversation.end();
    expect(seen).toEqual(conversation.events.map(({ type }) => type));
    expect(conversation.messages).toHaveLength(4);
  });

  test("misses what only streams when it is far behind, and nothing else", async () => {
    const seen: string[] = [];
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const conversation = await talk({
      plugins: [
        {
          async letscode_event(event) {
            await gate;
            seen.push(event.type);
          },
        },
        {
          letscode_tools: () => [
            {
              name: "chatty",
              description: "d",
              async execute(_args, { update }) {
                for (let n = 0; n < 1500; n++) {
                  update(`${n} `);
                  await new Promise((resolve) => setImmediate(resolve));
                }
                return "";
              },
            },
          ],
        },
      ],
      script: [{ calls: [{ name: "chatty" }] }, "Done."],
    });
    await conversation.prompt("Hello");
    go();
    await conversation.end();
    const updates = (types: string[]) => types.filter((type) => type === "tool_execution_update").length;
    const others = (types: string[]) => types.filter((type) => !type.endsWith("_update"));
    const all: string[] = conversation.events.map(({ type }) => type);
    expect(others(seen)).toEqual(others(all));
    expect(updates(all)).toBeGreaterThan(1100);
    expect(updates(seen)).toBeGreaterThan(900);
    expect(updates(seen)).toBeLessThan(1000);
  });
});
