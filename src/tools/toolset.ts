/** The seven built-in tools of one conversation. */
import { realpathSync } from "node:fs";
import { platform } from "node:os";
import type { Clock } from "../clock.ts";
import { errorText, UsageError } from "../errors.ts";
import { childEnvironment } from "../secrets/child-environment.ts";
import type { Redactor } from "../secrets/redactor.ts";
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
  redactor: Redactor;
  /** This conversation's registry of process groups. */
  processes: ProcessGroups;
  /** The path of a ripgrep, or null for none; absent: looked for when it is first needed. */
  ripgrep?: string | null;
  /** For long outputs; made when first needed. */
  tempFolder: string;
  /** Real paths, such as skills', that may be read like the workspace. */
  readableFolders?: readonly string[];
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
    redactor: options.redactor,
    memory,
    processes,
    ripgrep: options.ripgrep ?? null,
    tempFolder,
    readableFolders: options.readableFolders ?? [],
  };
  return {
    tools: [
      createReadTool(environment),
      createWriteTool(environment),
      createEditTool(environment),
      createBashTool(environment),
      options.ripgrep === undefined ? grepWithRipgrep(environment) : createGrepTool(environment),
      createFindTool(environment),
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

/** `grep`, with the machine's ripgrep looked for at its first call. */
function grepWithRipgrep(environment: ToolEnvironment): Tool {
  let grep: Promise<Tool> | undefined;
  const find = async () => {
    const { findRipgrep } = await import("./ripgrep.ts");
    return createGrepTool({
      ...environment,
      ripgrep: await findRipgrep(environment.environment, platform()),
    });
  };
  return {
    ...createGrepTool(environment),
    execute: async (args, context) => {
      grep ??= find();
      return (await grep).execute(args, context);
    },
  };
}
