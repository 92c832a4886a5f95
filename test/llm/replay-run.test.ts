import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import type { AgentOptions } from "../../src/agent/agent-options.ts";
import { createDemoModel } from "../../src/llm/demo/demo-model.ts";
import type { Cassette } from "../../src/llm/replay/cassette.ts";
import { openCassetteWriter } from "../../src/llm/replay/cassette-writer.ts";
import { loadCassette, parseCassette } from "../../src/llm/replay/load-cassette.ts";
import { createReplayModel } from "../../src/llm/replay/replay-model.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { textOutput } from "../../src/tools/tool.ts";
import type { Event } from "../../src/wire/events.ts";
import type { Message } from "../../src/wire/messages.ts";
import { createManualClock } from "./manual-clock.ts";
import { lines } from "./tape.ts";

const folder = mkdtempSync(join(tmpdir(), "letscode-replay-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ran: string[] = [];
const echo: Tool = {
  name: "read",
  description: "",
  parameters: {},
  concurrency: () => "parallel",
  execute: async (args, { update }) => {
    update("…");
    ran.push(String(args.path));
    if (args.path === "missing") throw new Error("there is no such file");
    return textOutput(`content of ${args.path}`);
  },
};

/** What a host does with an agent, from its first prompt on. */
type Host = (agent: Agent, events: Event[]) => Promise<unknown>;

const clock = createManualClock({ instant: true });

async function run(host: Host, options: AgentOptions): Promise<{ events: Event[]; agent: Agent }> {
  const agent = new Agent({ tools: [echo], thinking: "low", clock, ...options });
  const events: Event[] = [];
  agent.subscribe((event) => void events.push(event));
  await host(agent, events);
  return { events, agent };
}

async function recordRun(host: Host): Promise<{ events: Event[]; cassette: Cassette; path: string }> {
  const path = join(folder, `${Math.random()}.ndjson`);
  const writer = openCassetteWriter(path, { clock, redactor: createRedactor([]) });
  const recording: Host = async (agent, events) => {
    agent.subscribe((event) => writer.record(event));
    await host(agent, events);
  };
  const { events } = await run(recording, { model: createDemoModel({ clock }) });
  writer.close();
  return { events, cassette: loadCassette(path), path };
}

/** The events without what differs from run to run: ids in order of appearance, no times, no provider. */
function plain(events: readonly Event[]): unknown {
  const ids = new Map<string, string>();
  return JSON.parse(JSON.stringify(events), (name, value) => {
    if (name === "timestamp" || name === "provider") return "-";
    if (name !== "id") return value;
    if (!ids.has(value)) ids.set(value, `id ${ids.size}`);
    return ids.get(value);
  });
}

/** Resolves when the agent emits its `count`th event of this kind. */
function nth(agent: Agent, is: (event: Event) => boolean, count = 1): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    agent.subscribe((event) => {
      if (is(event) && ++seen === count) resolve();
    });
  });
}

const isText = (event: Event) => event.type === "message_update" && event.stream_event.type === "text_delta";

const whole: Host = async (agent) => {
  await agent.prompt(
    'demo:think\ndemo:text 40\ndemo:tool read {"path":"a"}\ndemo:tool read {"path":"missing"}',
  );
  await agent.prompt("demo:retry 2\ndemo:tool read {oops\ndemo:text 9");
  await agent.prompt("demo:text 9\ndemo:fail 503");
  await agent.retry();
  await agent.prompt("demo:cut\ndemo:tool read {}");
  agent.followUp("and b.ts");
  await agent.prompt("what is in a.ts?");
  agent.reset();
  await agent.prompt("demo:text 3");
};

describe("a run that was recorded comes again, event for event,", () => {
  test("from --record", async () => {
    const { events, cassette } = await recordRun(whole);
    const again = await run(whole, { model: createReplayModel(cassette) });
    expect(plain(again.events)).toEqual(plain(events));
    expect(events.filter(({ type }) => type === "agent_end")).toHaveLength(7);
  });

  test("from the lines of --mode rpc", async () => {
    const { events } = await recordRun(whole);
    const output = lines({ type: "ready" }, { type: "ack", id: null }, ...events, { type: "bye" });
    const again = await run(whole, { model: createReplayModel(parseCassette(output, "rpc")) });
    expect(plain(again.events)).toEqual(plain(events));
  });

  test("from a log of a JSON-RPC connection", async () => {
    const { events } = await recordRun(whole);
    const log = events.map((event, seq) => ({
      jsonrpc: "2.0",
      method: "session.event",
      params: { session_id: "s", seq: seq + 1, event },
    }));
    const again = await run(whole, { model: createReplayModel(parseCassette(lines(...log), "log")) });
    expect(plain(again.events)).toEqual(plain(events));
  });

  test("from finished messages and errors alone, but for the size of the deltas", async () => {
    const { events } = await recordRun(whole);
    const kept = events.filter(({ type }) => ["message_end", "error", "retry"].includes(type));
    const again = await run(whole, { model: createReplayModel(parseCassette(lines(...kept), "short")) });
    const coarse = (all: readonly Event[]) => plain(all.filter(({ type }) => type !== "message_update"));
    expect(coarse(again.events)).toEqual(coarse(events));
  });

  test("from its own replay, recorded again", async () => {
    const { events, cassette } = await recordRun(whole);
    const { events: second } = await run(whole, { model: createReplayModel(cassette) });
    const third = await run(whole, { model: createReplayModel(parseCassette(lines(...second), "second")) });
    expect(plain(third.events)).toEqual(plain(events));
  });
});

