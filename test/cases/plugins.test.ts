/** Plugins, as reported of others: what went wrong there, tried through the built command. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import { within } from "../process/alive.ts";
import type { Letscode, Line } from "../process/letscode.ts";
import { messages, ofType, textOf } from "../process/model-host.ts";
import { inRoom, promptDone, type Room } from "./room.ts";

/** The lines of stderr about plugins, less their beginning. */
function complaints(host: Letscode): string[] {
  return [...host.stderr().matchAll(/^letscode: plugin (.*)$/gm)].map(([, line = ""]) => line);
}

const pluginErrors = (run: readonly Line[]) =>
  ofType(run, "error").flatMap(({ code, error, recoverable }) =>
    code === "plugin" && recoverable ? [error.replace(/^plugin /, "")] : [],
  );

/** What the model saw in the last request, as `role: text`. */
function lastSeen(room: Room): string[] {
  const seen: { role: string; content: unknown }[] = room.server.requests.at(-1)?.json.messages ?? [];
  return seen
    .filter(({ role }) => role !== "system")
    .map(
      ({ role, content }) => `${role}: ${typeof content === "string" ? content : JSON.stringify(content)}`,
    );
}

/** The lines of the conversation's file, parsed. */
function saved(host: Letscode): Line[] {
  const done = host.lines.find((line) => line.type === "done" && line.id === "state");
  const text = readFileSync(done?.state.session.file, "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Statements that fail, each in its own way. */
const FAILURES = {
  "throws an error":
    "throw Object.assign(new Error('boom'), { request: { key: process.env.OPENAI_API_KEY } })",
  rejects: "return Promise.reject(new Error('boom'))",
  "throws what is no error": "throw 'boom'",
  "returns what throws when it is read": "return [{ get role() { throw new Error('boom'); } }]",
};
/** Every hook but the one that decides, and whether its failure is an event too. */
const HOOKS: Record<string, boolean> = {
  letscode_session_start: false,
  letscode_tools: false,
  letscode_commands: false,
  letscode_providers: false,
  letscode_system_prompt: true,
  letscode_transform_context: true,
  letscode_render_custom_message: true,
  letscode_after_tool_call: true,
  letscode_event: false,
};

describe("a plugin that fails in every hook it has", () => {
  it.each(Object.entries(FAILURES))(
    "and %s is named once for each, and the run goes on with the data as it was [F08]",
    (_how, statement) =>
      inRoom(async (room) => {
        await room.file("seen.txt", "the file\n");
        const hooks = Object.keys(HOOKS).map((hook) => `export function ${hook}() { ${statement}; }`);
        await room.file("bad.mjs", hooks.join("\n"));
        await room.file(
          "note.mjs",
          `export function letscode_session_start({ session }) { session.append("n"); }
           export function letscode_render_custom_message({ kind }) {
             return kind === "note" ? [{ role: "user", content: "a note" }] : undefined;
           }`,
        );
        const host = room.start(["--plugin", "bad.mjs", "--plugin", "note.mjs"]);
        room.server.reply(calls({ id: "c", name: "read", arguments: { path: "seen.txt" } }), answer("Done."));
        const run = await promptDone(host, "p", "go");
        expect(ofType(run, "agent_end")[0]).toMatchObject({ error: null, stop_reason: "end_turn" });
        expect(textOf(messages(run, "tool_result")[0])).toBe("the file\n");
        expect(lastSeen(room).slice(0, 2)).toEqual(["user: go", "user: a note"]);

        const named = [...host.stderr().matchAll(/^letscode: plugin bad: (\w+) failed and was skipped: /gm)];
        const watched = statement.startsWith("return [") ? ["letscode_session_start", "letscode_event"] : [];
        const expected = Object.keys(HOOKS).filter((hook) => !watched.includes(hook));
        expect(named.map(([, hook]) => hook).sort()).toEqual(expected.sort());
        expect(pluginErrors(run).map((error) => error.split(" ")[1])).toEqual(
          Object.keys(HOOKS).filter((hook) => HOOKS[hook]),
        );
      })(),
  );

  it(
    "denies every call when it was to decide on them, or could not be loaded [F08]",
    inRoom(async (room) => {
      await room.file(
        "throws.mjs",
        "export function letscode_before_tool_call() { throw new Error('boom'); }",
      );
      await room.file("broken.mjs", "export function letscode_before_tool_call( {");
      const touch: [string, object] = ["bash", { command: "touch RAN" }];
      const throwing = room.start(["--plugin", "throws.mjs"]);
      expect(await room.texts(throwing, touch as never)).toEqual([
        "Denied: plugin throws could not decide on this call: boom",
      ]);
      const broken = room.start(["--plugin", "broken.mjs"]);
      expect(await room.texts(broken, touch as never)).toEqual([
        "Denied: plugin broken decides on tool calls and could not be loaded; stderr says why",
      ]);
      expect(complaints(broken)).toEqual([
        expect.stringMatching(/^broken: not loaded: .* it may be a policy, so every tool call is denied$/),
      ]);
      expect(existsSync(room.path("RAN"))).toBe(false);
    }),
  );
});

describe("a hook that never settles", () => {
  /** The first time only. */
  const HANGS = `import { existsSync, writeFileSync } from "node:fs";
    export function letscode_transform_context(_messages, { signal }) {
      if (existsSync("ENTERED")) return undefined;
      writeFileSync("ENTERED", "");
      signal.addEventListener("abort", () => writeFileSync("ABORTED", ""));
      return new Promise(() => {});
    }`;

  it(
    "is left at once by an abort, which it is told of, and the next prompt is answered all the same [F10]",
    inRoom(async (room) => {
      await room.file("hangs.mjs", HANGS);
      const host = room.start(["--plugin", "hangs.mjs"]);
      host.send({ cmd: "prompt", id: "p", text: "go" });
      await within(5000, "the hook is called", () => existsSync(room.path("ENTERED")));
      const from = performance.now();
      host.send({ cmd: "abort", id: "a" });
      await host.waitFor((line) => line.type === "done" && line.id === "p");
      expect(performance.now() - from).toBeLessThan(2000);
      expect(ofType(host.lines, "agent_end")[0]).toMatchObject({ error: null, stop_reason: "aborted" });
      expect([existsSync(room.path("ENTERED")), existsSync(room.path("ABORTED"))]).toEqual([true, true]);
      room.server.reply(answer("Two."));
      const run = await promptDone(host, "two", "again");
      expect(textOf(messages(run, "assistant")[0])).toBe("Two.");
    }),
  );

  it(
    "keeps no process alive after the end of input for longer than the grace [F10]",
    inRoom(async (room) => {
      await room.file("hangs.mjs", HANGS);
      const host = room.start(["--plugin", "hangs.mjs", "--shutdown-grace", "1"]);
      host.send({ cmd: "prompt", id: "p", text: "go" });
      await within(5000, "the hook is called", () => existsSync(room.path("ENTERED")));
      host.end();
      const from = performance.now();
      expect((await host.exited).code).toBe(0);
      expect(performance.now() - from).toBeLessThan(4000);
    }),
  );
});

describe("plugins that change the context", () => {
  const PLUGINS = {
    "a.mjs": `export function letscode_transform_context(messages) {
        if (messages.some(({ kind }) => kind === "a")) return undefined;
        return [...messages, { role: "custom", kind: "a", data: { n: 1 } }];
      }
      export function letscode_render_custom_message({ kind }) {
        return kind === "a" ? [{ role: "user", content: "shown by a" }] : undefined;
      }`,
    "b.mjs":
      "export const letscode_transform_context = (messages) => messages.filter(({ role }) => role === 'user');",
    "c.mjs": `export function letscode_transform_context(messages) {
        messages[0].content = "x";
        messages[0].id = "faked";
      }
      export function letscode_session_start({ session }) { session.append("for nobody", "orphan"); }`,
  };

  it.each([
    ["ABC", ["user: go"]],
    ["CBA", ["user: go", "user: shown by a"]],
  ])("in the order %s drop no message of another, and change nothing that is saved [F11]", (order, seen) =>
    inRoom(async (room) => {
      for (const [name, text] of Object.entries(PLUGINS)) await room.file(name, text);
      const flags = [...order.toLowerCase()].flatMap((letter) => ["--plugin", `${letter}.mjs`]);
      const host = room.start(flags);
      room.server.reply(answer("One."));
      await promptDone(host, "p", "go");
      expect(lastSeen(room)).toEqual(seen);
      host.send({ cmd: "get_state", id: "state" });
      await host.waitFor((line) => line.type === "done" && line.id === "state");
      const lines = saved(host).flatMap(({ message }) => message ?? []);
      expect(
        lines.map(({ role, kind, data, content }) => [role, kind ?? content[0].text, data].filter(Boolean)),
      ).toEqual([
        ["user", "go"],
        ["custom", "orphan", "for nobody"],
        ["custom", "a", { n: 1 }],
        ["assistant", "One."],
      ]);
      expect(complaints(host)).toEqual([]);
    })(),
  );
});

describe("a key that a plugin comes across", () => {
  it(
    "is masked in what it throws, logs and appends; the request in its error goes nowhere [F13]",
    inRoom(async (room) => {
      await room.file(
        "leaks.mjs",
        `const key = process.env.OPENAI_API_KEY;
         export function letscode_system_prompt() {
           throw Object.assign(new Error("401 for " + key), { request: { headers: { authorization: key } } });
         }
         export function letscode_session_start({ log, session }) {
           log.warn("started with " + key);
           session.append({ key });
         }
         export function letscode_before_tool_call() { return { deny: "not with " + key }; }`,
      );
      const log = join(room.root, "log.txt");
      const host = room.start(["--plugin", "leaks.mjs", "--log-file", log, "--verbose"]);
      expect(await room.texts(host, ["bash", { command: "true" }])).toEqual(["Denied: not with ***"]);
      expect(complaints(host)).toEqual([
        "leaks: started with ***",
        "leaks: letscode_system_prompt failed and was skipped: 401 for ***",
      ]);
      expect(readFileSync(log, "utf8")).toContain("401 for ***");
    }),
  );
});

describe("a context that a plugin kept", () => {
  it(
    "is of no use after a reset, harms nobody but the plugin, and what its timer throws ends no run [F14]",
    inRoom(async (room) => {
      await room.file(
        "keeps.mjs",
        `import { appendFileSync } from "node:fs";
         export function letscode_session_start(context) {
           appendFileSync("log", "start\\n");
           setInterval(() => {
             appendFileSync("log", context.signal.aborted + "\\n");
             context.session.append("tick");
           }, 20);
         }
         export function letscode_session_end() { appendFileSync("log", "end\\n"); }`,
      );
      const log = () => readFileSync(room.path("log"), "utf8");
      const host = room.start(["--plugin", "keeps.mjs"]);
      room.server.reply(answer("One."), answer("Two."));
      await promptDone(host, "one", "go");
      host.send({ cmd: "reset", id: "r" });
      await host.waitFor((line) => line.type === "done" && line.id === "r");
      await within(5000, "its signal aborts", () => log().includes("true\n"));
      const run = await promptDone(host, "two", "go");
      expect(ofType(run, "agent_end")[0]).toMatchObject({ error: null, stop_reason: "end_turn" });
      expect(log()).toMatch(/^start\n(false\n)*end\nstart\n/);
      expect(host.stderr()).toBe(
        "letscode: a plugin failed outside its hooks: this conversation has ended; use the context that a hook was given last\n",
      );
    }),
  );
});
