/** Folders of notes in a temporary place, and the tools of a memory that works with them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createMemory, type Memory } from "../../../src/plugins/memory/memory.ts";
import type { MemoryFolders } from "../../../src/plugins/memory/recall.ts";
import type { PluginContext, PluginToolOutput } from "../../../src/plugins/plugin.ts";
import type { JsonObject } from "../../../src/wire/messages.ts";

/** What a test of memory needs. */
export interface NotesRoom {
  root: string;
  folders: MemoryFolders;
  memory: Memory;
  /** Lines for people. */
  warnings: string[];
  context: PluginContext;
  /** Makes a note as a person would, `project/x.md` or `everywhere/x.md`. */
  note(name: string, text: string | Uint8Array): string;
  /** Calls a tool. */
  use(name: "remember" | "forget", args: JsonObject): Promise<PluginToolOutput>;
}

/** A new one; it is removed when the test ends. */
export function notesRoom(redact?: (text: string) => string): NotesRoom {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "letscode-memory-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folders = { project: join(root, "data", "p"), everywhere: join(root, "data", "everywhere") };
  let ids = 0;
  const memory = createMemory({
    folders,
    newId: () => `m${++ids}`,
    clock: { now: () => 7 },
    ...(redact ? { redact } : {}),
  });
  const warnings: string[] = [];
  const context = {
    name: "letscode-memory",
    log: { info: () => {}, warn: (line: string) => void warnings.push(line) },
  } as unknown as PluginContext;
  return {
    ...{ root, folders, memory, warnings, context },
    note(name, text) {
      const path = join(root, "data", name.replace(/^project\//, "p/"));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    async use(name, args) {
      const tools = (await memory.letscode_tools(context)) ?? [];
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return tool.execute(args, { ...context, update: () => {} });
    },
  };
}
