import { onTestFinished } from "vitest";
import { createBashTool } from "../../src/tools/bash.ts";
import type { ToolEnvironment } from "../../src/tools/tool-environment.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** What a command came to. */
export interface Ran {
  /** What the model reads. */
  text: string;
  isError: boolean | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into single details
  details: any;
  /** Every update, in order. */
  deltas: string[];
  ms: number;
}

/** A workspace with a bash in it whose processes all end with the test. */
export interface Bash extends Workspace {
  environment: ToolEnvironment;
  run(command: string, options?: { timeout?: number; signal?: AbortSignal }): Promise<Ran>;
}

export async function createBash(environment: Record<string, string> = {}): Promise<Bash> {
  const workspace = await createWorkspace();
  const tools: ToolEnvironment = {
    ...workspace.environment,
    environment: { PATH: process.env.PATH ?? "", ...environment },
  };
  const bash = createBashTool(tools);
  onTestFinished(() => tools.processes.killAll());
  return {
    ...workspace,
    environment: tools,
    async run(command, { timeout, signal = new AbortController().signal } = {}) {
      const deltas: string[] = [];
      const started = Date.now();
      const output = await bash.execute(
        { command, ...(timeout === undefined ? {} : { timeout }) },
        { toolCallId: "c1", signal, update: (delta) => deltas.push(delta) },
      );
      const text = output.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
      return { text, isError: output.isError, details: output.details, deltas, ms: Date.now() - started };
    },
  };
}
