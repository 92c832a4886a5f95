/** Framing and stdio, as reported of others: what went wrong there, tried through the built command. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, calls, content, DONE, finish, toolCalls } from "../loopback/chunks.ts";
import { HANG, type Reply } from "../loopback/provider-server.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import { LETSCODE, type Line } from "../process/letscode.ts";
import { messages, ofType, outline, textOf } from "../process/model-host.ts";
import { createGate } from "./gate.ts";
import { inRoom, peakMemory, promptDone, type Room, runOf, type Use } from "./room.ts";

const MIB = 1024 * 1024;

/** Resolves with the exit of a process; its output is read meanwhile. */
async function outputOf(
  child: ReturnType<typeof spawn>,
): Promise<{ code: number | null; out: string; err: string }> {
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

/** User and system time of a live process, in seconds; undefined when it has ended. */
function cpuSeconds(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

describe("stdout", () => {
  it(
    "begins with ready, whatever a dependency prints while it is loaded [A04]",
    inRoom(async ({ root, server, start }) => {
      const preload = join(root, "banner.cjs");
      await writeFile(
        preload,
        `const { prototype } = require("node:module");
         const compile = prototype._compile;
         prototype._compile = function (text, file) {
           if (/chunks.(?!rolldown-runtime)/.test(file)) {
             console.log("[dependency] loaded");
             process.stdout.write("[dependency] raw\\n");
             new Buffer(1);
           }
           return compile.call(this, text, file);
         };`,
      );
      server.reply(calls({ id: "c", name: "ls", arguments: {} }), answer("ok"));
      const host = start([], { env: { NODE_OPTIONS: `--require=${preload}` } });
      await promptDone(host, "p", "go");
      expect(host.text()).toMatch(/^\{"type":"ready",/);
      expect(host.text()).not.toContain("[dependency]");
      for (const printed of ["[dependency] loaded", "[dependency] raw", "DEP0005"])
        expect(host.stderr()).toContain(printed);
    }),
  );

  it(
    "that nobody reads costs bounded memory while text and tool output flood it, and nothing is lost [A05]",
    inRoom(async ({ server, start, path }) => {
      const pieces = Array.from({ length: 1024 }, (_, index) => `${index} `.padEnd(1024, "x"));
      const flood = { command: "yes flood | head -c 20000000; touch flooded", timeout: 60 };
      server.reply(
        [
          ...pieces.map(content),
          toolCalls({ index: 0, id: "c", name: "bash", arguments: JSON.stringify(flood) }),
          finish("tool_calls"),
          DONE,
        ],
        answer("ok"),
      );
      const host = start([], { read: false });
      host.send({ cmd: "prompt", id: "p", text: "go" });
      await (await server.received(1)).closed;
      await within(15_000, "the command is over", () => existsSync(path("flooded")));
      expect(peakMemory(host.child.pid)).toBeLessThan(400 * MIB);
      host.resume();
      const run = await runOf(host, "p");
      const text = pieces.join("");
      expect(streamed(run) === `${text}ok`).toBe(true);
      expect(textOf(messages(run, "assistant")[0]) === text).toBe(true);
      const output = ofType(run, "tool_execution_update")
        .map(({ delta }) => delta)
        .join("");
      expect(output.length).toBeLessThan(MIB + 200);
      const cut = /^(flood\n)+f?l?o?o?d?\n\[No more output is shown while this runs; .*\]\n$/;
      expect(cut.test(output)).toBe(true);
      expect(outline(run).filter((word) => !word.startsWith("tool_execution_update"))).toEqual([
        "ack",
        "agent_start",
        "turn_start",
        ...["message_start:user", "message_end:user", "message_start:assistant"],
        ...["update:text_delta", "update:tool_call_start", "update:tool_call_args_delta"],
        ...["update:tool_call_end", "update:stop", "message_end:assistant"],
        ...["tool_execution_start:c", "tool_execution_end:c"],
        ...["message_start:tool_result", "message_end:tool_result", "turn_end", "turn_start"],
        ...["message_start:assistant", "update:text_delta", "update:usage", "update:stop"],
        ...["message_end:assistant", "turn_end", "agent_end:end_turn", "done"],
      ]);
    }),
  );

  it(
    "that its reader closes during an answer ends the run, its request and the process with exit 1 [A17]",
    inRoom(async ({ server, start }) => {
      server.reply([content("first"), HANG]);
      const host = start();
      host.send({ cmd: "prompt", id: "p", text: "go" });
      await host.waitFor("message_update");
      host.child.stdout?.destroy();
      await server.requests[0]?.closed;
      expect(await host.exited).toEqual({ code: 1, signal: null });
      expect(host.stderr()).toBe("");
    }),
  );

  it(
    "holds no half character of a long output, wherever a limit falls [A22]",
    inRoom(async ({ server, start, texts }) => {
      const limits = [25_000, 50_000, 50_000 - 80, MIB];
      const sizes = limits.flatMap((limit) => [-2, -1, 0, 1, 2].map((offset) => limit - 1 + offset));
      const uses = sizes.map(
        (size): Use => [
          "bash",
          {
            command: `head -c ${size} /dev/zero | tr '\\0' a; printf '🙂%.0s' {1..20}; printf 'b%.0s' {1..30000}`,
          },
        ],
      );
      const host = start();
      const results = await texts(host, ...uses);
      const shape = /^a+(🙂)*\n\[… [\d.]+ .?B left out here; the whole output is in .* …\]\nb+$/u;
      expect(results.filter((text) => !shape.test(text)).map((text) => text.slice(0, 200))).toEqual([]);
      expect(results).toHaveLength(sizes.length);
      for (const text of [host.text(), server.requests[1]?.text ?? ""]) {
        expect(text).not.toMatch(/\\ud[89a-f]/i);
        expect(text).not.toContain("\ufffd");
      }
    }),
    30_000,
  );
});

describe("stdin", () => {
  it(
    "that is /dev/null is an end at once: ready, bye, exit 0, without burning time [A07]",
    inRoom(async ({ folder, root }) => {
      const script = 'TIMEFORMAT="%U %S"; time "$0" "$@" < /dev/null';
      const args = ["-c", script, process.execPath, LETSCODE, "--mode", "rpc", "--model", "demo"];
      const { code, out, err } = await outputOf(
        spawn("bash", args, { cwd: folder, env: environmentOf(root) }),
      );
      expect({ code, types: types(out) }).toEqual({ code: 0, types: ["ready", "bye"] });
      const [user = 9, system = 9] = err.trim().split(" ").map(Number);
      expect(user + system).toBeLessThan(1);
    }),
  );

  const gone: [when: string, replies: (mark: string, host: Promise<void>) => Reply[]][] = [
    ["idle", () => []],
    [
      "while a provider streams",
      (_mark, host) => [[content("x"), { wait: host }, content("y"), content("z"), HANG]],
    ],
    ["while a provider is silent", () => [[content("x"), HANG]]],
    [
      "while a command runs",
      (mark) => [calls({ id: "c", name: "bash", arguments: { command: `sleep ${mark} & sleep ${mark}` } })],
    ],
  ];
  it.each(gone)(
    "that ends because the host was killed ends the process and its children: %s [A07]",
    (when, replies) =>
      inRoom(async (room) => {
        const mark = sleepMark();
        const dying = killableHost(room);
        const script = replies(mark, dying.killed);
        room.server.reply(...script);
        const pid = await dying.started(script.length > 0);
        if (when === "while a command runs")
          await within(5000, "the command runs", () => processesWith(`sleep\0${mark}`).length === 2);
        dying.kill();
        let cpu = 0;
        await within(2000, "letscode is gone", () => {
          cpu = cpuSeconds(pid) ?? cpu;
          return !processesWith(LETSCODE).includes(pid);
        });
        await within(2000, "its children are gone", () => processesWith(mark).length === 0);
        expect(cpu).toBeLessThan(1);
      })(),
  );
});

describe("an id", () => {
  it(
    'that is used twice at a time is answered for each command, and 1 is not "1" [A19]',
    inRoom(async ({ server, start }) => {
      const gate = createGate();
      server.reply([content("one"), { wait: gate.opened }, finish(), DONE], answer("two"), answer("three"));
      const host = start();
      host.send({ cmd: "prompt", id: "x", text: "1" });
      await host.waitFor("message_update");
      host.send({ cmd: "steer", id: "x", text: "2" });
      host.send({ cmd: "prompt", id: 1, text: "busy" }, { cmd: "prompt", id: "1", text: "busy" });
      await host.waitFor((line) => line.id === "1");
      gate.open();
      await host.waitFor("agent_end");
      await host.waitFor((line) => line.type === "done" && host.lines.at(-2)?.type === "agent_end");
      host.send({ cmd: "prompt", id: "x", text: "3" });
      await host.waitFor(() => ofType(host.lines, "agent_end").length === 2);
      await host.waitFor((line) => line.type === "done" && host.lines.at(-2)?.type === "agent_end");
      const told = host.lines
        .filter((line) => "id" in line || line.type === "agent_end")
        .map(({ type, id, code }) => [type, id, ...(code ? [code] : [])]);
      expect(told).toEqual([
        ["ack", "x"],
        ["ack", "x"],
        ["done", "x"],
        ["error", 1, "busy"],
        ["error", "1", "busy"],
        ["agent_end", undefined],
        ["done", "x"],
        ["ack", "x"],
        ["agent_end", undefined],
        ["done", "x"],
      ]);
      expect(messages(host.lines, "user").map(textOf)).toEqual(["1", "2", "3"]);
    }),
  );
});

/** A host of its own process, to be killed with both its pipes. */
function killableHost({ server, folder, root }: Room) {
  let child: ReturnType<typeof spawn>;
  const gate = createGate();
  return {
    killed: gate.opened,
    /**
     * Starts the host, which starts letscode and, if asked to, sends a prompt; resolves with the process id of letscode
     * when the host has read `ready`, or the first piece of the answer.
     */
    async started(prompts: boolean): Promise<number> {
      const args = ["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m"];
      const script = `
        const { spawn } = require("node:child_process");
        const child = spawn(process.execPath, ${JSON.stringify([LETSCODE, ...args])});
        child.stdin.write(${JSON.stringify(prompts ? '{"cmd":"prompt","text":"go"}\n' : "\n")});
        child.stdout.on("data", (chunk) => {
          if (chunk.includes(${JSON.stringify(`"type":"${prompts ? "message_update" : "ready"}"`)})) console.log(child.pid);
        });`;
      child = spawn(process.execPath, ["-e", script], { cwd: folder, env: environmentOf(root) });
      const [line] = await once(child.stdout as NodeJS.EventEmitter, "data");
      return Number(String(line).split("\n")[0]);
    },
    kill() {
      child.once("exit", gate.open);
      child.kill("SIGKILL");
    },
  };
}

function environmentOf(root: string) {
  return { PATH: process.env.PATH, HOME: join(root, "home"), TMPDIR: join(root, "tmp") };
}

function types(out: string): unknown[] {
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).type);
}

/** The streamed text of all answers. */
function streamed(run: readonly Line[]): string {
  return ofType(run, "message_update")
    .map(({ stream_event }) => (stream_event.type === "text_delta" ? stream_event.delta : ""))
    .join("");
}
