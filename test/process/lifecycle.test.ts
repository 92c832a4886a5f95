import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { content, DONE, delta } from "../loopback/chunks.ts";
import { HANG, type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { processesWith, sleepMark, within } from "./alive.ts";
import { LETSCODE, type Letscode, newFolder, startLetscode } from "./letscode.ts";

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer();
});
afterAll(() => server.close());

const host = (...flags: string[]) =>
  startLetscode(["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m", ...flags]);

/** A host whose run sits in a bash command that begins so, with a grandchild; both sleep for `mark` seconds. */
async function inCommand(begin = "", ...flags: string[]): Promise<{ process: Letscode; mark: string }> {
  const mark = sleepMark();
  server.reply([bash(`${begin}sleep ${mark} & echo started; sleep ${mark}`), delta({}, "tool_calls"), DONE]);
  const process = host(...flags);
  process.send({ cmd: "prompt", id: "p", text: "go" });
  await process.waitFor("tool_execution_update");
  await within(2000, "both sleep", () => processesWith(`sleep\0${mark}`).length === 2);
  return { process, mark };
}

function bash(command: string): string {
  return delta({
    tool_calls: [{ index: 0, id: "c1", function: { name: "bash", arguments: JSON.stringify({ command }) } }],
  });
}

/** Resolves so many milliseconds from now. */
const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const none = (mark: string) => () => processesWith(`sleep\0${mark}`).length === 0;
const words = (process: Letscode) => process.lines.map(({ type }) => type);

