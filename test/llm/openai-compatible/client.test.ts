import { once } from "node:events";
import { globalAgent } from "node:http";
import { describe, expect, test } from "vitest";
import type { LLMRequest } from "../../../src/llm/client.ts";
import { answer, content, DONE, finish, reasoning, toolCalls } from "../../loopback/chunks.ts";
import { errorReply, HANG, jsonReply, type Step } from "../../loopback/provider-server.ts";
import { ask, assistant, result, textsOf, user } from "../ask.ts";
import { createManualClock } from "../manual-clock.ts";
import { hostOf, openClient, withServer } from "./open-client.ts";

const prompt = { messages: [user("hi")] };

describe("the model", () => {
  test("that is named is used, and the list is not asked for", async () => {
    await withServer({ otherwise: answer("hi") }, async (server) => {
      const client = openClient(server, { modelId: "org/model:free" });
      expect(client.model).toBe("org/model:free");
      await ask(client, prompt);
      expect(server.requests[0]?.json.model).toBe("org/model:free");
      expect(server.others).toEqual([]);
    });
  });

  test("is the first of the list when none is named, asked for once", async () => {
    await withServer({ otherwise: answer("hi"), models: ["first", "second"] }, async (server) => {
      const client = openClient(server, { modelId: undefined, apiKey: "sk-123456" });
      expect(client.model).toBe("");
      await ask(client, prompt);
      expect(client.model).toBe("first");
      await ask(client, prompt);
      expect(server.requests.map(({ json }) => json.model)).toEqual(["first", "first"]);
      expect(server.others.map(({ path, headers }) => [path, headers.authorization])).toEqual([
        ["/v1/models", "Bearer sk-123456"],
      ]);
    });
  });

  test.each([
    [jsonReply(200, { data: [] }), "lists no model to use."],
    [jsonReply(200, []), "lists no model to use."],
    [["<html>"] as Step[], "lists no model to use."],
    [jsonReply(404, {}), "has no list of models (HTTP 404)."],
  ])("that cannot be found out is asked for by name", async (modelsReply, what) => {
    await withServer({ modelsReply }, async (server) => {
      expect((await ask(openClient(server, { modelId: undefined }), prompt)).error).toMatchObject({
        message: `openai-compatible at ${hostOf(server)} ${what} Name one with --model.`,
        code: "model_not_found",
        recoverable: false,
        retryable: false,
      });
      expect(server.requests).toEqual([]);
    });
  });

  test("is asked for again after a passing failure", async () => {
    await withServer({ modelsReply: errorReply(503, "loading") }, async (server) => {
      const retry = { maxRetries: 1, baseDelayMs: 1, maxDelayMs: 1 };
      const { events, error } = await ask(openClient(server, { modelId: undefined, retry }), prompt);
      expect(events).toMatchObject([{ type: "retry", reason: "APIStatusError: HTTP 503: loading" }]);
      expect(error).toMatchObject({ status: 503, retryable: true });
      expect(server.others).toHaveLength(2);
    });
  });
});

