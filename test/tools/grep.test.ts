import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGrepTool } from "../../src/tools/grep.ts";
import { findRipgrep } from "../../src/tools/ripgrep.ts";
import { call, callError, callText, createWorkspace } from "./workspace.ts";

const rg = await findRipgrep(process.env, process.platform);

it("ripgrep is there, so that both ways are tested", () => {
  expect(rg).toMatch(/[\\/]rg$/);
});

describe.each([
  ["with ripgrep", rg],
  ["without ripgrep", null],
])("grep %s", (_title, ripgrep) => {
  async function setUp(files: Record<string, string | Uint8Array> = {}) {
    const workspace = await createWorkspace();
    const grep = createGrepTool({ ...workspace.environment, ripgrep });
    for (const [file, content] of Object.entries(files)) await workspace.file(file, content);
    return { ...workspace, grep, run: (args: object) => callText(grep, args) };
  }

  it("shows matching lines with path and number, in order of paths", async () => {
    const { grep } = await setUp({ "b.txt": "x1\ny\nx2\n", "a/c.txt": "x3", "z.txt": "y" });
    expect(await call(grep, { pattern: "x\\d" })).toEqual({
      content: [{ type: "text", text: "a/c.txt:1:x3\nb.txt:1:x1\nb.txt:3:x2" }],
      details: { matches: 3, files: 2, truncated: false },
    });
  });

  it("says so when nothing matches", async () => {
    const { grep } = await setUp({ a: "x" });
    expect(await call(grep, { pattern: "y" })).toEqual({
      content: [{ type: "text", text: "[no matches]" }],
      details: { matches: 0, files: 0, truncated: false },
    });
  });

  it.runIf(process.platform === "linux")(
    "says which files and folders it could not search, by name",
    async () => {
      const { folder, run } = await setUp({ a: "x" });
      writeFileSync(Buffer.from(`${folder}/bad\xffname`, "latin1"), "x");
      mkdirSync(Buffer.from(`${folder}/sub\xff`, "latin1"));
      expect(await run({ pattern: "x" })).toBe(
        "a:1:x\n\n[not searched: bad\ufffdname (its name is not UTF-8), sub\ufffd (its name is not UTF-8)]",
      );
      expect(await run({ pattern: "y", glob: "sub*" })).toBe(
        "[no matches]\n[not searched: sub\ufffd (its name is not UTF-8)]",
      );
    },
  );

  it("says of which lines it saw only parts", async () => {
    const { run } = await setUp({ a: `-a${"-".repeat(100_000)}b\n` });
    expect(await run({ pattern: "a.*b" })).toBe(
      "[no matches]\n[searched in parts, so that matches longer than 16,384 characters are not found: a:1]",
    );
  });

  it("shows the lines around a match", async () => {
    const { run } = await setUp({ a: "1\n2\nx\n4\n5\n6\nx\n", b: "x\n2\n" });
    expect(await run({ pattern: "x", context: 1 })).toBe(
      "a-2-2\na:3:x\na-4-4\n--\na-6-6\na:7:x\n--\nb:1:x\nb-2-2",
    );
  });

  it("takes plain text, either case, and globs", async () => {
    const { run } = await setUp({
      "a.ts": "F(x)",
      "b.js": "f(x)",
      "src/c.ts": "f(x)",
      "src/c.test.ts": "f(x)",
    });
    expect(await run({ pattern: "f(x)", literal: true })).toBe(
      "b.js:1:f(x)\nsrc/c.test.ts:1:f(x)\nsrc/c.ts:1:f(x)",
    );
    expect(await run({ pattern: "f(x)", literal: true, ignore_case: true, glob: "*.ts" })).toBe(
      "a.ts:1:F(x)\nsrc/c.test.ts:1:f(x)\nsrc/c.ts:1:f(x)",
    );
    expect(await run({ pattern: "f", glob: "!*.test.ts" })).toBe("b.js:1:f(x)\nsrc/c.ts:1:f(x)");
    expect(await run({ pattern: "f", glob: "src/**/*.{ts,tsx}" })).toBe(
      "src/c.test.ts:1:f(x)\nsrc/c.ts:1:f(x)",
    );
  });

  it("searches one folder or one file, ignored or not", async () => {
    const { run, root, path } = await setUp({ ".gitignore": "dist\n", "dist/a": "x", "src/b": "x" });
    expect(await run({ pattern: "x" })).toBe("src/b:1:x");
    expect(await run({ pattern: "x", path: "dist" })).toBe("dist/a:1:x");
    expect(await run({ pattern: "x", path: "dist/a" })).toBe("dist/a:1:x");
    expect(await run({ pattern: "x", path: path("src") })).toBe("src/b:1:x");
    expect(await run({ pattern: "x", path: root })).toBe(`src/b:1:x`);
  });

  it("stops at its limit and says that there is more", async () => {
    const { grep } = await setUp({ a: "x\nx\n", b: "x\n", c: "x\n" });
    const note = "[the first 3 matches; there are more: narrow the pattern, the path or the glob]";
    expect(await call(grep, { pattern: "x", limit: 3 })).toEqual({
      content: [{ type: "text", text: `a:1:x\na:2:x\nb:1:x\n\n${note}` }],
      details: { matches: 3, files: 2, truncated: true },
    });
    expect(await callText(grep, { pattern: "x", limit: 4 })).toBe("a:1:x\na:2:x\nb:1:x\nc:1:x");
    expect(await callText(grep, { pattern: "x", limit: 1, path: "a" })).toMatch(
      /^a:1:x\n\n\[the first 1 match;/,
    );
  });

  it("keeps to 50 kB, whatever the limit", async () => {
    const { run } = await setUp({ a: `x${"y".repeat(400)}\n`.repeat(1000) });
    const text = await run({ pattern: "x", limit: 1000 });
    expect(Buffer.byteLength(text)).toBeLessThan(50_200);
    expect(text).toMatch(/\n\n\[the first 12\d matches, as many as fit; there are more: narrow .*\]$/);
  });

  it("shows of a very long line what stands around the match, marked [D11]", async () => {
    const { run } = await setUp({ "min.js": `${"a".repeat(500_000)}NEEDLE${"é".repeat(300_000)}` });
    const expected = `min.js:1:…${"a".repeat(100)}NEEDLE${"é".repeat(394)}… [cut: the line has 800,006 characters]`;
    expect(await run({ pattern: "NEEDLE" })).toBe(expected);
    expect(await run({ pattern: "NEE[D]LE", path: "min.js" })).toBe(expected);
  });

  it("heeds ignore files with and without a repository, and hidden files are found [D12 D13]", async () => {
    const files = {
      ".gitignore": "/a/\n*.log\n!keep.log\n",
      "a/x": "hit",
      "b/a/x": "hit",
      "b/x.log": "hit",
      "b/keep.log": "hit",
      ".env.example": "hit",
    };
    const expected = ".env.example:1:hit\nb/a/x:1:hit\nb/keep.log:1:hit";
    const { run, folder } = await setUp(files);
    symlinkSync(".", join(folder, "loop"));
    expect(await run({ pattern: "hit" })).toBe(expected);
    await mkdir(join(folder, ".git"));
    expect(await run({ pattern: "hit" })).toBe(expected);
  });

  it("starts afresh in a nested repository [D12]", async () => {
    const { run } = await setUp({
      ".gitignore": "*",
      "child/.git/HEAD": "",
      "child/AGENTS.md": "hit",
      "child/.gitignore": "x",
      "child/x": "hit",
    });
    expect(await run({ pattern: "hit", path: "child" })).toBe("child/AGENTS.md:1:hit");
  });

  it("finds a line's start behind a byte order mark, and reads UTF-16 [D08]", async () => {
    const utf16 = Buffer.from("\ufeffhello\r\nworld", "utf16le");
    const { run } = await setUp({
      "a.txt": "\ufeffhello\r\nx\r\n",
      "b.txt": utf16,
      "c.txt": Buffer.from(utf16).swap16(),
    });
    expect(await run({ pattern: "^hello$" })).toBe("a.txt:1:hello\nb.txt:1:hello\nc.txt:1:hello");
  });

  it("skips binary files, and reads what is merely badly encoded", async () => {
    const { run } = await setUp({
      binary: Buffer.from("hit\0hit"),
      latin1: Buffer.from("hit caf\xe9.\n", "latin1"),
      late: `${"hit\n".repeat(3000)}\0`,
    });
    expect(await run({ pattern: "hit caf.\\." })).toBe("latin1:1:hit caf\ufffd.");
    expect(await run({ pattern: "hit", limit: 1 })).toMatch(/^late:1:hit\n/);
    expect(await run({ pattern: "hit", path: "binary" })).toBe("[no matches]");
  });

  it("takes no pattern or name for an option or a command, and shows names on one line [H09]", async () => {
    const names = [
      "$(touch PWNED).txt",
      "`id`.txt",
      "a;touch PWNED;.txt",
      "-rf",
      "--files",
      "a\"b'c.txt",
      "a\\b",
    ];
    const { run } = await setUp(
      Object.fromEntries([...names, "two\nlines", "\u001b[2J"].map((name) => [name, "--help -e x\n"])),
    );
    const shown = [...names, '"two\\nlines"', '"\\u001b[2J"'].map((name) => `${name}:1:--help -e x`);
    for (const pattern of ["--help", "-e x", "-e", "--help -e x$"])
      expect((await run({ pattern })).split("\n").sort()).toEqual(shown.sort());
    expect(await run({ pattern: "--files" })).toBe("[no matches]");
    expect(await run({ pattern: "x", path: "-rf" })).toBe("-rf:1:--help -e x");
    expect(await run({ pattern: "x", glob: "--files" })).toBe("--files:1:--help -e x");
  });

  it("is not stopped by files that are no files", async () => {
    const { run, folder } = await setUp({ a: "hit" });
    const { execFileSync } = await import("node:child_process");
    execFileSync("mkfifo", [join(folder, "pipe")]);
    symlinkSync("/dev/zero", join(folder, "zero"));
    expect(await run({ pattern: "hit" })).toBe("a:1:hit");
  });

  it("survives a pattern that takes for ever, and says which lines were too much", async () => {
    const { grep, file } = await setUp({ a: `${"a".repeat(40)}!\naaa\n` });
    expect(await callText(grep, { pattern: "^(a+)+$" })).toBe(
      "a:2:aaa\n\n[not searched, the pattern takes too long there: a:1]",
    );
    await file("b", `aa\n${`${"a".repeat(40)}!\n`.repeat(9)}`);
    expect(await callError(grep, { pattern: "^(a+)+$" })).toBe(
      "pattern: takes too long on some lines (a:1, b:2, b:3). Avoid repetitions within repetitions, such as (a+)+.",
    );
  });

  it("says what is wrong with a path or a pattern", async () => {
    const { grep, folder } = await setUp({ "a.txt": "x" });
    expect(await callError(grep, { pattern: "x", path: "b.txt" })).toBe("b.txt does not exist.");
    expect(await callError(grep, { pattern: "(" })).toMatch(
      /^pattern: not a valid regular expression \(Unterminated group\)/,
    );
    expect(await callError(grep, { pattern: "" })).toMatch(/pattern/);
    expect(await callError(grep, { pattern: "x", path: "/dev/zero" })).toBe("/dev/zero is no regular file.");
    expect(folder).toMatch(/ws$/);
  });

  it("ends when it is aborted", async () => {
    const { grep } = await setUp({ a: "x" });
    await expect(call(grep, { pattern: "x" }, AbortSignal.abort())).rejects.toThrow(
      "The search was aborted.",
    );
  });

  it("reads in the workspace freely and tells what lies outside", async () => {
    const { grep, root } = await setUp({ "a/x": "x" });
    symlinkSync(join(root, "home"), join(root, "ws/out"));
    expect(await grep.access?.({ pattern: "x" })).toEqual({ kind: "read" });
    expect(await grep.access?.({ pattern: "x", path: "a/x" })).toEqual({ kind: "read" });
    expect(await grep.access?.({ pattern: "x", path: "out" })).toEqual({
      kind: "read",
      outside: [join(root, "home")],
    });
    expect(await grep.concurrency?.({ pattern: "x" })).toBe("parallel");
  });
});
