/** Where letscode may be started: nothing of it may hang, or end without a word. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { LETSCODE, newFolder } from "./letscode.ts";

interface Start {
  cwd?: string;
  stdin?: string;
  stdout?: string;
  /** A script of the shell, run first. */
  before?: string;
}

async function run(args: readonly string[], { cwd = newFolder(), stdin, stdout, before = ":" }: Start = {}) {
  const opened = [stdin, stdout].map((path, at) => path && openSync(path, at === 0 ? "r" : "w"));
  const [input, output] = opened;
  const command = [`${before}; exec "$@"`, "sh", process.execPath, LETSCODE, ...args];
  const child = spawn("/bin/sh", ["-c", ...command], {
    cwd,
    env: { PATH: process.env.PATH, HOME: newFolder() },
    stdio: [input || "ignore", output || "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for (const file of opened) if (typeof file === "number") closeSync(file);
  let [text, errors] = ["", ""];
  child.stdout?.on("data", (chunk) => (text += chunk));
  child.stderr?.on("data", (chunk) => (errors += chunk));
  const [code] = await once(child, "close");
  return { code, stdout: text, stderr: errors };
}

const onLinux = it.runIf(process.platform === "linux");
const onPosix = it.runIf(process.platform !== "win32");

describe("a full disk behind stdout", () => {
  const FULL = {
    code: 1,
    stdout: "",
    stderr: "letscode: cannot write to stdout: no space is left on the disk\n",
  };

  onLinux.each<[string, string[]]>([
    ["an answer", ["-p", "--model", "demo", "hi"]],
    ["events", ["--output", "json", "--model", "demo", "hi"]],
    ["the protocol", ["--mode", "rpc", "--model", "demo"]],
    ["the help", ["--help"]],
  ])("is told when it takes %s", async (_, args) => {
    expect(await run(args, { stdout: "/dev/full" })).toEqual(FULL);
  });
});

describe("a current folder that is gone", () => {
  onPosix.each<[string[]]>([[["-p", "--model", "demo", "hi"]], [["--mode", "rpc", "--model", "demo"]]])(
    "is a usage error of %j, unless another one is named",
    async (args) => {
      const gone = { before: 'rmdir "$PWD"' };
      expect(await run(args, gone)).toEqual({
        code: 2,
        stdout: "",
        stderr:
          "letscode: the current folder is gone; go to another one, or name one by its whole path: --cwd PATH\n",
      });
      expect(await run(["--cwd", newFolder(), ...args], gone)).toMatchObject({ code: 0, stderr: "" });
    },
  );
});

describe("a folder as stdin", () => {
  onPosix("is a usage error of a one-shot run that needs it", async () => {
    const start = { stdin: newFolder() };
    for (const words of [[], ["hi", "-"]])
      expect(await run(["-p", "--model", "demo", ...words], start)).toEqual({
        code: 2,
        stdout: "",
        stderr: "letscode: cannot read stdin: it is a folder\n",
      });
    expect(await run(["-p", "--model", "demo", "hi"], start)).toMatchObject({ code: 0, stderr: "" });
  });

  onPosix("is a fatal error in rpc mode", async () => {
    const { code, stdout } = await run(["--mode", "rpc", "--model", "demo"], { stdin: newFolder() });
    const [ready, ...rest] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([code, ready.type, rest]).toEqual([
      1,
      "ready",
      [
        {
          type: "error",
          id: null,
          error: "reading commands failed: stdin is a folder",
          recoverable: false,
          fatal: true,
          code: "io",
        },
      ],
    ]);
  });
});