describe("a server that refuses a field it can do without", () => {
  test.each([
    ["stream_options", "off"],
    ["reasoning_effort", "low"],
  ] as const)("gets the request once more without %s, and never again with it", async (field, thinking) => {
    await withServer({ refuse: [field], otherwise: answer("hi") }, async (server) => {
      const client = openClient(server);
      expect(textsOf((await ask(client, { ...prompt, thinking })).events)).toEqual(["hi"]);
      expect(textsOf((await ask(client, { ...prompt, thinking })).events)).toEqual(["hi"]);
      expect(server.requests.map(({ json }) => field in json)).toEqual([true, false, false]);
    });
  });

  test("is not asked a third time when it refuses what was not sent", async () => {
    await withServer({ otherwise: errorReply(400, "bad stream_options") }, async (server) => {
      expect((await ask(openClient(server), prompt)).error).toMatchObject({
        status: 400,
        recoverable: false,
      });
      expect(server.requests.map(({ json }) => "stream_options" in json)).toEqual([true, false]);
    });
  });

  test("is taken at its word only for those", async () => {
    await withServer({ refuse: ["tools", "stream_options"] }, async (server) => {
      const tools = [{ name: "ls", description: "Lists.", parameters: {} }];
      const { error } = await ask(openClient(server), { ...prompt, tools });
      expect(error).toMatchObject({ status: 400, recoverable: false });
      expect(server.requests).toHaveLength(1);
    });
  });

  test.each([
    [["max_completion_tokens"], { limitField: "max_tokens" }],
    [["max_tokens"], { limitField: "max_completion_tokens" }],
    [
      ["stream_options", "max_tokens", "store", "strict"],
      { limitField: "max_completion_tokens", usageOption: false },
    ],
  ] as const)("%j is served when it is configured so", async (refuse, quirks) => {
    await withServer({ refuse, otherwise: answer("hi") }, async (server) => {
      const { error } = await ask(openClient(server, { quirks, maxOutputTokens: 1234 }), prompt);
      expect(error).toBeUndefined();
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.json[quirks.limitField]).toBe(1234);
    });
  });

  test("no limit at all is sent unless configured", async () => {
    await withServer(
      { refuse: ["max_tokens", "max_completion_tokens"], otherwise: answer("hi") },
      async (server) => {
        expect((await ask(openClient(server), prompt)).error).toBeUndefined();
      },
    );
  });
});

test("thinking that a server wants back with a call is sent back", async () => {
  await withServer({ reasoningContent: "required_with_calls", otherwise: answer("done") }, async (server) => {
    server.reply([
      reasoning("hm"),
      toolCalls({ index: 0, id: "a", name: "ls", arguments: "{}" }),
      finish("tool_calls"),
      DONE,
    ]);
    const client = openClient(server, { quirks: { echoThinking: "reasoning_content" } });
    const tools = [{ name: "ls", description: "Lists.", parameters: {} }];
    const { end } = await ask(client, { ...prompt, tools });
    const turn = assistant(end?.content ?? [], { provider: client.provider, model: client.model });
    const next: Partial<LLMRequest> = { messages: [user("hi"), turn, result("a", "ls", "x")], tools };
    expect((await ask(client, { ...prompt, ...next })).error).toBeUndefined();
    expect(server.requests[1]?.json.messages[1].reasoning_content).toBe("hm");
  });
});

test("the address below a base URL keeps its path and its query", async () => {
  await withServer({}, async (server) => {
    await ask(openClient({ baseUrl: `${server.baseUrl}/deployments/x/?api-version=1` }), prompt);
    expect(server.others.map(({ path }) => path)).toEqual([
      "/v1/deployments/x/chat/completions?api-version=1",
    ]);
  });
});

