import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createEditTool } from "../../src/tools/edit.ts";
import { createReadTool } from "../../src/tools/read.ts";
import { call, callError, callText, createWorkspace } from "./workspace.ts";

async function setUp() {
  const workspace = await createWorkspace();
  const { environment } = workspace;
  /** Makes a file this conversation has not seen, also where it had. */
  const fresh = async (name: string, content: string | Uint8Array) => {
    environment.memory.clear();
    await workspace.file(name, content);
  };
  return { ...workspace, fresh, edit: createEditTool(environment), read: createReadTool(environment) };
}

function edits(...pairs: [string, string, (boolean | undefined)?][]) {
  return pairs.map(([old_text, new_text, replace_all]) => ({
    old_text,
    new_text,
    ...(replace_all === undefined ? {} : { replace_all }),
  }));
}

describe("edit replaces", () => {
  test("one place, and shows the change as a unified diff", async () => {
    const { file, text, edit } = await setUp();
    await file("src/f.txt", "one\ntwo\nthree\n");
    expect(await call(edit, { path: "src/f.txt", edits: edits(["two", "2"]) })).toEqual({
      content: [{ type: "text", text: "Edited src/f.txt: 1 replacement, at line 2." }],
      details: {
        diff: "--- a/src/f.txt\n+++ b/src/f.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
        replacements: 1,
      },
    });
    expect(await text("src/f.txt")).toBe("one\n2\nthree\n");
  });

  test("several places, each found in the file as it was", async () => {
    const { file, text, edit } = await setUp();
    await file("f.txt", "a\nb\nc\n");
    const output = await callText(edit, { path: "f.txt", edits: edits(["c", "a"], ["a", "b"], ["b", "c"]) });
    expect(output).toBe("Edited f.txt: 3 replacements, at lines 1, 2 and 3.");
    expect(await text("f.txt")).toBe("b\nc\na\n");
  });

  test("every place with replace_all, without overlap", async () => {
    const { file, text, edit } = await setUp();
    await file("f.txt", "aaa x aaaa\n");
    await call(edit, { path: "f.txt", edits: edits(["aa", "b", true]) });
    expect(await text("f.txt")).toBe("ba x bb\n");
  });

  test("a part with nothing, and keeps a missing final line end missing", async () => {
    const { file, text, edit } = await setUp();
    await file("f.txt", "a\nb\nc");
    await call(edit, { path: "f.txt", edits: edits(["b\n", ""]) });
    expect(await text("f.txt")).toBe("a\nc");
  });

  test.each(["\n", "\r\n"])("with text taken as it is, never as a pattern (line end %j)", async (end) => {
    const { fresh, text, edit } = await setUp();
    const strange = "$& $$ $1 $' $` \\n \\1";
    const before = `x=old;${end}`;
    for (const all of [undefined, false, true]) {
      await fresh("f.txt", before);
      await call(edit, { path: "f.txt", edits: edits(["old", strange, all]) });
      expect(await text("f.txt")).toBe(`x=${strange};${end}`);
    }
    await fresh("f.txt", `${before}y=old2;${end}`);
    await call(edit, { path: "f.txt", edits: edits(["x=old;\ny=", strange], ["old2", strange]) });
    expect(await text("f.txt")).toBe(`${strange}${strange};${end}`);
    await fresh("f.txt", "$& a.c abc");
    await call(edit, { path: "f.txt", edits: edits(["a.c", "x"], ["$&", "y"]) });
    expect(await text("f.txt")).toBe("y x abc");
  });

  test("in a file it was led to by a link, which stays one, and keeps the mode", async () => {
    const { file, path, text, edit } = await setUp();
    await file("bin/real.sh", "echo old\n");
    await chmod(path("bin/real.sh"), 0o755);
    await symlink("bin/real.sh", path("l.sh"));
    await call(edit, { path: "l.sh", edits: edits(["old", "new"]) });
    expect(await text("bin/real.sh")).toBe("echo new\n");
    expect((await lstat(path("l.sh"))).isSymbolicLink()).toBe(true);
    expect(await readlink(path("l.sh"))).toBe("bin/real.sh");
    expect((await stat(path("bin/real.sh"))).mode & 0o7777).toBe(0o755);
    expect(await readdir(path("bin"))).toEqual(["real.sh"]);
  });

  test("in a file found under a variant of its name, but exactly where that is there", async () => {
    const { file, text, edit } = await setUp();
    await file("a\u202fb.txt", "narrow old");
    await file("a b.txt", "plain old");
    await call(edit, { path: "a b.txt", edits: edits(["old", "new"]) });
    await file("it\u2019s.txt", "old");
    await call(edit, { path: "it's.txt", edits: edits(["old", "new"]) });
    expect([await text("a b.txt"), await text("a\u202fb.txt"), await text("it\u2019s.txt")]).toEqual([
      "plain new",
      "narrow old",
      "new",
    ]);
  });
});

