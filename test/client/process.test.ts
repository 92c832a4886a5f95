import { dirname } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LetscodeClient } from "../../src/client/client.ts";
import type { ClientOptions } from "../../src/client/client-options.ts";
import { ProcessEndedError } from "../../src/client/errors.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";
import { processesWith, within } from "../process/alive.ts";
import { script } from "./scripted-process.ts";

const DYING = `
heed = ({ method }) => {
  if (method !== "session.send") return say({ id: 2, result: { session_id: "s1", model: "m", tools: [] } });
  process.stderr.write("first\\n".repeat(100) + "the disk is on fire\\n");
  process.exitCode = 7;
  process.stdin.destroy();
};
`;

/** A client of this script, closed when the test is over. */
function started(text: string, options: ClientOptions = {}) {
  const command = script(text);
  const client = new LetscodeClient({ command, ...options });
  onTestFinished(() => client.close());
  return { client, folder: dirname(command) };
}

describe("the death of the process", () => {
  test("in mid-call rejects everything at once, with its exit code and its last words [J7]", async () => {
    const { client } = started(DYING);
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("go");
    const watch = session.watch()[Symbol.asyncIterator]();
    const outcomes = await Promise.allSettled([
      run.result,
      client.ping(),
      run[Symbol.asyncIterator]().next(),
      watch.next(),
    ]);
    const errors = outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason);
    const [error] = errors;
    expect(error).toBeInstanceOf(ProcessEndedError);
    expect(new Set(errors).size).toBe(1);
    expect(error).toMatchObject({ exitCode: 7, signal: null });
    expect(error.message).toMatch(
      /^letscode ended with exit code 7; stderr:\n(first\n){19}the disk is on fire$/,
    );
    await expect(client.listModels()).rejects.toBe(error);
  });

  test("lets its last words come, however many", async () => {
    const { client } = started(
      `heed = () => {
        require("fs").writeSync(2, "x".repeat(60_000) + "\\nthe last word");
        process.kill(process.pid, "SIGKILL");
      };`,
    );
    await expect(client.ping()).rejects.toMatchObject({ stderr: expect.stringMatching(/\nthe last word$/) });
  });

  test("by a signal says which", async () => {
    const { client } = started(`heed = () => process.kill(process.pid, "SIGKILL");`);
    await expect(client.ping()).rejects.toThrow("letscode was ended by SIGKILL; it said nothing on stderr");
  });

  test("before the handshake is what start rejects with", async () => {
    const { client } = started(`process.stderr.write("unknown flag: --mode\\n"); process.exit(2);`);
    await expect(client.start()).rejects.toThrow(
      "letscode ended with exit code 2; stderr:\nunknown flag: --mode",
    );
  });
});

