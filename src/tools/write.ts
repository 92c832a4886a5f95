/** `write`: makes a file or replaces its whole content. */
import { accessTo, realPath, resolvePath } from "./paths.ts";
import type { Tool } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** What `write` takes. */
export interface WriteArguments {
  path: string;
  content: string;
}

/**
 * Writes a file in one step: a crash leaves the old content or the new one. An existing file must have been read or written
 * in this conversation, and not have changed since.
 */
export function createWriteTool(environment: ToolEnvironment): Tool {
  const real = (path: unknown) => realPath(resolvePath(path as string, environment));
  return {
    name: "write",
    description:
      "Make a file with this content, and the folders it needs, or replace the whole content of one. " +
      "An existing file must have been read before; to change parts of it, use edit. " +
      "An existing file keeps its mode, byte order mark and CRLF line endings.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description: "The file: relative to the workspace, absolute, or starting with ~/.",
        },
        content: { type: "string", description: "The whole new content." },
      },
      required: ["path", "content"],
      additionalProperties: false,
    },
    concurrency: async ({ path }) => ({ key: await real(path) }),
    access: async ({ path }) => accessTo("write", [await real(path)], environment),
    execute: async (args, { signal }) => {
      const { writeFile } = await import("./write-file.ts");
      return writeFile(args as unknown as WriteArguments, environment, signal);
    },
  };
}
