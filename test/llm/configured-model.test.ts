import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { resolveHeaders } from "../../src/llm/configured-headers.ts";
import { type ConfiguredModel, fullName, keyVariables } from "../../src/llm/configured-model.ts";
import { knownOf, outputLimit } from "../../src/llm/known-of.ts";
import { type HttpChoice, type ModelOptions, selectModel } from "../../src/llm/select-model.ts";

const models: ConfiguredModel[] = [
  { id: "qwen", baseUrl: "http://gpu:8000/v1", apiKeyEnv: "GPU_KEY", contextWindow: 32_768 },
  { id: "Qwen/Qwen3-8B", baseUrl: "http://gpu:8000/v1" },
  { id: "openrouter/a/b", price: { input: 1, output: 2 } },
  { id: "openai/gpt-5", provider: "openrouter" },
  { id: "big", provider: "anthropic", model: "claude-sonnet-5-5", baseUrl: "http://proxy:1" },
  { id: "anywhere" },
];

function select(model: string, more: Partial<ModelOptions> = {}): HttpChoice {
  const choice = selectModel({ environment: {}, models, model, ...more });
  if (choice.type !== "http") throw new Error(`${choice.type} was chosen`);
  return choice;
}

describe("a configured model", () => {
  test("is found before any other, with the address and the key it names", () => {
    expect(select("qwen", { environment: { GPU_KEY: "k-1", OPENAI_API_KEY: "sk-1" } })).toEqual({
      type: "http",
      provider: "openai-compatible",
      dialect: "chat",
      baseUrl: "http://gpu:8000/v1",
      modelId: "qwen",
      apiKey: "k-1",
      apiKeyVariable: "GPU_KEY",
      apiKeyRequired: true,
      info: { contextWindow: 32_768 },
    });
  });

  test.each([
    ["qwen", "openai-compatible", "qwen"],
    ["openai-compatible/qwen", "openai-compatible", "qwen"],
    ["Qwen/Qwen3-8B", "openai-compatible", "Qwen/Qwen3-8B"],
    ["openrouter/a/b", "openrouter", "a/b"],
    ["openai/gpt-5", "openrouter", "openai/gpt-5"],
    ["openrouter/openai/gpt-5", "openrouter", "openai/gpt-5"],
    ["big", "anthropic", "claude-sonnet-5-5"],
  ])("%s is asked of %s as %s", (name, provider, modelId) => {
    expect(select(name)).toMatchObject({ provider, modelId });
  });

  test("has its full name in every list", () => {
    expect(models.map(fullName)).toEqual([
      "openai-compatible/qwen",
      "openai-compatible/Qwen/Qwen3-8B",
      "openrouter/a/b",
      "openrouter/openai/gpt-5",
      "anthropic/big",
      "openai-compatible/anywhere",
    ]);
  });

  test("without an address is where the options say, or is told to need one", () => {
    const environment = { OPENAI_BASE_URL: "http://b/v1" };
    expect(select("anywhere", { environment }).baseUrl).toBe("http://b/v1");
    expect(select("anywhere", { environment, baseUrl: "http://a/v1" }).baseUrl).toBe("http://a/v1");
    expect(select("qwen", { environment }).baseUrl).toBe("http://gpu:8000/v1");
    expect(select("qwen", { baseUrl: "http://a/v1" }).baseUrl).toBe("http://a/v1");
    expect(() => select("anywhere")).toThrow("needs the address of its server");
  });

  test("on a server of its own may do without the usual key", () => {
    expect(select("big").apiKeyRequired).toBe(false);
    expect(select("openrouter/a/b").apiKeyRequired).toBe(true);
  });

  test("is known by what is described, over what the catalogue says", () => {
    expect(knownOf(select("qwen"))).toEqual({
      contextWindow: 32_768,
      maxOutputTokens: null,
      images: true,
      price: null,
    });
    expect(knownOf(select("big"))).toMatchObject({ contextWindow: 1_000_000, price: { input: 2 } });
    expect(knownOf(select("Qwen/Qwen3-8B"))).toBeUndefined();
  });
});

describe("the output limit", () => {
  const limit = (name: string, more: Partial<ModelOptions> = {}) => {
    const choice = select(name, more);
    return outputLimit(choice, knownOf(choice));
  };

  test("is named only where it is configured", () => {
    expect(limit("qwen")).toBeUndefined();
    expect(limit("big")).toBeUndefined();
    expect(limit("qwen", { maxOutputTokens: 1000 })).toBe(1000);
  });

  test("of a model beats the one for all, and neither is more than the model can", () => {
    const own = [{ id: "small", baseUrl: "http://x", maxOutputTokens: 500 }];
    expect(limit("small", { models: own, maxOutputTokens: 1000 })).toBe(500);
    expect(limit("big", { maxOutputTokens: 1_000_000 })).toBe(128_000);
  });
});

describe("configured headers", () => {
  test("take values from variables, in lower case, a model's own over those for all", () => {
    const environment = { TOKEN: " t-1 ", TEAM: "blue" };
    const own = [{ id: "x", baseUrl: "http://x", headers: { "X-Team": "red" } }];
    const headers = { Authorization: "Bearer $TOKEN", "x-team": "$TEAM", "x-cost": "$$5 and $5" };
    expect(select("x", { models: own, headers, environment }).headers).toEqual({
      authorization: "Bearer t-1",
      "x-team": "red",
      "x-cost": "$5 and $5",
    });
  });

  test("go to a server that is found later too", () => {
    expect(selectModel({ environment: {}, headers: { a: "b" }, maxOutputTokens: 9 })).toEqual({
      type: "local",
      headers: { a: "b" },
      maxOutputTokens: 9,
    });
    expect(selectModel({ environment: {}, model: "demo", headers: { a: "$NONE" } })).toEqual({
      type: "demo",
    });
  });

  test("that cannot be sent are refused without their values", () => {
    const refused = (headers: Record<string, string>, environment = {}) => {
      try {
        return resolveHeaders(headers, environment);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(UsageError);
        return (thrown as UsageError).message;
      }
    };
    expect(refused({ "x-a": "$NONE" })).toBe(
      "the configured header x-a needs the variable NONE, which is not set;\nset it, or remove the header",
    );
    expect(refused({ "x-a": "$KEY" }, { KEY: "sk-1\nx: y" })).toBe(
      "the value of the configured header x-a holds characters that no header has;\nwrite it in printable ASCII",
    );
  });

  test("name variables that hold keys, as models do", () => {
    expect(
      keyVariables({
        apiKeyEnv: "A",
        models: [{ id: "x", apiKeyEnv: "B", headers: { h: "$C-$D $$E" } }],
        headers: { i: "Bearer $F" },
      }),
    ).toEqual(["A", "B", "F", "C", "D"]);
    expect(keyVariables({})).toEqual([]);
  });
});
