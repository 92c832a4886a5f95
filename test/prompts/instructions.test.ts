import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { instructionsSection, readInstructions } from "../../src/prompts/instructions.ts";
import { makeTree, type Tree } from "./tree.ts";

function read(tree: Tree, workspace: string, more: { home?: string; trusted?: boolean } = {}) {
  return readInstructions({
    workspace: tree.path(workspace),
    home: tree.home,
    configFolder: tree.configFolder,
    ...more,
  });
}

describe("instructions", () => {
  it("are the user's own, then those from the root of the repository down to the workspace", () => {
    const tree = makeTree();
    const own = tree.write("ada/.config/letscode/AGENTS.md", "of the user");
    tree.write("ada/AGENTS.md", "of nobody");
    tree.write("ada/code/AGENTS.md", "above the repository");
    tree.write("ada/code/app/.git/HEAD");
    const root = tree.write("ada/code/app/AGENTS.md", "of the root");
    const middle = tree.write("ada/code/app/src/CLAUDE.md", "between");
    const nearest = tree.write("ada/code/app/src/room/AGENTS.md", "nearest");
    expect(read(tree, "ada/code/app/src/room")).toEqual({
      files: [
        { path: own, text: "of the user" },
        { path: root, text: "of the root" },
        { path: middle, text: "between" },
        { path: nearest, text: "nearest" },
      ],
      notices: [],
    });
  });

  it("are CLAUDE.md's only in a folder without AGENTS.md", () => {
    const tree = makeTree();
    const path = tree.write("app/AGENTS.md", "agents");
    tree.write("app/CLAUDE.md", "claude");
    expect(read(tree, "app").files).toEqual([{ path, text: "agents" }]);
  });

  it("are the workspace's alone where there is no repository", () => {
    const tree = makeTree();
    tree.write("ada/code/AGENTS.md", "above");
    const path = tree.write("ada/code/app/AGENTS.md", "here");
    expect(read(tree, "ada/code/app").files).toEqual([{ path, text: "here" }]);
  });

  it("stop at the nearest repository, be its .git a file [D12]", () => {
    const tree = makeTree();
    tree.write("outer/.git/HEAD");
    tree.write("outer/AGENTS.md", "outer");
    tree.write("outer/inner/.git", "gitdir: elsewhere");
    const path = tree.write("outer/inner/AGENTS.md", "inner");
    expect(read(tree, "outer/inner").files).toEqual([{ path, text: "inner" }]);
  });

  it("do not reach the home folder, though it is a repository, unless it is the workspace", () => {
    const tree = makeTree();
    tree.write("ada/.git/HEAD");
    const home = tree.write("ada/AGENTS.md", "home");
    const path = tree.write("ada/code/AGENTS.md", "here");
    expect(read(tree, "ada/code").files).toEqual([{ path, text: "here" }]);
    expect(read(tree, "ada").files).toEqual([{ path: home, text: "home" }]);
  });

  it.runIf(process.getuid?.() === 0)("heed no repository above that belongs to somebody else", () => {
    const tree = makeTree();
    chownSync(dirname(tree.write("shared/.git/HEAD")), 12345, 12345);
    tree.write("shared/AGENTS.md", "of a stranger");
    const path = tree.write("shared/app/AGENTS.md", "here");
    expect(read(tree, "shared/app").files).toEqual([{ path, text: "here" }]);
  });

  it("are found by the real place of a workspace that is a link", () => {
    const tree = makeTree();
    tree.write("repo/.git/HEAD");
    const root = tree.write("repo/AGENTS.md", "root");
    tree.write("repo/app/x");
    symlinkSync(tree.path("repo/app"), tree.path("linked"));
    expect(read(tree, "linked").files).toEqual([{ path: root, text: "root" }]);
  });

  it("lose their byte order mark, and what is no UTF-8", () => {
    const tree = makeTree();
    const path = tree.write("app/AGENTS.md", Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62]));
    expect(read(tree, "app").files).toEqual([{ path, text: "a\ufffdb" }]);
  });

  it("are cut after 64 KiB, between two characters, which the text and a notice say", () => {
    const tree = makeTree();
    const path = tree.write("app/AGENTS.md", `a${"é".repeat(40_000)}`);
    expect(read(tree, "app")).toEqual({
      files: [{ path, text: `a${"é".repeat(32_767)}\n[cut here: the file is longer]` }],
      notices: [`${path}: only the first 65536 bytes are used`],
    });
  });

  it("are whole at 64 KiB", () => {
    const tree = makeTree();
    const path = tree.write("app/AGENTS.md", "a".repeat(65_536));
    expect(read(tree, "app")).toEqual({ files: [{ path, text: "a".repeat(65_536) }], notices: [] });
  });

  it("that are a pipe or a folder are left out with a notice, and not waited for", () => {
    const tree = makeTree();
    mkdirSync(tree.path("app"));
    execFileSync("mkfifo", [tree.path("app/AGENTS.md")]);
    tree.write("app/CLAUDE.md", "not instead");
    mkdirSync(tree.path("ada/.config/letscode/AGENTS.md"), { recursive: true });
    expect(read(tree, "app")).toEqual({
      files: [],
      notices: [
        `${tree.configFolder}/AGENTS.md: these instructions are left out: it is not a regular file`,
        `${tree.path("app/AGENTS.md")}: these instructions are left out: it is not a regular file`,
      ],
    });
  });

  it("that are empty say nothing", () => {
    const tree = makeTree();
    tree.write("app/AGENTS.md", " \n");
    expect(read(tree, "app")).toEqual({ files: [], notices: [] });
  });

  it("with several names are read once", () => {
    const tree = makeTree();
    tree.write("app/.git/HEAD");
    const path = tree.write("app/AGENTS.md", "once");
    tree.write("app/src/x");
    symlinkSync("../AGENTS.md", tree.path("app/src/CLAUDE.md"));
    expect(read(tree, "app/src").files).toEqual([{ path, text: "once" }]);
  });

  it("that are a link out of the project count only when it is trusted", () => {
    const tree = makeTree();
    tree.write("secret", "private");
    tree.write("app/x");
    symlinkSync("../secret", tree.path("app/AGENTS.md"));
    const path = tree.path("app/AGENTS.md");
    expect(read(tree, "app")).toEqual({
      files: [],
      notices: [
        `${path}: these instructions are left out: they are a link out of the project, which is not trusted`,
      ],
    });
    expect(read(tree, "app", { trusted: true })).toEqual({
      files: [{ path, text: "private" }],
      notices: [],
    });
  });

  it("of the user may be a link to anywhere", () => {
    const tree = makeTree();
    tree.write("dotfiles/agents.md", "mine");
    mkdirSync(tree.configFolder, { recursive: true });
    symlinkSync(tree.path("dotfiles/agents.md"), `${tree.configFolder}/AGENTS.md`);
    mkdirSync(tree.path("app"));
    expect(read(tree, "app").files.map(({ text }) => text)).toEqual(["mine"]);
  });
});

describe("the section of instructions", () => {
  it("is none without files", () => {
    expect(instructionsSection([])).toBeUndefined();
  });

  it("names each file, in one line whatever its name, and tells them apart", () => {
    const section = instructionsSection([
      { path: "/home/ada/AGENTS.md", text: "Be brief.\n" },
      { path: '/a "b"\n/AGENTS.md', text: "Use tabs." },
    ]);
    expect(section?.split("\n\n").slice(1)).toEqual([
      '<instructions file="/home/ada/AGENTS.md">\nBe brief.\n</instructions>',
      '<instructions file="/a \\"b\\"\\n/AGENTS.md">\nUse tabs.\n</instructions>',
    ]);
  });
});
