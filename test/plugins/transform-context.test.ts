import { describe, expect, test } from "vitest";
import type { Plugin } from "../../src/plugins/plugin.ts";
import { custom, pluginErrors, said, talk } from "./talk.ts";

const adder: Plugin = {
  letscode_transform_context: (messages) =>
    messages.some((message) => message.role === "custom" && message.kind === "a")
      ? undefined
      : [...messages, custom("a", { n: 1 })],
  letscode_render_custom_message: (message) =>
    message.kind === "a" ? [{ role: "user", content: "rendered a" }] : undefined,
};
const filter: Plugin = {
  letscode_transform_context: (messages) => messages.filter(({ role }) => role === "user"),
};
const mutator: Plugin = {
  letscode_transform_context(messages) {
    for (const message of messages)
      if (message.role === "user") message.content = [{ type: "text", text: "x" }];
    return undefined;
  },
};
const named = (plugins: Record<string, Plugin>) =>
  Object.entries(plugins).map(([name, plugin]) => ({ name, plugin }));

describe("what several plugins make of the context", () => {
  test("a later plugin that drops another's message cannot keep it from the transcript", async () => {
    const conversation = await talk({ plugins: named({ adder, filter, mutator }) });
    await conversation.prompt("Hello");
    await conversation.prompt("Again");
    expect(conversation.messages.map(said)).toEqual([
      "user: Hello",
      'a: {"n":1}',
      "assistant: done",
      "user: Again",
      "assistant: done",
    ]);
    expect(conversation.calls.map(({ messages }) => messages.map(said))).toEqual([
      ["user: Hello"],
      ["user: Hello", "user: Again"],
    ]);
  });

  test("follows their order: behind the filter the message is seen", async () => {
    const conversation = await talk({ plugins: named({ mutator, filter, adder }) });
    await conversation.prompt("Hello");
    expect(conversation.messages.map(said)).toEqual(["user: Hello", 'a: {"n":1}', "assistant: done"]);
    expect(conversation.calls[0]?.messages.map(said)).toEqual(["user: Hello", "user: rendered a"]);
  });

  test("each sees what the earlier ones returned, and never the stored history itself", async () => {
    const seen: string[][] = [];
    const see: Plugin = {
      letscode_transform_context: (messages) => void seen.push(messages.map(said)),
    };
    const shout: Plugin = {
      letscode_transform_context: (messages) => {
        for (const message of messages)
          if (message.role === "user") message.content = [{ type: "text", text: "LOUD" }];
        return messages;
      },
    };
    const conversation = await talk({ plugins: named({ one: see, shout, two: see }) });
    await conversation.prompt("Hello");
    expect(seen).toEqual([["user: Hello"], ["user: LOUD"]]);
    expect(conversation.calls[0]?.messages.map(said)).toEqual(["user: LOUD"]);
    expect(conversation.messages.map(said)).toEqual(["user: Hello", "assistant: done"]);
  });

  test("what a plugin keeps of it and changes later changes nothing", async () => {
    let kept: { content: unknown }[] = [];
    const keeper: Plugin = {
      letscode_transform_context(messages) {
        const returned = [...messages, custom("a", { n: 1 })];
        kept = returned as never;
        return returned;
      },
      letscode_after_tool_call() {
        for (const message of kept) Object.assign(message, { content: "broken", data: "broken" });
      },
    };
    const conversation = await talk({
      plugins: [keeper],
      script: [{ calls: [{ name: "ls" }] }, "Done."],
    });
    await conversation.prompt("Hello");
    expect(conversation.messages.map(said).slice(0, 2)).toEqual(["user: Hello", 'a: {"n":1}']);
  });
});