describe("edit in a CRLF file", () => {
  const before = "alpha\r\nbeta\r\ngamma";

  test.each([
    ["of LF text", edits(["alpha\nbeta", "A\nB"])],
    ["of LF text everywhere", edits(["alpha\nbeta", "A\nB", true])],
    ["of CRLF text", edits(["alpha\r\nbeta", "A\r\nB"])],
    ["of CRLF text by LF text", edits(["alpha\r\nbeta", "A\nB"])],
    ["of whole lines", edits(["alpha\nbeta\n", "A\nB\n"])],
    ["of whole lines everywhere", edits(["alpha\nbeta\n", "A\nB\n", true])],
    ["by text that repeats the line end after it", edits(["alpha\nbeta", "A\nB\n"])],
    ["from a line end on", edits(["alpha", "A"], ["\nbeta", "\nB"])],
  ])("keeps its line ends: %s", async (_, changes) => {
    const { file, bytes, edit } = await setUp();
    await file("f", before);
    await call(edit, { path: "f", edits: changes });
    expect(await bytes("f")).toBe("A\r\nB\r\ngamma");
  });

  test("removes a line with its whole line end, from either side", async () => {
    const { fresh, bytes, edit } = await setUp();
    await fresh("f", before);
    await call(edit, { path: "f", edits: edits(["\nbeta", ""]) });
    expect(await bytes("f")).toBe("alpha\r\ngamma");
    await fresh("f", before);
    await call(edit, { path: "f", edits: edits(["beta\n", ""]) });
    expect(await bytes("f")).toBe("alpha\r\ngamma");
  });

  test("adds a blank line where the exact text asks for one", async () => {
    const { file, bytes, edit } = await setUp();
    await file("f", before);
    await call(edit, { path: "f", edits: edits(["beta", "beta\n"]) });
    expect(await bytes("f")).toBe("alpha\r\nbeta\r\n\r\ngamma");
  });

  test("keeps the byte order mark, and finds the first line behind it", async () => {
    const { file, bytes, edit } = await setUp();
    await file("f", "\ufeffhello\r\nx\r\n");
    await call(edit, { path: "f", edits: edits(["hello\nx", "hi\ny"]) });
    expect(await bytes("f")).toBe("\xef\xbb\xbfhi\r\ny\r\n");
  });

  test("takes the line end of the place where a file mixes them", async () => {
    const { file, bytes, edit } = await setUp();
    await file("f", "a\nb\nc\r\nd\r\n");
    await call(edit, { path: "f", edits: edits(["a", "a\n1"], ["d", "d\n2"]) });
    expect(await bytes("f")).toBe("a\n1\nb\nc\r\nd\r\n2\r\n");
  });
});

