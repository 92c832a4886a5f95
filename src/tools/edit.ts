/** `edit`: replaces parts of a file. */
import { accessTo, findPath, realPath } from "./paths.ts";
import type { Tool } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** One replacement. */
export interface Edit {
  old_text: string;
  new_text: string;
  replace_all?: boolean;
}

/** What `edit` takes. */
export interface EditArguments {
  path: string;
  edits: Edit[];
}

/**
 * Replaces text in an existing file, all edits or none, each matched against the file as it was before the call. Fails when
 * the file changed since this conversation last read or wrote it; a file it never read may be edited.
 */
export function createEditTool(environment: ToolEnvironment): Tool {
  const real = async (path: unknown) => realPath(await findPath(path as string, environment));
  return {
    name: "edit",
    description:
      "Replace exact parts of a text file. Each old_text must be found exactly once (or set replace_all); all edits of a call " +
      "are matched against the file as it was before, must not overlap, and are made together or not at all. " +
      "Line endings, byte order mark and mode are kept.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description: "The file: relative to the workspace, absolute, or starting with ~/.",
        },
        edits: {
          type: "array",
          description: "The replacements.",
          items: {
            type: "object",
            properties: {
              old_text: {
                type: "string",
                description:
                  "The text to replace, as it is in the file, with enough around it to be the only such place.",
              },
              new_text: {
                type: "string",
                description: "What to put there, taken as it is; empty to delete.",
              },
              replace_all: {
                type: "boolean",
                description: "Replace every place where old_text is found. Default: false.",
              },
            },
            required: ["old_text", "new_text"],
            additionalProperties: false,
          },
        },
      },
      required: ["path", "edits"],
      additionalProperties: false,
    },
    concurrency: async ({ path }) => ({ key: await real(path) }),
    access: async ({ path }) => accessTo("write", [await real(path)], environment),
    execute: async (args, { signal }) => {
      const { editFile } = await import("./edit-file.ts");
      return editFile(args as unknown as EditArguments, environment, signal);
    },
  };
}
