import { describe, expect, test } from "vitest";
import type { Plugin } from "../../src/plugins/plugin.ts";
import { pluginErrors, said, talk } from "./talk.ts";

/** A plugin with this one hook, whatever it does. */
const having = (hook: string, run: () => unknown) => ({ name: "bad", plugin: { [hook]: run } as Plugin });

const KEY = "sk-test-SECRET123";
/** Ways to fail, and what is said of them. */
const FAILURES: Record<string, [run: () => unknown, said: string]> = {
  "a throw": [
    () => {
      throw new Error("boom");
    },
    "boom",
  ],
  "a rejection": [() => Promise.reject(new Error("boom")), "boom"],
  "a text thrown": [
    () => {
      throw "boom";
    },
    "boom",
  ],
  "undefined thrown": [() => Promise.reject(undefined), "undefined"],
  "an error whose message is a getter that throws": [
    () => {
      throw Object.defineProperty(new Error("x"), "message", {
        get() {
          throw new Error("inner");
        },
      });
    },
    "an error that could not be read",
  ],
  "a thrown proxy": [
    () => {
      throw new Proxy(
        {},
        {
          get() {
            throw new Error("inner");
          },
          getPrototypeOf() {
            throw new Error("inner");
          },
        },
      );
    },
    "an error that could not be read",
  ],
  "an error with a key, a request and a stack": [
    () => {
      throw Object.assign(new Error(`401 for ${KEY}\nand more`), { request: { authorization: KEY } });
    },
    "401 for *** and more",
  ],
};
const HOOKS = [
  "letscode_transform_context",
  "letscode_render_custom_message",
  "letscode_tools",
  "letscode_after_tool_call",
  "letscode_system_prompt",
  "letscode_commands",
  "letscode_event",
  "letscode_session_start",
];

describe.each(HOOKS)("%s", (hook) => {
  test.each(Object.entries(FAILURES))(
    "survives %s: named once, and the run goes on",
    async (_name, [run, text]) => {
      const conversation = await talk({
        plugins: [having(hook, run), NOTE],
        script: [{ text: "Looking.", calls: [{ name: "ls" }] }, "Done."],
        keys: [KEY],
      });
      expect(await conversation.prompt("Hello")).toEqual({ error: null, stop_reason: "end_turn" });
      const line = `plugin bad: ${hook} failed and was skipped: ${text}`;
      expect(conversation.lines).toEqual([line]);
      const told = ["letscode_transform_context", "letscode_render_custom_message", "letscode_system_prompt"];
      expect(pluginErrors(conversation)).toEqual(
        [...told, "letscode_after_tool_call"].includes(hook) ? [line] : [],
      );
      expect(conversation.messages.map(said)).toEqual([
        "user: Hello",
        'note: "n"',
        "assistant: Looking. tool_call",
        "tool_result: [. is empty.]",
        "assistant: Done.",
      ]);
      expect(conversation.calls.map(({ messages }) => messages.map(said))).toEqual([
        ["user: Hello", "user: a note"],
        ["user: Hello", "user: a note", "assistant: Looking. tool_call", "tool_result: [. is empty.]"],
      ]);
    },
  );
});

/** A plugin behind the bad one, whose work must not suffer. */
const NOTE = {
  name: "note",
  plugin: {
    letscode_transform_context(messages) {
      if (messages.some(({ role }) => role === "custom")) return undefined;
      return [...messages, { role: "custom", kind: "note", data: "n" }];
    },
    letscode_render_custom_message: () => [{ role: "user", content: "a note" }],
  } satisfies Plugin,
};

test("letscode_session_end survives a throw", async () => {
  const conversation = await talk({
    plugins: [
      having("letscode_session_end", () => {
        throw new Error("boom");
      }),
    ],
  });
  await conversation.prompt("Hello");
  await conversation.end();
  expect(conversation.lines).toEqual(["plugin bad: letscode_session_end failed and was skipped: boom"]);
});

describe("a wrong return value is refused with what was expected:", () => {
  test.each([
    ["letscode_system_prompt", 5, "it returned 5; expected the whole prompt as a text, or undefined"],
    ["letscode_transform_context", "x", 'it returned "x"; expected an array of messages, or undefined'],
    ["letscode_transform_context", [null], "messages[0] is null; expected a message"],
    [
      "letscode_transform_context",
      [{ role: "user" }],
      "messages[0]: user.content: expected a list, it is missing",
    ],
    [
      "letscode_render_custom_message",
      {},
      "it returned an object with no fields; expected an array of user and assistant messages, or undefined",
    ],
    [
      "letscode_render_custom_message",
      [{ role: "system", content: "x" }],
      'messages[0].role: expected "user" or "assistant", got "system"',
    ],
    ["letscode_tools", {}, "it returned an object with no fields; expected an array of tools"],
    [
      "letscode_tools",
      [{ name: "a b" }],
      'tools[0].name: expected 1 to 64 of the characters A-Z a-z 0-9 _ -, got "a b"',
    ],
    [
      "letscode_tools",
      [{ name: "read", description: "d", execute: () => "" }],
      "tools[0].name: read is taken",
    ],
    [
      "letscode_commands",
      [{ name: "/x", description: "d", run: () => "" }],
      'commands[0].name: expected letters, digits, "-", "_" and ":", without the slash, got "/x"',
    ],
    [
      "letscode_commands",
      [{ name: "compact", description: "d", run: () => "" }],
      "commands[0].name: compact is taken",
    ],
    [
      "letscode_after_tool_call",
      { text: "x" },
      "it returned an object with the fields text; expected an object with content, is_error or details, or undefined",
    ],
    [
      "letscode_after_tool_call",
      { content: "x" },
      expect.stringMatching(/^it returned tool_result\.content: expected a list/),
    ],
  ])("%s, %j", async (hook, value, problem) => {
    const conversation = await talk({
      plugins: [having(hook, () => value), NOTE],
      script: [{ calls: [{ name: "ls" }] }, "Done."],
    });
    expect(await conversation.prompt("Hello")).toEqual({ error: null, stop_reason: "end_turn" });
    expect(
      conversation.lines.map((line) => line.replace(/^plugin bad: \w+ failed and was skipped: /, "")),
    ).toEqual([problem]);
    expect(conversation.messages.at(-1)).toMatchObject({ role: "assistant", stop_reason: "end_turn" });
  });

  test.each([
    [
      "a getter that throws",
      {
        get content() {
          throw new Error(KEY);
        },
      },
    ],
    [
      "a proxy",
      [
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error(KEY);
            },
          },
        ),
      ],
    ],
    [
      "a circle",
      (() => {
        const a: unknown[] = [];
        a.push(a);
        return a;
      })(),
    ],
    ["a number that is no JSON", [1n]],
  ])("%s", async (_name, value) => {
    const conversation = await talk({
      plugins: [having("letscode_transform_context", () => value)],
      keys: [KEY],
    });
    expect(await conversation.prompt("Hello")).toEqual({ error: null, stop_reason: "end_turn" });
    expect(conversation.lines).toEqual([
      "plugin bad: letscode_transform_context failed and was skipped: it returned something that is no JSON; expected an array of messages",
    ]);
  });
});

test("the same failure is one line, and counted at the end", async () => {
  const conversation = await talk({ plugins: [having("letscode_system_prompt", () => 5)] });
  for (const text of ["one", "two", "three"]) await conversation.prompt(text);
  expect([conversation.lines.length, pluginErrors(conversation).length]).toEqual([1, 1]);
  await conversation.end();
  expect(conversation.lines[1]).toBe(`${conversation.lines[0]} (3 times in this conversation)`);
});
