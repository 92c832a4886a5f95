/** The seven built-in tools of one conversation. */
import { realpathSync } from "node:fs";
import { platform } from "node:os";
import type { Clock } from "../clock.ts";
import { errorText, UsageError } from "../errors.ts";
import { childEnvironment } from "../secrets/child-environment.ts";
import { createBashTool } from "./bash.ts";
import { createEditTool } from "./edit.ts";
import { createFileMemory } from "./file-memory.ts";
import { createFindTool } from "./find.ts";
import { createGrepTool } from "./grep.ts";
import { createLsTool } from "./ls.ts";
import type { ProcessGroups } from "./processes.ts";
import { createReadTool } from "./read.ts";
import type { Tool, Toolset } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";
import { createWriteTool } from "./write.ts";

/** What the tools work with. */
export interface ToolsetOptions {
  /** The folder they work in, absolute and existing. */
  workspace: string;
  home: string;
  /** Our own environment: provider keys are taken out before a command sees it. */
  environment: Readonly<Record<string, string | undefined>>;
  /** More variables no command may see. */
  hiddenVariables?: readonly string[];
  clock: Clock;
  /** This conversation's registry of process groups. */
  processes: ProcessGroups;
  /** The path of a ripgrep, or null for none; absent: looked for when it is first needed. */
  ripgrep?: string | null;
  /** For long outputs; made when first needed. */
  tempFolder: string;
}

/**
 * Makes the tools. Cheap: what they do is loaded when they are first called.
 *
 * @throws {UsageError} when there is no such workspace.
 */
export function createToolset(options: ToolsetOptions): Toolset {
  const { home, clock, processes, tempFolder } = options;
  const memory = createFileMemory();
  const environment: ToolEnvironment = {
    workspace: realFolder(options.workspace),
    home,
    environment: childEnvironment(options.environment, options.hiddenVariables),
    clock,
    memory,
    processes,
    ripgrep: options.ripgrep ?? null,
    tempFolder,
  };
  const search = (create: (environment: ToolEnvironment) => Tool) =>
    options.ripgrep === undefined ? withRipgrep(create, environment) : create(environment);
  return {
    tools: [
      createReadTool(environment),
      createWriteTool(environment),
      createEditTool(environment),
      createBashTool(environment),
      search(createGrepTool),
      search(createFindTool),
      createLsTool(environment),
    ],
    endRun: () => processes.endRun(),
    reset: () => memory.clear(),
  };
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    throw new UsageError(`The folder to work in cannot be used: ${errorText(error)}`);
  }
}

/** The tool, with the machine's ripgrep looked for at its first call. */
function withRipgrep(create: (environment: ToolEnvironment) => Tool, environment: ToolEnvironment): Tool {
  let tool: Promise<Tool> | undefined;
  const find = async () => {
    const { findRipgrep } = await import("./ripgrep.ts");
    return create({ ...environment, ripgrep: await findRipgrep(environment.environment, platform()) });
  };
  return {
    ...create(environment),
    execute: async (args, context) => {
      tool ??= find();
      return (await tool).execute(args, context);
    },
  };
}
