/** `grep`: searches the lines of files. */
import { accessTo, findPath, realPath } from "./paths.ts";
import { SEARCH_MS } from "./search-limits.ts";
import type { Tool } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** What `grep` takes. */
export interface GrepArguments {
  pattern: string;
  path?: string;
  glob?: string;
  ignore_case?: boolean;
  literal?: boolean;
  context?: number;
  limit?: number;
}

/** Searches text files line by line, as `walk` sees the tree; the same with and without ripgrep. */
export function createGrepTool(environment: ToolEnvironment): Tool {
  return {
    name: "grep",
    description:
      "Search files for lines that match a regular expression. Hidden files are searched; .git, binary files and what .gitignore files say are not. " +
      "Results read path:line:text, in order of paths; long lines are cut around the match. Links to folders are not followed.",
    parameters: {
      type: "object",
      properties: {
        pattern: {
          type: "string",
          minLength: 1,
          description:
            "A regular expression as in JavaScript (\\d \\w \\s \\b, groups, lookaround), for one line at a time.",
        },
        path: {
          type: "string",
          description:
            "The folder or file to search: relative to the workspace, absolute, or starting with ~/. Default: the workspace.",
        },
        glob: {
          type: "string",
          minLength: 1,
          description:
            "Only files that match, such as *.ts, src/**/*.{js,ts} or !*.test.ts; with a slash, relative to path.",
        },
        ignore_case: { type: "boolean", description: "Upper and lower case are the same. Default: false." },
        literal: {
          type: "boolean",
          description: "Take the pattern as plain text, not as an expression. Default: false.",
        },
        context: {
          type: "integer",
          minimum: 0,
          maximum: 100,
          description: "Lines to show before and after each match. Default: 0.",
        },
        limit: {
          type: "integer",
          minimum: 0,
          description: "How many matching lines to return at most. Default: 100.",
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
      const { grepFiles } = await import("./grep-files.ts");
      return grepFiles(args as unknown as GrepArguments, environment, signal);
    },
  };
}
