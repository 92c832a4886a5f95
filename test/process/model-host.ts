/** A host whose model is a scripted server on the loopback. */
import { afterEach, beforeEach, expect } from "vitest";
import { type ProviderServer, type Reply, startProviderServer } from "../loopback/provider-server.ts";
import { type Letscode, type Line, type StartOptions, startLetscode } from "./letscode.ts";
import { brokenPromises } from "./promises.ts";

/** What a test file needs to hold conversations. */
export interface ModelHost {
  server(): ProviderServer;
  /** Starts letscode in rpc mode against the server. */
  start(flags?: readonly string[], options?: StartOptions): Letscode;
  /** Scripts the answers, runs one prompt to its end and lets letscode exit. */
  run(replies: readonly Reply[], flags?: readonly string[], options?: StartOptions): Promise<Letscode>;
}

/** A new server for each test of a file; what holds in every session is checked of each that has ended. */
export function modelHost(): ModelHost {
  let server: ProviderServer;
  let hosts: Letscode[];
  beforeEach(async () => {
    hosts = [];
    server = await startProviderServer();
  });
  afterEach(async () => {
    await server.close();
    for (const host of hosts)
      if (host.child.exitCode !== null) expect(brokenPromises(host, await host.exited)).toEqual([]);
  });
  const start: ModelHost["start"] = (flags = [], options = {}) => {
    const args = ["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m", ...flags];
    const host = startLetscode(args, options);
    hosts.push(host);
    return host;
  };
  return {
    server: () => server,
    start,
    async run(replies, flags, options) {
      server.reply(...replies);
      const host = start(flags, options);
      host.send({ cmd: "prompt", id: "p", text: "go" });
      host.end();
      await host.exited;
      return host;
    },
  };
}

/** A run as one word per line: what tells it apart behind a colon. Neighbouring updates of one kind count once. */
export function outline(lines: readonly Line[]): string[] {
  const words = lines.map((line) => {
    if (line.type === "message_start" || line.type === "message_end")
      return `${line.type}:${line.message.role}`;
    if (line.type === "message_update") return `update:${line.stream_event.type}`;
    if (line.type.startsWith("tool_execution")) return `${line.type}:${line.tool_call_id}`;
    if (line.type === "agent_end") return `agent_end:${line.stop_reason}`;
    return line.type;
  });
  return words.filter((word, at) => !(word.startsWith("update:") && words[at - 1] === word));
}

/** The events of one kind. */
export function ofType(lines: readonly Line[], type: string): Line[] {
  return lines.filter((line) => line.type === type);
}

/** The final messages of one role. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every role
export function messages(lines: readonly Line[], role: string): any[] {
  return ofType(lines, "message_end")
    .map((line) => line.message)
    .filter((message) => message.role === role);
}

/** The text of a message's or a result's blocks. */
export function textOf(message: { content: readonly { text?: string }[] } | undefined): string {
  return (message?.content ?? []).map(({ text = "" }) => text).join("");
}
