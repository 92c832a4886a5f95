import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { discoverPlugins, type PluginPlaces } from "../../src/plugins/discover.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "letscode-discover-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, content: string | object = ""): void {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, typeof content === "string" ? content : JSON.stringify(content));
}

/** What is found, as `name path`, the path relative to the root; and what was said. */
function discover(places: Partial<PluginPlaces> & { flag?: string; configured_?: string } = {}) {
  const { flag, configured_: configured } = places;
  const lines: string[] = [];
  const found = discoverPlugins({
    configFolder: join(root, "config"),
    project: { folder: join(root, "project"), trusted: true },
    configured:
      configured === undefined
        ? []
        : [{ name: configured, folder: join(root, "project"), source: "config.json: plugins" }],
    flags: flag === undefined ? [] : [{ name: flag, folder: join(root, "project"), source: "--plugin" }],
    shipped: ["letscode-memory"],
    home: join(root, "home"),
    report: (line) => void lines.push(line),
    ...places,
  });
  return {
    found: found.map(({ name, path }) => `${name} ${path?.slice(root.length + 1)}`),
    lines: lines.map((line) => line.replaceAll(root, "")),
  };
}

test("the order is: the user's folder, configuration, the project's folder, flags; the same file counts once", () => {
  put("config/plugins/b.mjs");
  put("config/plugins/a.ts");
  put("config/plugins/c/index.js");
  put("project/.letscode/plugins/p.mjs");
  put("project/named.mjs");
  put("project/last.mjs");
  symlinkSync(join(root, "project/named.mjs"), join(root, "project/.letscode/plugins/z.mjs"));
  const named = (name: string) => ({ name, folder: join(root, "project"), source: "s" });
  expect(
    discover({
      configured: [named("./named.mjs"), named("letscode-memory")],
      flags: [named("last.mjs"), named(join(root, "config/plugins/b.mjs")), named("letscode-memory")],
    }),
  ).toEqual({
    found: [
      "a config/plugins/a.ts",
      "b config/plugins/b.mjs",
      "c config/plugins/c/index.js",
      "named project/named.mjs",
      "letscode-memory undefined",
      "p project/.letscode/plugins/p.mjs",
      "last project/last.mjs",
    ],
    lines: [],
  });
});

test("a folder is asked only for plugins: no declarations, hidden files, dependencies or other folders", () => {
  for (const path of [
    "x.d.ts",
    "x.json",
    ".hidden.mjs",
    "node_modules/y/index.js",
    "lib/part.js",
    "README.md",
  ])
    put(`config/plugins/${path}`);
  put("config/plugins/good.cts");
  expect(discover()).toEqual({ found: ["good config/plugins/good.cts"], lines: [] });
});

test("the folder of an untrusted project is not looked into", () => {
  put("project/.letscode/plugins/evil.mjs");
  put("project/.letscode/plugins/broken/package.json", "{");
  const project = { folder: join(root, "project"), trusted: false };
  expect(discover({ project })).toEqual({ found: [], lines: [] });
});

describe("a package", () => {
  const files = ["good.js", "bad.js", "main.js", "index.js", "lib/index.js"];
  const packed = (manifest: object) => {
    for (const file of files) put(`project/node_modules/@me/plug/${file}`);
    put("project/node_modules/@me/plug/package.json", { name: "@me/plug", ...manifest });
  };
  const there = "project/node_modules/@me/plug";

  test.each([
    [{ exports: "./good.js" }, "good.js"],
    [{ exports: { ".": "./good.js" } }, "good.js"],
    [{ exports: { import: "./good.js" } }, "good.js"],
    [{ exports: { ".": { import: "./good.js" } } }, "good.js"],
    [
      { exports: { ".": { types: "./x.d.ts", import: { types: "./x.d.ts", default: "./good.js" } } } },
      "good.js",
    ],
    [{ exports: { ".": { require: "./bad.js", default: "./good.js" } } }, "good.js"],
    [{ exports: { ".": { browser: "./bad.js", node: "./good.js", default: "./bad.js" } } }, "good.js"],
    [{ exports: { ".": [{ browser: "./bad.js" }, "./good.js"] }, main: "./bad.js" }, "good.js"],
    [{ module: "./good.js", main: "bad.js" }, "good.js"],
    [{ main: "main" }, "main.js"],
    [{ main: "./lib" }, "lib/index.js"],
    [{}, "index.js"],
  ])("is entered as its package.json says: %j", (manifest, file) => {
    packed(manifest);
    expect(discover({ configured_: "@me/plug" }).found).toEqual([`@me/plug ${there}/${file}`]);
  });

  test.each([
    [{ exports: { ".": { require: "./bad.js" } } }, `its exports name no file for "." to import`],
    [{ exports: { "./sub": "./good.js" } }, `its exports name no file for "." to import`],
    [{ exports: "./dist/gone.js" }, "exports names ./dist/gone.js, which is not there"],
    [{ main: "gone" }, "main names gone, which is not there"],
  ])("that cannot be entered is wrong configuration: %j", (manifest, problem) => {
    packed(manifest);
    const find = () => discover({ configured_: "@me/plug" });
    expect(find).toThrow(UsageError);
    expect(find).toThrow(`config.json: plugins: ${join(root, there, "package.json")}: ${problem}`);
  });

  test("is looked for from the folder of the configuration upward, nearest first", () => {
    put("node_modules/plug/index.js");
    expect(discover({ configured_: "plug" }).found).toEqual(["plug node_modules/plug/index.js"]);
    put("project/node_modules/plug/index.js");
    expect(discover({ configured_: "plug" }).found).toEqual(["plug project/node_modules/plug/index.js"]);
  });

  test("in the user's folder that cannot be entered is one line, and the others are found", () => {
    put("config/plugins/broken/package.json", "{");
    put("config/plugins/good.js");
    expect(discover()).toEqual({
      found: ["good config/plugins/good.js"],
      lines: ["plugin not loaded: /config/plugins/broken/package.json: expected a JSON object"],
    });
  });
});

describe("what is named and is not there is wrong usage:", () => {
  test.each([
    ["./gone.mjs", "there is no plugin at ROOT/project/gone.mjs"],
    ["plugins/gone.mjs", "there is no plugin at ROOT/project/plugins/gone.mjs"],
    ["~/gone.mjs", "there is no plugin at ROOT/home/gone.mjs"],
    ["./empty", "ROOT/project/empty is no plugin: there is no package.json and no index.js in it"],
    ["./text.md", "ROOT/project/text.md is no plugin: expected a .js or .ts file, or a folder"],
    [
      "gone",
      "there is no package gone in a node_modules folder from ROOT/project upward; a path begins with ./ or /",
    ],
    [
      "@me/gone",
      "there is no package @me/gone in a node_modules folder from ROOT/project upward; a path begins with ./ or /",
    ],
  ])("%s", (flag, problem) => {
    put("project/empty/nothing.txt");
    put("project/text.md");
    const find = () => discover({ flag });
    expect(find).toThrow(UsageError);
    expect(find).toThrow(`--plugin: ${problem.replaceAll("ROOT", root)}`);
  });
});
