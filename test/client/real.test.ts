import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LetscodeClient } from "../../src/client/client.ts";
import type { ClientOptions } from "../../src/client/client-options.ts";
import { tool } from "../../src/client/tool.ts";
import { processesOf, processesWith, sleepMark, within } from "../process/alive.ts";
import { LETSCODE } from "../process/letscode.ts";
import { all } from "./connect.ts";

/** A home and a folder to work in, gone when the test is. */
function place() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "letscode-real-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, "work");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "notes.txt"), "one\ntwo\n");
  return { home, cwd };
}

/** A client of the built letscode on the built-in demo model, closed when the test is over. */
function start({ home, cwd } = place(), options: ClientOptions = {}) {
  const env = { PATH: process.env.PATH, HOME: home };
  const client = new LetscodeClient({ command: LETSCODE, args: ["--model", "demo"], env, cwd, ...options });
  onTestFinished(() => client.close());
  return { client, home, cwd };
}

const double = tool({
  name: "double",
  description: "Doubles a number.",
  parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  needsPermission: false,
  run: ({ n }) => ({ content: `${n * 2}`, details: { n } }),
});

describe("a letscode that the client started", () => {
  test("gives a slow loop over text all of it", async () => {
    const { client } = start(place(), { maxWaitingChars: 1000 });
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("demo:text 2000000");
    const { text } = await run.result;
    expect(text.length).toBeGreaterThan(2_000_000);
    expect((await all(run.text())).join("")).toBe(text);
  });

  test("runs a prompt: its events, its text and its result", async () => {
    const { client } = start();
    expect(await client.start()).toMatchObject({
      protocol: "letscode-jsonrpc/1",
      server: { name: "letscode" },
      capabilities: { host_tools: true, permissions: true, ask: true },
    });
    const session = await client.createSession({ permissions: "allow" });
    expect(session.tools).toContain("bash");
    const run = session.send("What is in notes.txt?");
    const pieces: string[] = [];
    const types = new Set<string>();
    for await (const event of run) {
      types.add(event.type);
      if (event.type === "message_update" && event.stream_event.type === "text_delta")
        pieces.push(event.stream_event.delta);
    }
    const result = await run.result;
    expect(result).toMatchObject({ stopReason: "end_turn", error: null });
    expect(pieces.join("").endsWith(result.text)).toBe(true);
    expect(result.text).toContain("notes.txt: 2 lines");
    expect([...types].slice(0, 4)).toEqual(["agent_start", "turn_start", "message_start", "message_end"]);
    const messages = await session.messages();
    expect([result.messageId, result.lastMessageId]).toEqual([messages[0]?.id, messages.at(-1)?.id]);
  });

  test("tells why a run failed, and runs the next one", async () => {
    const session = await start().client.createSession({ permissions: "allow" });
    expect(await session.sendAndWait("demo:fail 401")).toMatchObject({
      stopReason: "error",
      error: expect.stringContaining("401"),
    });
    expect(await session.sendAndWait("demo:text 5")).toMatchObject({ stopReason: "end_turn", error: null });
    await expect(session.sendAndWait(" ")).rejects.toMatchObject({ code: -32602 });
  });

  test("calls the program's tools, asks its person, and heeds its hooks", async () => {
    const asked: unknown[] = [];
    const { client } = start(place(), {
      onQuestion: (question, { session }) => {
        asked.push([session.id, question]);
        return "blue";
      },
      hooks: {
        beforeToolCall: ({ tool_name, arguments: args }) =>
          tool_name === "double" && args.n === 1 ? { arguments: { n: 21 } } : undefined,
        userPrompt: ({ text }) => ({ text: text.replace("RED", "demo:tool") }),
      },
    });
    const session = await client.createSession({ permissions: "read-only", tools: [double] });
    const { text } = await session.sendAndWait('RED double {"n":1}');
    expect(text).toContain("“42”");
    await session.sendAndWait('demo:tool ask_user {"question":"Which colour?","choices":["red","blue"]}');
    expect(asked).toEqual([[session.id, { question: "Which colour?", choices: ["red", "blue"] }]]);
    expect((await session.messages()).at(-2)).toMatchObject({
      role: "tool_result",
      content: [{ type: "text", text: "blue" }],
    });
  });

  test("writes nothing without consent", async () => {
    const { client, cwd } = start();
    const asked: string[] = [];
    const asking = await client.createSession({
      permissions: ({ tool_name, arguments: args }) => {
        asked.push(`${tool_name} ${args.path}`);
        return args.path === "yes.txt" ? "allow" : { decision: "deny", reason: "not this one" };
      },
    });
    const write = (path: string) => `demo:tool write {"path":"${path}","content":"x"}`;
    expect((await asking.sendAndWait(write("no.txt"))).text).toContain("not this one");
    await asking.sendAndWait(write("yes.txt"));
    expect(asked).toEqual(["write no.txt", "write yes.txt"]);
    const reading = await client.createSession({ permissions: "read-only" });
    await reading.sendAndWait(write("never.txt"));
    expect(["no.txt", "yes.txt", "never.txt"].map((name) => existsSync(join(cwd, name)))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test("steers, follows up, and ends what it runs when it is aborted [B03]", async () => {
    const { client } = start();
    const session = await client.createSession({ permissions: "allow" });
    const mark = sleepMark();
    const run = session.send(`demo:tool bash {"command":"sleep ${mark}"}`);
    await within(10_000, "the command runs", () => processesWith(`sleep\0${mark}`).length > 0);
    await session.steer("to the left");
    await session.followUp("and then");
    await run.abort();
    expect(await run.result).toMatchObject({ stopReason: "aborted", error: null });
    await within(2000, "the command is gone", () => processesWith(`sleep\0${mark}`).length === 0);
    expect(await session.abort({ clearQueue: true })).toEqual({ steer: 0, follow_up: 0 });
  });

  test("changes model and thinking, compacts and forgets", async () => {
    const session = await start().client.createSession({ permissions: "allow" });
    await session.sendAndWait("demo:text 5");
    await session.setModel("demo");
    await session.setThinking("high");
    const types = (await all(session.send("demo:think"))).flatMap((event) =>
      event.type === "message_update" ? [event.stream_event.type] : [],
    );
    expect(types).toContain("thinking_delta");
    expect(await session.compact()).toMatchObject({ message_id: expect.any(String) });
    await session.reset();
    expect(await session.messages()).toEqual([]);
  });

  test("gives every event of a session to who watches it, from the first one on", async () => {
    const session = await start().client.createSession({ permissions: "allow" });
    await session.sendAndWait("demo:text 20");
    const seen: string[] = [];
    for await (const { seq, event } of session.watch({ after: 0 })) {
      seen.push(`${seq} ${event.type}`);
      if (event.type === "agent_end") break;
    }
    expect(seen.slice(0, 3)).toEqual(["1 agent_start", "2 turn_start", "3 message_start"]);
  });

  test("loses nothing for a loop that is slow", async () => {
    const { client } = start(place(), { maxWaitingChars: 2000 });
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("demo:text 50000");
    const { text } = await run.result;
    expect((await all(run.text())).join("")).toBe(text);
  });

  test("keeps conversations, which another client lists, goes on with, copies and deletes", async () => {
    const where = place();
    const first = start(where);
    const session = await first.client.createSession({ permissions: "allow" });
    const { messageId } = await session.sendAndWait("demo:text 20");
    const before = await session.messages();
    await first.client.close();

    const { client } = start(where);
    expect(await client.listSessions({ cwd: where.cwd })).toMatchObject([
      { session_id: session.id, messages_count: before.length, running: false },
    ]);
    const again = await client.resumeSession(session.id, { permissions: "allow" });
    expect(await again.messages()).toEqual(before);
    await again.sendAndWait("demo:text 5");
    expect((await again.messages()).length).toBeGreaterThan(before.length);
    const copy = await client.forkSession(session.id, messageId ?? "");
    const forked = await client.resumeSession(copy, { permissions: "read-only" });
    expect((await forked.messages()).map(({ role }) => role)).toEqual(["user"]);
    await again.close();
    await client.deleteSession(session.id);
    expect((await client.listSessions()).map((row) => row.session_id)).toEqual([copy]);
    await expect(client.resumeSession(session.id, { permissions: "allow" })).rejects.toMatchObject({
      data: { code: "session_not_found" },
    });
  });

  test("ends with all it runs when the client is closed in the middle", async () => {
    const { client, home } = start(place(), { closeTimeoutMs: 60_000 });
    const session = await client.createSession({ permissions: "allow" });
    const mark = sleepMark();
    const run = session.send(`demo:tool bash {"command":"sleep ${mark}"}`);
    await within(10_000, "the command runs", () => processesWith(`sleep\0${mark}`).length > 0);
    await client.close();
    expect(await run.result).toMatchObject({ stopReason: "aborted" });
    expect(processesOf(home)).toEqual([]);
  });

  test("that is killed takes everything with it but the client, which says so", async () => {
    const { client, home } = start();
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("demo:hold");
    for await (const { type } of run) if (type === "turn_start") break;
    for (const pid of processesOf(home)) process.kill(pid, "SIGKILL");
    await expect(run.result).rejects.toMatchObject({ name: "ProcessEndedError", signal: "SIGKILL" });
    await expect(client.ping()).rejects.toMatchObject({ signal: "SIGKILL" });
  });

  test("runs twenty sessions at once, each in its own folder", async () => {
    const { client, home } = start();
    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const cwd = join(home, `${n}`);
        mkdirSync(cwd);
        writeFileSync(join(cwd, "here.txt"), "x\n".repeat(n + 1));
        const session = await client.createSession({ permissions: "read-only", cwd, persist: false });
        return (await session.sendAndWait("What is in here.txt?")).text;
      }),
    );
    expect(texts.map((text) => /here\.txt: (\d+) line/.exec(text)?.[1])).toEqual(
      Array.from({ length: 20 }, (_, n) => `${n + 1}`),
    );
  });
});
