import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { type ModelOptions, selectModel } from "../../src/llm/select-model.ts";

const select = (options: Partial<ModelOptions>) => selectModel({ environment: {}, ...options });
const base = "http://127.0.0.1:8080/v1";
const server = {
  type: "openai-compatible",
  baseUrl: base,
  apiKeyVariable: "OPENAI_API_KEY",
  apiKeyRequired: false,
};

test.each<[string, Partial<ModelOptions>, object]>([
  ["demo", { model: "demo" }, { type: "demo" }],
  ["demo, whatever server is set", { model: "demo", baseUrl: base }, { type: "demo" }],
  ["a recording", { model: "replay/runs/a b.jsonl" }, { type: "replay", file: "runs/a b.jsonl" }],
  ["an absolute recording", { model: "replay//tmp/a.jsonl" }, { type: "replay", file: "/tmp/a.jsonl" }],
  ["a base URL alone", { baseUrl: base }, server],
  ["OPENAI_BASE_URL alone", { environment: { OPENAI_BASE_URL: base } }, server],
  [
    "--base-url over OPENAI_BASE_URL",
    { baseUrl: base, environment: { OPENAI_BASE_URL: "http://x" } },
    server,
  ],
  ["an id", { baseUrl: base, model: "qwen3" }, { ...server, modelId: "qwen3" }],
  ["an id with a slash", { baseUrl: base, model: "qwen/qwen3" }, { ...server, modelId: "qwen/qwen3" }],
  [
    "the provider and an id",
    { baseUrl: base, model: "openai-compatible/a/b" },
    { ...server, modelId: "a/b" },
  ],
  ["the provider alone", { baseUrl: base, model: "openai-compatible" }, server],
  ["LETSCODE_MODEL", { environment: { LETSCODE_MODEL: "demo" } }, { type: "demo" }],
  [
    "--model over LETSCODE_MODEL",
    { model: "demo", environment: { LETSCODE_MODEL: "replay/x" } },
    { type: "demo" },
  ],
  ["blank values as absent", { model: " ", baseUrl: base, environment: { LETSCODE_MODEL: "" } }, server],
  [
    "the usual key",
    { baseUrl: base, environment: { OPENAI_API_KEY: " sk-1 " } },
    { ...server, apiKey: "sk-1" },
  ],
  [
    "a named key",
    { baseUrl: base, apiKeyEnv: "MY_KEY", environment: { MY_KEY: "k", OPENAI_API_KEY: "sk-1" } },
    { ...server, apiKey: "k", apiKeyVariable: "MY_KEY", apiKeyRequired: true },
  ],
  [
    "a named key that is not set, which the first call tells",
    { baseUrl: base, apiKeyEnv: "MY_KEY", environment: { OPENAI_API_KEY: "sk-1" } },
    { ...server, apiKeyVariable: "MY_KEY", apiKeyRequired: true },
  ],
  ["a base URL with a slash", { baseUrl: `${base}/` }, server],
  ["a base URL that goes too far", { baseUrl: `${base}/chat/completions` }, server],
  [
    "a base URL without a path",
    { baseUrl: "https://a.example" },
    { ...server, baseUrl: "https://a.example" },
  ],
  ["a base URL with a query", { baseUrl: `${base}/?v=1` }, { ...server, baseUrl: `${base}?v=1` }],
])("%s is understood", (_, options, choice) => {
  expect(select(options)).toEqual(choice);
});

describe("what cannot be a model is told in lines of at most 80 columns", () => {
  function told(options: Partial<ModelOptions>): string {
    try {
      select(options);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(UsageError);
      const { message } = thrown as UsageError;
      for (const line of `letscode: ${message}`.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      return message;
    }
    return "nothing";
  }

  test("nothing chosen shows the shortest ways, demo first", () => {
    expect(told({})).toBe(
      [
        "no model chosen. The shortest ways to get going:",
        "  letscode --model demo                           built in, needs no key",
        "  letscode --base-url http://127.0.0.1:8080/v1    any OpenAI-compatible server",
        "  letscode --model replay/FILE                    plays a saved event stream",
      ].join("\n"),
    );
  });

  test.each([
    "openai/gpt-5",
    "anthropic/claude-sonnet-4-5",
    "google/gemini-3-pro",
    "openrouter/a/b",
    "groq/x",
    "mistral/x",
    "deepseek/x",
    "xai/x",
    "ollama/x",
    "lmstudio/x",
    "llamacpp/x",
    "vllm",
  ])("a provider that is not there yet says what is: %s", (model) => {
    for (const more of [{}, { baseUrl: base }])
      expect(told({ model, ...more })).toBe(
        [
          `--model ${model}: ${model.split("/")[0]} is not built in yet.`,
          "Available are demo, replay/FILE and any OpenAI-compatible server:",
          "  letscode --base-url URL --model openai-compatible/ID [--api-key-env NAME]",
        ].join("\n"),
      );
  });

  test.each<[Partial<ModelOptions>, string]>([
    [{ model: "gpt-5" }, "--model gpt-5 is not known here."],
    [{ model: "foo/bar" }, "--model foo/bar is not known here."],
    [
      { model: "openai-compatible/x" },
      "--model openai-compatible/x needs the address of its server:\n--base-url URL",
    ],
    [{ model: "replay/" }, "--model replay/FILE needs the file"],
    [{ model: "replay" }, "--model replay/FILE needs the file"],
    [{ baseUrl: "127.0.0.1:8080" }, "--base-url must begin with http:// or https://"],
    [{ baseUrl: "ftp://x" }, "--base-url must begin with http:// or https://"],
    [{ environment: { OPENAI_BASE_URL: "nonsense" } }, "OPENAI_BASE_URL must begin with http:// or https://"],
  ])("%j", (options, message) => {
    expect(told(options)).toContain(message);
  });
});
