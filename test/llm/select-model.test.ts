import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { type ModelOptions, selectModel } from "../../src/llm/select-model.ts";

const select = (options: Partial<ModelOptions>) => selectModel({ environment: {}, ...options });
const base = "http://127.0.0.1:8080/v1";
const server = {
  type: "http",
  provider: "openai-compatible",
  dialect: "chat",
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

test("without anything, a server of this machine is looked for later", () => {
  expect(select({})).toEqual({ type: "local" });
});

describe("a provider by its name", () => {
  test.each<[string, string, string, string, string]>([
    ["openai", "responses", "https://api.openai.com/v1", "OPENAI_API_KEY", "gpt-6.2-sol"],
    ["anthropic", "messages", "https://api.anthropic.com", "ANTHROPIC_API_KEY", "claude-sonnet-5-5"],
    [
      "google",
      "generate",
      "https://generativelanguage.googleapis.com",
      "GEMINI_API_KEY",
      "gemini-4-hydrogen",
    ],
    ["openrouter/a/b", "chat", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "a/b"],
    ["groq", "chat", "https://api.groq.com/openai/v1", "GROQ_API_KEY", "openai/gpt-oss-120b"],
    ["mistral", "chat", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "mistral-medium-latest"],
    ["deepseek", "chat", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", "deepseek-flash"],
    ["xai", "chat", "https://api.x.ai/v1", "XAI_API_KEY", "grok-4.7"],
  ])("%s needs its key and has its address", (model, dialect, baseUrl, variable, modelId) => {
    const [provider] = model.split("/");
    expect(select({ model })).toMatchObject({
      type: "http",
      provider,
      dialect,
      baseUrl,
      modelId,
      apiKeyRequired: true,
      apiKeyVariable: variable,
    });
    expect(select({ model, environment: { [variable]: "k-1" } })).toMatchObject({ apiKey: "k-1" });
    expect(select({ model, baseUrl: base })).toMatchObject({ provider, baseUrl: base });
  });

  test.each([
    ["ollama/x", "http://127.0.0.1:11434/v1"],
    ["lmstudio/x", "http://127.0.0.1:1234/v1"],
    ["llamacpp/x", "http://127.0.0.1:8080/v1"],
    ["vllm/x", "http://127.0.0.1:8000/v1"],
  ])("%s needs none", (model, baseUrl) => {
    expect(select({ model })).toMatchObject({ baseUrl, modelId: "x", apiKeyRequired: false });
    expect(select({ model: model.split("/")[0] ?? "" })).not.toHaveProperty("modelId");
  });

  test("the address may come from the provider's own variable", () => {
    const environment = {
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
      OPENAI_BASE_URL: "http://127.0.0.1:8/v1",
    };
    expect(select({ model: "anthropic/x", environment })).toMatchObject({ baseUrl: "http://127.0.0.1:9" });
    expect(select({ model: "openai/x", environment })).toMatchObject({ baseUrl: "http://127.0.0.1:8/v1" });
    expect(select({ model: "groq/x", environment })).toMatchObject({
      baseUrl: "https://api.groq.com/openai/v1",
    });
  });

  test("is chosen by its key when no model is named, in the order of the table, and said", () => {
    const environment = { XAI_API_KEY: "x", GEMINI_API_KEY: " ", GOOGLE_API_KEY: "g", DEEPSEEK_API_KEY: "d" };
    expect(select({ environment })).toMatchObject({
      provider: "google",
      modelId: "gemini-4-hydrogen",
      apiKey: "g",
      notice: "using google/gemini-4-hydrogen, since GOOGLE_API_KEY is set (--model chooses another)",
    });
  });
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

  test.each<[Partial<ModelOptions>, string]>([
    [{ model: "gpt-6" }, "--model gpt-6: there is no provider of that name."],
    [{ model: "foo/bar" }, "--model foo/bar: there is no provider of that name."],
    [
      { model: "openai-compatible/x" },
      "--model openai-compatible/x needs the address of its server:\n--base-url URL",
    ],
    [{ model: "replay/" }, "--model replay/: expected replay/FILE, a saved event stream"],
    [{ model: "replay" }, "--model replay: expected replay/FILE, a saved event stream"],
    [{ model: "gpt-6", modelSource: "-m" }, "-m gpt-6: there is no provider of that name."],
    [
      { model: "gpt-6", modelSource: '"model" in /c.json' },
      'model gpt-6 ("model" in /c.json): there is no provider of that name.',
    ],
    [
      { environment: { LETSCODE_MODEL: "foo/bar" } },
      "model foo/bar (LETSCODE_MODEL): there is no provider of that name.",
    ],
    [{ baseUrl: "127.0.0.1:8080" }, "--base-url must begin with http:// or https://"],
    [{ baseUrl: "ftp://x" }, "--base-url must begin with http:// or https://"],
    [{ environment: { OPENAI_BASE_URL: "nonsense" } }, "OPENAI_BASE_URL must begin with http:// or https://"],
  ])("%j", (options, message) => {
    expect(told(options)).toContain(message);
  });
});
