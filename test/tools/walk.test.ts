import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { walk } from "../../src/tools/walk.ts";
import { plant, type Tree, trees } from "./trees.ts";
import { createWorkspace } from "./workspace.ts";

/** All that a walk sees: folders end in /, links in @. */
async function list(
  root: string,
  workspace = root,
  signal = new AbortController().signal,
): Promise<string[]> {
  const marks = { file: "", folder: "/", link: "@", other: "?" };
  const seen: string[] = [];
  for await (const batch of walk({ root, workspace, signal }))
    for (const { names, kind } of batch) seen.push(names.join("/") + marks[kind]);
  return seen;
}

async function planted(tree: Tree) {
  const workspace = await createWorkspace();
  plant(workspace.folder, tree);
  return workspace;
}

describe("a walk", () => {
  it("sees hidden files, each folder before what is in it, in order of names, but no .git", async () => {
    const { folder } = await planted({
      "b/z": "",
      "b/a/x": "",
      B: "",
      ".env": "",
      "b.txt": "",
      ".git/HEAD": "",
      ".github/w.yml": "",
    });
    expect(await list(folder)).toEqual([
      ".env",
      ".github/",
      ".github/w.yml",
      "B",
      "b/",
      "b/a/",
      "b/a/x",
      "b/z",
      "b.txt",
    ]);
  });

  it("follows no link, so that a circle ends [D13]", async () => {
    const { folder, root } = await planted({ "a/x": "" });
    symlinkSync(".", join(folder, "a/loop"));
    symlinkSync(root, join(folder, "out"));
    symlinkSync("nowhere", join(folder, "dangling"));
    expect(await list(folder)).toEqual(["a/", "a/loop@", "a/x", "dangling@", "out@"]);
  });

  it("heeds ignore files with and without a repository around them [D13]", async () => {
    const tree = {
      ".gitignore": "/a/\n*.log\n!keep.log\n",
      "a/x": "",
      "b/a/x": "",
      "b/x.log": "",
      "b/keep.log": "",
    };
    const expected = [".gitignore", "b/", "b/a/", "b/a/x", "b/keep.log"];
    expect(await list((await planted(tree)).folder)).toEqual(expected);
    expect(await list((await planted({ ...tree, ".git/HEAD": "" })).folder)).toEqual(expected);
  });

  it("heeds the ignore files above the folder asked for, up to its repository [D13]", async () => {
    const { folder, path } = await planted({
      ".git/HEAD": "",
      ".gitignore": "*.log\n/p/q/no\n",
      "p/.gitignore": "!keep.log\n",
      "p/q/no": "",
      "p/q/yes": "",
      "p/q/x.log": "",
      "p/q/keep.log": "",
    });
    expect(await list(path("p/q"), folder)).toEqual(["keep.log", "yes"]);
    expect(await list(path("p/q"), path("p/q"))).toEqual(["keep.log", "yes"]);
  });

  it("heeds them up to the workspace where there is no repository, and none beyond [D13]", async () => {
    const { path, root } = await planted({ ".gitignore": "*.log\n", "p/q/x.log": "", "p/q/y": "" });
    expect(await list(path("p/q"), path("."))).toEqual(["y"]);
    expect(await list(path("p/q"), path("p"))).toEqual(["x.log", "y"]);
    expect(await list(path("p/q"), join(root, "home"))).toEqual(["x.log", "y"]);
  });

  it("starts afresh in a nested repository [D12]", async () => {
    const { folder, path } = await planted({
      ".git/HEAD": "",
      ".gitignore": "*",
      "child/.git/HEAD": "",
      "child/AGENTS.md": "",
      "child/.gitignore": "x",
      "child/x": "",
      "child/.dot": "",
    });
    expect(await list(path("child"), folder)).toEqual([".dot", ".gitignore", "AGENTS.md"]);
    const { folder: other } = await planted({
      ".gitignore": "*.md",
      "x.md": "",
      "child/.git": "gitdir: elsewhere",
      "child/AGENTS.md": "",
    });
    expect(await list(other)).toEqual([".gitignore", "child/", "child/AGENTS.md"]);
  });

  it("enters the folder it was asked for, ignored or not", async () => {
    const { folder, path } = await planted({
      ".gitignore": "dist/\n*.map\n",
      "dist/a.js": "",
      "dist/a.map": "",
    });
    expect(await list(path("dist"), folder)).toEqual(["a.js"]);
  });

  it("follows no link that is called .gitignore, wherever it lies: it could lead to what has no end", async () => {
    const { folder, path } = await planted({ rules: "x\n", x: "", ".git/HEAD": "", "sub/x": "" });
    symlinkSync("rules", path(".gitignore"));
    expect(await list(path("sub"), folder)).toEqual(["x"]);
    expect(await list(folder)).toEqual([".gitignore@", "rules", "sub/", "sub/x", "x"]);
  });

  it("takes a folder it cannot read, or that is gone, for an empty one", async () => {
    const { path } = await planted({});
    expect(await list(path("gone"))).toEqual([]);
  });

  it("ends when it is aborted", async () => {
    const { folder } = await planted({ a: "" });
    expect(await list(folder, folder, AbortSignal.abort())).toEqual([]);
  });

  it("ignores exactly what git ignores", async () => {
    const { root } = await createWorkspace();
    await fc.assert(
      fc.asyncProperty(trees(fc.constant(""), false), async (tree) => {
        const folder = mkdtempSync(join(root, "tree-"));
        plant(folder, tree);
        for (const part of ["objects", "refs"]) mkdirSync(join(folder, ".git", part), { recursive: true });
        writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
        const files = execFileSync("git", ["ls-files", "-z", "--others", "--exclude-standard"], {
          cwd: folder,
          encoding: "utf8",
          env: { PATH: process.env.PATH, HOME: root },
        });
        const seen = (await list(folder)).filter((path) => !path.endsWith("/"));
        expect(seen.sort()).toEqual(files.split("\0").filter(Boolean).sort());
        rmSync(folder, { recursive: true });
      }),
      { numRuns: 50 },
    );
  });
});
