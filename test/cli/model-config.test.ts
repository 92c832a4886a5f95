import { describe, expect, test } from "vitest";
import { makeWorld } from "./surroundings.ts";

const USER_FILE = ".config/letscode/config.json";

describe("the key models", () => {
  test("gives each model in the names of the code", () => {
    const { write, read } = makeWorld();
    write(USER_FILE, {
      models: [
        { id: "plain" },
        {
          id: "corp/gpt-5",
          provider: "openai",
          model: "gpt-5",
          base_url: "https://llm.corp.example/v1",
          api_key_env: "CORP_KEY",
          headers: { "x-team": "$TEAM" },
          context_window: 400000,
          max_output_tokens: 64000,
          images: true,
          thinking: false,
          price: { input: 1.25, output: 10, cache_read: 0.125, cache_write: 0 },
          quirks: {
            limit_field: "max_completion_tokens",
            usage_option: false,
            echo_thinking: "reasoning_content",
            opens_thinking: true,
          },
        },
      ],
      headers: { "X-Request-Source": "letscode" },
      max_output_tokens: 4000,
    });
    const { options, notices } = read(["hi"]);
    expect(notices).toEqual([]);
    expect(options.models).toEqual([
      { id: "plain" },
      {
        id: "corp/gpt-5",
        provider: "openai",
        model: "gpt-5",
        baseUrl: "https://llm.corp.example/v1",
        apiKeyEnv: "CORP_KEY",
        headers: { "x-team": "$TEAM" },
        contextWindow: 400000,
        maxOutputTokens: 64000,
        images: true,
        thinking: false,
        price: { input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 0 },
        quirks: {
          limitField: "max_completion_tokens",
          usageOption: false,
          echoThinking: "reasoning_content",
          opensThinking: true,
        },
      },
    ]);
    expect([options.headers, options.maxOutputTokens]).toEqual([{ "X-Request-Source": "letscode" }, 4000]);
  });

  const KEYS =
    "id, provider, model, base_url, api_key_env, headers, context_window, max_output_tokens, images, thinking, price, quirks";
  const PROVIDERS =
    "openai, anthropic, google, openrouter, groq, mistral, deepseek, xai, ollama, lmstudio, llamacpp, vllm or openai-compatible";

  test.each<[string, object, string, string]>([
    ["no list", { models: { id: "x" } }, "models", 'expected a list of models, got {"id":"x"}'],
    ["no object", { models: ["x"] }, "models[0]", `expected an object with ${KEYS}, got "x"`],
    ["no id", { models: [{}] }, "models[0].id", "expected a name, or PROVIDER/ID, got nothing"],
    ["a blank id", { models: [{ id: " " }] }, "models[0].id", 'expected a name, or PROVIDER/ID, got " "'],
    [
      "the name of a built-in model",
      { models: [{ id: "demo" }] },
      "models[0].id",
      '"demo" is built in; give the model another name',
    ],
    [
      "a name twice",
      { models: [{ id: "x" }, { id: "x" }] },
      "models[1].id",
      'there is a model "x" before it',
    ],
    [
      "an unknown key",
      { models: [{ id: "x", base_ulr: "http://x" }] },
      "models[0]",
      'unknown key "base_ulr"; did you mean "base_url"?',
    ],
    [
      "a key that resembles none",
      { models: [{ id: "x", zzzzzzzz: 1 }] },
      "models[0]",
      `unknown key "zzzzzzzz"; known are ${KEYS}`,
    ],
    [
      "an unknown provider",
      { models: [{ id: "x", provider: "opnai" }] },
      "models[0].provider",
      `expected ${PROVIDERS}, got "opnai"`,
    ],
    [
      "no address",
      { models: [{ id: "x", base_url: "localhost" }] },
      "models[0].base_url",
      'expected a URL such as http://127.0.0.1:8080/v1, got "localhost"',
    ],
    [
      "a key in place of its variable, not repeated",
      { models: [{ id: "x", api_key_env: "sk-secret-1" }] },
      "models[0].api_key_env",
      "expected the name of an environment variable, not the key itself",
    ],
    [
      "half a price",
      { models: [{ id: "x", price: { input: 1 } }] },
      "models[0].price",
      "expected input and output, in US dollars per million tokens",
    ],
    [
      "a price that is no number",
      { models: [{ id: "x", price: { input: "1", output: 2 } }] },
      "models[0].price.input",
      'expected a number from 0 to 1000000, got "1"',
    ],
    [
      "a quirk of another kind",
      { models: [{ id: "x" }, { id: "y", quirks: { limit_field: "limit" } }] },
      "models[1].quirks.limit_field",
      'expected max_tokens or max_completion_tokens, got "limit"',
    ],
    [
      "no size",
      { models: [{ id: "x", context_window: 1.5 }] },
      "models[0].context_window",
      "expected a whole number from 1 to 100000000, got 1.5",
    ],
    [
      "no headers",
      { headers: ["x"] },
      "headers",
      'expected headers by name, such as {"x-team": "$TEAM"}, got ["x"]',
    ],
    ["no name of a header", { headers: { "a b": "x" } }, "headers", '"a b" is no name of a header'],
    ["a header's value, not repeated", { headers: { "x-a": 123456 } }, "headers.x-a", "expected a text"],
    [
      "a header that would break requests",
      { models: [{ id: "x", headers: { "Content-Length": "1" } }] },
      "models[0].headers.Content-Length",
      "letscode sets this header itself; remove it",
    ],
    [
      "no limit",
      { max_output_tokens: 0 },
      "max_output_tokens",
      "expected a whole number from 1 to 100000000, got 0",
    ],
  ])("says the file, the key and what was expected: %s", (_, values, key, rest) => {
    const { write, complaint } = makeWorld();
    const file = write(USER_FILE, values);
    expect(complaint(["hi"])).toBe(`"${key}" in ${file}: ${rest}`);
  });
});