test("tools really run in a replay", async () => {
  const host: Host = (agent) => agent.prompt('demo:tool read {"path":"really"}');
  const { cassette } = await recordRun(host);
  ran.length = 0;
  await run(host, { model: createReplayModel(cassette) });
  expect(ran).toEqual(["really"]);
});

describe("a recorded steer", () => {
  const steered =
    (text: string | undefined): Host =>
    async (agent) => {
      const started = nth(agent, ({ type }) => type === "tool_execution_start");
      const done = agent.prompt('demo:tool read {"path":"a"}\ndemo:text 5');
      await started;
      if (text !== undefined) agent.steer(text);
      await done;
    };

  test("sent again comes to the same", async () => {
    const { events, cassette } = await recordRun(steered("hurry"));
    const again = await run(steered("hurry"), { model: createReplayModel(cassette) });
    expect(plain(again.events)).toEqual(plain(events));
  });

  test("not sent is a mismatch that ends the run, and nothing of the tape is lost", async () => {
    const { cassette } = await recordRun(steered("hurry"));
    const { events, agent } = await run(steered(undefined), { model: createReplayModel(cassette) });
    const error =
      'expected result of read (demo_1), user text "hurry", got result of read (demo_1); send what was recorded, or record anew with --record';
    expect(events.find(({ type }) => type === "error")).toMatchObject({
      error: expect.stringContaining(error),
      recoverable: false,
      code: "replay_mismatch",
    });
    expect(events.at(-1)).toMatchObject({ type: "agent_end", stop_reason: "error" });
    expect(await agent.prompt("hurry")).toEqual({ error: null, stop_reason: "end_turn" });
  });
});

describe("a recorded abort", () => {
  const aborted: Host = async (agent) => {
    const some = nth(agent, isText, 12);
    const done = agent.prompt("demo:text 5000");
    await some;
    await agent.abort();
    await done;
    await agent.prompt("demo:text 3");
  };

  test("sent again ends the same run, and the next prompt goes on with the tape", async () => {
    const { cassette } = await recordRun(aborted);
    const { agent, events } = await run(aborted, { model: createReplayModel(cassette) });
    expect(
      events.filter(({ type }) => type === "agent_end").map((end) => "stop_reason" in end && end.stop_reason),
    ).toEqual(["aborted", "end_turn"]);
    expect(agent.state.messages.at(-1)).toMatchObject({
      role: "assistant",
      model: "demo",
      stop_reason: "end_turn",
    });
  });

  test("not sent is a loud failure", async () => {
    const { cassette } = await recordRun(aborted);
    const host: Host = (agent) => agent.prompt("demo:text 5000");
    const { events } = await run(host, { model: createReplayModel(cassette, { clock }) });
    expect(events.find(({ type }) => type === "error")).toMatchObject({
      error: expect.stringContaining("expected an abort, got none within 5 s"),
      code: "replay_mismatch",
    });
  });
});

describe("a conversation resumed in a new process", () => {
  test("goes on in the recording where its history ends", async () => {
    const prompts = ['demo:tool read {"path":"a"}', "demo:fail 500", "demo:text 4"];
    const { cassette } = await recordRun(async (agent) => {
      for (const prompt of prompts) await agent.prompt(prompt);
    });
    const first = await run((agent) => agent.prompt(prompts[0] ?? ""), {
      model: createReplayModel(cassette),
    });
    const messages: Message[] = structuredClone([...first.agent.state.messages]);
    const resumed = await run((agent) => agent.prompt(prompts[1] ?? ""), {
      model: createReplayModel(cassette),
      messages,
    });
    expect(resumed.events.at(-1)).toMatchObject({ type: "agent_end", stop_reason: "error" });
    const later = await run((agent) => agent.prompt(prompts[2] ?? ""), {
      model: createReplayModel(cassette),
      messages: structuredClone([...resumed.agent.state.messages]),
    });
    expect(later.events.at(-1)).toMatchObject({ type: "agent_end", error: null, stop_reason: "end_turn" });
  });
});
