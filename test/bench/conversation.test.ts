import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { conversation, inOneMessage, writeConversation } from "../../bench/conversation.mjs";
import { newFolder, startLetscode } from "../process/letscode.ts";

/** The body of the request that a prompt to this conversation makes. */
async function requestOf(messages: ReturnType<typeof conversation>): Promise<string> {
  let body = "";
  const server = createServer(async (request, response) => {
    for await (const part of request.setEncoding("utf8")) body += part;
    response.writeHead(400).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const cwd = newFolder();
  onTestFinished(() => {
    server.close();
    rmSync(cwd, { recursive: true });
  });
  const file = join(cwd, "long.jsonl");
  writeConversation(file, cwd, messages);
  const url = `http://127.0.0.1:${port}/v1`;
  const host = startLetscode(["--mode", "rpc", "--base-url", url, "--model", "m", "--session", file], {
    cwd,
  });
  host.send({ cmd: "prompt", text: "go on" });
  await host.waitFor("done");
  host.end();
  await host.exited;
  expect(host.stderr()).toBe("");
  return body;
}

test("a long conversation and the same one in a single message are sent as they are, at the same length", async () => {
  const all = conversation(500);
  const [many, one] = [await requestOf(all), await requestOf(inOneMessage(all))];
  const roles = (body: string) => JSON.parse(body).messages.map(({ role }: { role: string }) => role);
  const round = ["user", "assistant", "tool", "assistant"];
  expect(roles(many)).toEqual(["system", ...all.map((_, at) => round[at % 4]), "user"]);
  expect(roles(one)).toEqual(["system", "user", "user"]);
  expect(many.length / one.length).toBeCloseTo(1, 2);
});
