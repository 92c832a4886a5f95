/** `find`: finds files and folders by their names. */
import { accessTo, findPath, realPath } from "./paths.ts";
import { SEARCH_MS } from "./search-limits.ts";
import type { Tool } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** What `find` takes. */
export interface FindArguments {
  pattern: string;
  path?: string;
  type?: "file" | "folder";
  limit?: number;
}

/** Matches a glob against the tree as `walk` sees it. */
export function createFindTool(environment: ToolEnvironment): Tool {
  return {
    name: "find",
    description:
      "Find files and folders by a glob. Hidden ones are found; .git and what .gitignore files say are not. " +
      "One path per line, in order; folders end in /. Links are listed, not followed.",
    parameters: {
      type: "object",
      properties: {
        pattern: {
          type: "string",
          minLength: 1,
          description:
            "The glob, such as *.ts (at any depth), src/**/*.{js,ts} or **/test/** (with a slash: the path from the searched folder).",
        },
        path: {
          type: "string",
          description:
            "The folder to search: relative to the workspace, absolute, or starting with ~/. Default: the workspace.",
        },
        type: { type: "string", enum: ["file", "folder"], description: "Only these. Default: both." },
        limit: {
          type: "integer",
          minimum: 0,
          description: "How many paths to return at most. Default: 1000.",
        },
      },
      required: ["pattern"],
      additionalProperties: false,
    },
    concurrency: () => "parallel",
    access: async ({ path }) => {
      const real = await realPath(await findPath((path as string | undefined) ?? ".", environment));
      return accessTo("read", [real], environment);
    },
    timeLimitMs: () => SEARCH_MS,
    execute: async (args, { signal }) => {
      const { findFiles } = await import("./find-files.ts");
      return findFiles(args as unknown as FindArguments, environment, signal);
    },
  };
}
