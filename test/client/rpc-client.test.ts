import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { RpcClient, type RpcClientOptions } from "../../src/client/rpc-client.ts";
import { tool } from "../../src/client/tool.ts";
import { processesOf, processesWith, within } from "../process/alive.ts";
import { LETSCODE } from "../process/letscode.ts";
import { all } from "./connect.ts";
import { script } from "./scripted-process.ts";

/** The built letscode on the built-in demo model, in a folder of its own, ended when the test is. */
async function start(options: Partial<RpcClientOptions> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-rpc-client-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cwd = join(folder, "work");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "notes.txt"), "one\ntwo\n");
  const client = await RpcClient.start({
    command: LETSCODE,
    args: ["--model", "demo", "--no-session"],
    env: { PATH: process.env.PATH, HOME: folder },
    cwd,
    permissions: "allow",
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, cwd, folder };
}

const double = tool({
  name: "double",
  description: "Doubles a number.",
  parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  run: ({ n }) => `${n * 2}`,
});

describe("an RpcClient", () => {
  test("runs a prompt: its events, its text and its result", async () => {
    const { client } = await start();
    expect(client.ready).toMatchObject({ type: "ready", protocol: "letscode-rpc/1" });
    const run = client.prompt("What is in notes.txt?");
    const events = await all(run);
    expect([events[0]?.type, events.at(-1)?.type]).toEqual(["agent_start", "agent_end"]);
    const result = await run.result;
    expect(result).toMatchObject({ stopReason: "end_turn", error: null });
    expect(result.text).toContain("notes.txt");
    const messages = await client.getMessages();
    expect([result.messageId, result.lastMessageId]).toEqual([messages[0]?.id, messages.at(-1)?.id]);
    expect(await client.getMessages({ after: messages[0]?.id ?? "" })).toEqual(messages.slice(1));
    expect(result.usage.output_tokens).toBeGreaterThan(0);
  });

  test("gives a slow loop over text all of it", async () => {
    const { client } = await start({ maxWaitingChars: 1000 });
    const run = client.prompt("demo:text 100000");
    const { text } = await run.result;
    expect((await all(run.text())).join("")).toBe(text);
  });

  test("lets no call wait for an answer that letscode refuses", async () => {
    const nonsense = tool({ ...double, ...double.spec, run: () => [{ type: "smoke" }] as never });
    const endless = tool({
      ...double.spec,
      name: "endless",
      parameters: { type: "object" },
      run: () => ({ content: "1", details: 1n as never }),
    });
    const { client } = await start({ tools: [nonsense, endless] });
    expect((await client.prompt('demo:tool double {"n":1}').result).text).toContain(
      "the program's result was refused: ",
    );
    expect((await client.prompt("demo:tool endless {}").result).text).toContain(
      "the program's result was refused: ",
    );
  });

  test("calls the program's own tools", async () => {
    const { client } = await start({ tools: [double], messageUpdates: "full" });
    expect(client.features).toEqual({ tools: ["double"], message_updates: "full" });
    const { text } = await client.prompt('demo:tool double {"n":21}').result;
    expect(text).toContain("42");
  });

  test("asks for permission, once for what is always allowed", async () => {
    const asked: unknown[] = [];
    const { client } = await start({
      permissions: ({ tool_name, arguments: args }) => {
        asked.push([tool_name, args]);
        return asked.length === 1 ? { decision: "deny", reason: "not today" } : "allow";
      },
    });
    const command = 'demo:tool write {"path":"a.txt","content":"a"}';
    expect((await client.prompt(command).result).text).toContain("not today");
    await client.prompt(command).result;
    expect(asked).toEqual([
      ["write", { path: "a.txt", content: "a" }],
      ["write", { path: "a.txt", content: "a" }],
    ]);
    expect((await client.prompt("What is in a.txt?").result).text).toContain("a.txt");
  });

  test("has nothing written when the choice is to read only", async () => {
    const { client } = await start({ permissions: "read-only" });
    const run = client.prompt('demo:tool write {"path":"a.txt","content":"a"}');
    const results = (await all(run)).flatMap((event) =>
      event.type === "tool_execution_end" ? [event.result.is_error] : [],
    );
    expect(results).toEqual([true]);
  });

  test("steers, follows up and aborts", async () => {
    const { client } = await start();
    const run = client.prompt("demo:hold");
    for await (const { type } of run) if (type === "turn_start") break;
    await client.steer("left");
    await client.followUp("then");
    expect((await client.getState()).running).toBe(true);
    await expect(client.prompt("more").result).rejects.toMatchObject({ code: "busy" });
    expect(await client.abort({ clearQueue: true })).toEqual({ steer: 0, follow_up: 0 });
    expect(await run.result).toMatchObject({ stopReason: "aborted", error: null });
    await client.reset();
    expect(await client.getMessages()).toEqual([]);
  });

  test("changes model and thinking, and compacts", async () => {
    const { client } = await start();
    await client.setThinking("low");
    await client.setModel("demo");
    expect(await client.compact()).toBe(null);
    expect(await client.getState()).toMatchObject({ thinking: "low", running: false });
    await expect(client.setModel("nobody/nothing")).rejects.toMatchObject({ name: "CommandError" });
  });

  test("says bye: the run and what waits come to their ends, then the process does", async () => {
    const { client, cwd, folder } = await start();
    const run = client.prompt('demo:tool bash {"command":"until [ -e go ]; do sleep 0.02; done"}');
    for await (const { type } of run) if (type === "tool_execution_start") break;
    await client.followUp("demo:text 5");
    const over = client.bye();
    writeFileSync(join(cwd, "go"), "");
    await over;
    expect((await run.result).text).toMatch(/1 2 3$/);
    expect(processesOf(folder)).toEqual([]);
    await expect(client.getState()).rejects.toThrow("the client was closed");
  });

  test("closes in the middle of a run, which ends as aborted", async () => {
    const { client, folder } = await start({ closeTimeoutMs: 60_000 });
    const run = client.prompt('demo:tool bash {"command":"sleep 300"}');
    for await (const { type } of run) if (type === "tool_execution_start") break;
    await client.close();
    expect(await run.result).toMatchObject({ stopReason: "aborted" });
    await within(2000, "nothing is left", () => processesOf(folder).length === 0);
  });

  test("gets a gap when its loop was too slow, and goes on behind it", async () => {
    const { client } = await start({ maxWaitingChars: 1000 });
    const run = client.prompt("demo:text 3000");
    await run.result;
    const types = (await all(run)).map(({ type }) => type);
    expect(types.at(-1)).toBe("gap");
    expect(types.length).toBeLessThan(20);
    expect((await client.prompt("demo:text 5").result).text).toMatch(/1 2 3$/);
  });

  test("fails with the code and the last words of a letscode that does not start", async () => {
    await expect(start({ args: ["--no-such-flag"] })).rejects.toThrow(
      /^letscode ended with exit code 2; stderr:\nletscode: .*--no-such-flag/,
    );
  });
});