describe("edit tolerates in the old text", () => {
  const first = "trailing  \t\n\u201cq\u201d \u2014 n\u00a0bsp\n";

  test("other quotes, and leaves every other byte alone", async () => {
    const { file, text, edit } = await setUp();
    await file("f.ts", `${first}const n = "A";\n`);
    const output = await call(edit, {
      path: "f.ts",
      edits: edits(["const n = \u201cA\u201d;", 'const n = "B";']),
    });
    expect(await text("f.ts")).toBe(`${first}const n = "B";\n`);
    expect(output).toEqual({
      content: [
        {
          type: "text",
          text: "Edited f.ts: 1 replacement, at line 3. Not all old_text was exactly so: line ends, blanks or typography differed.",
        },
      ],
      details: {
        diff: `--- a/f.ts\n+++ b/f.ts\n@@ -1,3 +1,3 @@\n trailing  \t\n \u201cq\u201d \u2014 n\u00a0bsp\n-const n = "A";\n+const n = "B";\n`,
        replacements: 1,
      },
    });
  });

  test.each([
    ["straight quotes for curly ones", '"q"', "\u201cq\u201d"],
    ["a hyphen for a dash", "a - b", "a \u2014 b"],
    ["a plain blank for a no-break one", "a b", "a\u00a0b"],
    ["no trailing blanks", "a\nb", "a  \t\nb"],
    ["trailing blanks", "a  \nb", "a\nb"],
    ["trailing blanks at its end", "a \nb  ", "a\nb"],
    ["a blank at its end that is there", "'a' ", "\u2019a\u2019\u00a0"],
    ["all of it in CRLF", "'a'\n- b\n", "\u2019a\u2019 \r\n\u2212 b \r\n"],
  ])("%s", async (_, asked, there) => {
    const { file, text, edit } = await setUp();
    await file("f", `0${there}`);
    await call(edit, { path: "f", edits: edits([asked, "X"]) });
    expect(await text("f")).toBe("0X");
  });

  test("nothing that would reach beyond what it means", async () => {
    const { fresh, text, edit } = await setUp();
    await fresh("f", "a\u00a0=\u00a01  \nb\n");
    await call(edit, { path: "f", edits: edits(["a = 1", "a = 2"]) });
    expect(await text("f")).toBe("a = 2  \nb\n");
    await fresh("f", "trailing  \r\n\u201cb\u201d = 1\r\n");
    await call(edit, { path: "f", edits: edits(['\n"b" ', "\nc "]) });
    expect(await text("f")).toBe("trailing  \r\nc = 1\r\n");
    await fresh("f", "\u201ca\u201d= 1\nx\n\u201ca\u201d\n");
    for (const old of ['"a" = 1', '"a" \n= 1', '  \n"a"'])
      expect(await callError(edit, { path: "f", edits: edits([old, "X"]) })).toMatch(/^old_text: not found/);
    await call(edit, { path: "f", edits: edits(['"a" ', "X"]) });
    expect(await text("f")).toBe("\u201ca\u201d= 1\nx\nX\n");
  });

  test("only when nothing matches exactly", async () => {
    const { file, text, edit } = await setUp();
    await file("f", 'a = "x"\na = \u201cx\u201d\n');
    await call(edit, { path: "f", edits: edits(['"x"', '"y"']) });
    expect(await text("f")).toBe('a = "y"\na = \u201cx\u201d\n');
  });
});

describe("edit refuses, and changes nothing", () => {
  const before = "one\ntwo\nthree two\n  four\n";
  test.each([
    [
      "what is not there",
      edits(["five", "x"]),
      "old_text: not found in f. Read the file to see what it has.",
    ],
    [
      "what is nearly there, saying where",
      edits(["two\nthree\n", "x"]),
      "old_text: not found in f. Its first line is there, at line 2, but what surrounds it differs: read that part again.",
    ],
    [
      "what is there several times, saying where",
      edits(["two", "x"]),
      "old_text: found 2 times in f, at lines 2 and 3. Add the lines around it until it is the only such place, or set replace_all.",
    ],
    [
      "all when one of several edits fails, naming it",
      edits(["one", "1"], ["five", "x"]),
      "edits[1].old_text: not found in f. Read the file to see what it has.",
    ],
    [
      "edits that overlap",
      edits(["one\ntwo\n", "x"], ["two\nthree", "y"]),
      "edits[0].old_text and edits[1].old_text overlap at line 2. Join them into one edit; nothing was changed.",
    ],
    ["an empty old text", edits(["", "x"]), "old_text: is empty. To make a whole new file use write."],
    ["no edits", [], "edits: is empty; give at least one replacement."],
    [
      "a change that is none",
      edits(["one", "one"]),
      "The edits change nothing in f: it already has the new text.",
    ],
  ])("%s", async (_, changes, message) => {
    const { file, text, edit } = await setUp();
    await file("f", before);
    expect(await callError(edit, { path: "f", edits: changes })).toBe(message);
    expect(await text("f")).toBe(before);
  });

  test("places that overlap, when it cannot know which one is meant", async () => {
    const { file, edit } = await setUp();
    await file("f", "}\n}\n}\n");
    expect(await callError(edit, { path: "f", edits: edits(["}\n}\n", "x"]) })).toMatch(
      /^old_text: found 2 times in f, at lines 1 and 2\./,
    );
  });

  test("with a list of places that does not grow without end", async () => {
    const { file, edit } = await setUp();
    await file("f", "x\n".repeat(30));
    expect(await callError(edit, { path: "f", edits: edits(["x", "y"]) })).toMatch(
      /^old_text: found 30 times in f, at lines 1, 2, .*, 20 and 10 more\./,
    );
  });

  test("what is missing, a folder or no text", async () => {
    const { file, path, edit } = await setUp();
    const change = edits(["a", "b"]);
    await mkdir(path("dir"));
    await file("f.bin", "a\0b");
    expect(await callError(edit, { path: "f.txt", edits: change })).toBe("f.txt does not exist.");
    expect(await callError(edit, { path: "dir", edits: change })).toBe(
      "dir is a folder, not a file. Use ls to see what is in it.",
    );
    expect(await callError(edit, { path: "f.bin", edits: change })).toBe(
      "f.bin is a binary file; edit changes only text.",
    );
  });
});

