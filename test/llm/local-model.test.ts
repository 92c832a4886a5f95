import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { ProviderError } from "../../src/errors.ts";
import { createHttpFetch } from "../../src/llm/http-fetch.ts";
import { createLocalModel } from "../../src/llm/local-model.ts";
import type { ProviderSpec } from "../../src/llm/providers.ts";
import type { HttpChoice } from "../../src/llm/select-model.ts";
import { answer } from "../loopback/chunks.ts";
import { HANG, type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { ask, textsOf, user } from "./ask.ts";
import { openClient } from "./openai-compatible/open-client.ts";

const open: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function server(options: Parameters<typeof startProviderServer>[0]): Promise<ProviderServer> {
  const started = await startProviderServer(options);
  open.push(started);
  return started;
}

const spec = (name: string, baseUrl: string): ProviderSpec => ({
  name,
  dialect: "chat",
  baseUrl,
  keyVariables: ["X_API_KEY"],
  local: true,
});

function localModel(servers: ProviderSpec[]) {
  const notices: string[] = [];
  const choices: HttpChoice[] = [];
  const model = createLocalModel({
    fetch: createHttpFetch({}),
    clock: systemClock,
    servers,
    notice: (line) => notices.push(line),
    open: async (choice) => {
      choices.push(choice);
      return openClient(choice, { modelId: choice.modelId, provider: choice.provider });
    },
  });
  return { model, notices, choices };
}

test("takes the first server in order that lists a model, says so once, and looks no further", async () => {
  const silent = await server({ modelsReply: [HANG] });
  const empty = await server({ models: [] });
  const good = await server({ models: ["llama", "other"] });
  const later = await server({ models: ["late"] });
  good.reply(answer("hi"), answer("again"));
  const { model, notices, choices } = localModel([
    spec("gone", "http://127.0.0.1:1/v1"),
    spec("silent", silent.baseUrl),
    spec("empty", empty.baseUrl),
    spec("good", good.baseUrl),
    spec("later", later.baseUrl),
  ]);
  for (const text of ["hi", "again"])
    expect(textsOf((await ask(model, { messages: [user("x")] })).events)).toEqual([text]);
  expect(notices).toEqual([`using good/llama at ${good.baseUrl} (--model chooses another)`]);
  expect(choices).toHaveLength(1);
  expect([model.provider, model.model]).toEqual(["good", "llama"]);
  expect(good.others).toHaveLength(1);
});

test("fails with the shortest ways to get going, demo first, in 80 columns", async () => {
  const { model } = localModel([spec("gone", "http://127.0.0.1:1/v1")]);
  const failure = (await ask(model, { messages: [user("x")] })).error as ProviderError;
  expect(failure).toBeInstanceOf(ProviderError);
  expect({ code: failure.code, recoverable: failure.recoverable }).toEqual({
    code: "model_not_found",
    recoverable: false,
  });
  const lines = failure.message.split("\n");
  expect(lines[2]).toContain("--model demo");
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});
