import { chmod, link, lstat, mkdir, readdir, readFile, stat, symlink, utimes } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createEditTool } from "../../src/tools/edit.ts";
import { createReadTool } from "../../src/tools/read.ts";
import { createWriteTool } from "../../src/tools/write.ts";
import { call, callError, callText, createWorkspace } from "./workspace.ts";

async function setUp() {
  const workspace = await createWorkspace();
  const { environment } = workspace;
  const tools = { write: createWriteTool(environment), read: createReadTool(environment) };
  /** Makes a file and reads it, so that it may be written over. */
  const seen = async (name: string, content: string | Uint8Array) => {
    await workspace.file(name, content);
    await call(tools.read, { path: name });
  };
  return { ...workspace, ...tools, seen, edit: createEditTool(environment) };
}

describe("write makes a file", () => {
  test("with the folders it needs, and says so", async () => {
    const { text, write } = await setUp();
    expect(await call(write, { path: "a/b c/f.txt", content: "hello\n" })).toEqual({
      content: [{ type: "text", text: "Created a/b c/f.txt (6 bytes)." }],
      details: { created: true, bytes: 6, diff: null },
    });
    expect(await text("a/b c/f.txt")).toBe("hello\n");
  });

  test("that is empty, or of any characters, exactly as given", async () => {
    const { bytes, text, write } = await setUp();
    await call(write, { path: "empty", content: "" });
    await call(write, { path: "f", content: "\ufeffé\r\n🙂\n$&" });
    expect(await text("empty")).toBe("");
    expect(await bytes("f")).toBe(Buffer.from("\ufeffé\r\n🙂\n$&").toString("latin1"));
  });

  test("under exactly the name given, whatever is there under a like one", async () => {
    const { file, folder, text, write } = await setUp();
    await file("a\u202fb.txt", "narrow");
    await file("e\u0301.txt", "nfd");
    await file("it\u2019s", "curly");
    for (const path of ["a b.txt", "\u00e9.txt", "it's"]) await call(write, { path, content: "new" });
    expect((await readdir(folder)).length).toBe(6);
    expect([await text("a\u202fb.txt"), await text("e\u0301.txt"), await text("it\u2019s")]).toEqual([
      "narrow",
      "nfd",
      "curly",
    ]);
  });

  test("in the home folder", async () => {
    const { environment, write } = await setUp();
    await call(write, { path: "~/x y/it\u2019s.txt", content: "home" });
    expect(await readFile(`${environment.home}/x y/it\u2019s.txt`, "utf8")).toBe("home");
  });

  test("where a dangling link leads", async () => {
    const { path, text, write } = await setUp();
    await symlink("sub/target", path("l"));
    await call(write, { path: "l", content: "x" });
    expect(await text("sub/target")).toBe("x");
    expect((await lstat(path("l"))).isSymbolicLink()).toBe(true);
  });
});

describe("write replaces a file", () => {
  test("that was read, and shows the change as a unified diff", async () => {
    const { seen, text, write } = await setUp();
    await seen("f.txt", "one\ntwo\n");
    expect(await call(write, { path: "f.txt", content: "one\n2\n" })).toEqual({
      content: [{ type: "text", text: "Replaced f.txt (6 bytes)." }],
      details: {
        created: false,
        bytes: 6,
        diff: "--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
      },
    });
    expect(await text("f.txt")).toBe("one\n2\n");
  });

  test("that it wrote or edited itself", async () => {
    const { file, text, write, edit } = await setUp();
    await call(write, { path: "f", content: "1" });
    await call(write, { path: "./f", content: "2" });
    await file("g", "a");
    await call(edit, { path: "g", edits: [{ old_text: "a", new_text: "b" }] });
    await call(write, { path: "g", content: "c" });
    expect([await text("f"), await text("g")]).toEqual(["2", "c"]);
  });

  test("through a link, which stays one, keeping the mode, and leaves nothing else behind", async () => {
    const { folder, path, seen, text, write } = await setUp();
    await seen("real.sh", "old");
    await chmod(path("real.sh"), 0o755);
    await symlink("real.sh", path("l.sh"));
    await call(write, { path: "l.sh", content: "new" });
    expect(await text("real.sh")).toBe("new");
    expect((await lstat(path("l.sh"))).isSymbolicLink()).toBe(true);
    expect((await stat(path("real.sh"))).mode & 0o7777).toBe(0o755);
    expect((await readdir(folder)).sort()).toEqual(["l.sh", "real.sh"]);
  });

  test("but not under its other hard links", async () => {
    const { path, seen, text, write } = await setUp();
    await seen("a", "old");
    await link(path("a"), path("b"));
    await call(write, { path: "a", content: "new" });
    expect([await text("a"), await text("b")]).toEqual(["new", "old"]);
  });

  test("keeping its byte order mark and CRLF line endings", async () => {
    const { bytes, seen, write } = await setUp();
    await seen("f", "\ufeffhello\r\nx\r\n");
    expect(await callText(write, { path: "f", content: "hi\nyy\n" })).toBe(
      "Replaced f (11 bytes). Kept its byte order mark and CRLF line endings.",
    );
    expect(await bytes("f")).toBe("\xef\xbb\xbfhi\r\nyy\r\n");
    expect(await callText(write, { path: "f", content: "\ufeffa\r\nb\n" })).toBe(
      "Replaced f (8 bytes). Kept its byte order mark.",
    );
    expect(await bytes("f")).toBe("\xef\xbb\xbfa\r\nb\n");
  });

  test("keeping UTF-16", async () => {
    const { path, seen, write } = await setUp();
    await seen("f", Buffer.from("\ufeffold\r\n", "utf16le"));
    expect(await callText(write, { path: "f", content: "néw\n" })).toBe(
      "Replaced f (12 bytes). Kept its UTF-16 encoding and byte order mark and CRLF line endings.",
    );
    expect(await readFile(path("f"))).toEqual(Buffer.from("\ufeffnéw\r\n", "utf16le"));
  });

  test("with just what was given where the old one mixes line ends or is no text", async () => {
    const { bytes, file, write, read } = await setUp();
    await file("mixed", "a\r\nb\n");
    await file("bin", "a\0\r\n");
    await file("cut", Buffer.from("feff000d000a00", "hex"));
    await call(read, { path: "mixed" });
    await callError(read, { path: "bin" });
    await call(read, { path: "cut" });
    for (const path of ["mixed", "bin", "cut"]) await call(write, { path, content: "x\ny\n" });
    for (const path of ["mixed", "bin", "cut"]) expect(await bytes(path), path).toBe("x\ny\n");
  });
});

