/** `ls`: the entries of a folder. */
import { accessTo, findPath, realPath } from "./paths.ts";
import type { Tool } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** What `ls` takes. */
export interface LsArguments {
  path?: string;
  limit?: number;
}

/** Lists a folder: one entry per line, sorted, hidden ones too. */
export function createLsTool(environment: ToolEnvironment): Tool {
  return {
    name: "ls",
    description:
      "List a folder: one entry per line, sorted, hidden ones too; folders end in /, links show as name@ -> target.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description:
            "The folder: relative to the workspace, absolute, or starting with ~/. Default: the workspace.",
        },
        limit: {
          type: "integer",
          minimum: 0,
          description: "How many entries to list at most. Default: 1000.",
        },
      },
      additionalProperties: false,
    },
    concurrency: () => "parallel",
    access: async ({ path }) => {
      const real = await realPath(await findPath((path as string | undefined) ?? ".", environment));
      return accessTo("read", [real], environment);
    },
    execute: async (args) => {
      const { listFolder } = await import("./list-folder.ts");
      return listFolder(args as LsArguments, environment);
    },
  };
}
