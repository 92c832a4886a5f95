import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { isFromPlugin } from "../../src/plugins/is-from-plugin.ts";
import type { Plugin, PluginContext } from "../../src/plugins/plugin.ts";
import { PluginHost } from "../../src/plugins/plugin-host.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { said, talk } from "./talk.ts";

/** A plugin that keeps every context it is given, under the name of the hook. */
function keeper(name = "keeper") {
  const kept: Record<string, PluginContext> = {};
  const plugin: Plugin = {
    letscode_session_start: (context) => void Object.assign(kept, { start: context }),
    letscode_session_end: (context) => void Object.assign(kept, { end: context }),
    letscode_transform_context: (_messages, context) => void Object.assign(kept, { transform: context }),
    letscode_event: (_event, context) => void Object.assign(kept, { event: context }),
  };
  return { kept, plugin: { name, plugin } };
}

describe("ctx", () => {
  test("says where it is and which model comes next", async () => {
    const { kept, plugin } = keeper();
    const conversation = await talk({ plugins: [plugin], contextWindow: 5000 });
    await conversation.prompt("Hello");
    const { name, workspace, model, session, signal } = kept.transform as PluginContext;
    expect({ name, workspace, model, id: session.id, aborted: signal.aborted }).toEqual({
      name: "keeper",
      workspace: conversation.workspace,
      model: { provider: "scripted", id: "test", contextWindow: 5000 },
      id: null,
      aborted: false,
    });
    expect(Object.isFrozen(kept.transform)).toBe(true);
  });

  test("log: lines on stderr, on one line each, without keys and terminal escapes", async () => {
    const { kept, plugin } = keeper("my\nplugin");
    const conversation = await talk({ plugins: [plugin], keys: ["sk-test-SECRET123"] });
    await conversation.prompt("Hello");
    kept.transform?.log.warn("one\ntwo \u001b[2J sk-test-SECRET123");
    kept.transform?.log.info("for those who ask");
    expect(conversation.lines).toEqual(["plugin my plugin: one two \\u001b[2J ***"]);
  });

  test("session: entries of its own kind, also those that are not in the transcript yet", async () => {
    const { kept, plugin } = keeper();
    const conversation = await talk({ plugins: [plugin] });
    await conversation.prompt("Hello");
    const { session } = kept.transform as PluginContext;
    const message = session.append({ n: 1 });
    session.append("x", "other");
    expect(message).toEqual({
      id: expect.any(String),
      timestamp: expect.any(Number),
      role: "custom",
      kind: "keeper",
      data: { n: 1 },
    });
    expect([session.entries(), session.entries("other").map(said)]).toEqual([[message], ['other: "x"']]);
    expect(conversation.messages).toHaveLength(2);
    await conversation.prompt("Again");
    expect(conversation.messages.map(said)).toEqual([
      "user: Hello",
      "assistant: done",
      "user: Again",
      'keeper: {"n":1}',
      'other: "x"',
      "assistant: done",
    ]);
    Object.assign(session.entries()[0] ?? {}, { data: "changed" });
    Object.assign(message, { data: "changed" });
    expect(session.entries().map(said)).toEqual(['keeper: {"n":1}']);
  });

  test.each([
    [1n, undefined, "session.append: data is something that is no JSON; expected JSON"],
    [undefined, undefined, "session.append: data is undefined; expected JSON"],
    [1, "", 'session.append: kind: expected a name, got ""'],
  ])("session: appends only what can be kept: %o as %o", async (data, kind, message) => {
    const { kept, plugin } = keeper();
    const conversation = await talk({ plugins: [plugin] });
    await conversation.prompt("Hello");
    expect(() => kept.transform?.session.append(data as never, kind)).toThrow(message);
  });
});

