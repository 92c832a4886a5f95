import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { constants, writeFileSync } from "node:fs";
import { mkdir, open, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { deflateSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { createReadTool } from "../../src/tools/read.ts";
import { buildProgram } from "./build-program.ts";
import { call, callError, callText, createWorkspace } from "./workspace.ts";

async function setUp() {
  const workspace = await createWorkspace();
  return { ...workspace, read: createReadTool(workspace.environment) };
}

/** A process of its own that reads once and says how much memory it had at most, in bytes. */
const program = await buildProgram(
  "read",
  `
import { createReadTool } from "./read.js";
const [workspace, args] = process.argv.slice(2);
const memory = { seen() {}, remember() {}, clear() {} };
const tool = createReadTool({ workspace, home: workspace, tempFolder: workspace, memory });
await tool.execute(JSON.parse(args), { signal: new AbortController().signal });
process.stdout.write(String(process.resourceUsage().maxRSS * 1024));
`,
);

function peakMemory(workspace: string, args: object): number {
  return Number(execFileSync(process.execPath, [program, workspace, JSON.stringify(args)]).toString());
}

/** `line 1`, `line 2`, … each ended. */
function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}

describe("read gives text", () => {
  test.each([
    ["with its final line end", "a\nb\n"],
    ["without one", "a\nb"],
    ["with CRLF as it is", "a\r\nb\r\n"],
    ["with characters of all lengths", "é漢🙂\u2028x\n"],
    ["of blank lines only", "\n\n"],
  ])("%s", async (_, content) => {
    const { file, read } = await setUp();
    await file("f.txt", content);
    expect(await callText(read, { path: "f.txt" })).toBe(content);
  });

  test("with line numbers only when asked for", async () => {
    const { file, read } = await setUp();
    await file("f.txt", "a\n\nc");
    expect(await callText(read, { path: "f.txt", line_numbers: true })).toBe("1\ta\n2\t\n3\tc");
    expect(await callText(read, { path: "f.txt", offset: 2, line_numbers: true })).toBe("2\t\n3\tc");
  });

  test("from offset, up to limit, and says how to read on", async () => {
    const { file, read } = await setUp();
    await file("f.txt", lines(5));
    expect(await call(read, { path: "f.txt", offset: 2, limit: 2 })).toEqual({
      content: [{ type: "text", text: "line 2\nline 3\n\n[Lines 2-3 of 5. Read on: offset=4.]" }],
      details: { first_line: 2, last_line: 3, total_lines: 5, truncated: true },
    });
    expect(await call(read, { path: "f.txt", offset: 4, limit: 2 })).toEqual({
      content: [{ type: "text", text: "line 4\nline 5\n" }],
      details: { first_line: 4, last_line: 5, total_lines: 5, truncated: false },
    });
  });

  test("without the byte order mark of UTF-8", async () => {
    const { file, read } = await setUp();
    await file("f.txt", "\ufeffhello\r\n");
    expect(await callText(read, { path: "f.txt" })).toBe("hello\r\n");
  });

  test.each(["utf-16le", "utf-16be"])("of %s with a byte order mark", async (encoding) => {
    const { file, read } = await setUp();
    const bytes = Buffer.from("\ufeffzwölf\r\n🙂\n", "utf16le");
    await file("f.txt", encoding === "utf-16le" ? bytes : bytes.swap16());
    expect(await callText(read, { path: "f.txt" })).toBe("zwölf\r\n🙂\n");
  });

  test("that is no UTF-8 with a note", async () => {
    const { file, read } = await setUp();
    await file("f.txt", Buffer.from("fianc\xe9\n", "latin1"));
    expect(await callText(read, { path: "f.txt" })).toBe(
      "fianc\ufffd\n\n[Bytes that are not UTF-8 are shown as \ufffd.]",
    );
  });

  test.each([
    "$(touch PWNED).txt",
    "`id`.txt",
    "a;touch PWNED;.txt",
    "-rf",
    "a\"b'c.txt",
    "two\nlines",
    "\u001b[2J",
  ])("of a file called %j", async (name) => {
    const { file, folder, read } = await setUp();
    await file(name, "content");
    expect(await callText(read, { path: name })).toBe("content");
    expect(await readdir(folder)).toEqual([name]);
  });

  test("of the exact name, and of a variant only where that is missing", async () => {
    const { environment, file, read } = await setUp();
    await file("a\u202fb.txt", "narrow");
    await file("a b.txt", "plain");
    await file("e\u0301.txt", "nfd");
    await mkdir(`${environment.home}/x y`);
    await writeFile(`${environment.home}/x y/it\u2019s.txt`, "home");
    const asked = ["a\u202fb.txt", "a b.txt", "\u00e9.txt", "~/x y/it's.txt", "~/x y/it\u2019s.txt"];
    const got = [];
    for (const path of asked) got.push(await callText(read, { path }));
    expect(got).toEqual(["narrow", "plain", "nfd", "home", "home"]);
  });

  test("of an empty file as a note, whatever the offset", async () => {
    const { file, read } = await setUp();
    await file("f.txt", "");
    await file("bom.txt", "\ufeff");
    expect(await callText(read, { path: "f.txt" })).toBe("[f.txt is empty.]");
    expect(await callText(read, { path: "f.txt", offset: 7 })).toBe("[f.txt is empty.]");
    expect(await callText(read, { path: "bom.txt" })).toBe("[bom.txt is empty.]");
  });
});

describe("read is capped", () => {
  test("at 2,000 lines, also when more are asked for", async () => {
    const { file, read } = await setUp();
    await file("f.txt", lines(2001));
    const expected = `${lines(2000)}\n[Lines 1-2000 of 2001. Read on: offset=2001.]`;
    expect(await callText(read, { path: "f.txt" })).toBe(expected);
    expect(await callText(read, { path: "f.txt", limit: 5000 })).toBe(expected);
    await file("f.txt", lines(2000));
    expect(await callText(read, { path: "f.txt" })).toBe(lines(2000));
  });

  test("at 50 kB, by whole lines", async () => {
    const { file, read } = await setUp();
    const line = `${"x".repeat(999)}\n`;
    await file("f.txt", line.repeat(51));
    expect(await callText(read, { path: "f.txt" })).toBe(
      `${line.repeat(50)}\n[Lines 1-50 of 51. Read on: offset=51.]`,
    );
    await file("f.txt", line.repeat(50));
    expect(await callText(read, { path: "f.txt" })).toBe(line.repeat(50));
  });

  test("before a line that does not fit any more, which the next call begins with", async () => {
    const { file, read } = await setUp();
    await file("f.txt", `short\n${"y".repeat(60_000)}\nlast\n`);
    expect(await callText(read, { path: "f.txt" })).toBe("short\n\n[Lines 1-1 of 3. Read on: offset=2.]");
    const next = await callText(read, { path: "f.txt", offset: 2 });
    expect(
      next.startsWith(`${"y".repeat(50_000)}\n\n[Line 2 is 60.0 kB long; its first 50000 bytes are shown.`),
    ).toBe(true);
    expect(next.endsWith("The next line: offset=3.]")).toBe(true);
  });

  test("within a line of 1 MB, and the command it names shows the following part", async () => {
    const { file, folder, read } = await setUp();
    const line = `${"ab🙂".repeat(90_000)}NEEDLE${"c🙂".repeat(90_000)}`;
    await file("min.js", `${line}\n`);
    const text = await callText(read, { path: "min.js" });
    const [shown = "", note = ""] = text.split("\n\n");
    expect(Buffer.byteLength(shown)).toBeGreaterThan(49_990);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(50_000);
    expect(line.startsWith(shown)).toBe(true);
    expect(note).toMatch(
      /^\[Line 1 is 990\.0 kB long; its first \d+ bytes are shown\. To find a text in it use grep;/,
    );
    const command = /use bash: (.*)\.\]$/.exec(note)?.[1] ?? "";
    const following = execFileSync("bash", ["-c", command], { cwd: folder }).toString();
    expect(following).not.toBe("");
    expect(line.startsWith(shown + following.replace(/\ufffd+$/, ""))).toBe(true);
  });

  test.each([-2, -1, 0, 1, 2])("never within a character: %i bytes from the limit", async (shift) => {
    const { file, read } = await setUp();
    await file("f.txt", `${"a".repeat(50_000 - 1 + shift)}${"🙂".repeat(20)}`);
    const text = await callText(read, { path: "f.txt" });
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain("\ufffd");
    expect(Buffer.byteLength(text.split("\n")[0] ?? "")).toBeLessThanOrEqual(50_000);
  });

  test("not for a line of just 50 kB", async () => {
    const { file, read } = await setUp();
    await file("f.txt", "a".repeat(50_000));
    expect(await callText(read, { path: "f.txt" })).toBe("a".repeat(50_000));
  });
});

describe("read of a 5 GB file", () => {
  /** Text, a hole, text at 200 MB, a hole. */
  async function huge(path: string) {
    const handle = await open(path, "w");
    await handle.write(lines(2000), 0);
    await handle.write(`\n${lines(3)}`, 200_000_000);
    await handle.truncate(5_000_000_000);
    await handle.close();
  }

  test("gives what is asked for, wherever that is", async () => {
    const { path, read } = await setUp();
    await huge(path("huge.log"));
    expect(await callText(read, { path: "huge.log", limit: 1 })).toBe(
      "line 1\n\n[Lines 1-1 of a file of 5.0 GB. Read on: offset=2.]",
    );
    expect(await callText(read, { path: "huge.log", offset: 2001 })).toMatch(
      /^\u2400\n\n\[Line 2001 is more than 1\d\.\d MB long; its first 50000 bytes are shown\..*\n\[Each run of NUL bytes is shown as \u2400\.\]$/,
    );
    expect(await callText(read, { path: "huge.log", offset: 2002, limit: 2 })).toBe(
      "line 1\nline 2\n\n[Lines 2002-2003 of a file of 5.0 GB. Read on: offset=2004.]",
    );
  });

  test("costs no more memory than of a small one", async () => {
    const { file, folder, path } = await setUp();
    await huge(path("huge.log"));
    await file("small.log", lines(2000));
    const small = peakMemory(folder, { path: "small.log" });
    expect(peakMemory(folder, { path: "huge.log", offset: 2002 }) - small).toBeLessThan(20_000_000);
    expect(peakMemory(folder, { path: "huge.log", offset: 2001 }) - small).toBeLessThan(20_000_000);
  });

  test("ends when it is aborted", async () => {
    const { path, read } = await setUp();
    await huge(path("huge.log"));
    const abort = new AbortController();
    const running = call(read, { path: "huge.log", offset: 3000 }, abort.signal);
    abort.abort();
    await expect(running).rejects.toThrow("Reading was aborted.");
  });
});

describe("read refuses", () => {
  test("what is not there, naming what is there under a like name", async () => {
    const { file, read } = await setUp();
    await file("src/Main.ts", "");
    expect(await callError(read, { path: "src/nothing.ts" })).toBe("src/nothing.ts does not exist.");
    expect(await callError(read, { path: "src/main.ts" })).toBe(
      "src/main.ts does not exist. Did you mean src/Main.ts?",
    );
    await file("a\u202fb", "");
    await file("a\u2009b", "");
    expect(await callError(read, { path: "a b" })).toBe(
      "a b does not exist. Did you mean a\u2009b or a\u202fb?",
    );
    expect(await callError(read, { path: "src/Main.ts/x" })).toBe(
      "Cannot open src/Main.ts/x: a part of the path is a file, not a folder.",
    );
  });

  test("a link to something missing as what it is, also where a folder above is one", async () => {
    const { path, root, read } = await setUp();
    await symlink("gone\n", path("dang"));
    await symlink("dang", path("chain"));
    await symlink(`${root}/nowhere`, path("folder"));
    expect(await callError(read, { path: "dang" })).toBe(
      'dang is a link to "gone\\n", which does not exist.',
    );
    expect(await callError(read, { path: "chain" })).toBe("chain is a link to dang, which does not exist.");
    expect(await callError(read, { path: "folder/a/b" })).toBe(
      `folder is a link to ${root}/nowhere, which does not exist.`,
    );
  });

  test.runIf(process.platform === "linux")("a name that is not UTF-8, saying so", async () => {
    const { folder, read } = await setUp();
    writeFileSync(Buffer.from(`${folder}/bad\xffname`, "latin1"), "x");
    expect(await callError(read, { path: "bad\ufffdname" })).toBe(
      "bad\ufffdname cannot be opened: where a name shows \ufffd it is not UTF-8, and only a command can reach it: " +
        "use bash with * in place of \ufffd.",
    );
    expect(await callError(read, { path: "other\ufffdname" })).toBe("other\ufffdname does not exist.");
  });

  test.runIf(process.platform === "linux")("an open pipe without a name as what it is, outside", async () => {
    const { path, read } = await setUp();
    execFileSync("mkfifo", [path("pipe")]);
    const pipe = await open(path("pipe"), constants.O_RDWR);
    onTestFinished(() => pipe.close());
    await rm(path("pipe"));
    await symlink(`/proc/self/fd/${pipe.fd}`, path("in"));
    expect(await read.access?.({ path: "in" })).toEqual({
      kind: "read",
      outside: [`/proc/${process.pid}/fd/${pipe.fd}`],
    });
    expect(await callError(read, { path: "in" })).toBe("in is a named pipe, not a file; it is not opened.");
  });

  test("a folder, by name", async () => {
    const { read } = await setUp();
    expect(await callError(read, { path: "." })).toBe(
      ". is a folder, not a file. Use ls to see what is in it.",
    );
  });

  test.each([
    ["NUL bytes", Buffer.from("ELF\0\x01\x02")],
    ["a PDF", Buffer.from("%PDF-1.7\nplain so far")],
    ["UTF-16 without a mark", Buffer.from("hello", "utf16le")],
    ["random bytes", Buffer.from([0x1f, 0x8b, 0x08, 0x99, 0xff, 0x03, 0xc2])],
    ["an image's signature without an image", Buffer.from("\x89PNG\r\n\x1a\n\x01", "latin1")],
  ])("a binary file, by name: %s", async (_, bytes) => {
    const { file, read } = await setUp();
    await file("a.bin", bytes);
    expect(await callError(read, { path: "a.bin" })).toBe(
      `a.bin is a binary file (${bytes.length} bytes). read shows only text and images (png, jpeg, gif, webp).`,
    );
  });

  test("a named pipe, a socket and a device, without opening them", async () => {
    const { path, read } = await setUp();
    execFileSync("mkfifo", [path("pipe")]);
    const server = createServer().listen(path("socket"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    await symlink("/dev/zero", path("zero"));
    expect(await callError(read, { path: "pipe" })).toBe(
      "pipe is a named pipe, not a file; it is not opened.",
    );
    expect(await callError(read, { path: "socket" })).toBe(
      "socket is a socket, not a file; it is not opened.",
    );
    expect(await callError(read, { path: "zero" })).toBe("zero is a device, not a file; it is not opened.");
  });

  test("a circle of links", async () => {
    const { path, read } = await setUp();
    await symlink("b", path("a"));
    await symlink("a", path("b"));
    expect(await callError(read, { path: "a" })).toBe("Cannot open a: its links lead in a circle.");
  });

  test("a line that is not there", async () => {
    const { file, read } = await setUp();
    await file("f.txt", "a\nb\n");
    expect(await callError(read, { path: "f.txt", offset: 3 })).toBe("offset: f.txt has only 2 lines.");
    await file("f.txt", "a");
    expect(await callError(read, { path: "f.txt", offset: 2 })).toBe("offset: f.txt has only 1 line.");
  });
});

/** A PNG of random noise as large as asked for: what follows its header is never looked at here. */
function png(width: number, height: number, size = 200): Buffer {
  const header = Buffer.alloc(33);
  header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, deflateSync(Buffer.alloc(10)), Buffer.alloc(size)]).subarray(0, size);
}

const IMAGES: [string, string, Buffer, string][] = [
  ["png", "image/png", png(640, 480), "640×480"],
  ["gif", "image/gif", Buffer.from("GIF89a\x0a\0\x14\0\0\0\0;", "latin1"), "10×20"],
  [
    "jpeg",
    "image/jpeg",
    Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0001108001e002803011100021101031101ffd9", "hex"),
    "40×30",
  ],
  [
    "webp",
    "image/webp",
    Buffer.from("RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x31\0\0", "latin1"),
    "100×50",
  ],
  [
    "lossless webp",
    "image/webp",
    Buffer.from("RIFF\x20\0\0\0WEBPVP8L\x0a\0\0\0\x2f\x63\x40\x0c\0", "latin1"),
    "100×50",
  ],
  [
    "lossy webp",
    "image/webp",
    Buffer.from("RIFF\x20\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x64\0\x32\0", "latin1"),
    "100×50",
  ],
];

describe("read shows an image", () => {
  test.each(IMAGES)("%s, whatever its name", async (_, mimeType, bytes, size) => {
    const { file, read } = await setUp();
    await file("picture.txt", bytes);
    const [width, height] = size.split("×").map(Number);
    expect(await call(read, { path: "picture.txt" })).toEqual({
      content: [
        { type: "text", text: `picture.txt: ${mimeType}, ${size} pixels, ${bytes.length} bytes.` },
        { type: "image", mime_type: mimeType, data: bytes.toString("base64") },
      ],
      details: { mime_type: mimeType, width, height, bytes: bytes.length },
    });
  });

  test("of 4 MB, and refuses one above 5 MB", async () => {
    const { file, read } = await setUp();
    const bytes = png(1000, 1000, 4_000_000);
    await file("big.png", bytes);
    const { content } = await call(read, { path: "big.png" });
    expect(content[1]).toEqual({ type: "image", mime_type: "image/png", data: bytes.toString("base64") });
    await file("big.png", png(1000, 1000, 5_000_001));
    expect(await callError(read, { path: "big.png" })).toBe(
      "big.png is an image of 5.0 MB; images above 5.0 MB are not shown. Make a smaller copy and read that.",
    );
  });

  test("but none that a provider would refuse in every later request", async () => {
    const { file, read } = await setUp();
    await file("wide.png", png(8001, 10));
    expect(await callError(read, { path: "wide.png" })).toBe(
      "wide.png is an image of 8001×10 pixels; more than 8000 on a side are not shown. Make a smaller copy and read that.",
    );
  });
});

test("read leads links and `..` to where they really go when it says what it touches", async () => {
  const { path, root, read } = await setUp();
  await mkdir(`${root}/outside`);
  await symlink("../outside", path("out"));
  expect(await read.access?.({ path: "out/x" })).toEqual({ kind: "read", outside: [`${root}/outside/x`] });
  expect(await read.access?.({ path: "x" })).toEqual({ kind: "read" });
  expect(await read.concurrency?.({ path: "x" })).toBe("parallel");
});
