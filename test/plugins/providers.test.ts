import { describe, expect, test, vi } from "vitest";
import { ProviderError } from "../../src/errors.ts";
import type { LLMRequest } from "../../src/llm/client.ts";
import type { LoadedPlugin } from "../../src/plugins/loaded-plugin.ts";
import type { PluginProvider } from "../../src/plugins/plugin.ts";
import { collectProviders } from "../../src/plugins/plugin-providers.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";

const REQUEST: LLMRequest = { system: "s", messages: [], tools: [], thinking: "off" };

async function collect(provide: () => unknown, more: LoadedPlugin[] = []) {
  const lines: string[] = [];
  const clock = manualClock();
  const plugin = { name: "p", file: null, plugin: { letscode_providers: provide as never } };
  const collecting = collectProviders(
    [plugin, ...more],
    { workspace: "/ws", clock, redactor: createRedactor([]), report: (line) => void lines.push(line) },
    ["openai"],
  );
  return { clock, collecting, lines };
}

/** The events of one call to a provider that streams this. */
async function ask(stream: PluginProvider["stream"]) {
  const { collecting } = await collect(() => [
    { name: "own", models: [{ id: "big", context_window: 9 }], stream },
  ]);
  const client = (await collecting)[0]?.open("big");
  if (!client) throw new Error("no client");
  const events: unknown[] = [];
  const call = client.stream(REQUEST, { signal: new AbortController().signal, purpose: "turn" });
  for (;;) {
    const step = await call.next();
    if (step.done) return { client, events, end: step.value };
    events.push(step.value);
  }
}

describe("a provider of a plugin", () => {
  test("is a model like any other: its events, its usage, its window", async () => {
    const seen: unknown[] = [];
    const usage = {
      input_tokens: 1,
      output_tokens: 2,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
    };
    const { client, events, end } = await ask(async function* (model, request) {
      seen.push(model, structuredClone(request));
      Object.assign(request, { system: "changed" });
      yield { type: "text_delta", delta: "Hi", index: 0 };
      yield { type: "usage", ...usage } as never;
      yield { type: "stop", stop_reason: "end_turn" };
    });
    expect([client.provider, client.model, client.contextWindow]).toEqual(["own", "big", 9]);
    expect(events).toEqual([
      { type: "text_delta", delta: "Hi", index: 0 },
      { type: "usage", ...usage, cost_usd: null },
      { type: "stop", stop_reason: "end_turn" },
    ]);
    expect(end).toEqual({ usage: { ...usage, cost_usd: null } });
    expect([seen, REQUEST.system]).toEqual([["big", REQUEST], "s"]);
  });

  test.each([
    [
      new Error("no route"),
      { message: "own: no route", recoverable: true, status: undefined, code: undefined },
    ],
    [
      Object.assign(new Error("too long"), { status: 400, code: "context_overflow" }),
      { message: "own: too long", recoverable: false, status: 400, code: "context_overflow" },
    ],
    ["boom", { message: "own: boom", recoverable: true }],
  ])("that throws fails the call: %o", async (thrown, failure) => {
    const asked = ask(async function* () {
      yield { type: "text_delta", delta: "Hi", index: 0 };
      throw thrown;
    });
    await expect(asked).rejects.toBeInstanceOf(ProviderError);
    await expect(asked).rejects.toMatchObject(failure);
  });

  test.each([
    [5, "own: its stream gave 5; expected an event of an answer"],
    [
      { type: "text" },
      'own: its stream gave an event of type "text"; expected one of text_delta, thinking_delta, ',
    ],
    [
      { type: "text_delta", delta: 5, index: 0 },
      "own: its stream gave text_delta.delta: expected text, got 5",
    ],
    [
      { type: "stop", stop_reason: "error" },
      "own: its stream gave stop.stop_reason: expected one of end_turn, ",
    ],
    [
      { type: "tool_call_end", tool_call_id: "x", arguments: [] },
      "tool_call_end.arguments: expected object, got an array",
    ],
  ])("that gives what is no event fails the call: %j", async (event, message) => {
    await expect(
      ask(async function* () {
        yield event as never;
      }),
    ).rejects.toThrow(message);
  });
});

describe("letscode_providers", () => {
  test.each([
    [() => 5, "it returned 5; expected an array of providers"],
    [() => [null], "providers[0]: expected an object, got null"],
    [() => [{ name: "a/b" }], 'providers[0].name: expected letters, digits, "_", "." and "-", got "a/b"'],
    [() => [{ name: "x" }], "providers[0].stream: expected a function"],
    [() => [{ name: "openai", stream() {} }], "providers[0].name: openai is taken"],
    [
      () => [{ name: "x", stream() {}, models: [{}] }],
      "providers[0].models[0].id: expected a text, got undefined",
    ],
    [
      () => [{ name: "x", stream() {}, models: [{ id: "m", context_window: -1 }] }],
      "providers[0].models[0].context_window: expected a number of tokens, got -1",
    ],
    [
      () => {
        throw new Error("boom");
      },
      "boom",
    ],
  ])("is skipped in one line when it fails: %o", async (provide, problem) => {
    const good = {
      name: "good",
      file: null,
      plugin: { letscode_providers: () => [{ name: "fine", async *stream() {} }] },
    };
    const { collecting, lines } = await collect(provide, [good]);
    expect((await collecting).map(({ name }) => name)).toEqual(["fine"]);
    expect(lines).toEqual([`plugin p: letscode_providers failed and was skipped: ${problem}`]);
  });

  test("has ten seconds, and no conversation yet", async () => {
    const { collecting, lines, clock } = await collect(() => new Promise(() => {}));
    await vi.waitFor(() => expect(clock.pending).toEqual([10_000]));
    clock.pass(10_000);
    expect([await collecting, lines]).toEqual([
      [],
      ["plugin p: letscode_providers failed and was skipped: it took longer than 10 s"],
    ]);
    const early = await collect(((context: { session: { entries(): unknown } }) =>
      context.session.entries()) as never);
    await early.collecting;
    expect(early.lines).toEqual([
      "plugin p: letscode_providers failed and was skipped: there is no conversation yet",
    ]);
  });
});