describe("write refuses", () => {
  test("to write over a file it has not seen", async () => {
    const { file, path, text, write } = await setUp();
    await file("f", "precious");
    await symlink("f", path("l"));
    const message = (name: string) => `${name} exists and you have not read it. Read it first, or use edit.`;
    expect(await callError(write, { path: "f", content: "x" })).toBe(message("f"));
    expect(await callError(write, { path: "l", content: "x" })).toBe(message("l"));
    expect(await text("f")).toBe("precious");
  });

  test("to write over one that changed since, also to the same size, but not one that was only touched", async () => {
    const { file, path, seen, text, write } = await setUp();
    await seen("f", "old");
    await file("f", "its");
    expect(await callError(write, { path: "f", content: "x" })).toBe(
      "f changed since you last saw it. Read it again, then write.",
    );
    expect(await text("f")).toBe("its");
    await seen("f", "its");
    await utimes(path("f"), 1, 1);
    await call(write, { path: "f", content: "x" });
    expect(await text("f")).toBe("x");
  });

  test("to write over what a forgotten conversation saw", async () => {
    const { environment, seen, write } = await setUp();
    await seen("f", "old");
    environment.memory.clear();
    expect(await callError(write, { path: "f", content: "x" })).toMatch(/you have not read it/);
  });

  test("folders, pipes and devices", async () => {
    const { folder, path, write } = await setUp();
    await mkdir(path("dir"));
    await symlink("/dev/null", path("null"));
    expect(await callError(write, { path: "dir", content: "" })).toBe(
      "dir is a folder, not a file. Use ls to see what is in it.",
    );
    expect(await callError(write, { path: "", content: "" })).toMatch(/^\. is a folder/);
    expect(await callError(write, { path: "null", content: "" })).toBe(
      "null is a device, not a file; it is not opened.",
    );
    expect((await readdir(folder)).sort()).toEqual(["dir", "null"]);
  });

  test("a path that leads through a file", async () => {
    const { file, write } = await setUp();
    await file("f", "");
    expect(await callError(write, { path: "f/x", content: "" })).toBe(
      "Cannot open f/x: a part of the path is a file, not a folder.",
    );
  });

  test("when it was aborted, leaving the old content and no temporary file", async () => {
    const { folder, seen, text, write } = await setUp();
    await seen("f", "old");
    const running = call(write, { path: "f", content: "new" }, AbortSignal.abort());
    await expect(running).rejects.toThrow("Writing f was aborted; nothing was changed.");
    expect(await text("f")).toBe("old");
    expect(await readdir(folder)).toEqual(["f"]);
  });
});

test("write leads links to where they really go when it says what it touches", async () => {
  const { path, root, write } = await setUp();
  await mkdir(`${root}/outside`);
  await symlink("../outside", path("out"));
  await symlink("../outside/new", path("dangling"));
  const outside = (name: string) => ({ kind: "write", outside: [`${root}/outside/${name}`] });
  expect(await write.access?.({ path: "out/x" })).toEqual(outside("x"));
  expect(await write.access?.({ path: "dangling" })).toEqual(outside("new"));
  expect(await write.access?.({ path: "../outside/x" })).toEqual(outside("x"));
  expect(await write.access?.({ path: "new/x" })).toEqual({ kind: "write" });
  expect(await write.concurrency?.({ path: "./new/../x" })).toEqual({ key: path("x") });
});
