import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { violations } from "./layers/house-rules.ts";

const src = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(ts|js)$/.test(file) && !file.endsWith(".d.ts"),
);

test("every file of src keeps to its layer and to the rules of the house", () => {
  const sources = Object.fromEntries(
    files.map((file) => [file.replaceAll("\\", "/"), readFileSync(join(src, file), "utf8")]),
  );
  expect(Object.keys(sources)).toContain("wire/rpc.ts");
  expect(violations(sources)).toEqual([]);
});

/** What the rules say of `text` at `path`, in a tree where every file that it names is there. */
function judge(path: string, text: string): string[] {
  const others = [
    "wire/events.ts",
    "framing/ndjson.ts",
    "errors.ts",
    "llm/client.ts",
    "llm/retry.ts",
    "tools/tool.ts",
    "tools/edit.ts",
    "plugins/hooks.ts",
    "agent/agent.ts",
    "rpc/host.ts",
    "print/print.ts",
    "assemble.ts",
    "index.ts",
    "cli/args.ts",
  ].map((other) => [other, "export const x = 1;\n"]);
  return violations({ ...Object.fromEntries(others), [path]: text });
}

describe("a layer", () => {
  test.each([
    ["llm/retry.ts", 'import { x } from "../errors.ts";'],
    ["tools/edit.ts", 'import type { x } from "../llm/client.ts";'],
    [
      "agent/agent.ts",
      'import { x } from "../llm/client.ts";\nimport type { x as y } from "../plugins/hooks.ts";',
    ],
    ["agent/loop.ts", 'import { randomBytes } from "node:crypto";\nimport { x } from "./agent.ts";'],
    ["rpc/host.ts", 'import { x } from "../agent/agent.ts";\nimport { x as y } from "../tools/edit.ts";'],
    ["assemble.ts", 'export const make = () => import("./tools/edit.ts");'],
    ["index.ts", 'export { x } from "./rpc/host.ts";'],
    ["cli/run.ts", 'import { x } from "../print/print.ts";\nimport { x as y } from "../assemble.ts";'],
    ["wire/messages.ts", 'import type { x } from "./events.ts";'],
  ])("may import what is below it: %s", (path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  test.each([
    [
      "framing/pump.ts",
      'import { x } from "../wire/events.ts";',
      "framing may import only types of wire/events.ts",
    ],
    ["framing/pump.ts", 'import type { x } from "../errors.ts";', "framing must not import errors.ts"],
    ["llm/demo.ts", 'import { x } from "../tools/edit.ts";', "llm must not import tools/edit.ts"],
    [
      "tools/bash.ts",
      'import { x } from "../llm/client.ts";',
      "tools may import only types of llm/client.ts",
    ],
    ["tools/bash.ts", 'export { x } from "../agent/agent.ts";', "tools must not import agent/agent.ts"],
    ["agent/loop.ts", 'import type { x } from "../tools/edit.ts";', "agent must not import tools/edit.ts"],
    ["agent/loop.ts", 'const x = import("../llm/retry.ts");', "agent must not import llm/retry.ts"],
    ["agent/loop.ts", 'import { readFile } from "node:fs";', "the agent must not import node:fs"],
    ["rpc/host.ts", 'import { x } from "../print/print.ts";', "rpc must not import print/print.ts"],
    ["rpc/host.ts", 'import { x } from "../cli/args.ts";', "rpc must not import cli/args.ts"],
    ["assemble.ts", 'import { x } from "./rpc/host.ts";', "assemble.ts must not import rpc/host.ts"],
    ["index.ts", 'import { x } from "./cli/args.ts";', "index.ts must not import cli/args.ts"],
    ["cli/run.ts", 'import { x } from "../index.ts";', "cli must not import index.ts"],
    [
      "wire/messages.ts",
      'import { x } from "./events.ts";',
      "wire has no runtime import, not even of ./events.ts",
    ],
    [
      "wire/messages.ts",
      'import { type x } from "./events.ts";',
      "wire has no runtime import, not even of ./events.ts",
    ],
    ["wire/messages.ts", 'import type { x } from "../errors.ts";', "wire must not import errors.ts"],
    ["rpc/host.ts", 'type X = import("../print/print.ts").X;', "rpc must not import print/print.ts"],
    ["rpc/host.ts", 'import { x } from "./gone.ts";', "imports rpc/gone.ts, which is not there"],
  ])("must not import what is above or beside it: %s, %s", (path, text, complaint) => {
    expect(judge(path, text)).toEqual([`${path}:1: ${complaint}`]);
  });

  test("is known for every file", () => {
    expect(judge("utils/strings.ts", "export const x = 1;")).toEqual([
      "utils/strings.ts: utils is not in the layer table",
    ]);
  });
});

describe("a rule of the house", () => {
  test.each([
    ["tools/a.ts", "const x = process.env.HOME;", "only cli touches process.env"],
    ["client/a.ts", "const x = process.env.HOME;", "only cli touches process.env"],
    ["tools/a.ts", 'const x = process["cwd"]();', "only cli touches process.cwd"],
    ["tools/a.ts", "const { env } = process;", "only cli touches process"],
    ["tools/a.ts", "const x = { process };", "only cli touches process"],
    ["tools/a.ts", 'import { env } from "node:process";', "only cli touches the process"],
    ["tools/a.ts", "globalThis.process.exit(1);", "only cli touches globalThis.process"],
    ["index.ts", "process.stdout.write('');", "only cli touches process.stdout"],
    ["cli/a.ts", "console.log(1);", "console is refused everywhere"],
    ["rpc/a.ts", "const log = console;", "console is refused everywhere"],
    ["agent/a.ts", "const x = process.platform;", "the agent touches no process"],
    ["agent/a.ts", "const x = Date.now();", "the agent has no clock of its own: Date"],
    ["agent/a.ts", "const x = new Date();", "the agent has no clock of its own: Date"],
    ["agent/a.ts", "setTimeout(() => {}, 1);", "the agent has no clock of its own: setTimeout"],
    ["llm/a.ts", "export default 1;", "default exports are refused"],
    ["llm/a.ts", "export default function a() {}", "default exports are refused"],
    ["llm/a.ts", "const a = 1; export { a as default };", "default exports are refused"],
    ["llm/a.ts", "let calls = 0;", "a module has no state: let and var stay in functions"],
  ])("is broken by %s: %s", (path, text, complaint) => {
    expect(judge(path, text)).toEqual([`${path}:1: ${complaint}`]);
  });

  test.each([
    ["cli/a.ts", "process.exitCode = 2; process.stdout.write(process.cwd()); globalThis.console = other;"],
    ["tools/a.ts", "process.kill(1, 0); const x = process.platform;"],
    ["client/letscode-process.ts", "const x = { ...process.env };"],
    [
      "tools/a.ts",
      "const x = { console: 1, process: 2 }; x.console; interface A { process: A; console(): void }",
    ],
    ["llm/a.ts", "declare let global: string; const f = () => { let i = 0; i++; };"],
    ["llm/a.ts", "// console.log(process.env)"],
    ["agent/a.ts", "const day = (now: number) => new Date(now).toISOString();"],
  ])("is kept by %s: %s", (path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  test("holds a file to 300 lines, unless it is generated", () => {
    expect(judge("llm/a.ts", "//\n".repeat(300))).toEqual([]);
    expect(judge("llm/a.ts", "//\n".repeat(301))).toEqual(["llm/a.ts: 301 lines, at most 300"]);
    expect(judge("wire/generated/a.gen.js", "//\n".repeat(301))).toEqual([]);
  });
});

describe.each(["cli/main.ts", "cli/rpc-door.ts"])("the start of the command, %s,", (path) => {
  const start = (text: string, others: Record<string, string>) => violations({ [path]: text, ...others });

  test("loads nothing heavy, at any distance", () => {
    expect(
      start('import { x } from "../tools/bash.ts";', {
        "tools/bash.ts": 'import { spawn } from "node:child_process";\nimport { diffLines } from "diff";',
      }),
    ).toEqual([
      "tools/bash.ts:1: node:child_process is loaded at every start; import() it",
      "tools/bash.ts:2: diff is loaded at every start; import() it",
    ]);
  });

  test.each(["plugins/plugin-host.ts", "prompts/slash.ts", "sessions/store.ts"])(
    "does not load %s, at any distance",
    (late) => {
      expect(
        start('import { x } from "../assemble.ts";', {
          "assemble.ts": `import { x } from "./${late}";`,
          [late]: "export const x = 1;",
        }),
      ).toEqual([`assemble.ts:1: ${late} is loaded at every start; import() it`]);
    },
  );

  test("may load anything behind an import(), and types from anywhere", () => {
    expect(
      start('import type { Server } from "node:http";\nconst bash = () => import("../tools/bash.ts");', {
        "tools/bash.ts": 'import { spawn } from "node:child_process";',
      }),
    ).toEqual([]);
  });
});
