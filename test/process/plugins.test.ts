/** The built command with plugins, also where nothing but the build is there. */

import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const DIST = resolve(import.meta.dirname, "../../dist");

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "letscode-plugins-")));
  for (const folder of ["home", "ws", "tmp"]) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

/** Runs the build that lies in `dist` as one shot in the workspace. */
function run(
  dist: string,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(dist, "cli/letscode.cjs"), "-p", ...args],
      {
        cwd: join(root, "ws"),
        env: { PATH: process.env.PATH, HOME: join(root, "home"), TMPDIR: join(root, "tmp") },
      },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

const COMMAND = (text: string) =>
  `export const letscode_commands = () => [{ name: "hey", description: "d", run: () => ${text} }];`;

describe("a plugin in TypeScript", () => {
  const TEXT = `enum Word { Hey = "hey" }
    import { name } from "./name.js";
    ${COMMAND("[Word.Hey, name satisfies string].join(' ') as string")}`;

  test.each(["the command", "the library"])(
    "is loaded by %s with nothing beside the build, and leaves nothing behind",
    async (door) => {
      const dist = join(root, "installed/dist");
      cpSync(DIST, dist, { recursive: true });
      put("installed/package.json", '{ "type": "module" }');
      const plugin = put("ws/plugin.ts", TEXT);
      put("ws/name.ts", 'export const name: string = "you";');
      const before = readdirSync(root, { recursive: true }).length;
      if (door === "the command")
        expect(await run(dist, "--model", "demo", "--no-session", "--plugin", plugin, "/hey")).toEqual({
          code: 0,
          stdout: "hey you\n",
          stderr: "",
        });
      else {
        const { testConversation } = await import(join(dist, "lib/testing.js"));
        const conversation = await testConversation({ plugins: [new URL(`file://${plugin}`)], script: [] });
        expect(await conversation.prompt("/hey")).toMatchObject({ error: null, output: "hey you" });
        await conversation.end();
      }
      expect(
        readdirSync(root, { recursive: true }).filter((path) => !path.toString().includes("letscode/")),
      ).toHaveLength(before);
    },
  );
});

test("plugins come from the user's folder, from configuration and from flags, unless there are to be none", async () => {
  put("home/.config/letscode/plugins/mine.mjs", COMMAND('"from the folder"'));
  put(
    "home/.config/letscode/node_modules/packed/package.json",
    '{ "name": "packed", "exports": { "import": "./x.js" }, "type": "module" }',
  );
  put(
    "home/.config/letscode/node_modules/packed/x.js",
    COMMAND('"from the package"').replace("hey", "packed"),
  );
  put("home/.config/letscode/config.json", '{ "plugins": ["packed"] }');
  put("ws/flag.mjs", COMMAND('"from the flag"').replace("hey", "flag"));
  const say = async (...args: string[]) =>
    (await run(DIST, "--model", "demo", "--no-session", ...args)).stdout;
  expect(await say("/hey")).toBe("from the folder\n");
  expect(await say("/packed")).toBe("from the package\n");
  expect(await say("--plugin", "flag.mjs", "/flag")).toBe("from the flag\n");
  expect(await say("--no-plugins", "/hey")).toMatch(/^What the results show/);
});

test("a plugin that is named and not there is wrong usage, before any other is loaded", async () => {
  put("ws/loud.mjs", 'console.error("loaded");');
  expect(
    await run(DIST, "--model", "demo", "--plugin", "loud.mjs", "--plugin", "./gone.mjs", "Hello"),
  ).toEqual({
    code: 2,
    stdout: "",
    stderr: `letscode: --plugin: there is no plugin at ${join(root, "ws/gone.mjs")}\n`,
  });
});

test("a model of a plugin's provider is chosen by its name", async () => {
  put(
    "ws/own.mjs",
    `export const letscode_providers = () => [{
      name: "own",
      async *stream(model, { messages }) {
        yield { type: "text_delta", delta: model + " heard: " + messages[0].content[0].text, index: 0 };
        yield { type: "stop", stop_reason: "end_turn" };
      },
    }];`,
  );
  expect(await run(DIST, "--model", "own/echo-1", "--no-session", "--plugin", "own.mjs", "Hello")).toEqual({
    code: 0,
    stdout: "echo-1 heard: Hello\n",
    stderr: "",
  });
});

test("babel, which jiti has inside, is named among the notices", () => {
  expect(readFileSync(join(DIST, "THIRD-PARTY-NOTICES"), "utf8")).toMatch(
    /\njiti 2\.7\.0 \(MIT\)\n[\s\S]*\n {2}@babel\/core 7\.[\s\S]*\nBabel is under the MIT licence: Copyright/,
  );
});