describe("the safety valve", () => {
  it("ends a run that falls silent after the end of input, says so, and exits 0 [C12]", async () => {
    server.reply([content("x"), HANG]);
    const process = host("--shutdown-grace", "0.3");
    process.send({ cmd: "prompt", id: "p", text: "go" });
    await process.waitFor("message_update");
    process.end();
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(words(process).slice(-5)).toEqual(["message_end", "turn_end", "agent_end", "done", "bye"]);
    expect(process.lines.at(-3)).toMatchObject({
      stop_reason: "aborted",
      error: "the run was aborted at shutdown: it was silent for 0.3 s (--shutdown-grace)",
    });
  });

  it("does not count a tool inside its own time limit as silence [C12]", async () => {
    server.reply(
      [bash("sleep 1; echo over"), delta({}, "tool_calls"), DONE],
      [content("ok"), delta({}, "stop"), DONE],
    );
    const process = host("--shutdown-grace", "0.3");
    process.send({ cmd: "prompt", id: "p", text: "go" });
    await process.waitFor("tool_execution_start");
    process.end();
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(process.lines.find(({ type }) => type === "agent_end")).toMatchObject({
      error: null,
      stop_reason: "end_turn",
    });
  });

  it("does not count a retry's pause as silence [C12]", async () => {
    server.reply({ status: 503, body: ["{}"] }, [content("ok"), delta({}, "stop"), DONE]);
    const process = host("--shutdown-grace", "0.3", "--retry-base-delay", "1");
    process.send({ cmd: "prompt", id: "p", text: "go" });
    await process.waitFor("retry");
    process.end();
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(process.lines.find(({ type }) => type === "agent_end")).toMatchObject({ error: null });
  });

  it("takes every event for life, also when the host takes no byte [C12]", async () => {
    const trickle = Array.from({ length: 25 }, (_, at) => [content(`${at} `), { wait: passed(100 * at) }]);
    server.reply([content("x".repeat(400_000)), ...trickle.flat(), delta({}, "stop"), DONE]);
    const asked = server.requests.length;
    const process = startLetscode(
      ["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m", "--shutdown-grace", "1"],
      { read: false },
    );
    process.send({ cmd: "prompt", id: "p", text: "go" });
    process.end();
    await (await server.received(asked + 1)).closed;
    process.resume();
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(process.lines.find(({ type }) => type === "agent_end")).toMatchObject({
      error: null,
      stop_reason: "end_turn",
    });
  });

  it("watches nothing before shutdown began [C12]", async () => {
    server.reply([{ wait: passed(1000) }, content("ok"), delta({}, "stop"), DONE]);
    const process = host("--shutdown-grace", "0.2", "--shutdown-max", "0.5");
    process.send({ cmd: "prompt", id: "p", text: "go" });
    await process.waitFor((line) => line.type === "done");
    expect(process.lines.find(({ type }) => type === "agent_end")).toMatchObject({ error: null });
    process.end();
    expect(await process.exited).toEqual({ code: 0, signal: null });
  });

  it("has the limits that --help names, as has a silent provider [C12 L9]", async () => {
    const process = startLetscode(["--help"]);
    await process.exited;
    const help = process.text().replaceAll(/\s+/g, " ");
    for (const sentence of [
      "--shutdown-grace SECONDS After bye, shutdown, the end of stdin or a server's SIGTERM, end a run that is silent for this long. Default: 300.",
      "--shutdown-max SECONDS The longest a shutdown takes in all. Default: 3600.",
      "--provider-timeout SECONDS Give a silent model call up after this long; 0 never does. Default: 300.",
    ])
      expect(help).toContain(sentence);
  });

  it("ends any run after --shutdown-max [C12]", async () => {
    const { process, mark } = await inCommand("", "--shutdown-max", "0.5");
    process.end();
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(process.lines.at(-3)?.error).toContain("it went on for 0.5 s (--shutdown-max)");
    expect(none(mark)()).toBe(true);
  });

  it("exits 1 without bye when the host takes no byte any more [C12 C10]", async () => {
    const big = "x".repeat(200_000);
    server.reply([content(big), delta({}, "stop"), DONE]);
    const process = startLetscode(
      ["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m", "--shutdown-grace", "0.3"],
      { read: false },
    );
    process.send({ cmd: "prompt", id: "p", text: "go" });
    process.end();
    const [code] = await once(process.child, "exit");
    expect(code).toBe(1);
    process.resume();
    await process.exited;
    expect(words(process)).not.toContain("bye");
  });

  it("takes a slow reader's every byte as life [F7 C12]", async () => {
    server.reply([content("x".repeat(600_000)), delta({}, "stop"), DONE]);
    const process = startLetscode(
      ["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m", "--shutdown-grace", "0.5"],
      { read: false },
    );
    process.send({ cmd: "prompt", id: "p", text: "go" });
    process.end();
    let text = "";
    const { stdout } = process.child;
    stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      stdout.pause();
      setTimeout(() => stdout.resume(), 100);
    });
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(text.length).toBeGreaterThan(2_400_000);
    expect(text.endsWith('{"type":"done","id":"p"}\n{"type":"bye"}\n')).toBe(true);
  });
});

