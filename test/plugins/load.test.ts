import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isFromPlugin } from "../../src/plugins/is-from-plugin.ts";
import { loadPlugins } from "../../src/plugins/load.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "letscode-load-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, content: string): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
  return whole;
}

async function load(...paths: string[]) {
  const lines: string[] = [];
  const clock = manualClock();
  const loading = loadPlugins(
    paths.map((path) => ({ name: basename(path).replace(/\.\w+$/, ""), path })),
    { clock, nativeTypeScript: false, shipped: {}, report: (line) => void lines.push(line) },
  );
  return {
    clock,
    lines,
    plugins: async () =>
      (await loading).map(({ name, file, plugin }) => ({
        name,
        file: file?.slice(root.length + 1),
        hooks: Object.keys(plugin),
      })),
    loading,
  };
}

const HOOK = 'letscode_system_prompt = (prompt) => prompt + "!";';

describe("a plugin", () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are sources of plugins
  test.each([
    ["a.mjs", `export const ${HOOK}`],
    ["a.cjs", `exports.${HOOK}`],
    [
      "a.mjs",
      "export default { letscode_system_prompt(prompt) { return this.word(prompt); }, word: (text) => `${text}!` };",
    ],
    ["a.cjs", "module.exports = new (class { letscode_system_prompt(prompt) { return `${prompt}!`; } })();"],
    [
      "a.ts",
      "export function letscode_system_prompt(prompt: string): string { return `${prompt}!` satisfies string; }",
    ],
    [
      "a.mts",
      'enum Mark { End = "!" }\nexport const letscode_system_prompt = async (prompt: string) => prompt + Mark.End;',
    ],
    ["a.cts", "export = { letscode_system_prompt: (prompt: string) => `${prompt}!` };"],
    [
      "a.ts",
      'import { mark } from "./part.js";\nexport const letscode_system_prompt = (prompt: string) => prompt + mark;',
    ],
    [
      "a.ts",
      'const { mark } = await import("./part");\nexport const letscode_system_prompt = (prompt: string) => prompt + mark;',
    ],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are sources of plugins
  ])("is taken as it is: %s, %s", async (file, text) => {
    put("part.ts", 'export const mark: string = "!";');
    const { loading, lines } = await load(put(file, text));
    const [loaded] = await loading;
    expect(await loaded?.plugin.letscode_system_prompt?.("Hello", {} as never)).toBe("Hello!");
    expect(lines).toEqual([]);
  });

  test("that comes with letscode is loaded by its name", async () => {
    const plugin = {};
    const shipped = { memory: async () => plugin };
    const options = { clock: manualClock(), nativeTypeScript: false, shipped, report: () => {} };
    expect(await loadPlugins([{ name: "memory", path: null }], options)).toEqual([
      { name: "memory", file: null, plugin },
    ]);
  });
});

describe("what cannot be loaded is one line, and the others are loaded:", () => {
  test.each([
    ["throw new Error('top level\\nboom');", /^plugin bad: not loaded: top level boom \(.*bad\.mjs\)$/],
    ["export const = 1;", /^plugin bad: not loaded: .*Unexpected/],
    [
      "import 'no-such-package-at-all';",
      /^plugin bad: not loaded: Cannot find package 'no-such-package-at-all'/,
    ],
    ["export const x = 1;", /^plugin bad: .*bad\.mjs exports no hook; see docs\/plugins\.md$/],
    [
      "export const letscode_tools = 5;",
      /^plugin bad: its export letscode_tools is 5; expected a function; it is skipped$/,
    ],
    [
      "export const letscode_before_toolcall = () => ({ deny: 'x' });",
      /^plugin bad: its export letscode_before_toolcall is no hook; the hooks are letscode_transform_context, /,
    ],
    [
      "export default { get letscode_tools() { throw new Error('no'); }, letscode_event() {} };",
      /^plugin bad: its export letscode_tools cannot be read: no; it is skipped$/,
    ],
  ])("%s", async (text, line) => {
    const { plugins, lines } = await load(put("bad.mjs", text), put("good.mjs", `export const ${HOOK}`));
    expect((await plugins()).filter(({ hooks }) => hooks.includes("letscode_system_prompt"))).toEqual([
      { name: "good", file: "good.mjs", hooks: ["letscode_system_prompt"] },
    ]);
    expect(lines[0]).toMatch(line);
  });

  test("an import that never ends", async () => {
    const { clock, plugins, lines } = await load(
      put("bad.mjs", "await new Promise((r) => setTimeout(r, 1e6).unref());"),
    );
    await vi.waitFor(() => expect(clock.pending).toEqual([10_000]));
    clock.pass(10_000);
    expect([await plugins(), lines]).toEqual([
      [],
      [`plugin bad: not loaded: its import took longer than 10 s (${join(root, "bad.mjs")})`],
    ]);
  });
});

