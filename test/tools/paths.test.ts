import { mkdir, symlink } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { accessTo, findPath, isInside, realPath, resolvePath, shownPath } from "../../src/tools/paths.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

async function withFiles(...names: string[]): Promise<Workspace> {
  const workspace = await createWorkspace();
  for (const name of names) await workspace.file(name, name);
  return workspace;
}

describe("a path", () => {
  const places = { workspace: "/w", home: "/h" };

  test.each([
    ["a b.txt", "/w/a b.txt"],
    ["./x/../a", "/w/a"],
    ["../outside/x", "/outside/x"],
    ["/abs/x", "/abs/x"],
    ["", "/w"],
    ["~", "/h"],
    ["~/x y/it\u2019s.txt", "/h/x y/it\u2019s.txt"],
    ["~//etc", "/h/etc"],
    ["~user/x", "/w/~user/x"],
    ["a/~/b", "/w/a/~/b"],
    ["-rf", "/w/-rf"],
    ["$(touch PWNED).txt", "/w/$(touch PWNED).txt"],
    ["a\u202fb.txt", "/w/a\u202fb.txt"],
  ])("%j means %s", (path, absolute) => {
    expect(resolvePath(path, places)).toBe(absolute);
  });

  test("with a NUL character is refused", () => {
    expect(() => resolvePath("a\0b", places)).toThrow("path: holds a NUL character, which no file name can.");
  });
});

describe("a path that should exist", () => {
  test("is taken exactly when it is there, whatever else is", async () => {
    const { environment, path } = await withFiles("a\u202fb.txt", "a b.txt");
    expect(await findPath("a\u202fb.txt", environment)).toBe(path("a\u202fb.txt"));
    expect(await findPath("a b.txt", environment)).toBe(path("a b.txt"));
  });

  test.each([
    ["NFC for NFD", "\u00e9.txt", "e\u0301.txt"],
    ["NFD for NFC", "e\u0301.txt", "\u00e9.txt"],
    ["a plain blank for a narrow one", "at 9 AM.png", "at 9\u202fAM.png"],
    ["a no-break blank for a plain one", "a\u00a0b", "a b"],
    ["a straight quote for a curly one", "it's", "it\u2019s"],
    ["curly quotes for straight ones", "\u201cq\u201d", '"q"'],
    ["in a folder's name too", "e\u0301 x/it's/f", "\u00e9\u202fx/it\u2019s/f"],
  ])("is found under a variant when it is missing: %s", async (_, asked, there) => {
    const { environment, path } = await withFiles(there);
    expect(await findPath(asked, environment)).toBe(path(there));
  });

  test("is not guessed when several variants are there, or none", async () => {
    const { environment, path } = await withFiles("a\u202fb", "a\u2009b", "other");
    expect(await findPath("a b", environment)).toBe(path("a b"));
    expect(await findPath("Other", environment)).toBe(path("Other"));
    expect(await findPath("no/such/thing", environment)).toBe(path("no/such/thing"));
  });
});

describe("the real path", () => {
  test("follows links, also for what does not exist yet", async () => {
    const { root, path } = await withFiles("real/f");
    await mkdir(`${root}/outside`);
    await symlink("real", path("inner"));
    await symlink("../outside", path("out"));
    expect(await realPath(path("inner/f"))).toBe(path("real/f"));
    expect(await realPath(path("inner/new/deep"))).toBe(path("real/new/deep"));
    expect(await realPath(path("out/new"))).toBe(`${root}/outside/new`);
  });

  test("follows a link that dangles to where a file would be made", async () => {
    const { root, path } = await withFiles("f");
    await mkdir(`${root}/outside/deep`, { recursive: true });
    await symlink("../outside/new", path("dangling"));
    await symlink("dangling", path("second"));
    await symlink(`${root}/outside/deep`, path("far"));
    // `far/..` is where the link leads, not the workspace.
    await symlink("far/../new2", path("through"));
    expect(await realPath(path("dangling"))).toBe(`${root}/outside/new`);
    expect(await realPath(path("second"))).toBe(`${root}/outside/new`);
    expect(await realPath(path("through"))).toBe(`${root}/outside/new2`);
  });

  test("of what lies behind a circle of links or a file is the path itself", async () => {
    const { path } = await withFiles("file");
    await symlink("b", path("a"));
    await symlink("a", path("b"));
    expect(await realPath(path("a"))).toBe(path("a"));
    expect(await realPath(path("a/x"))).toBe(path("a/x"));
    expect(await realPath(path("file/x"))).toBe(path("file/x"));
  });
});

test("inside means the folder and what is in it, not what only begins alike", () => {
  expect(["/w", "/w/a", "/w/..a", "/w/../w/b"].map((path) => isInside("/w", path))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["/", "/workspace", "/wx/a", "/w/../x"].map((path) => isInside("/w", path))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("access names what lies outside; the temp folder may be read, not written", async () => {
  const { environment, root, path } = await withFiles("f");
  const temp = `${environment.tempFolder}/bash-1.txt`;
  expect(await accessTo("read", [path("f")], environment)).toEqual({ kind: "read" });
  expect(await accessTo("read", [path("f"), `${root}/x`, temp], environment)).toEqual({
    kind: "read",
    outside: [`${root}/x`],
  });
  expect(await accessTo("write", [temp], environment)).toEqual({ kind: "write", outside: [temp] });
});

test("messages show a path on one line, relative inside the workspace", () => {
  expect(shownPath("/w/a/b.txt", "/w")).toBe("a/b.txt");
  expect(shownPath("/w", "/w")).toBe(".");
  expect(shownPath("/x/a", "/w")).toBe("/x/a");
  expect(shownPath("/w/a\nb\u001b[2J", "/w")).toBe('"a\\nb\\u001b[2J"');
  expect(shownPath("/w/a\u2028\u202eb\u0085", "/w")).toBe('"a\\u2028\\u202eb\\u0085"');
});
