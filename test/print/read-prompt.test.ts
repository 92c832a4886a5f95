import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPrompt, type Stdin } from "../../src/print/read-prompt.ts";

const SILENT =
  "stdin is an open pipe with nothing in it yet and is not waited for; end the command with - to wait for it";

/** The read end of a real pipe into which a shell command writes. */
function pipeFrom(command: string) {
  const shell = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  const stdin: Stdin = { kind: "pipe", open: () => shell.stdout };
  return { stdin, said: () => once(shell.stderr, "data") };
}

function file(content: string | Uint8Array): Stdin {
  const folder = mkdtempSync(join(tmpdir(), "letscode-prompt-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "stdin"), content);
  return { kind: "file", open: () => createReadStream(join(folder, "stdin")) };
}

const unopened = (kind: Stdin["kind"]): Stdin => ({
  kind,
  open: () => {
    throw new Error(`stdin was opened although it is a ${kind}`);
  },
});
const terminal = unopened("terminal");
const nothing: Stdin = { kind: "other", open: () => Readable.from([]) };

describe("a prompt on the command line", () => {
  test("is its words, and stdin is not opened when it is a terminal or a device", async () => {
    expect(await readPrompt(["fix", "the bug"], terminal)).toEqual({ prompt: "fix the bug" });
    expect(await readPrompt(["hi"], unopened("other"))).toEqual({ prompt: "hi" });
  });

  test("does not wait for a pipe that is open and silent, and says so", async () => {
    const { stdin } = pipeFrom("sleep 1000");
    expect(await readPrompt(["hi"], stdin)).toEqual({ prompt: "hi", notice: SILENT });
  });

  test("is followed by what a pipe holds already, to its end", async () => {
    const { stdin, said } = pipeFrom("printf 'one\\ntwo\\n'; exec >&-; echo closed >&2; sleep 1000");
    await said();
    expect(await readPrompt(["explain"], stdin)).toEqual({ prompt: "explain\n\none\ntwo" });
  });

  test("is alone when the pipe is closed and empty", async () => {
    const { stdin, said } = pipeFrom("exec >&-; echo closed >&2; sleep 1000");
    await said();
    expect(await readPrompt(["hi"], stdin)).toEqual({ prompt: "hi" });
  });

  test("is followed by the file that stdin is", async () => {
    expect(await readPrompt(["explain"], file("a\r\nb\r\n\r\n"))).toEqual({ prompt: "explain\n\na\r\nb" });
    expect(await readPrompt(["explain"], file(""))).toEqual({ prompt: "explain" });
  });

  test("waits for all of stdin when its last word is a dash", async () => {
    const { stdin } = pipeFrom("printf one; sleep 0.05; printf two");
    expect(await readPrompt(["explain", "-"], stdin)).toEqual({ prompt: "explain\n\nonetwo" });
    expect(await readPrompt(["5", "-", "3"], terminal)).toEqual({ prompt: "5 - 3" });
  });

  test("is refused when it is blank", async () => {
    await expect(readPrompt([" ", ""], terminal)).rejects.toMatchObject({
      name: "UsageError",
      message: "the prompt is empty",
    });
  });
});

describe("a prompt on stdin", () => {
  test("is all of it, without the last line ends and a byte order mark", async () => {
    const { stdin } = pipeFrom("printf '\\357\\273\\2772+2\\n'; sleep 0.05; printf '3+3\\n\\n'");
    expect(await readPrompt([], stdin)).toEqual({ prompt: "2+2\n3+3" });
    expect(await readPrompt(["-"], file("hi\n"))).toEqual({ prompt: "hi" });
  });

  test("keeps characters whole that are split over reads, and replaces what is no text", async () => {
    const bytes = new TextEncoder().encode("日🙂é");
    const single = {
      kind: "pipe" as const,
      open: () => Readable.from([...bytes].map((byte) => Uint8Array.of(byte))),
    };
    expect((await readPrompt([], single)).prompt).toBe("日🙂é");
    expect((await readPrompt([], file(Uint8Array.of(0x61, 0xff, 0x62)))).prompt).toBe("a\ufffdb");
  });

  test("is refused when there is none", async () => {
    const empty = 'stdin is empty, so there is no prompt: letscode -p "PROMPT"';
    await expect(readPrompt([], nothing)).rejects.toMatchObject({ name: "UsageError", message: empty });
    await expect(readPrompt([], file(" \n"))).rejects.toMatchObject({ message: empty });
    await expect(readPrompt(["review", "-"], file(""))).rejects.toMatchObject({ message: empty });
    await expect(readPrompt([], terminal)).rejects.toMatchObject({
      name: "UsageError",
      message: 'there is no prompt: letscode -p "PROMPT", or write it to stdin',
    });
  });

  test("is refused when it cannot be read", async () => {
    const folder: Stdin = { kind: "other", open: () => createReadStream(tmpdir()) };
    await expect(readPrompt([], folder)).rejects.toMatchObject({
      name: "UsageError",
      message: "cannot read stdin: it is a folder",
    });
  });

  test("is refused past 64 MiB, without reading on", async () => {
    let given = 0;
    const endless: Stdin = {
      kind: "pipe",
      open: () =>
        new Readable({
          read() {
            given++;
            this.push(Buffer.alloc(1024 * 1024, 97));
          },
        }),
    };
    await expect(readPrompt([], endless)).rejects.toMatchObject({
      name: "UsageError",
      message: "stdin holds more than 67108864 bytes",
    });
    expect(given).toBeLessThan(70);
  });
});