describe("a policy that cannot be loaded denies every call:", () => {
  test.each<[string, Record<string, string>]>([
    ["its own text speaks of it", { "p.mjs": "export const letscode_before_tool_call = (; " }],
    [
      "a file that it imports does",
      {
        "p.mjs": 'export * from "./lib/policy.mjs";\nthrow new Error("boom");',
        "lib/policy.mjs": "export function letscode_before_tool_call() {}",
      },
    ],
    [
      "a file that such a file requires does",
      {
        "p.cjs": 'const a = require("./a"); throw new Error("boom");',
        "a.js": 'module.exports = require("./b/");',
        "b/index.js": "exports.letscode_before_tool_call = () => {};",
      },
    ],
    ["it is no function", { "p.mjs": "export const letscode_before_tool_call = { deny: [] };" }],
    [
      "it cannot be read",
      { "p.mjs": "export default { get letscode_before_tool_call() { throw new Error(); } };" },
    ],
  ])("%s", async (_name, files) => {
    const [first = ""] = Object.entries(files).map(([path, text]) => put(path, text));
    const { loading, lines } = await load(first);
    const [loaded] = await loading;
    expect(await loaded?.plugin.letscode_before_tool_call?.({} as never, {} as never)).toEqual({
      deny: "plugin p decides on tool calls and could not be loaded; stderr says why",
    });
    expect(lines).toEqual([
      expect.stringMatching(/^plugin p: not loaded: .*; it may be a policy, so every tool call is denied$/),
    ]);
  });

  test.each([
    ["throws", "throw new Error('boom'); // no policy"],
    ["imports what would lie in a file", 'import "./file/part.mjs";'],
  ])("another that %s does not", async (_what, text) => {
    put("file", "");
    const { plugins, lines } = await load(put("p.mjs", text));
    expect(await plugins()).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^plugin p: not loaded: .*p\.mjs\)$/)]);
  });
});

describe("an error that nobody caught is a plugin's", () => {
  /** An error whose stack leads through these files. */
  const from = (...files: string[]) =>
    Object.assign(new Error("late"), {
      stack: ["Error: late", ...files.map((file) => `    at f (${file}:1:2)`), "    at node:net:1:2"].join(
        "\n",
      ),
    });

  test("when its stack leads through a file of a plugin, or one that such a file imports", async () => {
    const file = put(
      "timer.mjs",
      'import "./lib/part.mjs";\nexport const fail = () => { throw new Error("x"); };',
    );
    const part = put("lib/part.mjs", "");
    const { fail: late } = await import(file);
    let thrown: unknown;
    try {
      late();
    } catch (error) {
      thrown = error;
    }
    expect(isFromPlugin(thrown, [null, file])).toBe(true);
    expect(isFromPlugin(from("/own/dist/x.js", part), [file])).toBe(true);
    expect(isFromPlugin(from("/own/dist/x.js"), [file])).toBe(false);
    expect(isFromPlugin(thrown, [null])).toBe(false);
  });

  test("when it comes out of an installed package that is not letscode", () => {
    const file = put("a.mjs", "");
    expect(isFromPlugin(from("/x/node_modules/pg/lib/client.js"), [file])).toBe(true);
    expect(isFromPlugin(from("/x/node_modules/letscode/dist/cli/letscode.cjs"), [file])).toBe(false);
  });

  test("when nothing but Node is in it, or it is no error at all, as letscode throws none", () => {
    const file = put("a.mjs", "");
    const unreadable = new Proxy(new Error(), {
      get() {
        throw new Error("unreadable");
      },
    });
    for (const thrown of [from(), "late", undefined, unreadable])
      expect([isFromPlugin(thrown, [file]), isFromPlugin(thrown, [])]).toEqual([true, false]);
  });
});
