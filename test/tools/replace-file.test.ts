import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { replaceFile } from "../../src/tools/replace-file.ts";
import { buildProgram } from "./build-program.ts";
import { createWorkspace } from "./workspace.ts";

const SIZE = 50_000_000;
const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;

/** A program that replaces a file: path, letter and number of bytes are its arguments. */
const PROGRAM = `
import { stat } from "node:fs/promises";
import { replaceFile } from "./replace-file.js";
const [path, letter, size] = process.argv.slice(2);
const before = await stat(path, { bigint: true }).catch(() => null);
const content = Buffer.alloc(Number(size), letter);
const signal = new AbortController().signal;
process.stdout.write("ready ");
await replaceFile({ path, shown: "f", content, before, signal }).then(
  () => process.stdout.write("done"),
  (error) => process.stdout.write(error.message),
);
`;

const program = await buildProgram("replace-file", PROGRAM);

/** Without root's right to write anywhere. */
function replaceInChild(path: string, letter: string, size: number): ChildProcess {
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  return spawn(process.execPath, [program, path, letter, String(size)], {
    stdio: ["ignore", "pipe", "inherit"],
    ...user,
  });
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  return output;
}

/** A folder and a file of `a` in it that the child's user owns. */
async function ownFile(size: number) {
  const { root } = await createWorkspace();
  await chmod(root, 0o755);
  const folder = join(root, "own");
  const path = join(folder, "f");
  await mkdir(folder);
  await writeFile(path, Buffer.alloc(size, "a"), { mode: 0o640 });
  if (asRoot) for (const place of [folder, path]) await chown(place, NOBODY, NOBODY);
  return { folder, path };
}

describe("replacing a file of 50 MB", () => {
  test("takes one step: a process killed in the middle leaves the whole old file or the whole new one", async () => {
    const { folder, path } = await ownFile(SIZE);
    const before = await readFile(path);
    const after = Buffer.alloc(SIZE, "b");
    const left: string[] = [];
    /** After how many bytes the child is killed; it may be quicker than we look, so that it takes several tries. */
    const moments = Array.from({ length: 30 }, (_, at) => [1, SIZE / 10, SIZE / 2][at % 3] ?? 1);
    for (const [at, written] of moments.entries()) {
      if (at >= 3 && left.includes("old")) break;
      const child = replaceInChild(path, "b", SIZE);
      const closed = once(child, "close");
      while (child.exitCode === null && temporaryBytes(folder) < written) await setImmediate();
      child.kill("SIGKILL");
      await closed;
      const content = await readFile(path);
      left.push(content.equals(before) ? "old" : content.equals(after) ? "new" : "half");
      for (const name of await readdir(folder)) if (name !== "f") await rm(join(folder, name));
    }
    expect(left).not.toContain("half");
    expect(left).toContain("old");
  });

  test("leaves nothing but the new file, with its mode", async () => {
    const { folder, path } = await ownFile(SIZE);
    expect(await outputOf(replaceInChild(path, "b", SIZE))).toBe("ready done");
    expect((await readFile(path)).equals(Buffer.alloc(SIZE, "b"))).toBe(true);
    expect((await stat(path)).mode & 0o7777).toBe(0o640);
    expect(await readdir(folder)).toEqual(["f"]);
  });
});

/** The size of the temporary file that is being written, 0 when there is none. */
function temporaryBytes(folder: string): number {
  const name = readdirSync(folder).find((entry) => /^\.letscode-[0-9a-f]{24}\.tmp$/.test(entry));
  return name === undefined ? 0 : (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
}

describe("replacing a file is refused", () => {
  test("in a folder that allows no new files, for the old file could be lost", async () => {
    const { folder, path } = await ownFile(3);
    await chmod(folder, 0o555);
    expect(await outputOf(replaceInChild(path, "b", 3))).toBe(
      "ready Cannot write f: its folder does not allow new files, which a safe replacement needs. Nothing was changed.",
    );
    expect(await readFile(path, "utf8")).toBe("aaa");
    await chmod(folder, 0o755);
  });

  test("when the file itself is read-only", async () => {
    const { path } = await ownFile(3);
    await chmod(path, 0o444);
    expect(await outputOf(replaceInChild(path, "b", 3))).toBe("ready Cannot write f: permission denied.");
    expect(await readFile(path, "utf8")).toBe("aaa");
  });

  test("when somebody else changed, made or removed it meanwhile", async () => {
    const { file, folder, path, text } = await createWorkspace();
    const signal = new AbortController().signal;
    const content = Buffer.from("new");
    const replace = (name: string, before: Awaited<ReturnType<typeof bigStat>> | null) =>
      replaceFile({ path: path(name), shown: name, content, before, signal });
    await file("f", "old");
    const before = await bigStat(path("f"));
    await file("f", "theirs");
    const message = "was changed by somebody else at this moment; nothing was written. Read it again.";
    await expect(replace("f", before)).rejects.toThrow(`f ${message}`);
    await expect(replace("f", null)).rejects.toThrow(`f ${message}`);
    expect(await text("f")).toBe("theirs");
    await rm(path("f"));
    await expect(replace("f", before)).rejects.toThrow("Cannot write f: it is not there any more.");
    expect(await readdir(folder)).toEqual([]);
  });
});

function bigStat(path: string) {
  return stat(path, { bigint: true });
}

test("a replaced file keeps its owner", async () => {
  const { path, file } = await createWorkspace();
  await file("f", "old");
  if (asRoot) await chown(path("f"), NOBODY, NOBODY);
  const before = await bigStat(path("f"));
  const signal = new AbortController().signal;
  await replaceFile({ path: path("f"), shown: "f", content: Buffer.from("x"), before, signal });
  const { uid, gid } = await bigStat(path("f"));
  expect({ uid, gid }).toEqual({ uid: before.uid, gid: before.gid });
});

test("a new file gets the mode that the process gives new files", async () => {
  const { path, file } = await createWorkspace();
  await file("usual", "");
  const signal = new AbortController().signal;
  await replaceFile({ path: path("f"), shown: "f", content: Buffer.from("x"), before: null, signal });
  expect((await stat(path("f"))).mode).toBe((await stat(path("usual"))).mode);
});
