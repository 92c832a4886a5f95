import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAgent } from "../../src/create-agent.ts";
import { place } from "./place.ts";

test("an agent in a program keeps its conversation, when it is asked to, and goes on with it", async () => {
  const { home, workspace } = place();
  const agentWith = (session?: string) =>
    createAgent({ workspace, home, environment: {}, model: "demo", ...(session && { session }) });
  const unsaved = await agentWith();
  await unsaved.prompt("demo:text 3");
  expect(unsaved.state.session).toBeNull();

  const first = await agentWith("latest");
  await first.prompt("demo:text 5");
  const kept = first.state.session;
  const { messages } = first.state;
  await expect(agentWith(kept?.id)).rejects.toThrow(`process ${process.pid} has it`);
  await first.close();

  const second = await agentWith("latest");
  expect(second.state.session).toEqual(kept);
  expect(second.state.messages).toEqual(messages);
  await second.prompt("demo:text 2");
  const lines = readFileSync(kept?.file ?? "", "utf8")
    .trimEnd()
    .split("\n");
  expect(lines.slice(1).map((line) => JSON.parse(line).message)).toEqual(second.state.messages);

  await second.reset();
  expect(second.state.session?.id).not.toBe(kept?.id);
  await second.close();

  const other = await agentWith(join(home, "own.jsonl"));
  expect(other.state.session?.file).toBe(join(home, "own.jsonl"));
  await other.close();
});
