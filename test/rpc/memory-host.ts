/** The RPC door over streams in memory: lines in, parsed lines out. */
import { PassThrough } from "node:stream";
import { type Clock, systemClock } from "../../src/clock.ts";
import { UsageError } from "../../src/errors.ts";
import { encodeLine } from "../../src/framing/ndjson.ts";
import type { PumpTarget } from "../../src/framing/pump.ts";
import { RpcHost } from "../../src/rpc/host.ts";
import { readyMessage } from "../../src/rpc/ready.ts";
import type { RpcOptions } from "../../src/rpc/rpc-options.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";

/** A parsed line of the output. */
export type Line = Record<string, unknown> & { type: string };

/** A host on in-memory pipes. */
export interface MemoryHost {
  host: RpcHost;
  /** Everything written so far, parsed. */
  lines: Line[];
  reports: string[];
  send(...commands: (object | string)[]): void;
  end(): void;
  /** Resolves with the first line for which `test` holds, past or future. */
  waitFor(test: (line: Line) => boolean): Promise<Line>;
}

/** Starts a host; `target` stands in for the pipe. */
export function memoryHost(
  openAgent: Parameters<RpcHost["start"]>[0],
  options: Partial<RpcOptions> & { clock?: Clock } = {},
): MemoryHost {
  const input = new PassThrough();
  const lines: Line[] = [];
  const reports: string[] = [];
  const waiting: { test: (line: Line) => boolean; resolve: (line: Line) => void }[] = [];
  let rest = "";
  const output: PumpTarget = {
    write(bytes, done) {
      const parts = (rest + Buffer.from(bytes).toString("utf8")).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const line = JSON.parse(part) as Line;
        lines.push(line);
        for (const wait of waiting.filter(({ test }) => test(line))) {
          waiting.splice(waiting.indexOf(wait), 1);
          wait.resolve(line);
        }
      }
      done();
    },
  };
  const host = new RpcHost({
    input,
    output,
    clock: systemClock,
    redactor: createRedactor([]),
    shutdownGraceMs: 300_000,
    shutdownMaxMs: 3_600_000,
    fullUpdates: false,
    askingMode: "ask",
    builtinTools: [],
    openModel: () => {
      throw new UsageError("there is one model here");
    },
    report: (line) => reports.push(line),
    ...options,
  });
  output.write(Buffer.from(encodeLine(readyMessage("0.0.0"))), () => {});
  void host.start(openAgent);
  return {
    host,
    lines,
    reports,
    send: (...commands) =>
      void input.write(
        commands
          .map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
          .join("\n")
          .concat("\n"),
      ),
    end: () => void input.end(),
    waitFor(test) {
      const found = lines.find(test);
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => waiting.push({ test, resolve }));
    },
  };
}
