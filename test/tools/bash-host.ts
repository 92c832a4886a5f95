import { readFileSync } from "node:fs";
import { content, DONE, delta } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { type Line, startLetscode } from "../process/letscode.ts";

/** What a host sees of one bash call of a whole letscode process. */
export interface HostRun {
  /** The `tool_result`. */
  result: Line;
  deltas: string[];
  /** The most memory the process had resident, in bytes. */
  peakBytes: number;
}

/** Starts the built command, has a model call bash once, and ends it. */
export async function runInHost(command: string, env: Record<string, string> = {}): Promise<HostRun> {
  const server = await startProviderServer();
  const call = { index: 0, id: "c1", function: { name: "bash", arguments: JSON.stringify({ command }) } };
  server.reply(
    [delta({ tool_calls: [call] }), delta({}, "tool_calls"), DONE],
    [content("ok"), delta({}, "stop"), DONE],
  );
  const host = startLetscode(["--mode", "rpc", "--base-url", server.baseUrl, "--model", "m"], { env });
  try {
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor("agent_end");
    const status = readFileSync(`/proc/${host.child.pid}/status`, "utf8");
    host.end();
    await host.exited;
    const end = host.lines.find(({ type }) => type === "tool_execution_end");
    return {
      result: end?.result,
      deltas: host.lines.filter(({ type }) => type === "tool_execution_update").map((line) => line.delta),
      peakBytes: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024,
    };
  } finally {
    host.child.kill("SIGKILL");
    await server.close();
  }
}
