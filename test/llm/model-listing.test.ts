import { afterEach, expect, test } from "vitest";
import { modelsText } from "../../src/cli/model-table.ts";
import { systemClock } from "../../src/clock.ts";
import { CATALOGUE_DATE } from "../../src/llm/catalogue.ts";
import { createHttpFetch } from "../../src/llm/http-fetch.ts";
import { type ListingOptions, listModels } from "../../src/llm/model-listing.ts";
import { PROVIDERS, type ProviderSpec } from "../../src/llm/providers.ts";
import { HANG, type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";

const open: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function server(options: Parameters<typeof startProviderServer>[0]): Promise<ProviderServer> {
  const started = await startProviderServer(options);
  open.push(started);
  return started;
}

const local = (name: string, baseUrl: string): ProviderSpec => ({
  name,
  dialect: "chat",
  baseUrl,
  keyVariables: ["X_API_KEY"],
  local: true,
});

const list = (more: Partial<ListingOptions> = {}) =>
  listModels({
    environment: {},
    fetch: createHttpFetch({}),
    clock: systemClock,
    providers: PROVIDERS.filter((provider) => !provider.local),
    ...more,
  });

test("the list has the order of the table, demo first and any server last", async () => {
  const names = (await list()).map(({ name }) => name);
  expect(names).toEqual([
    "demo",
    "replay/FILE",
    ...PROVIDERS.filter((provider) => !provider.local).map(({ name }) => name),
    "openai-compatible",
  ]);
});

test("servers of this machine are asked at once, and say what they have", async () => {
  const silent = await server({ modelsReply: [HANG] });
  const good = await server({ models: ["llama", "\u001b[2Jname"] });
  const began = Date.now();
  const providers = [
    local("silent", silent.baseUrl),
    local("mute", silent.baseUrl),
    local("gone", "http://127.0.0.1:1/v1"),
    local("good", good.baseUrl),
  ];
  const listed = await list({ providers });
  expect(Date.now() - began).toBeLessThan(3000);
  expect(listed.slice(2, -1).map(({ answers, models }) => [answers, models.map(({ id }) => id)])).toEqual([
    [false, []],
    [false, []],
    [false, []],
    [true, ["good/llama", "good/\u001b[2Jname"]],
  ]);
  const text = modelsText(listed);
  expect(text).toContain(`\n\ngood  answers at ${good.baseUrl}\n  good/llama\n  good/[2Jname\n`);
  expect(text).toContain(`\nsilent  nobody answers at ${silent.baseUrl}\nmute  nobody answers`);
});

test("a server elsewhere is asked nothing", async () => {
  const asked: string[] = [];
  await list({
    fetch: async ({ url }) => {
      asked.push(url);
      throw new Error("no network");
    },
    baseUrl: "https://models.example/v1",
    providers: [...PROVIDERS, local("far", "http://10.0.0.1:8000/v1")],
  });
  expect(asked.every((url) => url.startsWith("http://127.0.0.1:"))).toBe(true);
  expect(asked).toHaveLength(4);
});

test("a described model stands in place of the known one, with the price that is described", async () => {
  const models = [{ id: "openai/gpt-6.2-astra", price: { input: 1, output: 2 } }, { id: "openai/new" }];
  const openai = (await list({ models })).find(({ name }) => name === "openai");
  expect(openai?.models[0]).toEqual({
    id: "openai/gpt-6.2-astra",
    source: "configuration",
    contextWindow: 1_050_000,
    maxOutputTokens: 128_000,
    images: true,
    thinking: true,
    price: { input: 1, output: 2 },
    key: { variable: "OPENAI_API_KEY", set: false },
  });
  expect(openai?.models[1]).toMatchObject({ id: "openai/gpt-6.2-sol", priceDate: CATALOGUE_DATE });
  expect(openai?.models.at(-1)).toEqual({
    id: "openai/new",
    source: "configuration",
    key: { variable: "OPENAI_API_KEY", set: false },
  });
});

test("a long name keeps its figures on a line of their own", async () => {
  const id = `openai/${"x".repeat(60)}`;
  const text = modelsText(await list({ models: [{ id, contextWindow: 1000 }] }));
  expect(text).toContain(`\n  ${id}\n${" ".repeat(39)}1k      -                       -       -\n`);
});