describe("edit and what was seen", () => {
  const change = { path: "f", edits: edits(["a", "b"]) };

  test("edits a file that was never read, then again what it wrote itself", async () => {
    const { file, text, edit } = await setUp();
    await file("f", "a\nx");
    await call(edit, change);
    await call(edit, { path: "f", edits: edits(["x", "y"]) });
    expect(await text("f")).toBe("b\ny");
  });

  test("refuses a file that changed since it was read, also to one of the same size", async () => {
    const { file, text, edit, read } = await setUp();
    await file("f", "a\n1");
    await call(read, { path: "f" });
    await file("f", "a\n2");
    expect(await callError(edit, change)).toBe("f changed since you last saw it. Read it again, then edit.");
    expect(await text("f")).toBe("a\n2");
    await call(read, { path: "f" });
    await call(edit, change);
    expect(await text("f")).toBe("b\n2");
  });

  test("does not mind a file that was only touched or written again with the same content", async () => {
    const { file, path, text, edit, read } = await setUp();
    await file("f", "a\n");
    await call(read, { path: "f" });
    await utimes(path("f"), 1, 1);
    await writeFile(path("f"), "a\n");
    await call(edit, change);
    expect(await text("f")).toBe("b\n");
  });
});

test("edits of one file under several names, run one after the other by their key, all land", async () => {
  const { file, path, text, edit } = await setUp();
  await file("n.txt", Array.from({ length: 100 }, (_, index) => `${index + 1}\n`).join(""));
  await symlink("n.txt", path("link.txt"));
  const names = ["n.txt", "./n.txt", "link.txt", path("n.txt"), "x/../n.txt", "n.txt"];
  const lanes = new Map<string, Promise<unknown>>();
  const running = [];
  for (const [index, name] of names.entries()) {
    const args = { path: name, edits: edits([`\n${index + 2}0\n`, `\nedited ${index}\n`]) };
    const lane = JSON.stringify(await edit.concurrency?.(args));
    const next = (lanes.get(lane) ?? Promise.resolve()).then(() => call(edit, args));
    lanes.set(lane, next);
    running.push(next);
  }
  await Promise.all(running);
  expect([...lanes.keys()]).toEqual([JSON.stringify({ key: path("n.txt") })]);
  const lines = (await text("n.txt")).split("\n");
  expect([20, 30, 40, 50, 60, 70].map((line) => lines[line - 1])).toEqual([
    "edited 0",
    "edited 1",
    "edited 2",
    "edited 3",
    "edited 4",
    "edited 5",
  ]);
  expect(lines.length).toBe(101);
});

