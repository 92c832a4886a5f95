/** What earlier versions said can still be read, and programs that were built with them still work. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, onTestFinished, test } from "vitest";
import { Feed } from "../../src/client/feed.ts";
import { RunOutcome } from "../../src/client/run-outcome.ts";
import { loadTranscript } from "../../src/sessions/load-transcript.ts";
import type { Event } from "../../src/wire/events.ts";
import { validateCommand } from "../../src/wire/generated/validate-command.gen.js";
import { validateParams } from "../../src/wire/generated/validate-method.gen.js";
import type { JsonObject } from "../../src/wire/messages.ts";
import { newFolder } from "../process/letscode.ts";

const root = fileURLToPath(new URL("../../conformance/golden/", import.meta.url));
const versions = readdirSync(root);
const COMMAND = fileURLToPath(new URL("../../dist/cli/letscode.cjs", import.meta.url));

/** What went through one pipe, in order. */
interface Said {
  name: string;
  isRpc: boolean;
  lines: { from: "host" | "letscode"; message: JsonObject }[];
}

function saidBy(version: string): Said[] {
  const folder = join(root, version, "said");
  const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  return names.map((name) => {
    const lines = readFileSync(join(folder, name), "utf8").split("\n").flatMap(lineOf);
    return { name, lines, isRpc: lines.some(({ message }) => message.type === "ready") };
  });
}

/** Some of what hosts wrote is no JSON, on purpose. */
function lineOf(text: string): Said["lines"] {
  try {
    const message = JSON.parse(text.slice(2));
    const from = text.startsWith("< ") ? "letscode" : "host";
    return typeof message === "object" && message !== null && !Array.isArray(message)
      ? [{ from, message }]
      : [];
  } catch {
    return [];
  }
}

function schemaOf(name: string) {
  const path = fileURLToPath(new URL(`../../schema/${name}-1.schema.json`, import.meta.url));
  return new Ajv({ strict: false }).addSchema(JSON.parse(readFileSync(path, "utf8")), "protocol");
}

