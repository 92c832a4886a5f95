/** Conversations on disk, as reported of others: what went wrong there, tried through the built command. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import { errorReply, HANG } from "../loopback/provider-server.ts";
import { processesOf, within } from "../process/alive.ts";
import type { Letscode, Line } from "../process/letscode.ts";
import { messages, ofType, textOf } from "../process/model-host.ts";
import { inRoom, promptDone, type Room } from "./room.ts";

/** Where a process keeps its conversation. */
async function sessionOf(host: Letscode): Promise<{ id: string; file: string }> {
  host.send({ cmd: "get_state", id: "where" });
  const done = await host.waitFor((line) => line.type === "done" && line.id === "where");
  return done.state.session;
}

/** The messages of a file, each line of which must be whole. */
function saved(file: string) {
  const text = readFileSync(file, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  const [head, ...rest] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(head).toMatchObject({ type: "session", version: 1 });
  return rest.map(({ message }) => message);
}

/** Kills a process as a crash would. */
async function crash(host: Letscode): Promise<void> {
  host.child.kill("SIGKILL");
  await host.exited;
}

async function leave(host: Letscode): Promise<void> {
  host.end();
  expect(await host.exited).toEqual({ code: 0, signal: null });
}

/** A conversation of so many prompts, its process gone. */
async function conversation(room: Room, prompts: number): Promise<{ id: string; file: string }> {
  room.respond(() => answer("Said."));
  const host = room.start();
  for (let at = 0; at < prompts; at++) await promptDone(host, `p${at}`, `prompt ${at}`);
  const session = await sessionOf(host);
  await leave(host);
  return session;
}

/** Everything below a folder with its permissions for others. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
}

describe("a conversation that goes on", () => {
  it(
    "keeps what is said behind a line that a crash cut off, and every good line before it [E01]",
    inRoom(async (room) => {
      const { id, file } = await conversation(room, 2);
      const before = readFileSync(file, "utf8");
      writeFileSync(file, `${before}{"type":"message","mes`);
      const host = room.start(["--resume", id]);
      await promptDone(host, "next", "prompt 2");
      await leave(host);
      expect(host.stderr()).toContain("its last line is cut off and is left out");
      expect(readFileSync(file, "utf8").startsWith(`${before}{"type":"message","mes\n{`)).toBe(true);
      const again = room.start(["--continue"]);
      await promptDone(again, "last", "prompt 3");
      const asked = room.server.requests
        .at(-1)
        ?.json.messages.filter(({ role }: { role: string }) => role === "user");
      expect(asked.map(({ content }: { content: string }) => content)).toEqual(
        [0, 1, 2, 3].map((at) => `prompt ${at}`),
      );
      expect(again.stderr()).toContain("line 6 cannot be read and is left out");
    }),
  );

  it(
    "is refused and left as it is when its first line is damaged; the refusal says how to repair it [E03]",
    inRoom(async (room) => {
      const { id, file } = await conversation(room, 20);
      const whole = readFileSync(file);
      const damaged = Buffer.from(whole);
      damaged[5] = 0;
      writeFileSync(file, damaged);
      for (const flags of [
        ["--resume", id],
        ["--session", file],
      ]) {
        const host = room.start(flags);
        expect(await host.exited).toEqual({ code: 2, signal: null });
        expect([host.lines, host.stderr()]).toEqual([[], expect.stringContaining(`${file}, line 1: `)]);
      }
      const newest = room.start(["--continue"]);
      expect(await newest.exited).toEqual({ code: 2, signal: null });
      expect(newest.stderr()).toContain("is passed over");
      expect(readFileSync(file).equals(damaged)).toBe(true);
      const told = room.start(["--resume", id]);
      await told.exited;
      const line = /it can be read again: (\{.*\})/.exec(told.stderr())?.[1] ?? "";
      writeFileSync(file, `${line}${whole.subarray(whole.indexOf(0x0a)).toString("utf8")}`);
      const host = room.start(["--resume", id]);
      await promptDone(host, "next", "prompt 20");
      expect(saved(file)).toHaveLength(42);
    }),
  );

  it(
    "is its own project's, however alike the names of folders are [E08]",
    inRoom(async (room) => {
      const long = Array.from({ length: 3 }, (_, at) => String(at).repeat(100)).join("/");
      const names = ["a-b/c", "a/b-c", "a/b/c", "项目甲", "测试乙", " ", long];
      room.respond(() => answer("Said."));
      for (const name of names) {
        const cwd = join(room.folder, name);
        mkdirSync(cwd, { recursive: true });
        const host = room.start([], { cwd });
        await promptDone(host, "p", `I am in ${name}`);
        await leave(host);
      }
      for (const name of names) {
        const host = room.start(["--continue"], { cwd: join(room.folder, name) });
        const { file } = await sessionOf(host);
        expect(textOf(saved(file)[0])).toBe(`I am in ${name}`);
        expect(JSON.parse(readFileSync(file, "utf8").split("\n")[0] ?? "").cwd).toBe(join(room.folder, name));
        expect(Math.max(...file.split("/").map((part) => Buffer.byteLength(part)))).toBeLessThanOrEqual(64);
        await leave(host);
      }
      const elsewhere = room.start(["--continue"]);
      expect(await elsewhere.exited).toEqual({ code: 2, signal: null });
      expect(elsewhere.stderr()).toContain(`there is no conversation of ${room.folder} yet`);
    }),
  );

  it(
    "tells the model of a call that a crash interrupted, and does not make it again [E09]",
    inRoom(async (room) => {
      room.server.reply(
        calls({ id: "c1", name: "bash", arguments: { command: "touch ran.$RANDOM$RANDOM; sleep 60" } }),
      );
      const host = room.start();
      host.send({ cmd: "prompt", id: "p", text: "go" });
      const ran = () => readdirSync(room.folder).filter((name) => name.startsWith("ran."));
      await within(5000, "the command runs", () => ran().length > 0);
      await crash(host);
      await within(5000, "the command is ended", () => processesOf(room.root).length === 0);
      room.respond(() => answer("I see."));
      const again = room.start(["--continue"]);
      await promptDone(again, "q", "what happened?");
      const asked = room.server.requests.at(-1)?.json.messages;
      expect(asked.slice(-3)).toMatchObject([
        { role: "assistant", tool_calls: [{ id: "c1" }] },
        {
          role: "tool",
          tool_call_id: "c1",
          content: "Interrupted before a result was known; it may or may not have run.",
        },
        { role: "user", content: "what happened?" },
      ]);
      expect(ran()).toHaveLength(1);
      await leave(again);
      const once = room.start(["--continue"]);
      const { file } = await sessionOf(once);
      expect(saved(file).map(({ role }) => role)).toEqual([
        "user",
        "assistant",
        "tool_result",
        "user",
        "assistant",
      ]);
    }),
  );
});

describe("a conversation on disk", () => {
  it(
    "holds every message whose end was sent, when the process is killed at once [E11]",
    inRoom(async (room) => {
      const killedAt = async (name: string, moment: (line: Line) => boolean) => {
        const file = room.path(name);
        room.respond(({ json }) =>
          json.messages.at(-1).role === "tool"
            ? [HANG]
            : calls({ id: name, name: "ls", arguments: { path: "." } }),
        );
        const host = room.start(["--session", file]);
        host.send({ cmd: "prompt", id: "p", text: "go" });
        await host.waitFor(moment);
        await crash(host);
        const ended = [
          ...ofType(host.lines, "message_end").map(({ message }) => message),
          ...ofType(host.lines, "tool_execution_end").map(({ result }) => result),
        ];
        const ids = saved(file).map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)]);
        for (const message of ended) expect(saved(file)).toContainEqual(message);
        return ended.length;
      };
      const counts = [
        await killedAt("user.jsonl", ({ type }) => type === "message_end"),
        await killedAt(
          "answer.jsonl",
          ({ type, message }) => type === "message_end" && message.role === "assistant",
        ),
        await killedAt("tool.jsonl", ({ type }) => type === "tool_execution_end"),
      ];
      expect(Math.min(...counts)).toBeGreaterThan(0);
    }),
  );

  it(
    "is for one process at a time, also through a link, and for the next one when that was killed [E05]",
    inRoom(async (room) => {
      const file = room.path("s.jsonl");
      symlinkSync("s.jsonl", room.path("link.jsonl"));
      room.respond(() => answer("x".repeat(200_000)));
      const host = room.start(["--session", file]);
      await promptDone(host, "p0", "prompt 0");
      for (const name of [file, room.path("link.jsonl")]) {
        const second = room.start(["--session", name]);
        expect(await second.exited).toEqual({ code: 2, signal: null });
        expect(second.lines).toEqual([]);
        expect(second.stderr()).toContain(`process ${host.child.pid} has it`);
        expect(second.stderr()).toContain(`letscode sessions fork ${file}`);
      }
      for (let at = 1; at < 50; at++) await promptDone(host, `p${at}`, `prompt ${at}`);
      host.send({ cmd: "prompt", id: "cut", text: "cut" });
      await crash(host);
      expect(existsSync(`${file}.lock`)).toBe(true);
      const next = room.start(["--session", room.path("link.jsonl")]);
      await promptDone(next, "next", "next");
      await leave(next);
      expect(existsSync(`${file}.lock`)).toBe(false);
      const texts = saved(file)
        .filter(({ role }) => role === "user")
        .map(textOf);
      expect(texts.filter((text) => text !== "cut")).toEqual([
        ...Array.from({ length: 50 }, (_, at) => `prompt ${at}`),
        "next",
      ]);
    }),
    60_000,
  );

  it(
    "that a dead process left is taken over by exactly one of many [E05]",
    inRoom(async (room) => {
      const { file } = await conversation(room, 1);
      for (let round = 0; round < 3; round++) {
        const dead = spawnSync("true").pid;
        writeFileSync(
          `${file}.lock`,
          JSON.stringify({ pid: dead, host: hostname(), started: null, token: `t${round}` }),
        );
        const hosts = Array.from({ length: 6 }, () => room.start(["--session", file]));
        const won = await Promise.all(
          hosts.map((host) =>
            Promise.race([host.waitFor("ready").then(() => true), host.exited.then(() => false)]).catch(
              () => false,
            ),
          ),
        );
        expect(won.filter(Boolean)).toHaveLength(1);
        await Promise.all(hosts.map(leaveIfReady));
        expect(readdirSync(join(file, "..")).filter((name) => name.startsWith(basename(file)))).toEqual([
          basename(file),
        ]);
      }
    }),
    30_000,
  );

  it(
    "goes on in memory while its disk is full or read-only, says so once, and the run never suffers [E11]",
    inRoom(async (room) => {
      room.respond(() => answer("y".repeat(3000)));
      const full = room.start([], { fileBlocks: 8 });
      for (let at = 0; at < 4; at++) {
        const run = await promptDone(full, `p${at}`, `prompt ${at}`);
        expect(ofType(run, "agent_end")).toMatchObject([{ error: null }]);
      }
      const { file } = await sessionOf(full);
      await leave(full);
      expect(
        full
          .stderr()
          .split("\n")
          .filter((line) => line.includes("cannot save")),
      ).toEqual([
        `letscode: cannot save the conversation in ${file}: it is too large; it goes on, and each message tries again`,
      ]);
      expect(full.stderr()).toMatch(/\d messages are not saved/);
      // What is there is whole, and goes on where there is room again.
      const again = room.start(["--continue"]);
      await promptDone(again, "q", "and now?");
      const texts = messages(again.lines, "user").map(textOf);
      expect(texts).toEqual(["and now?"]);

      const nowhere = room.start([], { env: { XDG_STATE_HOME: "/proc/nowhere" } });
      const run = await promptDone(nowhere, "p", "prompt");
      expect(ofType(run, "agent_end")).toMatchObject([{ error: null }]);
      expect(nowhere.stderr()).toContain("cannot save the conversation in /proc/nowhere/letscode/sessions/");
      const named = room.start(["--session-dir", "/proc/nowhere"]);
      expect(await named.exited).toEqual({ code: 2, signal: null });
      expect(named.stderr()).toContain("use --no-session");
    }),
  );

  it(
    "holds no key, wherever one comes from [F13]",
    inRoom(async (room) => {
      const key = "sk-case-SECRET-0123456789";
      await room.file("echo.sh", `echo "it is ${key.slice(0, 7)}""${key.slice(7)}"\n`);
      room.server.reply(
        calls({ id: "c1", name: "bash", arguments: { command: `sed 's/"//g' echo.sh` } }),
        answer(`The key is ${key}.`),
        () => errorReply(401, `Incorrect API key: ${key}`),
      );
      const host = room.start();
      await promptDone(host, "p1", `my key is ${key}`);
      await promptDone(host, "p2", "again");
      const { file } = await sessionOf(host);
      const text = readFileSync(file, "utf8");
      expect(text.match(/\*\*\*/g)?.length).toBeGreaterThanOrEqual(4);
      // The room looks into every file for it.
      writeFileSync(room.path("echo.sh"), "");
    }),
  );

  it(
    "is for its owner's eyes only, whatever the umask [H11]",
    inRoom(async (room) => {
      room.respond(() => answer("Said."));
      for (const umask of ["022", "000"]) {
        const host = room.start([], { umask });
        await promptDone(host, "p", "go");
        await room.use(host, ["bash", { command: "yes | head -c 200000" }]);
        expect(openToOthers(join(room.root, "home"))).toEqual([]);
        expect(openToOthers(join(room.root, "tmp"))).toEqual([]);
        await leave(host);
      }
      expect(
        readdirSync(join(room.root, "home"), { recursive: true }).filter((name) =>
          String(name).endsWith(".jsonl"),
        ),
      ).toHaveLength(2);
    }),
  );

  it(
    "holds no half character of a long output, wherever a limit falls [A22]",
    inRoom(async (room) => {
      const host = room.start();
      const limits = [50 * 1024, 25 * 1024, 30_000, 16 * 1024];
      for (const limit of limits)
        for (const offset of [-1, 0, 1])
          await room.use(host, [
            "bash",
            { command: `printf 'a%.0s' $(seq ${limit + offset}); printf '🙂%.0s' $(seq 20000)` },
          ]);
      const { file } = await sessionOf(host);
      const bytes = readFileSync(file);
      expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).not.toMatch(/\\ud[89a-f]/i);
      for (const message of saved(file)) expect(JSON.stringify(message)).not.toMatch(/\\ud[89a-f]|\ufffd/i);
    }),
    60_000,
  );
});

async function leaveIfReady(host: Letscode): Promise<void> {
  host.end();
  await host.exited;
}
