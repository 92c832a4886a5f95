import { writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { NOT_UTF8 } from "../../src/tools/file-errors.ts";
import { createLsTool } from "../../src/tools/ls.ts";
import { call, callError, callText, createWorkspace } from "./workspace.ts";

async function setUp() {
  const workspace = await createWorkspace();
  return { ...workspace, ls: createLsTool(workspace.environment) };
}

test("ls shows one entry per line, sorted, with folders, links and hidden files marked as such", async () => {
  const { file, path, ls } = await setUp();
  await file("b.txt", "");
  await file("dir/x", "");
  await file(".hidden", "");
  await symlink("b.txt", path("link"));
  await symlink("nowhere", path("dangling"));
  await symlink("dir", path("folder"));
  expect(await call(ls, {})).toEqual({
    content: [
      {
        type: "text",
        text: ".hidden\nb.txt\ndangling@ -> nowhere\ndir/\nfolder@ -> dir\nlink@ -> b.txt",
      },
    ],
    details: { entries: 6, shown: 6 },
  });
  expect(await callText(ls, { path: "folder" })).toBe("x");
});

test("ls shows strange names escaped, and runs nothing", async () => {
  const { file, path, ls } = await setUp();
  const names = ["$(touch PWNED).txt", "`id`.txt", "a;touch PWNED;.txt", "-rf", "a\"b'c.txt"];
  for (const name of [...names, "two\nlines", "\u001b[2J"]) await file(name, "");
  await symlink("to\nnowhere", path("z"));
  expect((await callText(ls, {})).split("\n")).toEqual([
    '"\\u001b[2J"',
    "$(touch PWNED).txt",
    "-rf",
    "`id`.txt",
    "a\"b'c.txt",
    "a;touch PWNED;.txt",
    '"two\\nlines"',
    'z@ -> "to\\nnowhere"',
  ]);
});

test("ls of an empty folder says so", async () => {
  const { path, ls } = await setUp();
  await mkdir(path("empty"));
  expect(await callText(ls, { path: "empty" })).toBe("[empty is empty.]");
  expect(await callText(ls, {})).toBe("empty/");
});

test("ls is capped in entries and in bytes, with a note", async () => {
  const { file, ls } = await setUp();
  for (let index = 0; index < 1001; index++) await file(`${1000 + index}`, "");
  const names = (count: number) => Array.from({ length: count }, (_, index) => `${1000 + index}\n`).join("");
  expect(await callText(ls, {})).toBe(
    `${names(1000)}\n[1000 of 1001 entries. To see others use find with a pattern, or a larger limit.]`,
  );
  expect(await callText(ls, { limit: 3 })).toBe(
    `${names(3)}\n[3 of 1001 entries. To see others use find with a pattern, or a larger limit.]`,
  );
  expect(await callText(ls, { limit: 1001 })).toBe(names(1001).trimEnd());
  for (let index = 0; index < 300; index++) await file(`0/${"x".repeat(200)}${1000 + index}`, "");
  const text = await callText(ls, { path: "0" });
  expect(text.endsWith("\n\n[243 of 300 entries. To see others use find with a pattern.]")).toBe(true);
});

test.runIf(process.platform === "linux")(
  "ls says which names are not UTF-8, and what a link leads to",
  async () => {
    const { file, folder, path, ls } = await setUp();
    await file("genuine\ufffd", "");
    expect(await callText(ls, {})).toBe("genuine\ufffd");
    writeFileSync(Buffer.from(`${folder}/bad\xff`, "latin1"), "");
    expect(await callText(ls, {})).toBe(`bad\ufffd\ngenuine\ufffd\n\n[${NOT_UTF8}]`);
    await symlink("gone", path("dang"));
    expect(await callError(ls, { path: "dang" })).toBe("dang is a link to gone, which does not exist.");
  },
);

test("ls tells a file and a missing folder apart", async () => {
  const { file, ls } = await setUp();
  await file("f.txt", "");
  expect(await callError(ls, { path: "f.txt" })).toBe("f.txt is a file, not a folder. Use read to see it.");
  expect(await callError(ls, { path: "nowhere" })).toBe("nowhere does not exist.");
});

test("ls leads links to where they really go when it says what it touches", async () => {
  const { path, root, ls } = await setUp();
  await mkdir(`${root}/outside`);
  await symlink("../outside", path("out"));
  expect(await ls.access?.({})).toEqual({ kind: "read" });
  expect(await ls.access?.({ path: "out" })).toEqual({ kind: "read", outside: [`${root}/outside`] });
  expect(await ls.access?.({ path: "../outside" })).toEqual({ kind: "read", outside: [`${root}/outside`] });
  expect(await ls.concurrency?.({})).toBe("parallel");
});