describe.each(versions)("what %s said", (version) => {
  const said = saidBy(version);

  test("is something of both protocols", () => {
    expect(said.filter(({ isRpc }) => isRpc).length).toBeGreaterThan(20);
    expect(said.filter(({ isRpc }) => !isRpc).length).toBeGreaterThan(20);
  });

  test("is what the schema of today allows", () => {
    const rpc = schemaOf("letscode-rpc");
    const jsonrpc = schemaOf("letscode-jsonrpc");
    const problems: string[] = [];
    for (const { name, isRpc, lines } of said)
      for (const { from, message } of lines) {
        if (from === "host") continue;
        const [ajv, definition, value] = isRpc
          ? ([rpc, "RpcOutput", message] as const)
          : ([jsonrpc, paramsDefinition(message), message.params] as const);
        if (definition === undefined) continue;
        const validate = ajv.getSchema(`protocol#/definitions/${definition}`);
        if (!validate?.(value))
          problems.push(`${name}: ${JSON.stringify(message)}: ${ajv.errorsText(validate?.errors)}`);
      }
    expect(problems).toEqual([]);
  });

  test("and was told is understood today: what was accepted is not refused", () => {
    const problems = said.flatMap(({ name, isRpc, lines }) =>
      lines.flatMap(({ from, message }) => {
        if (from === "letscode" || wasRefused(lines, message)) return [];
        const problem = isRpc ? commandProblem(message) : requestProblem(message);
        return problem === null ? [] : [`${name}: ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  test("is read by the client of today: each run to its end", async () => {
    const runs = said.flatMap(runsOf);
    expect(runs.length).toBeGreaterThan(40);
    for (const events of runs) {
      const end = events.at(-1);
      const outcome = new RunOutcome();
      const feed = new Feed({ after: 0, maxChars: Number.POSITIVE_INFINITY, fetch: () => Promise.reject() });
      events.forEach((event, at) => {
        outcome.add(event);
        feed.push(at + 1, event);
      });
      feed.finish(events.length);
      const read: unknown[] = [];
      for await (const { event } of feed.read()) read.push(event);
      expect(read).toEqual(events);
      if (end?.type !== "agent_end") throw new Error("no end");
      expect(outcome.result({})).toMatchObject({ stopReason: end.stop_reason, error: end.error });
    }
  });

  test("is kept on disk so that its conversations go on today", async () => {
    const folder = newFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const files = readdirSync(join(root, version, "said")).filter((name) => name.endsWith(".jsonl"));
    expect(files.length).toBeGreaterThan(40);
    for (const name of files) {
      const file = join(folder, name);
      const text = readFileSync(join(root, version, "said", name), "utf8");
      copyFileSync(join(root, version, "said", name), file);
      const { messages, notices } = await loadTranscript(file, { workspace: "/workspace" });
      const kept = text.split("\n").filter((line) => line.includes('"role":'));
      expect(messages.length, name).toBeGreaterThanOrEqual(kept.length);
      expect(
        notices.filter((notice) => /cannot be read|left out/.test(notice)),
        name,
      ).toEqual([]);
    }
  });
});

describe.each(versions)("a program built with %s", (version) => {
  test("drives the letscode of today: sessions, tools, permissions, abort, resume, and RpcClient", async () => {
    const { LetscodeClient, RpcClient, tool } = await import(join(root, version, "client/client.js"));
    const folder = newFolder();
    const state = newFolder();
    onTestFinished(() => {
      for (const made of [folder, state]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
    });
    mkdirSync(join(folder, "src"));
    const env = { PATH: process.env.PATH, HOME: state };
    const add = tool({
      name: "add",
      description: "Adds.",
      parameters: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
      run: ({ a }: { a: number }) => `${a + 1}`,
    });
    const asked: string[] = [];
    const permissions = ({ tool_name }: { tool_name: string }) => {
      asked.push(tool_name);
      return tool_name === "add" ? "allow" : "deny";
    };
    const prompt = 'demo:tool add {"a":1}\ndemo:tool bash {"command":"true"}\ndemo:tool ls {}';
    const command = [process.execPath, COMMAND];

    const client = new LetscodeClient({ command, env });
    const session = await client.createSession({ model: "demo", permissions, tools: [add], cwd: folder });
    const run = session.send(prompt);
    const results: string[] = [];
    for await (const event of run)
      if (event.type === "tool_execution_end") results.push(event.result.content[0].text);
    expect((await run.result).stopReason).toBe("end_turn");
    expect(results).toEqual(["2", expect.stringMatching(/^Denied/), "src/"]);
    expect(asked).toEqual(["add", "bash"]);
    const held = session.send("demo:text 8\ndemo:hold");
    for await (const event of held) if (event.type === "message_update") break;
    await held.abort();
    expect((await held.result).stopReason).toBe("aborted");
    const before = await session.messages();
    await session.close();
    const resumed = await client.resumeSession(session.id, { permissions: "read-only" });
    expect(await resumed.messages()).toEqual(before);
    await client.close();

    const rpc = await RpcClient.start({
      command,
      env,
      cwd: folder,
      permissions,
      tools: [add],
      args: ["--model", "demo"],
    });
    expect((await rpc.prompt(prompt).result).stopReason).toBe("end_turn");
    expect((await rpc.getState()).messages_count).toBeGreaterThan(4);
    await rpc.bye();
  });
});

function paramsDefinition({ method }: JsonObject): string | undefined {
  const names: Record<string, string> = {
    "session.event": "SessionEventParams",
    "session.idle": "SessionIdleParams",
    "session.gap": "SessionGapParams",
    "tool.invoke": "ToolInvokeParams",
    "permission.request": "PermissionRequestParams",
    "user.ask": "UserAskParams",
    "hook.call": "HookCallParams",
  };
  return names[String(method)];
}

/** Whether what a host sent got an error that says so. */
function wasRefused(lines: Said["lines"], { id }: JsonObject): boolean {
  return lines.some(
    ({ from, message }) =>
      from === "letscode" &&
      JSON.stringify(message.id) === JSON.stringify(id) &&
      (message.type === "error" || message.error !== undefined),
  );
}

function commandProblem(message: JsonObject): string | null {
  return typeof message.cmd === "string" && message.id !== undefined
    ? validateCommand(message as { cmd: string })
    : null;
}

function requestProblem({ method, params, id }: JsonObject): string | null {
  return typeof method === "string" && id !== undefined ? validateParams(method, params ?? {}) : null;
}

/** The events of each run, of RPC and of each session of JSON-RPC. */
function runsOf({ lines }: Said): Event[][] {
  const open = new Map<unknown, Event[]>();
  const runs: Event[][] = [];
  for (const { from, message } of lines) {
    const params = message.method === "session.event" ? (message.params as JsonObject) : undefined;
    const event = (params ? params.event : message) as unknown as Event;
    if (from === "host" || (!params && message.method !== undefined)) continue;
    const session = params?.session_id;
    if (event.type === "agent_start") open.set(session, []);
    open.get(session)?.push(event);
    if (event.type !== "agent_end") continue;
    runs.push((open.get(session) ?? []).filter(({ type }) => !["ack", "done"].includes(type as string)));
    open.delete(session);
  }
  return runs;
}
