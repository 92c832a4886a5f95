/** What a provider needs is loaded by its first prompt, and what other providers need by none. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { type DialectName, PROVIDERS } from "../../src/llm/providers.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { newFolder, startLetscode } from "./letscode.ts";

const RECORDER = resolve(import.meta.dirname, "record-loaded.cjs");
const CHUNKS: Record<DialectName, string> = {
  chat: "chat-dialect.cjs",
  responses: "responses-dialect.cjs",
  messages: "messages-dialect.cjs",
  generate: "generate-dialect.cjs",
};
const providers = [
  ...PROVIDERS.map(({ name, dialect }) => ({ name, dialect })),
  { name: "openai-compatible", dialect: "chat" as const },
];

test.each(providers)("$name costs nothing before the first prompt", async ({ name, dialect }) => {
  const server = await startProviderServer({ isCall: () => true, strict: false });
  const loaded = join(newFolder(), "loaded");
  const files = () => readFileSync(loaded, "utf8").trim().split("\n");
  const key = PROVIDERS.find((provider) => provider.name === name)?.keyVariables[0] ?? "OPENAI_API_KEY";
  const args = ["--mode", "rpc", "--model", `${name}/m`, "--base-url", server.baseUrl, "--max-retries", "0"];
  const env = { NODE_OPTIONS: `--require ${RECORDER}`, LOADED: loaded, [key]: "fake" };
  try {
    const host = startLetscode(args, { env });
    host.send({ cmd: "reset", id: "r" });
    await host.waitFor((line) => line.type === "done" && line.id === "r");
    const before = files();
    host.send({ cmd: "prompt", id: "p", text: "hi" });
    await host.waitFor((line) => line.type === "done" && line.id === "p");
    host.end();
    await host.exited;
    const ofModels = /-dialect\.cjs$|^http-model\.cjs$|^http-fetch\.cjs$|^catalogue\.cjs$/;
    expect(before).toContain("letscode.cjs");
    expect(before.filter((file) => ofModels.test(file))).toEqual([]);
    expect(files().filter((file) => file.endsWith("-dialect.cjs"))).toEqual([CHUNKS[dialect]]);
    expect(server.requests).toHaveLength(1);
  } finally {
    await server.close();
  }
});
