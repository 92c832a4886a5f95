import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { UsageError } from "../../src/errors.ts";
import { type OpenModelOptions, openModel } from "../../src/llm/open-model.ts";
import { selectModel } from "../../src/llm/select-model.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { answer } from "../loopback/chunks.ts";
import { errorReply } from "../loopback/provider-server.ts";
import { ask, textsOf, user } from "./ask.ts";
import { withServer } from "./openai-compatible/open-client.ts";

const options: OpenModelOptions = {
  environment: {},
  cwd: tmpdir(),
  clock: systemClock,
  redactor: createRedactor([]),
  maxRetries: 2,
  retryBaseDelay: 0.001,
  retryMaxDelay: 0.002,
  providerTimeout: 30,
};

test("demo answers without anything", async () => {
  const model = await openModel({ type: "demo" }, options);
  expect([model.provider, model.model]).toEqual(["demo", "demo"]);
  expect(textsOf((await ask(model, { messages: [user("hi")] })).events).join("")).toContain("demo");
});

test("a server is called with the retries that are set, and its name is learnt", async () => {
  await withServer({ models: ["first"] }, async (server) => {
    server.reply(errorReply(503, "loading"), errorReply(503, "loading"), answer("hi"));
    const choice = selectModel({ baseUrl: server.baseUrl, environment: {} });
    const model = await openModel(choice, options);
    expect([model.provider, model.model]).toEqual(["openai-compatible", ""]);
    const { events } = await ask(model, { messages: [user("hi")] });
    expect(events.slice(0, 2)).toMatchObject([
      { type: "retry", attempt: 2, total_attempts: 3, delay_seconds: 0.001 },
      { type: "retry", attempt: 3, total_attempts: 3, delay_seconds: 0.002 },
    ]);
    expect(textsOf(events)).toEqual(["hi"]);
    expect(model.model).toBe("first");
  });
});

test("a recording is read at once, from the working folder", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "letscode-"));
  await expect(openModel({ type: "replay", file: "none.jsonl" }, { ...options, cwd })).rejects.toThrow(
    UsageError,
  );
  const prompt = { id: "m1", timestamp: 1, role: "user", content: [{ type: "text", text: "hi" }] };
  const message = {
    id: "m2",
    timestamp: 1,
    role: "assistant",
    content: [{ type: "text", text: "as recorded" }],
    provider: "demo",
    model: "demo",
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      cost_usd: 0,
    },
    stop_reason: "end_turn",
  };
  const lines = [prompt, message].map((one) => `${JSON.stringify({ type: "message_end", message: one })}\n`);
  await writeFile(join(cwd, "run.jsonl"), lines.join(""));
  const model = await openModel({ type: "replay", file: "run.jsonl" }, { ...options, cwd });
  expect(textsOf((await ask(model, { messages: [user("hi")] })).events)).toEqual(["as recorded"]);
  await rm(cwd, { recursive: true });
});