describe("edit keeps the encoding", () => {
  test.each(["utf-16le", "utf-16be"])("%s", async (encoding) => {
    const { file, path, edit } = await setUp();
    const stored = (text: string) => {
      const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
      return encoding === "utf-16le" ? bytes : bytes.swap16();
    };
    await file("f", stored("zwölf\r\n🙂\r\n\ud800"));
    await call(edit, { path: "f", edits: edits(["zwölf\n", "elf\n\n"]) });
    expect(await readFile(path("f"))).toEqual(stored("elf\r\n\r\n🙂\r\n\ud800"));
  });

  test.each(["fffe61", "feff0061ff"])("or refuses UTF-16 that is cut: %s", async (hex) => {
    const { file, edit } = await setUp();
    await file("f", Buffer.from(hex, "hex"));
    expect(await callError(edit, { path: "f", edits: edits(["a", "b"]) })).toBe(
      "f is a binary file; edit changes only text.",
    );
  });

  test("of bytes that are no UTF-8, and puts only ASCII among them", async () => {
    const { file, bytes, edit } = await setUp();
    await file("f", Buffer.from("fianc\xe9 = 1\r\nb\xa0= 2  \r\n", "latin1"));
    const output = await call(edit, { path: "f", edits: edits(["= 1\n", "= 3\n"], ["= 2", "= 4"]) });
    expect(await bytes("f")).toBe("fianc\xe9 = 3\r\nb\xa0= 4  \r\n");
    expect(output.details).toEqual({
      diff: "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-fianc\ufffd = 1\r\n-b\ufffd= 2  \r\n+fianc\ufffd = 3\r\n+b\ufffd= 4  \r\n",
      replacements: 2,
    });
    expect(await callError(edit, { path: "f", edits: edits(["= 3", "= é"]) })).toBe(
      "f is not UTF-8, so that only ASCII can be put into it: its encoding is not known.",
    );
  });
});

test("edit leads links to where they really go when it says what it touches", async () => {
  const { path, root, edit } = await setUp();
  await mkdir(`${root}/outside`);
  await symlink("../outside", path("out"));
  const outside = { kind: "write", outside: [`${root}/outside/x`] };
  expect(await edit.access?.({ path: "out/x" })).toEqual(outside);
  expect(await edit.access?.({ path: "../outside/x" })).toEqual(outside);
  expect(await edit.access?.({ path: "x" })).toEqual({ kind: "write" });
  expect(await edit.concurrency?.({ path: "out/x" })).toEqual({ key: `${root}/outside/x` });
});

describe("edit with very many places", () => {
  const advice = "too many for edit. Use a command with bash, such as sed -i 's/OLD/NEW/g' FILE.";

  test("makes 100,000 replacements, in one line or many, in good time", async () => {
    const { file, text, edit } = await setUp();
    for (const [name, piece] of [
      ["one", `a${"-".repeat(199)}`],
      ["many", "a\n"],
    ] as const) {
      await file(name, piece.repeat(100_000));
      const before = performance.now();
      const { details } = await call(edit, { path: name, edits: edits(["a", "b", true]) });
      expect(performance.now() - before).toBeLessThan(5_000);
      expect(details).toMatchObject({ replacements: 100_000 });
      expect((await text(name)) === piece.replace("a", "b").repeat(100_000)).toBe(true);
    }
  });

  test("refuses more, whether of one edit or of all of them, and says how to do it", async () => {
    const { file, edit, bytes } = await setUp();
    const content = "ab".repeat(5_000_000);
    await file("f", content);
    const before = performance.now();
    for (const all of [true, false])
      expect(await callError(edit, { path: "f", edits: edits(["a", "c", all]) })).toBe(
        `old_text: found in more than 100,000 places in f, ${advice}`,
      );
    await file("g", "ab ".repeat(60_000));
    expect(await callError(edit, { path: "g", edits: edits(["a", "c", true], ["b", "d", true]) })).toBe(
      `edits[1].old_text: found in more than 100,000 places in g, ${advice}`,
    );
    await file("quoted", "\u2019 \n".repeat(200_000));
    expect(await callError(edit, { path: "quoted", edits: edits(["'", "c", true]) })).toBe(
      `old_text: found in more than 100,000 places in quoted, ${advice}`,
    );
    expect(performance.now() - before).toBeLessThan(3_000);
    expect((await bytes("f")) === content).toBe(true);
  });

  test("refuses what would make the file too large, before it is made", async () => {
    const { file, edit } = await setUp();
    await file("f", "a\n".repeat(10_000));
    expect(await callError(edit, { path: "f", edits: edits(["a", "b\n".repeat(50_000), true]) })).toBe(
      "f would become too large to edit (1,000,010,000 characters). Use a command with bash, such as sed -i 's/OLD/NEW/g' FILE.",
    );
  });
});
