/** `read`: a file's text, or an image. */
import { accessTo, findPath, realPath } from "./paths.ts";
import type { Tool } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** What `read` takes. */
export interface ReadArguments {
  path: string;
  offset?: number;
  limit?: number;
  line_numbers?: boolean;
}

/**
 * Reads text files (UTF-8, or UTF-16 with a byte order mark) as they are, and png, jpeg, gif and webp images. Remembers what
 * it read, so that the file may be written over.
 */
export function createReadTool(environment: ToolEnvironment): Tool {
  return {
    name: "read",
    description:
      "Read a file. Text comes back as it is, at most 2,000 lines or 50 kB per call; a note at the end says how to read on. " +
      "Images (png, jpeg, gif, webp, up to 5 MB) are shown. Use ls for folders.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description: "The file: relative to the workspace, absolute, or starting with ~/.",
        },
        offset: {
          type: "integer",
          minimum: 0,
          description: "The first line to read, counted from 1. Default: 1.",
        },
        limit: { type: "integer", minimum: 0, description: "How many lines to read at most. Default: 2000." },
        line_numbers: {
          type: "boolean",
          description:
            "Put its number and a tab before each line. They are no part of the file: leave them out of edits. Default: false.",
        },
      },
      required: ["path"],
      additionalProperties: false,
    },
    concurrency: () => "parallel",
    access: async ({ path }) => {
      const real = await realPath(await findPath(path as string, environment));
      return accessTo("read", [real], environment);
    },
    execute: async (args, { signal }) => {
      const { readFile } = await import("./read-file.ts");
      return readFile(args as unknown as ReadArguments, environment, signal);
    },
  };
}
