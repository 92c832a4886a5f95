import { expect, test } from "vitest";
import { cataloguedModels, findModel } from "../../src/llm/catalogue.ts";
import { costOf } from "../../src/llm/model-info.ts";
import { findProvider, PROVIDERS } from "../../src/llm/providers.ts";

const usage = {
  input_tokens: 1_000_000,
  output_tokens: 100_000,
  cache_read_tokens: 2_000_000,
  cache_write_tokens: 10_000,
  reasoning_tokens: 50_000,
  cost_usd: null,
};

test("every model belongs to a known provider and has sane limits and prices", () => {
  for (const model of cataloguedModels()) {
    expect(findProvider(model.provider)?.name).toBe(model.provider);
    expect(model.contextWindow).toBeGreaterThan(model.maxOutputTokens ?? 0);
    expect(model.price?.output).toBeGreaterThanOrEqual(model.price?.input ?? 0);
    expect(model.price?.cacheRead ?? 0).toBeLessThan(model.price?.input ?? 0);
  }
});

test("no model stands there twice", () => {
  const names = cataloguedModels().map(({ provider, id }) => `${provider}/${id}`);
  expect(names).toEqual([...new Set(names)]);
});

test("a provider's default model is in the catalogue, or is the provider's own choice", () => {
  for (const { name, defaultModel } of PROVIDERS)
    if (defaultModel !== undefined && name !== "openrouter")
      expect(findModel(name, defaultModel)?.id, name).toBe(defaultModel);
});

test("a dated version is the model it is a version of, and nothing else is guessed", () => {
  expect(findModel("anthropic", "claude-haiku-4-5-20251001")?.id).toBe("claude-haiku-4-5");
  expect(findModel("openai", "gpt-5.4-2026-03-05")?.id).toBe("gpt-5.4");
  expect(findModel("openai", "gpt-5.4-pro")).toBeUndefined();
  expect(findModel("groq", "gpt-5.4")).toBeUndefined();
});

test("costs count each kind of token once; without a price they are not known", () => {
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  expect(costOf(usage, price)).toBe(5.1375);
  expect(costOf(usage, { input: 2, output: 8 })).toBe(6.82);
  expect(costOf(usage, null)).toBeNull();
});