describe("a process", () => {
  test("that cannot be started is named", async () => {
    const client = new LetscodeClient({ command: "/nowhere/letscode", cwd: "/" });
    await expect(client.start()).rejects.toMatchObject({
      name: "ProcessEndedError",
      message: "/nowhere/letscode cannot be started in /: spawn /nowhere/letscode ENOENT",
    });
  });

  test("that is no letscode is told so, and ended", async () => {
    const { client, folder } = started(`console.log("Welcome!"); setInterval(() => {}, 1000);`);
    await expect(client.start()).rejects.toThrow(
      'what letscode wrote is no JSON-RPC: "Welcome!" is no header field; expected Content-Length: N',
    );
    await within(5000, "the process is gone", () => processesWith(folder).length === 0);
  });

  test("that says something else in the middle of it all is told so, and ended [A04]", async () => {
    const { client, folder } = started(`
      heed = () => { console.log("debugging"); setInterval(() => {}, 1000); process.stdin.destroy(); };
      process.on("SIGTERM", () => process.exit(0));`);
    await expect(client.ping()).rejects.toThrow('what letscode wrote is no JSON-RPC: "debugging"');
    await within(5000, "the process is gone", () => processesWith(folder).length === 0);
  });

  test("is told the mode, the parent and the flags, and has the folder and environment it is given", async () => {
    const heed = `heed = ({ id }) => say({ id, result: { time: 0, about: [process.argv.slice(2), process.cwd(), process.env] } });`;
    const { client, folder } = started(heed, { args: ["--model", "demo"], env: { A: "1" }, cwd: "/" });
    expect(await client.call("ping", {})).toMatchObject({
      about: [["--mode", "jsonrpc", "--parent-pid", `${process.pid}`, "--model", "demo"], "/", { A: "1" }],
    });
    expect(processesWith(folder).length).toBe(1);
  });

  test("has the environment of the program when it is given none", async () => {
    const { client } = started(
      `heed = ({ id }) => say({ id, result: { time: 0, path: process.env.PATH } });`,
    );
    expect(await client.call("ping", {})).toMatchObject({ path: process.env.PATH });
  });

  test("leads a process group of its own", async () => {
    const { client } = started(
      `heed = ({ id }) => say({ id, result: { time: 0, stat: require("fs").readFileSync("/proc/self/stat", "utf8") } });`,
    );
    const { stat } = (await client.call("ping", {})) as unknown as { stat: string };
    const [pid, , , , group] = stat.split(" ");
    expect(group).toBe(pid);
  });

  test("can say on stderr whatever it wants: it is read, and handed on", async () => {
    const heard: string[] = [];
    const flood = `heed = ({ id }) => process.stderr.write("é".repeat(1 << 20), () => say({ id, result: { time: 0 } }));`;
    const { client } = started(flood, { onStderr: (text) => heard.push(text) });
    await client.ping();
    expect(heard.join("") === "é".repeat(1 << 20)).toBe(true);
  });

  test("that does not shake hands in time is given up", async () => {
    const clock = manualClock();
    const { client, folder } = started(
      `process.stdin.removeAllListeners("data"); process.stdin.resume(); process.stderr.write("thinking\\n");`,
      { clock, onStderr: () => clock.pass(30_000) },
    );
    await expect(client.start()).rejects.toThrow(
      "letscode did not shake hands within 30000 ms; stderr:\nthinking",
    );
    await within(5000, "the process is gone", () => processesWith(folder).length === 0);
  });
});

describe("close", () => {
  test("asks letscode to end, and waits until it has", async () => {
    const heard: string[] = [];
    const { client, folder } = started(
      `
      heed = ({ id, method }) => process.stderr.write(method + ".", () => say({ id, result: null }));
      process.stdin.on("end", () => process.stderr.write("end."));
    `,
      { onStderr: (text) => heard.push(text) },
    );
    await client.call("ping", {});
    await client.close();
    expect(processesWith(folder)).toEqual([]);
    expect(heard.join("")).toBe("ping.shutdown.end.");
    await expect(client.ping()).rejects.toThrow("the client was closed");
  });

  test("ends by force a process that does not go, with all of its group [B11]", async () => {
    const { client, folder } = started(
      `
      process.on("SIGTERM", () => {});
      require("child_process").spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)", __filename], { stdio: "ignore" });
      heed = ({ id, method }) => method === "ping" && say({ id, result: { time: 0 } });
      process.stdin.on("end", () => setInterval(() => {}, 1000));
    `,
      { closeTimeoutMs: 100 },
    );
    await client.ping();
    const pending = client.listModels();
    const rejected = expect(pending).rejects.toThrow("the client was closed");
    await client.close();
    await rejected;
    await within(2000, "the group is gone", () => processesWith(folder).length === 0);
  });

  test("during the start ends it", async () => {
    const { client, folder } = started(`process.stdin.removeAllListeners("data");`);
    const start = expect(client.start()).rejects.toThrow("the client was closed");
    await client.close();
    await start;
    await within(5000, "the process is gone", () => processesWith(folder).length === 0);
  });

  test("of a client that never started starts nothing", async () => {
    const client = new LetscodeClient({ command: "/nowhere/letscode" });
    await client.close();
    await expect(client.ping()).rejects.toThrow("the client was closed");
  });
});
