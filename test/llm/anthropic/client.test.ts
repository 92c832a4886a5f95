import { describe, expect, test } from "vitest";
import type { LLMRequest } from "../../../src/llm/client.ts";
import type { AssistantContent, ModelMessage } from "../../../src/wire/messages.ts";
import {
  callPart,
  messagesAnswer,
  redactedPart,
  textPart,
  thinkingPart,
} from "../../loopback/messages-chunks.ts";
import { messagesError } from "../../loopback/messages-server.ts";
import type { ProviderServer } from "../../loopback/provider-server.ts";
import { ask, assistant, call, result, textsOf, user } from "../ask.ts";
import { openClient, withMessagesServer } from "./open-client.ts";

const tools = [{ name: "ls", description: "Lists.", parameters: {} }];
const prompt = { messages: [user("hi")], tools };
const hi = messagesAnswer([textPart(0, "hi")]);
const bodies = (server: ProviderServer) => server.requests.map(({ json }) => json);

describe("thinking over tool calls", () => {
  const thinks = messagesAnswer(
    [
      thinkingPart(0, "", "own-1"),
      redactedPart(1, "own-2"),
      thinkingPart(2, "hm", "own-3"),
      callPart(3, "c1", "ls"),
    ],
    "tool_use",
  );

  /** The messages after the first answer of the model and the result of its call. */
  async function afterFirst(server: ProviderServer, thinking: LLMRequest["thinking"], model: string) {
    const { end, events } = await ask(openClient(server, { modelId: model }), { ...prompt, thinking });
    const content = end?.content ?? [call("c1", "ls")];
    const messages: ModelMessage[] = [
      ...prompt.messages,
      assistant(content, { provider: "anthropic", model }),
      result("c1", "ls", "x"),
    ];
    return { messages, shown: events.filter(({ type }) => type === "thinking_delta") };
  }

  test("goes back unchanged, in order, and only to the model that made it", async () => {
    await withMessagesServer({ signed: "own" }, async (server) => {
      server.reply(thinks, hi, hi);
      const { messages, shown } = await afterFirst(server, "low", "claude-sonnet-4-5");
      expect(shown).toEqual([{ type: "thinking_delta", delta: "hm", index: 2 }]);
      const same = await ask(openClient(server), { ...prompt, messages, thinking: "low" });
      expect(same.error).toBeUndefined();
      expect(bodies(server)[1].messages[1].content).toEqual([
        { type: "thinking", thinking: "", signature: "own-1" },
        { type: "redacted_thinking", data: "own-2" },
        { type: "thinking", thinking: "hm", signature: "own-3" },
        { type: "tool_use", id: "c1", name: "ls", input: {} },
      ]);
      const other = await ask(openClient(server, { modelId: "claude-opus-4-1" }), {
        ...prompt,
        messages,
        thinking: "low",
      });
      expect(other.error).toBeUndefined();
      expect(bodies(server)[2].messages[1].content).toHaveLength(1);
      expect(bodies(server)[2]).not.toHaveProperty("thinking");
    });
  });

  test.each([
    ["known to think", "claude-opus-5-5"],
    ["that says so", "claude-haiku-6"],
  ])("goes back unseen to a model %s when nobody asks", async (_, modelId) => {
    await withMessagesServer({ signed: "own", thinks: "always" }, async (server) => {
      server.reply(thinks, hi);
      const { messages, shown } = await afterFirst(server, "off", modelId);
      expect(shown).toEqual([]);
      await ask(openClient(server, { modelId }), { ...prompt, messages });
      expect(bodies(server).at(-1).messages[1].content.slice(0, 3)).toEqual([
        { type: "thinking", thinking: "", signature: "own-1" },
        { type: "redacted_thinking", data: "own-2" },
        { type: "thinking", thinking: "hm", signature: "own-3" },
      ]);
    });
  });

  test("that the account does not know is left behind, and the conversation goes on", async () => {
    await withMessagesServer({ signed: "new" }, async (server) => {
      const old: AssistantContent[] = [
        { type: "thinking", thinking: "hm", signature: "own-1" },
        call("c1", "ls"),
      ];
      const messages = [
        ...prompt.messages,
        assistant(old, { provider: "anthropic", model: "claude-sonnet-4-5" }),
        result("c1", "ls", "x"),
      ];
      server.reply(hi);
      const { events, error } = await ask(openClient(server), { ...prompt, messages, thinking: "low" });
      expect(error).toBeUndefined();
      expect(textsOf(events)).toEqual(["hi"]);
      expect(server.requests.map(({ complaint }) => complaint?.message)).toEqual([
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        undefined,
      ]);
    });
  });
});