describe("ctx.complete", () => {
  async function ask(script: Parameters<typeof talk>[0]["script"], request: unknown, keys: string[] = []) {
    const results: unknown[] = [];
    const conversation = await talk({
      plugins: [
        {
          name: "asker",
          plugin: {
            async letscode_system_prompt(_prompt, { complete }) {
              await complete(request as never).then(
                (answer) => results.push(answer),
                (error) => results.push({ ...error, message: error.message }),
              );
              return undefined;
            },
          },
        },
      ],
      script: [...(script ?? []), "Done."],
      keys,
    });
    await conversation.prompt("Hello");
    return { result: results[0], conversation };
  }

  test("asks the model beside the conversation, without tools", async () => {
    const usage = { input_tokens: 3, output_tokens: 2 };
    const { result, conversation } = await ask([{ text: "A title", usage }], {
      prompt: "Name it",
      system: "Be brief",
    });
    expect(result).toEqual({
      text: "A title",
      usage: expect.objectContaining(usage),
      stop_reason: "end_turn",
    });
    expect(conversation.calls[0]).toMatchObject({
      purpose: "asker",
      system: "Be brief",
      tools: [],
      thinking: "off",
    });
    expect(conversation.calls[0]?.messages.map(said)).toEqual(["user: Name it"]);
    expect(conversation.messages.map(said)).toEqual(["user: Hello", "assistant: Done."]);
  });

  test("takes messages too, and another purpose", async () => {
    const messages = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
    const { conversation } = await ask(["x"], { prompt: messages, purpose: "titles" });
    expect(conversation.calls[0]).toMatchObject({ purpose: "titles" });
  });

  test("rejects with what failed and nothing more", async () => {
    const { result } = await ask(
      [{ fail: "HTTP 401 for sk-test-SECRET123", status: 401, recoverable: false }],
      { prompt: "x" },
      ["sk-test-SECRET123"],
    );
    expect(result).toMatchObject({ message: "HTTP 401 for ***", status: 401, recoverable: false });
    expect(JSON.stringify(result)).not.toContain("SECRET");
  });

  test.each([
    [{ prompt: "" }, "complete: prompt: expected a text, or a list of messages, and not an empty one"],
    [{ prompt: [{ role: "custom" }] }, "complete: prompt[0]: role: no custom message"],
    [
      { prompt: [{ role: "user", content: 5 }] },
      "complete: prompt[0]: user.content: expected a list, got a number",
    ],
    [{ prompt: "x", purpose: "turn" }, 'complete: purpose: expected a name, and not "turn"'],
  ])("refuses %j", async (request, message) => {
    const { result, conversation } = await ask([], request);
    expect(result).toMatchObject({ message });
    expect(conversation.calls).toHaveLength(1);
  });

  test("rejects with a stack that leads to whoever asked, so that an error nobody caught is known as a plugin's", async () => {
    let rejection: Promise<Error> | undefined;
    const conversation = await talk({
      plugins: [
        {
          letscode_system_prompt(_prompt, { complete }) {
            rejection = complete({ prompt: "x" }).then(
              () => new Error("no failure"),
              (error) => error,
            );
            return undefined;
          },
        },
      ],
      script: Array(2).fill((_request: unknown, { purpose }: { purpose: string }) =>
        purpose === "turn" ? "Done." : { fail: "HTTP 500" },
      ),
    });
    await conversation.prompt("Hello");
    const error = await rejection;
    expect(error?.message).toBe("HTTP 500");
    expect(isFromPlugin(error, [fileURLToPath(import.meta.url)])).toBe(true);
  });

  test("ends at once when the run is aborted", async () => {
    let outcome: unknown;
    const conversation = await talk({
      plugins: [
        {
          letscode_system_prompt: (_prompt, { complete }) =>
            complete({ prompt: "x" }).then(
              () => undefined,
              (error) => {
                outcome = error.message;
                return undefined;
              },
            ),
        },
      ],
      script: [() => new Promise<never>(() => {})],
    });
    const running = conversation.prompt("Hello");
    await vi.waitFor(() => expect(conversation.calls).toHaveLength(1));
    await conversation.agent.abort();
    expect(await running).toMatchObject({ stop_reason: "aborted" });
    await vi.waitFor(() => expect(outcome).toBe("complete: aborted"));
  });
});

describe("a context whose conversation is over", () => {
  const over = "this conversation has ended; use the context that a hook was given last";

  test.each(["reset", "end"] as const)(
    "is of no use after %s, and throws to the plugin alone",
    async (how) => {
      const { kept, plugin } = keeper();
      const conversation = await talk({ plugins: [plugin] });
      await conversation.prompt("Hello");
      const old = { ...kept };
      const { signal } = old.transform as PluginContext;
      await conversation[how]();
      if (how === "reset") await conversation.prompt("Again");
      const lines = conversation.lines.length;
      for (const context of [old.start, old.transform, old.event] as PluginContext[]) {
        expect(context.signal.aborted).toBe(true);
        expect(() => context.session.append(1)).toThrow(over);
        expect(() => context.session.entries()).toThrow(over);
        await expect(context.complete({ prompt: "x" })).rejects.toThrow(over);
        context.log.warn("still here");
      }
      expect([signal.aborted, conversation.lines.length - lines]).toEqual([true, 0]);
      expect(conversation.messages.map(said)).toEqual(
        how === "reset" ? ["user: Again", "assistant: done"] : ["user: Hello", "assistant: done"],
      );
    },
  );

  test("letscode_session_end comes before the next letscode_session_start; its own context changes nothing", async () => {
    const order: string[] = [];
    const conversation = await talk({
      plugins: [
        {
          letscode_session_start: () => void order.push("start"),
          letscode_session_end(context) {
            order.push(`end, aborted ${context.signal.aborted}`);
            expect(() => context.session.append(1)).toThrow(over);
            context.log.warn("bye");
          },
        },
      ],
    });
    await conversation.prompt("Hello");
    await conversation.reset();
    await conversation.prompt("Hello");
    await conversation.end();
    expect([order, conversation.lines]).toEqual([
      ["start", "end, aborted false", "start", "end, aborted false"],
      ["plugin plugin-1: bye", "plugin plugin-1: bye"],
    ]);
  });
});

test("each conversation has its own start and end, however fast one follows the other", async () => {
  const said: string[] = [];
  let id = 1;
  const host = new PluginHost(
    [
      {
        name: "p",
        file: null,
        plugin: {
          async letscode_session_start(context) {
            await new Promise((go) => setImmediate(go));
            said.push(`start ${context.session.id}`);
          },
          letscode_session_end: (context) => void said.push(`end ${context.session.id}`),
        },
      },
    ],
    {
      workspace: "/",
      clock: systemClock,
      redactor: createRedactor([]),
      newId: () => "x",
      model: () => {
        throw new Error("no model here");
      },
      messages: () => [],
      sessionId: () => String(id),
      append: () => {},
      report: (line) => said.push(line),
    },
  );
  const work = [host.start()];
  for (id = 2; id <= 3; id++) work.push(host.restart());
  work.push(host.end());
  await Promise.all(work);
  expect(said).toEqual(["start 1", "end 1", "start 2", "end 2", "start 3", "end 3"]);
});
