import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { takeInventory } from "../../src/cli/trust-inventory.ts";
import { makeWorld } from "./surroundings.ts";

/** A project with a bit of everything, and what changes its digest. */
function makeProject() {
  const { project } = makeWorld();
  const write = (path: string, content = "") => {
    const file = join(project, path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  write(".letscode/config.json", "{}");
  write(".letscode/plugins/x.mjs", "export {}");
  write(".letscode/plugins/sub/y.ts", "export {}");
  write(".letscode/skills/deploy/SKILL.md", "x");
  write(".letscode/prompts/review.md", "x");
  const digest = (...named: string[]) => takeInventory(project, named).digest;
  return { project, write, digest, path: (path: string) => join(project, path) };
}

describe("the inventory of a project", () => {
  test("names what lies in its folders, and is empty where there is nothing", () => {
    const { project, write } = makeProject();
    write(".letscode/plugins/.hidden");
    expect(takeInventory(project, [])).toEqual({
      parts: ["plugins/sub", "plugins/x.mjs", "skills/deploy", "prompts/review.md"],
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      problem: undefined,
    });
    expect(takeInventory(makeWorld().project, [])).toMatchObject({ parts: [], problem: undefined });
  });
});

describe("the digest of a project", () => {
  test("stays while nothing that could run is changed", () => {
    const { write, digest } = makeProject();
    const before = digest();
    write(".letscode/skills/deploy/SKILL.md", "changed");
    write(".letscode/prompts/new.md", "changed");
    write("src/index.ts", "changed");
    write(".letscode/plugins/x.mjs", "export {}");
    expect(digest()).toBe(before);
  });

  type Project = ReturnType<typeof makeProject>;
  test.each<[string, (project: Project) => unknown]>([
    ["the configuration", ({ write }) => write(".letscode/config.json", '{"a":1}')],
    ["the configuration being removed", ({ path }) => rmSync(path(".letscode/config.json"))],
    ["a plugin", ({ write }) => write(".letscode/plugins/x.mjs", "export { }")],
    ["a file deep below", ({ write }) => write(".letscode/plugins/sub/y.ts", "changed")],
    ["a new file", ({ write }) => write(".letscode/plugins/sub/z.json")],
    ["a new hidden file", ({ write }) => write(".letscode/plugins/.z")],
    ["a new folder", ({ path }) => mkdirSync(path(".letscode/plugins/empty"))],
    ["a file being removed", ({ path }) => rmSync(path(".letscode/plugins/x.mjs"))],
    ["a name", ({ path }) => renameSync(path(".letscode/plugins/x.mjs"), path(".letscode/plugins/z.mjs"))],
    [
      "a file moving between folders",
      ({ path }) => renameSync(path(".letscode/plugins/sub/y.ts"), path(".letscode/plugins/y.ts")),
    ],
    ["all plugins being removed", ({ path }) => rmSync(path(".letscode/plugins"), { recursive: true })],
  ])("changes with %s", (_, change) => {
    const project = makeProject();
    const before = project.digest();
    change(project);
    expect(project.digest()).not.toBe(before);
    expect(project.digest()).toBeDefined();
  });

  test("changes with what a link leads to, and with where it leads", () => {
    const { write, digest, path } = makeProject();
    write("lib/a.mjs", "a");
    write("lib/same.mjs", "a");
    symlinkSync("../../lib/a.mjs", path(".letscode/plugins/link.mjs"));
    const before = digest();
    write("lib/a.mjs", "b");
    const after = digest();
    rmSync(path(".letscode/plugins/link.mjs"));
    symlinkSync("../../lib/same.mjs", path(".letscode/plugins/link.mjs"));
    expect(new Set([before, after, digest()]).size).toBe(3);
  });

  test("changes with what lies in a folder that is linked, and ends where links lead in a circle", () => {
    const { write, digest, path } = makeProject();
    write("lib/deep/a.mjs", "a");
    symlinkSync("../../lib", path(".letscode/plugins/linked"));
    symlinkSync("..", path("lib/deep/up"));
    symlinkSync("nowhere", path(".letscode/plugins/dangling"));
    const before = digest();
    expect(before).toBeDefined();
    write("lib/deep/a.mjs", "b");
    expect(digest()).not.toBe(before);
  });

  test.each(["./tools/plugin.mjs", "some-package"])(
    "covers a plugin that the configuration names: %s",
    (name) => {
      const { write, digest } = makeProject();
      const change = (content: string) => {
        write("tools/plugin.mjs", content);
        write("node_modules/some-package/index.js", content);
      };
      change("a");
      const [alone, before] = [digest(), digest(name)];
      change("b");
      expect(digest()).toBe(alone);
      expect(digest(name)).not.toBe(before);
    },
  );

  test.each<[string, string, (project: Project) => unknown]>([
    [
      "pipes",
      "it holds a pipe or a device",
      ({ path }) => execFileSync("mkfifo", [path(".letscode/plugins/pipe.mjs")]),
    ],
    [
      "names that are not UTF-8",
      "it holds a name that cannot be read",
      ({ path }) => writeFileSync(Buffer.from(`${path(".letscode/plugins")}/\xff.mjs`, "latin1"), ""),
    ],
    [
      "too many files",
      "it holds more than 4000 files",
      ({ write, path }) => {
        for (let at = 0; at < 64; at++) {
          write(`lib/${at}`);
          symlinkSync("../../lib", path(`.letscode/plugins/${at}`));
        }
      },
    ],
    [
      "too many bytes",
      "it holds more than 33554432 bytes",
      ({ write }) => truncateSync(write(".letscode/plugins/x.wasm"), 32 * 1024 * 1024 + 1),
    ],
  ])("is not taken of %s", (_, problem, change) => {
    const project = makeProject();
    change(project);
    expect(takeInventory(project.project, [])).toMatchObject({ digest: undefined, problem });
  });
});
