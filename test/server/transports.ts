/** The same server behind everything that may carry its bytes. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { createDemoModel } from "../../src/llm/demo/demo-model.ts";
import { LETSCODE } from "../process/letscode.ts";
import { folderOfTest, listening, open, type RawPeer, rawPeer } from "./listening.ts";
import { memoryServer } from "./memory-server.ts";

/** Every transport by name, and a client that has said nothing yet. Models are the demo. */
export const TRANSPORTS: readonly (readonly [name: string, connect: () => Promise<RawPeer>])[] = [
  ["pipes in memory", inMemory],
  ["TCP", () => onSocket("127.0.0.1:0")],
  ["a Unix socket", () => onSocket(`unix:${join(folderOfTest(), "socket")}`)],
  ["stdio of a process", onStdio],
];

function demoServer() {
  return memoryServer({ model: () => createDemoModel() }).server;
}

async function inMemory(): Promise<RawPeer> {
  const [there, back] = [new PassThrough(), new PassThrough()];
  void demoServer().attach({
    input: there,
    output: back,
    life: "socket",
    hangUp: () => void back.end(),
  });
  return rawPeer(back, there);
}

async function onSocket(at: string): Promise<RawPeer> {
  return open((await listening(demoServer(), at)).address);
}

async function onStdio(): Promise<RawPeer> {
  const folder = folderOfTest();
  const child = spawn(process.execPath, [LETSCODE, "--mode", "jsonrpc", "--model", "demo"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  const exited = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return rawPeer(child.stdout, child.stdin);
}
