import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { checkArguments } from "../../src/tools/check-arguments.ts";
import { createFileMemory } from "../../src/tools/file-memory.ts";
import { createProcesses } from "../../src/tools/processes.ts";
import type { Tool, ToolOutput } from "../../src/tools/tool.ts";
import type { ToolEnvironment } from "../../src/tools/tool-environment.ts";

/** A real folder that goes away with the test, with a workspace, a home and a temp folder in it. */
export interface Workspace {
  /** The real path of the folder around all of them. */
  root: string;
  /** The real path of the workspace. */
  folder: string;
  environment: ToolEnvironment;
  /** Absolute, from a path relative to the workspace. */
  path(relative: string): string;
  /** Makes a file with its folders. */
  file(relative: string, content: string | Uint8Array): Promise<void>;
  /** A file's bytes as latin1, so that every byte can be compared. */
  bytes(relative: string): Promise<string>;
  text(relative: string): Promise<string>;
}

export async function createWorkspace(): Promise<Workspace> {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), "letscode-test-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "ws");
  const home = join(root, "home");
  const tempFolder = join(root, "temp");
  await mkdir(folder);
  await mkdir(home);
  const path = (relative: string) => join(folder, relative);
  return {
    root,
    folder,
    path,
    environment: {
      workspace: folder,
      home,
      environment: {},
      clock: systemClock,
      redactor: createRedactor([]),
      memory: createFileMemory(),
      processes: createProcesses({ clock: systemClock, platform: process.platform, tempFolder }),
      ripgrep: null,
      tempFolder,
    },
    async file(relative, content) {
      await mkdir(dirname(path(relative)), { recursive: true });
      await writeFile(path(relative), content);
    },
    bytes: (relative) => readFile(path(relative), "latin1"),
    text: (relative) => readFile(path(relative), "utf8"),
  };
}

/** Runs a tool as the loop does: arguments checked first, then the call. Rejects with what the model would read. */
export async function call(
  tool: Tool,
  given: unknown,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolOutput> {
  const checked = await checkArguments(tool, given);
  if ("problem" in checked) throw new Error(checked.problem);
  return tool.execute(checked.arguments, { toolCallId: "c1", signal, update: () => {} });
}

/** The text a model reads of a call. */
export async function callText(tool: Tool, given: unknown): Promise<string> {
  const { content } = await call(tool, given);
  return content.map((block) => (block.type === "text" ? block.text : `<${block.mime_type}>`)).join("\n");
}

/** The message of the error a call ends with. */
export async function callError(tool: Tool, given: unknown): Promise<string> {
  return call(tool, given).then(
    (output) => `no error, but ${JSON.stringify(output.content)}`,
    (error: Error) => error.message,
  );
}