describe("the end of the host and of letscode itself", () => {
  it("aborts, ends children and exits 1 when the reader of stdout is gone [C13 A17]", async () => {
    const { process, mark } = await inCommand();
    process.child.stdout?.destroy();
    process.send({ cmd: "steer", text: "x" });
    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(none(mark)()).toBe(true);
    expect(process.stderr()).toBe("");
  });

  it("notices in a silent run that nobody reads any more, and ends within 2 s [C13]", async () => {
    const { process, mark } = await inCommand();
    process.child.stdout?.destroy();
    await within(
      2000,
      "letscode and its children gone",
      () => process.child.exitCode !== null && none(mark)(),
    );
    expect(process.child.exitCode).toBe(1);
  });

  it("is gone within 2 s, its command too, when a host on plain pipes is killed in a silent run [C13 C14 A07]", async () => {
    const mark = sleepMark();
    server.reply([bash(`sleep ${mark}`), delta({}, "tool_calls"), DONE]);
    const script = `
import subprocess, sys
p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
p.stdin.write(b'{"cmd":"prompt","text":"go"}\\n'); p.stdin.flush()
for line in p.stdout: pass`;
    const args = ["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m"];
    const dying = spawn("python3", ["-c", script, process.execPath, LETSCODE, ...args], { cwd: newFolder() });
    await within(10_000, "the command runs", () => processesWith(`sleep\0${mark}`).length === 1);
    dying.kill("SIGKILL");
    await within(
      2000,
      "letscode and its command gone",
      () => none(mark)() && processesWith(server.baseUrl).length === 0,
    );
  });

  it("goes on for a reader that outlives the process which started it [C11]", async () => {
    const script = `printf '{"cmd":"prompt","text":"demo:wait 1500"}\\n' | "$0" "$@" & exit`;
    const args = ["-c", script, process.execPath, LETSCODE, "--mode", "rpc", "--model", "demo"];
    const reader = spawn("sh", ["-c", 'sh "$@" | cat', "sh", ...args], { cwd: newFolder() });
    let said = "";
    reader.stdout.on("data", (chunk) => {
      said += chunk;
    });
    await once(reader, "close");
    expect(said.trimEnd().endsWith('{"type":"bye"}')).toBe(true);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)(
    "at %s writes the run's last events, ends children and exits %i [C13 C10 B13]",
    async (signal, code) => {
      const { process, mark } = await inCommand();
      process.child.kill(signal);
      expect(await process.exited).toEqual({ code, signal: null });
      expect(none(mark)()).toBe(true);
      expect(words(process).slice(-3)).toEqual(["turn_end", "agent_end", "done"]);
      expect(process.stderr()).toBe("");
    },
  );

  it("ends at once at a second signal, without last words [C13 B13]", async () => {
    // The command heeds no SIGTERM, so that the first signal takes its time.
    const { process, mark } = await inCommand('trap "" TERM; ');
    process.child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.child.kill("SIGTERM");
    expect(await process.exited).toEqual({ code: 143, signal: null });
    expect(words(process)).not.toContain("agent_end");
    await within(2000, "no child left", none(mark));
  });

  it("leaves nothing behind within 2 s when it is killed in mid-tool [C14]", async () => {
    const { process, mark } = await inCommand();
    process.child.kill("SIGKILL");
    await within(2000, "no child left", none(mark));
    expect((await process.exited).signal).toBe("SIGKILL");
  });

  it("ends when the process named by --parent-pid has ended, its children with it [C13]", async () => {
    const parent = spawn("sleep", ["1000"]);
    const { process, mark } = await inCommand("", "--parent-pid", String(parent.pid));
    parent.kill("SIGKILL");
    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(none(mark)()).toBe(true);
  });

  it("is gone within 2 s when a host dies with both pipes, idle or in a run [C13 C14 A07]", async () => {
    for (const prompt of ["", '{"cmd":"prompt","text":"demo:hold"}\n']) {
      const folder = newFolder();
      const script = `const c=require("child_process").spawn(process.execPath,[${JSON.stringify(LETSCODE)},"--mode","rpc","--model","demo","--parent-pid",String(process.pid)],{cwd:${JSON.stringify(folder)}});c.stdin.write(${JSON.stringify(prompt)});c.stdout.on("data",()=>console.log(c.pid));setInterval(()=>{},1000)`;
      const dying = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
      const [line] = await once(dying.stdout, "data");
      const pid = Number(String(line).split("\n")[0]);
      dying.kill("SIGKILL");
      await within(2000, "letscode gone", () => !processesWith(LETSCODE).includes(pid));
    }
  });

  it("ends what a command left in the background at the end of the run [C14 B18]", async () => {
    const mark = sleepMark();
    server.reply(
      [bash(`sleep ${mark} & echo left`), delta({}, "tool_calls"), DONE],
      [content("ok"), delta({}, "stop"), DONE],
    );
    const process = host();
    process.send({ cmd: "prompt", id: "p", text: "go" });
    await process.waitFor("agent_end");
    expect(none(mark)()).toBe(true);
    process.end();
    await process.exited;
  });
});

describe("exit codes", () => {
  it("is 0 after a clean end even when the run failed [C16 L5 B15]", async () => {
    server.reply({ status: 401, body: ['{"error":{"message":"bad key"}}'] });
    const process = host();
    process.send({ cmd: "prompt", id: "p", text: "go" });
    process.end();
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(process.lines.find(({ type }) => type === "error")).toMatchObject({
      status: 401,
      recoverable: false,
      code: "auth",
    });
    expect(words(process).slice(-3)).toEqual(["agent_end", "done", "bye"]);
  });

  it.each([
    [["--mode", "rpc", "--model", "demo", "--frobnicate"], "--frobnicate"],
    [["--mode", "rpc", "--model", "demo", "--max-turns", "many"], "--max-turns"],
    [["--mode", "rpc", "--model", "nobody/x"], "there is no provider of that name"],
    [["--mode", "rpc", "--model", "replay//nowhere/at-all"], "/nowhere/at-all"],
  ])("is 2 with one message on stderr and nothing on stdout for %j [C15]", async (flags, named) => {
    const process = startLetscode(flags);
    process.end();
    expect(await process.exited).toEqual({ code: 2, signal: null });
    expect(process.text()).toBe("");
    expect(process.stderr()).toContain(named);
    expect(process.stderr()).not.toMatch(/\n\s+at /);
  });

  it("is 2 for a configuration that is no JSON, with its place [C15]", async () => {
    const home = newFolder();
    const path = join(home, ".config", "letscode", "config.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{\n  "model": demo\n}\n');
    const process = startLetscode(["--mode", "rpc"], { env: { HOME: home } });
    process.end();
    expect(await process.exited).toEqual({ code: 2, signal: null });
    expect(process.text()).toBe("");
    expect(process.stderr()).toBe(`letscode: ${path}:2:12: expected a value\n`);
  });

  it("is 1 with a fatal error when commands cannot be read [C15]", async () => {
    const unreadable = openSync(join(newFolder(), "written"), "w");
    const child = spawn(process.execPath, [LETSCODE, "--mode", "rpc", "--model", "demo"], {
      stdio: [unreadable, "pipe", "inherit"],
    });
    closeSync(unreadable);
    let text = "";
    child.stdout?.on("data", (chunk) => (text += chunk));
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    const [ready, ...rest] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(ready.type).toBe("ready");
    expect(rest).toEqual([
      {
        type: "error",
        id: null,
        error: "reading commands failed: EBADF: bad file descriptor, read",
        recoverable: false,
        fatal: true,
        code: "io",
      },
    ]);
  });

  it("is 1 with a fatal error and the run's last events when letscode itself fails [C15]", async () => {
    const script = join(newFolder(), "broken.cjs");
    writeFileSync(
      script,
      `process.on("SIGUSR2", () => { throw new Error("boom"); }); require(${JSON.stringify(LETSCODE)});`,
    );
    const child = spawn(process.execPath, [script, "--mode", "rpc", "--model", "demo"], { stdio: "pipe" });
    let text = "";
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (String(chunk).includes("message_update")) child.kill("SIGUSR2");
    });
    child.stdin.write('{"cmd":"prompt","id":"p","text":"demo:text 5\\ndemo:hold"}\n');
    const [code] = await once(child, "close");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const at = lines.findIndex(({ type }) => type === "error");
    expect(code).toBe(1);
    expect(lines[at]).toEqual({
      type: "error",
      id: null,
      error: "letscode failed inside: boom",
      recoverable: false,
      fatal: true,
      code: "internal",
    });
    expect(lines.slice(at + 1).map(({ type }) => type)).toEqual([
      "message_end",
      "turn_end",
      "agent_end",
      "done",
    ]);
    expect(errors).toBe("letscode: it failed inside: boom\n");
  });

  it("answers a prompt without its key with an error that names the variable [C15 L5]", async () => {
    const process = host("--api-key-env", "MY_OWN_KEY");
    process.send({ cmd: "prompt", id: "p", text: "go" });
    process.end();
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(process.lines.find(({ type }) => type === "error")).toMatchObject({
      code: "auth",
      recoverable: false,
    });
    expect(process.lines.find(({ type }) => type === "error")?.error).toContain("MY_OWN_KEY");
  });
});