describe("a new custom message", () => {
  test("joins the transcript once, as events too, with an id and a time", async () => {
    const conversation = await talk({ plugins: [adder] });
    await conversation.prompt("Hello");
    await conversation.prompt("Again");
    const customs = conversation.events.filter(
      (event) => "message" in event && event.message.role === "custom",
    );
    const message = {
      id: expect.stringMatching(/^[0-9a-z]{10}$/),
      timestamp: expect.any(Number),
      role: "custom",
      kind: "a",
      data: { n: 1 },
    };
    expect(customs).toEqual([
      { type: "message_start", message },
      { type: "message_end", message },
    ]);
  });

  test("may bring its own id, and is the same one as long as it does", async () => {
    const stable: Plugin = {
      letscode_transform_context: (messages) => [
        ...messages.filter(({ id }) => id !== "reminder"),
        { ...custom("r", messages.length), id: "reminder" },
      ],
    };
    const conversation = await talk({ plugins: [stable] });
    await conversation.prompt("Hello");
    await conversation.prompt("Again");
    expect(conversation.messages.map(said)).toEqual([
      "user: Hello",
      "r: 1",
      "assistant: done",
      "user: Again",
      "assistant: done",
    ]);
  });

  test("that was appended in the same hook is not added twice", async () => {
    const both: Plugin = {
      letscode_transform_context: (messages, { session }) =>
        messages.some(({ role }) => role === "custom") ? undefined : [...messages, session.append(1, "k")],
      letscode_render_custom_message: () => [{ role: "user", content: "seen at once" }],
    };
    const conversation = await talk({ plugins: [both] });
    await conversation.prompt("Hello");
    expect(conversation.calls[0]?.messages.map(said)).toEqual(["user: Hello", "user: seen at once"]);
    expect(conversation.messages.map(said)).toEqual(["user: Hello", "assistant: done", "k: 1"]);
  });

  test.each([
    [
      "the id of another message",
      (id: string) => id,
      /^messages\[1\] has the id of another message, which is user/,
    ],
    ["an id that is too long", () => "0123456789abc", /^messages\[1\]\.id: expected 1 to 12 characters/],
  ])("with %s is refused", async (_name, idOf, problem) => {
    const faker: Plugin = {
      letscode_transform_context: (messages) => [
        ...messages,
        { ...custom("a"), id: idOf(messages[0]?.id ?? "") },
      ],
    };
    const conversation = await talk({ plugins: [{ name: "faker", plugin: faker }] });
    await conversation.prompt("Hello");
    expect(conversation.messages.map(said)).toEqual(["user: Hello", "assistant: done"]);
    expect(pluginErrors(conversation)[0]?.replace(/^.*skipped: /, "")).toMatch(problem);
  });
});

test("messages that were made for the call alone get ids, and the same message twice gets two", async () => {
  const seen: string[][] = [];
  const doubler: Plugin = {
    letscode_transform_context: (messages) => [
      ...messages,
      ...messages,
      { role: "user", content: [{ type: "text", text: "new" }] },
    ],
  };
  const see: Plugin = {
    letscode_transform_context: (messages) => void seen.push(messages.map(({ id }) => id)),
  };
  const conversation = await talk({ plugins: [doubler, see] });
  await conversation.prompt("Hello");
  expect(new Set(seen[0]).size).toBe(3);
  expect(conversation.calls[0]?.messages.map(said)).toEqual(["user: Hello", "user: Hello", "user: new"]);
  expect(conversation.messages).toHaveLength(2);
});

describe("rendering", () => {
  test("the first answer that is not undefined wins, and an empty one hides the message", async () => {
    const conversation = await talk({
      plugins: [
        { letscode_render_custom_message: ({ kind }) => (kind === "hidden" ? [] : undefined) },
        {
          letscode_render_custom_message: ({ kind }) =>
            kind === "foreign"
              ? undefined
              : [
                  { role: "user", content: "seen" },
                  { role: "user", content: " " },
                  { role: "assistant", content: [{ type: "text", text: "yes" }] },
                ],
        },
        { letscode_render_custom_message: ({ kind }) => (kind === "foreign" ? undefined : []) },
      ],
    });
    for (const [index, kind] of ["hidden", "mine", "foreign"].entries())
      conversation.agent.append({ id: `c${index}`, timestamp: 0, role: "custom", kind, data: null });
    await conversation.prompt("Hello");
    expect(conversation.calls[0]?.messages.map(said)).toEqual([
      "user: Hello",
      "user: seen",
      "assistant: yes",
    ]);
    expect(conversation.messages.map(said)).toEqual([
      "user: Hello",
      "hidden: null",
      "mine: null",
      "foreign: null",
      "assistant: done",
    ]);
  });

  test("what the plugin does to the message changes nothing", async () => {
    const conversation = await talk({
      plugins: [
        {
          letscode_render_custom_message(message) {
            message.data = "changed";
            return undefined;
          },
        },
      ],
    });
    conversation.agent.append({ id: "c", timestamp: 0, role: "custom", kind: "k", data: { n: 1 } });
    await conversation.prompt("Hello");
    expect(conversation.messages.map(said)[1]).toBe('k: {"n":1}');
  });
});
