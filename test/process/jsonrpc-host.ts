/** The built command in jsonrpc mode, as a client sees it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { Connection } from "../../src/jsonrpc/connection.ts";
import type { CallOptions } from "../../src/jsonrpc/connection-options.ts";
import type { Event } from "../../src/wire/events.ts";
import type { ClientCapabilities, ClientRequests } from "../../src/wire/methods.ts";
import { type Exit, LETSCODE } from "./letscode.ts";

/** How it is started. */
export interface JsonrpcOptions {
  cwd?: string;
  env?: Record<string, string>;
  capabilities?: ClientCapabilities;
}

/** A running letscode. */
export interface JsonrpcHost {
  child: ChildProcess;
  connection: Connection;
  cwd: string;
  /** Every byte of stdout and stderr so far. */
  stdout(): string;
  stderr(): string;
  /** Every event so far, with its session. */
  events: { session_id: string; seq: number; event: Event }[];
  call<M extends keyof ClientRequests>(
    method: M,
    params?: ClientRequests[M]["params"],
    options?: CallOptions,
  ): Promise<ClientRequests[M]["result"]>;
  /** Resolves with the first event, past or future, for which `test` holds. */
  waitFor(test: (event: Event) => boolean): Promise<Event>;
  end(): void;
  exited: Promise<Exit>;
}

/** A folder that is removed with the test. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-jsonrpc-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Starts it and shakes hands; it is killed with the test when it has not ended by then. */
export async function startJsonrpc(
  args: readonly string[],
  options: JsonrpcOptions = {},
): Promise<JsonrpcHost> {
  const cwd = options.cwd ?? testFolder();
  const child = spawn(process.execPath, [LETSCODE, "--mode", "jsonrpc", ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: options.env?.HOME ?? testFolder(), ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    texts.stdout += chunk.toString("latin1");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    texts.stderr += chunk.toString("utf8");
  });
  child.stdin.on("error", () => {});
  const exited = new Promise<Exit>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const connection = new Connection({ input: child.stdout, output: child.stdin, clock: systemClock });
  const events: JsonrpcHost["events"] = [];
  const waiting = new Set<(event: Event) => void>();
  connection.onNotification("session.event", (params) => {
    const one = params as unknown as JsonrpcHost["events"][number];
    events.push(one);
    for (const check of waiting) check(one.event);
  });
  connection.onNotification("session.idle", () => {});
  connection.start();
  const host: JsonrpcHost = {
    child,
    connection,
    cwd,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    events,
    call: (method, params, how) => connection.request(method, params, how) as Promise<never>,
    waitFor: (test) =>
      new Promise((resolve) => {
        const found = events.find(({ event }) => test(event));
        if (found) return resolve(found.event);
        const check = (event: Event) => {
          if (!test(event)) return;
          waiting.delete(check);
          resolve(event);
        };
        waiting.add(check);
      }),
    end: () => void connection.flush().then(() => child.stdin.end()),
    exited,
  };
  await host.call("initialize", {
    protocol: "letscode-jsonrpc/1",
    client: { name: "test", version: "1" },
    ...(options.capabilities && { capabilities: options.capabilities }),
  });
  return host;
}