describe("silence", () => {
  const timeout = (server: Parameters<typeof hostOf>[0]) => ({
    message: `openai-compatible at ${hostOf(server)} sent nothing for 3 s for model test-model. A slow model may need more: --provider-timeout SECONDS.`,
    code: "timeout",
    kind: "APITimeoutError",
    summary: "nothing came for 3 s",
    recoverable: true,
    retryable: true,
  });

  test("before the headers is a failure after the limit, and ends the request", async () => {
    await withServer({}, async (server) => {
      server.reply([HANG]);
      const clock = createManualClock();
      const asked = ask(openClient(server, { clock, timeoutMs: 3000 }), prompt);
      const request = await server.received(1);
      clock.pass(3000);
      expect((await asked).error).toMatchObject(timeout(server));
      await request.closed;
    });
  });

  test("in mid-stream is one too, and pings do not break it", async () => {
    await withServer({}, async (server) => {
      const clock = createManualClock();
      let ping = () => {};
      const pinged = new Promise<void>((resolve) => {
        ping = resolve;
      });
      server.reply([content("a"), { wait: pinged }, ": ping\n\nevent: ping\n\n", HANG]);
      const client = openClient(server, { clock, timeoutMs: 3000 });
      const asked = ask(client, prompt, { onEvent: () => setImmediate(waitForPing) });
      const waitForPing = async () => {
        clock.pass(2000);
        const waiting = clock.waiting();
        ping();
        await waiting;
        clock.pass(1000);
      };
      const { events, error } = await asked;
      expect(textsOf(events)).toEqual(["a"]);
      expect(error).toMatchObject(timeout(server));
      expect(clock.asked.at(-1)).toBeLessThanOrEqual(1000);
    });
  });

  test("is broken by an event with data", async () => {
    await withServer({}, async (server) => {
      const clock = createManualClock();
      const pieces = ["a", "b", "c"].map((piece) => {
        let send = () => {};
        const wait = new Promise<void>((resolve) => {
          send = resolve;
        });
        return { steps: [{ wait }, content(piece)] as Step[], send };
      });
      server.reply([content("-"), ...pieces.flatMap(({ steps }) => steps), finish(), DONE]);
      const { events, error } = await ask(openClient(server, { clock, timeoutMs: 3000 }), prompt, {
        onEvent: () =>
          setImmediate(() => {
            clock.pass(2000);
            pieces.shift()?.send();
          }),
      });
      expect(error).toBeUndefined();
      expect(textsOf(events)).toEqual(["-abc"]);
    });
  });

  test("of a slow consumer does not count", async () => {
    await withServer({}, async (server) => {
      const clock = createManualClock();
      server.reply(answer("a", "b", "c"));
      const { events, error } = await ask(openClient(server, { clock, timeoutMs: 3000 }), prompt, {
        onEvent: () => clock.pass(100_000),
      });
      expect(error).toBeUndefined();
      expect(textsOf(events)).toEqual(["abc"]);
    });
  });

  test("without a limit is waited for", async () => {
    await withServer({}, async (server) => {
      const clock = createManualClock();
      server.reply(answer("a"));
      expect((await ask(openClient(server, { clock, timeoutMs: 0 }), prompt)).error).toBeUndefined();
      expect(clock.asked.filter((ms) => ms !== 5000)).toEqual([]);
    });
  });

  test("after the model has stopped is not waited for: the answer is whole", async () => {
    await withServer({}, async (server) => {
      const clock = createManualClock();
      server.reply([content("a"), finish("stop"), HANG]);
      const waiting = clock.waiting();
      const asked = ask(openClient(server, { clock, timeoutMs: 0 }), prompt);
      await waiting;
      clock.pass(5000);
      const { events, error } = await asked;
      expect(error).toBeUndefined();
      expect(events.at(-1)).toEqual({ type: "stop", stop_reason: "end_turn" });
    });
  });
});

test("connections are kept between calls", async () => {
  await withServer({ otherwise: answer("hi") }, async (server) => {
    const client = openClient(server);
    const free = once(globalAgent, "free");
    await ask(client, prompt);
    await free;
    await ask(client, prompt);
    const [first, second] = server.requests;
    expect(first?.port).toBe(second?.port);
  });
});

test("a stream that is all there already leaves turns to others every 8 ms", async () => {
  await withServer({}, async (server) => {
    server.reply([Array.from({ length: 500 }, () => content("abc ")).join(""), finish(), DONE]);
    const clock = createManualClock();
    let inOneTurn = 0;
    let most = 0;
    let running = true;
    const tick = () => {
      inOneTurn = 0;
      if (running) setImmediate(tick);
    };
    setImmediate(tick);
    const { error } = await ask(openClient(server, { clock }), prompt, {
      onEvent: () => {
        clock.pass(1);
        most = Math.max(most, ++inOneTurn);
      },
    });
    running = false;
    expect(error).toBeUndefined();
    expect(most).toBeLessThanOrEqual(9);
  });
});