describe("an RpcClient of something else", () => {
  const ready = `const line = (message) => console.log(JSON.stringify(message));
    process.stdin.removeAllListeners("data");
    line({ type: "ready", protocol: "letscode-rpc/1", letscode: "9.9.9", capabilities: {} });
    let text = "";
    process.stdin.on("data", (bytes) => {
      text += bytes;
      for (let at; (at = text.indexOf("\\n")) >= 0; text = text.slice(at + 1)) heed(JSON.parse(text.slice(0, at)));
    });`;

  test("rejects with its words when the protocols differ", async () => {
    const command = script(`${ready}
      heed = ({ id }) => {
        line({ type: "error", id, error: "this letscode speaks letscode-rpc/2", recoverable: false, fatal: true, code: "protocol_mismatch" });
        process.exit(1);
      };`);
    await expect(RpcClient.start({ command, permissions: "allow" })).rejects.toMatchObject({
      message: "this letscode speaks letscode-rpc/2",
      code: "protocol_mismatch",
    });
  });

  test("is told of its death in the middle of a run", async () => {
    const command = script(`${ready}
      heed = ({ id, cmd }) => {
        if (cmd === "hello") return line({ type: "done", id });
        line({ type: "agent_start", messages: [] });
        console.error("out of memory");
        process.exitCode = 3;
        process.stdin.destroy();
      };`);
    const client = await RpcClient.start({ command, permissions: "allow" });
    const run = client.prompt("go");
    await expect(run.result).rejects.toThrow("letscode ended with exit code 3; stderr:\nout of memory");
    await expect(all(run)).rejects.toMatchObject({ exitCode: 3 });
    await client.close();
    expect(processesWith(command)).toEqual([]);
  });

  test("drops what is no message and goes on", async () => {
    const reports: string[] = [];
    const command = script(`${ready}
      heed = ({ id, cmd }) => {
        console.log("a stray line");
        line({ type: "done", id, messages: [] });
      };`);
    const report = (text: string) => void reports.push(text);
    const client = await RpcClient.start({ command, permissions: "allow", report });
    onTestFinished(() => client.close());
    expect(await client.getMessages()).toEqual([]);
    expect(reports).toEqual(Array(2).fill('a line that is no JSON object was dropped: "a stray line"'));
  });
});
