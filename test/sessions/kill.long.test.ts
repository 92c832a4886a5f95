import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { visibleMessages } from "../../src/agent/visible.ts";
import type { Tool } from "../../src/tools/tool.ts";
import type { Message } from "../../src/wire/messages.ts";
import { bodyOf } from "../llm/any-conversation.ts";
import { VOICES } from "../llm/voices/voices.ts";
import { calls, content, DONE, finish, usage } from "../loopback/chunks.ts";
import {
  type RecordedRequest,
  type Reply,
  type Step,
  startProviderServer,
} from "../loopback/provider-server.ts";
import { startLetscode } from "../process/letscode.ts";
import { ofType } from "../process/model-host.ts";
import { folder, place } from "./place.ts";

const KILLS = 200;
/** How many go on at a time. */
const LANES = 4;
/** How many kills one conversation goes through. */
const IN_ONE = 25;
/** A run has about as many lines; some kills come before its first event, some behind its last one. */
const MOST_LINES = 40;
/** How far behind a line a kill may come. */
const LONGEST_MS = 20;

const tools: Tool[] = ["ls", "bash"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object", properties: {} },
  access: () => ({ kind: "read" }),
  execute: async () => ({ content: [] }),
}));

/** A model that looks, runs two commands at once, and says something, in its own time. */
function model(): (request: RecordedRequest) => Reply {
  let count = 0;
  return ({ json }) => {
    const slowly = (steps: string[]): Step[] => steps.flatMap((step) => [{ wait: pause(count % 7) }, step]);
    count++;
    const words = [`Answer ${count}: `, "é🙂 ", "the ", "end."];
    if (json.messages.at(-1).role === "tool")
      return slowly([...words.map(content), finish("stop"), usage(), DONE]);
    const command = (id: string) => ({
      id,
      name: "bash",
      arguments: { command: `echo ${id} >> ran; sleep 0.0${count % 5}` },
    });
    const look = { id: `look${count}`, name: "ls", arguments: { path: "." } };
    return slowly([content("I look."), ...calls(look, command(`one${count}`), command(`two${count}`))]);
  };
}

test("kill -9 at 200 random moments: what the host saw is there, goes on everywhere, and nothing is there twice", async () => {
  const server = await startProviderServer({ otherwise: model() });
  const { home, store } = place();
  const lanes = Array.from({ length: LANES }, () => folder());
  let inARun = 0;
  const killed = async (cwd: string, file: string, prompt: string) => {
    const flags = ["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m", "--session", file];
    const host = startLetscode(flags, { cwd, env: { HOME: home } });
    host.send({ cmd: "prompt", id: "p", text: prompt });
    const moment = 2 + Math.random() * MOST_LINES;
    await host.waitFor(({ type }) => host.lines.length > moment || type === "done");
    await pause(Math.random() * LONGEST_MS);
    host.child.kill("SIGKILL");
    await host.exited;
    const seen: Message[] = [
      ...ofType(host.lines, "message_end").map(({ message }) => message),
      ...ofType(host.lines, "tool_execution_end").map(({ result }) => result),
    ];
    if (seen.length > 0 && ofType(host.lines, "agent_end").length === 0) inARun++;
    if (!existsSync(file)) return expect(seen).toEqual([]);
    const written = readFileSync(file, "utf8").split("\n").slice(1).flatMap(parsed);
    expect(seen.filter(({ id }) => !written.some((message) => message.id === id))).toEqual([]);
    expect(written.length).toBe(new Set(written.map(({ id }) => id)).size);
    const { messages } = await store().read(file);
    for (const message of seen) expect(messages).toContainEqual(message);
    const results = messages.flatMap((one) => (one.role === "tool_result" ? [one.tool_call_id] : []));
    expect(results.length).toBe(new Set(results).size);
    await everyDialectTakes(messages);
  };
  try {
    await Promise.all(
      lanes.map(async (cwd) => {
        for (let kill = 0; kill < KILLS / LANES; kill++)
          await killed(cwd, join(cwd, `${Math.floor(kill / IN_ONE)}.jsonl`), `prompt ${kill}`);
        const ran = readFileSync(join(cwd, "ran"), "utf8").trimEnd().split("\n");
        expect(ran.length).toBe(new Set(ran).size);
      }),
    );
    expect(server.requests.map(({ complaint }) => complaint?.message).filter(Boolean)).toEqual([]);
    // They were killed where it matters.
    expect(inARun).toBeGreaterThan(KILLS / 4);
  } finally {
    await server.close();
  }
}, 300_000);

async function everyDialectTakes(messages: readonly Message[]): Promise<void> {
  const context = { signal: new AbortController().signal, emit: () => {} };
  const visible = await visibleMessages(messages, {}, context);
  for (const voice of VOICES) {
    const body = bodyOf(voice, { system: "Help.", messages: visible, tools, thinking: "off" });
    expect({ [voice.name]: voice.complaint(body) }).toEqual({ [voice.name]: undefined });
  }
}

/** The message of a line; nothing of a line that a kill cut, and of the end. */
function parsed(line: string): Message[] {
  try {
    return [JSON.parse(line).message];
  } catch {
    return [];
  }
}
