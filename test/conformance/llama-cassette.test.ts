import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isObject } from "../../conformance/engine/match.mjs";
import { Stage } from "../../conformance/engine/stage.mjs";
import type { Json, JsonObject } from "../../src/wire/messages.ts";
import { LETSCODE } from "../process/letscode.ts";

const CASSETTE = fileURLToPath(
  new URL("../../conformance/cassettes/llama-cpp-conversation.jsonl", import.meta.url),
);
/** The workspace in which it was recorded. */
const FILES = { "notes.txt": "Buy milk and bread.\n", "plan.md": "Paint the door.\n" };
const CONTROL = ["ready", "ack", "done", "bye"];

const recorded = eventsOf(readFileSync(CASSETTE, "utf8"));
const folder = mkdtempSync(join(tmpdir(), "letscode-cassette-"));
const again = join(folder, "again.jsonl");
let written: JsonObject[] = [];
let end: { code: number | null; stderr: string };

beforeAll(async () => {
  const stage = new Stage({
    command: [process.execPath, LETSCODE],
    door: "rpc",
    over: "stdio",
    args: ["--model", `replay/${CASSETTE}`, "--record", again],
  });
  try {
    for (const [name, text] of Object.entries(FILES)) stage.write(name, text);
    await stage.start();
    const connection = await stage.connection(1);
    for (const text of prompts()) {
      const runs = dones(connection.messages) + 1;
      connection.send([{ kind: "message", text: JSON.stringify({ cmd: "prompt", text }) }]);
      await connection.when(() => dones(connection.messages) === runs);
    }
    connection.endInput();
    end = await stage.end();
    written = connection.messages.filter(isObject);
  } finally {
    await stage.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a recorded conversation with a real model holds real tool calls", () => {
  const names = recorded
    .filter(({ type }) => type === "tool_execution_start")
    .map(({ tool_name, arguments: args }) => [tool_name, args]);
  expect(names).toEqual([
    ["read", { path: "notes.txt" }],
    ["read", { path: "plan.md" }],
    ["read", { path: "notes.txt" }],
    ["read", { path: "plan.md" }],
  ]);
});

test("replaying it ends well and says nothing on stderr", () => {
  expect(end).toEqual({ code: 0, stderr: "" });
});

test("replaying it brings the same events to the host", () => {
  const events = written.filter(({ type }) => !CONTROL.includes(String(type)));
  expect(joined(comparable(events))).toEqual(joined(comparable(recorded)));
});

test("recording the replay makes the same cassette, delta by delta", () => {
  expect(comparable(eventsOf(readFileSync(again, "utf8")))).toEqual(comparable(recorded));
});

function eventsOf(jsonLines: string): JsonObject[] {
  const lines = jsonLines.trimEnd().split("\n");
  return lines.map((line): JsonObject => JSON.parse(line)).filter(({ type }) => type !== "clock");
}

function prompts(): Json[] {
  return recorded
    .flatMap(({ type, messages }) =>
      type === "agent_start" ? (messages as { content: { text: string }[] }[]) : [],
    )
    .map(({ content }) => content[0]?.text ?? "");
}

function dones(lines: readonly Json[]): number {
  return lines.filter((line) => isObject(line) && line.type === "done").length;
}

/** The events with what differs in every run made equal: ids of messages, times, the provider, the order in which calls end. */
function comparable(events: readonly JsonObject[]): Json[] {
  const ids = new Map<string, number>();
  const same = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(same);
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([key, field]): [string, Json] => [key, same(field)]);
    const result: JsonObject = Object.fromEntries(fields);
    if (typeof value.role === "string" && typeof value.id === "string") {
      if (!ids.has(value.id)) ids.set(value.id, ids.size);
      result.id = ids.get(value.id) ?? 0;
    }
    if ("timestamp" in value) result.timestamp = 0;
    if ("provider" in value) result.provider = "replay";
    return result;
  };
  return inCallOrder(events).map(same);
}

/** Neighbouring events of tools sorted by their calls: those of different calls come as the tools end. */
function inCallOrder(events: readonly JsonObject[]): JsonObject[] {
  const isOfTool = ({ type }: JsonObject) => String(type).startsWith("tool_execution_");
  const result: JsonObject[] = [];
  for (let from = 0; from < events.length; ) {
    const length = events.slice(from).findIndex((event) => !isOfTool(event));
    const group = events.slice(from, from + Math.max(1, length));
    const calls = group.map(({ tool_call_id }) => tool_call_id);
    result.push(...group.sort((a, b) => calls.indexOf(a.tool_call_id) - calls.indexOf(b.tool_call_id)));
    from += group.length;
  }
  return result;
}

/** Neighbouring deltas of one block as one: a host that is slow gets fewer and longer ones. */
function joined(events: readonly Json[]): Json[] {
  const result: Json[] = [];
  for (const event of events) {
    const last = result.at(-1);
    const whole = last === undefined ? undefined : addDelta(last, event);
    if (whole === undefined) result.push(event);
    else result[result.length - 1] = whole;
  }
  return result;
}

/** `first` with the delta of `second` behind its own; undefined when they are not of one block. */
function addDelta(first: Json, second: Json): Json | undefined {
  if (!isObject(first) || !isObject(second)) return undefined;
  const [a, b] = [first.stream_event, second.stream_event];
  if (!isObject(a) || !isObject(b) || typeof a.delta !== "string" || typeof b.delta !== "string")
    return undefined;
  const kind = ({ type, index, tool_call_id }: JsonObject) => `${type} ${index} ${tool_call_id}`;
  if (kind(a) !== kind(b)) return undefined;
  return { ...first, stream_event: { ...a, delta: a.delta + b.delta } };
}