describe("what a model refuses is asked for in another way, once", () => {
  const ways = async (
    strict: Parameters<typeof withMessagesServer>[0],
    modelId: string,
    thinking: LLMRequest["thinking"],
  ) => {
    let asked: unknown[] = [];
    await withMessagesServer({ otherwise: hi, ...strict }, async (server) => {
      const client = openClient(server, { modelId });
      for (let calls = 0; calls < 2; calls++)
        expect((await ask(client, { ...prompt, thinking })).error).toBeUndefined();
      asked = bodies(server).map((body) => [
        body.thinking?.type,
        body.output_config?.effort,
        body.max_tokens,
      ]);
    });
    return asked;
  };

  test("a budget, by an effort", async () => {
    expect(await ways({ thinks: "adaptive" }, "my-proxy-model", "high")).toEqual([
      ["enabled", undefined, 8192],
      ["adaptive", "high", 8192],
      ["adaptive", "high", 8192],
    ]);
  });

  test("thinking, not at all", async () => {
    expect(await ways({ thinks: "none" }, "my-proxy-model", "high")).toEqual([
      ["enabled", undefined, 8192],
      [undefined, undefined, 8192],
      [undefined, undefined, 8192],
    ]);
  });

  test("no thinking, by saying nothing", async () => {
    expect(await ways({ thinks: "always" }, "claude-haiku-6", "off")).toEqual([
      ["disabled", undefined, 64_000],
      [undefined, undefined, 64_000],
      [undefined, undefined, 64_000],
    ]);
  });

  test("an effort, without it", async () => {
    const refuseEffort = {
      judge: ({ json }: { json: object }) =>
        "output_config" in json
          ? { status: 400, message: "output_config: Extra inputs are not permitted" }
          : undefined,
    };
    expect(await ways(refuseEffort, "claude-opus-4-8", "low")).toEqual([
      ["adaptive", "low", 64_000],
      ["adaptive", undefined, 64_000],
      ["adaptive", undefined, 64_000],
    ]);
  });

  test("more tokens than it can give, by what it can", async () => {
    expect(await ways({ maxTokens: 4096 }, "my-proxy-model", "off")).toEqual([
      [undefined, undefined, 8192],
      [undefined, undefined, 4096],
      [undefined, undefined, 4096],
    ]);
  });

  test("and what cannot be helped is a failure", async () => {
    const refusal = messagesError(400, "invalid_request_error", "thinking.type.enabled: no");
    await withMessagesServer({ otherwise: refusal, strict: false }, async (server) => {
      const { error } = await ask(openClient(server), { ...prompt, thinking: "low" });
      expect(error).toMatchObject({ status: 400, recoverable: false });
      expect(server.requests).toHaveLength(2);
    });
  });
});

test("the first model of the list is used when none is named", async () => {
  await withMessagesServer({ otherwise: hi, models: ["claude-first", "claude-second"] }, async (server) => {
    const client = openClient(server, { modelId: undefined });
    await ask(client, prompt);
    expect(client.model).toBe("claude-first");
    expect(server.others.map(({ path, headers }) => [path, headers["x-api-key"]])).toEqual([
      ["/v1/models", "sk-ant-test-123456"],
    ]);
  });
});

test("a base URL with the version is understood too", async () => {
  await withMessagesServer({ otherwise: hi }, async (server) => {
    await ask(openClient({ baseUrl: `${server.baseUrl}/v1/` }), prompt);
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/messages"]);
  });
});

test("usage is priced by what it was", async () => {
  await withMessagesServer({ otherwise: hi }, async (server) => {
    const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
    const info = { contextWindow: null, maxOutputTokens: null, images: true, thinking: true, price };
    const { end } = await ask(openClient(server, { info }), prompt);
    expect(end?.usage.cost_usd).toBe((10 * 3 + 5 * 15) / 1e6);
  });
});
