import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NOT_UTF8 } from "../../src/tools/file-errors.ts";
import { createFindTool } from "../../src/tools/find.ts";
import { call, callError, callText, createWorkspace } from "./workspace.ts";

async function setUp(files: readonly string[] = []) {
  const workspace = await createWorkspace();
  for (const file of files) await workspace.file(file, "");
  const find = createFindTool(workspace.environment);
  return { ...workspace, find, run: (args: object) => callText(find, args) };
}

it("find lists files and folders by a glob, in order, folders marked", async () => {
  const { find } = await setUp(["src/test/a.ts", "src/b.ts", "test/c.ts", ".d.ts", "e.js"]);
  expect(await call(find, { pattern: "*.ts" })).toEqual({
    content: [{ type: "text", text: ".d.ts\nsrc/b.ts\nsrc/test/a.ts\ntest/c.ts" }],
    details: { paths: 4, truncated: false },
  });
  expect(await callText(find, { pattern: "test" })).toBe("src/test/\ntest/");
  expect(await callText(find, { pattern: "**/t*/**" })).toBe("src/test/a.ts\ntest/c.ts");
  expect(await callText(find, { pattern: "*", path: "src", type: "folder" })).toBe("src/test/");
  expect(await callText(find, { pattern: "*", path: "src", type: "file" })).toBe("src/b.ts\nsrc/test/a.ts");
});

it("find says so when nothing matches, and where", async () => {
  const { run } = await setUp(["a/b"]);
  expect(await run({ pattern: "*.x" })).toBe("[nothing in . matches]");
  expect(await run({ pattern: "*.x", path: "a" })).toBe("[nothing in a matches]");
});

it("find heeds ignore files and repositories as grep does [D12 D13]", async () => {
  const { run, file } = await setUp([
    "child/.git/HEAD",
    "child/AGENTS.md",
    "child/x/AGENTS.local.md",
    "y/keep.log",
  ]);
  await file(".gitignore", "*\n!/y\n!keep.log\n");
  expect(await run({ pattern: "**/AGENTS*.md", path: "child" })).toBe(
    "child/AGENTS.md\nchild/x/AGENTS.local.md",
  );
  expect(await run({ pattern: "**" })).toBe("y/\ny/keep.log");
});

it("find lists links and does not follow them [D13 H04]", async () => {
  const { run, folder, root } = await setUp(["a/x"]);
  symlinkSync(".", join(folder, "loop"));
  symlinkSync(root, join(folder, "out"));
  expect(await run({ pattern: "*" })).toBe("a/\na/x\nloop\nout");
  expect(await run({ pattern: "*", path: "loop/a" })).toBe("loop/a/x");
});

it("find shows strange names escaped, one per line, and runs nothing [H09]", async () => {
  const names = ["$(touch PWNED).txt", "-rf", "`id`.txt", "a\"b'c.txt", "a;touch PWNED;.txt"];
  const { run } = await setUp([...names, "two\nlines", "\u001b[2J"]);
  expect((await run({ pattern: "*" })).split("\n")).toEqual(['"\\u001b[2J"', ...names, '"two\\nlines"']);
  expect(await run({ pattern: "-rf" })).toBe("-rf");
});

it("find stops at its limit, or at 50 kB, and says that there is more", async () => {
  const { find, run, file } = await setUp(["a", "b", "c"]);
  expect(await call(find, { pattern: "*", limit: 2 })).toEqual({
    content: [
      {
        type: "text",
        text: "a\nb\n\n[the first 2 paths; there are more: narrow the pattern or the path]",
      },
    ],
    details: { paths: 2, truncated: true },
  });
  expect(await run({ pattern: "*", limit: 3 })).toBe("a\nb\nc");
  for (let index = 0; index < 300; index++) await file(`long/${index}${"x".repeat(200)}`, "");
  const text = await run({ pattern: "*" });
  expect(Buffer.byteLength(text)).toBeLessThan(50_200);
  expect(text).toMatch(/\n\n\[the first 2\d\d paths, as many as fit; there are more: narrow .*\]$/);
});

it.runIf(process.platform === "linux")(
  "find says which names are not UTF-8, and which folders it could not search",
  async () => {
    const { folder, run } = await setUp(["genuine\ufffd"]);
    expect(await run({ pattern: "*" })).toBe("genuine\ufffd");
    mkdirSync(Buffer.from(`${folder}/sub\xff`, "latin1"));
    expect(await run({ pattern: "*" })).toBe(
      `genuine\ufffd\nsub\ufffd/\n\n[not searched: sub\ufffd (its name is not UTF-8)]\n[${NOT_UTF8}]`,
    );
  },
);

it("find says what is wrong with a path or a glob", async () => {
  const { find } = await setUp(["a"]);
  expect(await callError(find, { pattern: "*", path: "gone" })).toBe("gone does not exist.");
  expect(await callError(find, { pattern: "*", path: "a" })).toBe(
    "a is a file, not a folder. Use read or grep on it.",
  );
  expect(await callError(find, { pattern: "{a,b}".repeat(12) })).toMatch(/more than 1000 patterns/);
  await expect(call(find, { pattern: "*" }, AbortSignal.abort())).rejects.toThrow("The search was aborted.");
});
