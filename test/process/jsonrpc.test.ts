import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FrameReader } from "../../src/framing/content-length.ts";
import { CODES } from "../../src/jsonrpc/errors.ts";
import type { SessionSettings } from "../../src/wire/session-methods.ts";
import { answer, calls, content } from "../loopback/chunks.ts";
import { HANG, type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { processesOf, processesWith, sleepMark, within } from "./alive.ts";
import { startJsonrpc, testFolder } from "./jsonrpc-host.ts";
import { runLetscode } from "./letscode.ts";

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const model = () => ["--base-url", server.baseUrl, "--model", "m"];
const bash = (command: string) => calls({ id: "c1", name: "bash", arguments: JSON.stringify({ command }) });

/** Everything in the files below a folder. */
function filesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, "utf8")}`)
    .join("\n");
}

describe("letscode --mode jsonrpc", () => {
  test("runs a prompt, and ends with 0 at the end of its input [J10]", async () => {
    server.reply(answer("hel", "lo"));
    const host = await startJsonrpc(model());
    const created = await host.call("session.create");
    expect(created).toMatchObject({ model: "openai-compatible/m" });
    const { session_id } = created;
    expect(await host.call("session.send", { session_id, text: "hi" })).toMatchObject({
      stop_reason: "end_turn",
      error: null,
    });
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.stderr()).toBe("");
    expect(host.stdout()).toMatch(/^Content-Length: \d+\r\n\r\n\{"jsonrpc":"2.0"/);
  });

  test("lets a run go on to its end when the input has ended [J10 B01]", async () => {
    server.reply(bash("sleep 0.3; echo over"), answer("done"));
    const host = await startJsonrpc(model());
    const { session_id } = await host.call("session.create", { permission_mode: "allow" });
    void host.call("session.send", { session_id, text: "go" }).catch(() => {});
    await host.waitFor(({ type }) => type === "tool_execution_start");
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(host.events.at(-1)?.event).toMatchObject({ type: "agent_end", stop_reason: "end_turn" });
    expect(host.stdout()).toContain('"stop_reason":"end_turn","error":null}}');
  });

  test("leaves no run, no child and no lock behind when its client is killed [J10 J13 A07]", async () => {
    const mark = sleepMark();
    server.reply(bash(`sleep ${mark}`));
    const home = testFolder();
    // A host that dies with its pipes: the process between us and letscode.
    const host = await startJsonrpc(model(), { env: { HOME: home } });
    const { session_id } = await host.call("session.create", { permission_mode: "allow" });
    void host.call("session.send", { session_id, text: "go" }).catch(() => {});
    await within(3000, "the tool runs", () => processesWith(`sleep\0${mark}`).length === 1);
    host.child.stdin?.destroy();
    host.child.stdout?.destroy();
    await within(5000, "letscode is gone", () => processesOf(home).length === 0);
    expect(processesWith(`sleep\0${mark}`)).toEqual([]);
    expect(filesBelow(home)).not.toContain(".lock");
    const next = await startJsonrpc(model(), { env: { HOME: home }, cwd: host.cwd });
    expect(await next.call("session.resume", { session_id })).toMatchObject({ running: false });
  });

  test("keeps stdout for the protocol from its first byte on, whatever a plugin prints [J10 A04]", async () => {
    const cwd = testFolder();
    writeFileSync(
      join(cwd, "loud.mjs"),
      `console.log("loaded");
       process.stdout.write("raw\\n");
       export const letscode_tools = () => { console.log("asked"); return []; };`,
    );
    const host = await startJsonrpc(["--model", "demo"], { cwd });
    const { session_id } = await host.call("session.create", { plugins: ["./loud.mjs"] });
    await host.call("session.send", { session_id, text: "demo:text 1" });
    host.end();
    await host.exited;
    const frames = new FrameReader({ maxBytes: 1 << 20 });
    const records = [...frames.push(Buffer.from(host.stdout(), "latin1")), ...frames.end()];
    expect(records.filter(({ type }) => type !== "frame")).toEqual([]);
    expect(records.length).toBeGreaterThan(10);
    for (const word of ["loaded", "raw", "asked"]) expect(host.stderr()).toContain(word);
  });

  test("ends at once with all that runs when nobody reads stdout any more [J10 A17]", async () => {
    const mark = sleepMark();
    server.reply(bash(`sleep ${mark}`));
    const host = await startJsonrpc(model());
    const { session_id } = await host.call("session.create", { permission_mode: "allow" });
    void host.call("session.send", { session_id, text: "go" }).catch(() => {});
    await within(3000, "the tool runs", () => processesWith(`sleep\0${mark}`).length === 1);
    host.child.stdout?.destroy();
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(processesWith(`sleep\0${mark}`)).toEqual([]);
    expect(host.stderr()).toBe("");
  });

  test("ends with the process that --parent-pid names, and with all that runs [J10 A07]", async () => {
    const mark = sleepMark();
    server.reply(bash(`sleep ${mark}`));
    const parent = spawn("sleep", [sleepMark()], { stdio: "ignore" });
    const host = await startJsonrpc([...model(), "--parent-pid", `${parent.pid}`]);
    const { session_id } = await host.call("session.create", { permission_mode: "allow" });
    void host.call("session.send", { session_id, text: "go" }).catch(() => {});
    await within(3000, "the tool runs", () => processesWith(`sleep\0${mark}`).length === 1);
    parent.kill("SIGKILL");
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(processesWith(`sleep\0${mark}`)).toEqual([]);
    expect(host.events.at(-1)?.event).toMatchObject({ type: "agent_end", stop_reason: "aborted" });
  });

  test.each<[string, string[], SessionSettings, string | undefined, number]>([
    ["nothing is said", [], {}, undefined, 1],
    ["the flag says allow", ["--permission-mode", "allow"], {}, undefined, 0],
    ["the configuration says read-only", [], {}, "read-only", 0],
    ["the session says allow", [], { permission_mode: "allow" }, undefined, 0],
    ["the session says ask", ["--permission-mode", "allow"], { permission_mode: "ask" }, undefined, 1],
  ])("asks for permission, or not, when %s [J10]", async (_when, flags, settings, configured, times) => {
    const home = testFolder();
    mkdirSync(join(home, ".config", "letscode"), { recursive: true });
    if (configured !== undefined)
      writeFileSync(
        join(home, ".config", "letscode", "config.json"),
        JSON.stringify({ permission_mode: configured }),
      );
    const host = await startJsonrpc(["--model", "demo", ...flags], {
      env: { HOME: home },
      capabilities: { permissions: true },
    });
    let asked = 0;
    host.connection.onRequest("permission.request", () => {
      asked++;
      return { decision: "deny" };
    });
    const { session_id } = await host.call("session.create", settings);
    await host.call("session.send", { session_id, text: 'demo:tool write {"path":"a","content":"a"}' });
    expect(asked).toBe(times);
  });

  test("ends on a signal with everything that runs, and tells it [J10]", async () => {
    server.reply([content("x"), HANG]);
    const host = await startJsonrpc(model());
    const { session_id } = await host.call("session.create");
    const sent = host.call("session.send", { session_id, text: "go" });
    await host.waitFor(({ type }) => type === "message_update");
    host.child.kill("SIGTERM");
    expect(await sent).toMatchObject({ stop_reason: "aborted", error: null });
    expect(await host.exited).toEqual({ code: 143, signal: null });
  });

  test("answers what is no frame, and ends with 1 [J2]", async () => {
    const host = await startJsonrpc(model());
    host.child.stdin?.write("Content-Length: many\r\n\r\n{}");
    expect(await host.exited).toEqual({ code: 1, signal: null });
    expect(host.stdout()).toContain(`"id":null,"error":{"code":${CODES.invalid_request}`);
  });

  test("goes on with a conversation of another process, in the folder it belongs to", async () => {
    server.reply(answer("one"), answer("two"));
    const home = testFolder();
    const [here, there] = [testFolder(), testFolder()];
    const first = await startJsonrpc(model(), { env: { HOME: home }, cwd: here });
    const { session_id } = await first.call("session.create", { cwd: there });
    await first.call("session.send", { session_id, text: "remember" });
    const { messages } = await first.call("session.messages", { session_id });
    const held = await startJsonrpc(model(), { env: { HOME: home }, cwd: here });
    await expect(held.call("session.resume", { session_id })).rejects.toMatchObject({
      code: CODES.invalid_params,
      message: expect.stringContaining("is open elsewhere"),
      data: { code: "open_elsewhere" },
    });
    first.end();
    await first.exited;
    expect(await held.call("session.resume", { session_id })).toMatchObject({ messages_count: 2 });
    await held.call("session.send", { session_id, text: "again" });
    expect(server.requests.at(-1)?.json.messages.length).toBe(4);
    const copy = await held.call("session.fork", { session_id, message_id: messages[0]?.id as string });
    expect(await held.call("session.get", copy)).toMatchObject({ cwd: there, messages_count: 1 });
    expect((await held.call("session.list", { cwd: there })).sessions.length).toBe(2);
    const listed = await runLetscode(["sessions", "list", "--cwd", there], "", { env: { HOME: home } });
    expect(listed.stdout).toContain(session_id);
    await expect(held.call("session.resume", { ...copy, cwd: here })).rejects.toMatchObject({
      message: expect.stringContaining("session.resume.cwd: "),
    });
  });

  test("refuses settings that cannot be used, naming each", async () => {
    const host = await startJsonrpc(["--model", "demo"]);
    const refused = async (settings: object) =>
      host.call("session.create", settings).then(
        () => "accepted",
        ({ code, message }) => `${code} ${message}`,
      );
    expect(await refused({ cwd: "here" })).toBe(
      '-32602 session.create.cwd: expected an absolute path, got "here"',
    );
    expect(await refused({ cwd: "/not/there" })).toBe(
      "-32602 session.create.cwd: there is no folder: /not/there",
    );
    expect(await refused({ tools: ["read", "jump"] })).toBe(
      '-32602 session.create.tools[1]: expected one of read, write, edit, bash, grep, find, ls, got "jump"',
    );
    expect(await refused({ model: "nobody/knows" })).toMatch(
      /^-32602 session\.create\.model: .*there is no provider of that name/,
    );
    expect(await refused({ plugins: ["./missing.mjs"] })).toMatch(/^-32602 session\.create\..*missing\.mjs/);
    expect(await refused({})).toBe("accepted");
  });

  test.each([
    [
      "base_url",
      ["", "here", "ftp://127.0.0.1/v1"],
      "base_url: expected an http:// or https:// URL, such as http://127.0.0.1:8080/v1",
    ],
    [
      "api_key",
      ["", "sk-SECRET\n", "sk SECRET", "sk-SECRÉT"],
      "api_key: expected a key, in printable ASCII without blanks; it holds something else, or nothing",
    ],
    ["headers", [{ "x y": "SECRET" }], 'headers: "x y" is no name of a header'],
    [
      "headers",
      [{ "x-a": "fine", "x-b": "SECRET\r\nx-c: d" }, { "x-b": "日本" }],
      "headers.x-b: the value holds characters that no header has; write it in printable ASCII",
    ],
  ])("refuses a %s that no request can have, whatever the model", async (field, values, said) => {
    const host = await startJsonrpc(["--model", "demo"]);
    const { session_id } = await host.call("session.create");
    const { invalid_params: code } = CODES;
    for (const value of values) {
      const refusal = (method: string) => ({ code, message: `${method}.${said}` });
      await expect(host.call("session.create", { [field]: value })).rejects.toMatchObject(
        refusal("session.create"),
      );
      await expect(host.call("session.resume", { session_id, [field]: value })).rejects.toMatchObject(
        refusal("session.resume"),
      );
    }
  });

  test("lists models", async () => {
    const host = await startJsonrpc(["--model", "demo"]);
    const { models } = await host.call("models.list");
    expect(models[0]).toEqual({
      id: "demo",
      provider: "demo",
      context_window: null,
      max_output_tokens: null,
      images: false,
      thinking: true,
    });
    expect(models.length).toBeGreaterThan(10);
  });
});

describe("the sessions of one process", () => {
  test("have models, keys and headers of their own, and no key is anywhere", async () => {
    const other = await startProviderServer();
    const home = testFolder();
    const log = join(home, "log.txt");
    const keys = ["sk-of-the-process-1", "sk-of-session-one-2", "sk-of-session-two-3", "secret-header-4444"];
    server.reply(answer(`I was given ${keys[1]}`), answer("and nothing"), answer("by environment"));
    other.reply(bash(`echo "${keys[2]} [$OPENAI_API_KEY]"`), answer(`never ${keys[2]}`));
    const host = await startJsonrpc([...model(), "--log-file", log, "--verbose"], {
      env: { HOME: home, OPENAI_API_KEY: keys[0] as string },
    });
    const one = await host.call("session.create", { api_key: keys[1] as string });
    const two = await host.call("session.create", {
      base_url: other.baseUrl,
      model: "m2",
      api_key: keys[2] as string,
      headers: { "X-Token": keys[3] as string, "X-Literal": "$HOME" },
      permission_mode: "allow",
    });
    const three = await host.call("session.create", { base_url: server.baseUrl, model: "m3" });
    const four = await host.call("session.create");
    for (const { session_id } of [one, two, three, four])
      expect(await host.call("session.send", { session_id, text: "go" })).toMatchObject({ error: null });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${keys[1]}`,
      undefined,
      `Bearer ${keys[0]}`,
    ]);
    expect(other.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${keys[2]}`,
      "x-token": keys[3],
      "x-literal": "$HOME",
    });
    expect([one, two].map((session) => session.model)).toEqual([
      "openai-compatible/m",
      "openai-compatible/m2",
    ]);
    await host.call("session.messages", { session_id: two.session_id });
    await host.call("session.events", { session_id: two.session_id, after: 0 });
    host.end();
    await host.exited;
    await other.close();
    const everything = [host.stdout(), host.stderr(), filesBelow(home)];
    for (const key of keys) expect(everything.filter((text) => text.includes(key))).toEqual([]);
    expect(everything[0]).toContain("[]");
  });

  test("have the configuration and the trust of their folders [H07]", async () => {
    server.reply(answer("one"), answer("two"));
    const [plain, project] = [testFolder(), testFolder()];
    mkdirSync(join(project, ".letscode", "plugins"), { recursive: true });
    writeFileSync(join(project, ".letscode", "config.json"), '{"append_system_prompt":"Speak of otters."}');
    writeFileSync(join(project, "AGENTS.md"), "This project is about otters.");
    writeFileSync(
      join(project, ".letscode", "plugins", "more.mjs"),
      'export const letscode_tools = () => [{ name: "otter", description: "x", execute: () => "y" }];',
    );
    const untrusted = await startJsonrpc(model(), { cwd: plain });
    expect((await untrusted.call("session.create", { cwd: project })).tools).not.toContain("otter");
    expect(untrusted.stderr()).toContain("the project is not trusted");
    const trusted = await startJsonrpc([...model(), "--trust-project"], { cwd: plain });
    const there = await trusted.call("session.create", { cwd: project });
    const here = await trusted.call("session.create");
    expect([there.tools.includes("otter"), here.tools.includes("otter")]).toEqual([true, false]);
    for (const { session_id } of [there, here])
      await trusted.call("session.send", { session_id, text: "go" });
    const prompts = server.requests.map(({ json }) => JSON.stringify(json.messages[0]));
    expect(prompts.map((text) => text.includes("Speak of otters."))).toEqual([true, false]);
    expect(prompts.map((text) => text.includes("about otters"))).toEqual([true, false]);
  });
});

test("nothing of it is loaded in rpc mode", async () => {
  const folder = testFolder();
  const loaded = join(folder, "loaded.txt");
  writeFileSync(loaded, "");
  await runLetscode(["--mode", "rpc", "--model", "demo"], '{"cmd":"prompt","text":"hi"}\n', {
    cwd: folder,
    env: {
      LOADED: loaded,
      NODE_OPTIONS: `--require ${resolve(import.meta.dirname, "record-loaded.cjs")}`,
    },
  });
  const names = readFileSync(loaded, "utf8");
  expect(names).toContain("host.cjs");
  expect(names).not.toMatch(/jsonrpc|listen|validate-method|content-length/);
});
