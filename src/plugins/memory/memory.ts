/**
 * letscode-memory: notes from one conversation to the next, as Markdown files that a person can read, edit and delete. A
 * plugin like any other; it owns the custom messages of the kind `memory`.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../clock.ts";
import type { CustomMessage, Json } from "../../wire/messages.ts";
import type { Plugin } from "../plugin.ts";
import { slugOf } from "./note-names.ts";
import { forgetTool, rememberTool } from "./note-tools.ts";
import {
  isBeginning,
  isEmpty,
  isRecall,
  MEMORY_KIND,
  type MemoryFolders,
  recallIn,
  recallNotes,
  shownRecall,
  withRecall,
} from "./recall.ts";

/** What memory works with. */
export interface MemoryOptions {
  folders: MemoryFolders;
  /** A new id, unique in the conversation, at most 12 characters. */
  newId(): string;
  clock: Pick<Clock, "now">;
  /** Keeps configured keys out of the notes that are written; absent: they are written as they are. */
  redact?(text: string): string;
}

/** The hooks that memory has. */
export type Memory = Required<
  Pick<Plugin, "letscode_transform_context" | "letscode_render_custom_message" | "letscode_tools">
>;

/**
 * The folders of notes below letscode's folder for a user's data, `~/.local/share/letscode`: one for the project in this folder,
 * which should be a real path, and one for all projects.
 */
export function memoryFolders(dataFolder: string, project: string): MemoryFolders {
  const root = join(dataFolder, "memory");
  const hash = createHash("sha256").update(project).digest("hex").slice(0, 8);
  return {
    project: join(root, `${slugOf(basename(project))}-${hash}`),
    everywhere: join(root, "everywhere"),
  };
}

/** Memory for one conversation. */
export function createMemory({ folders, newId, clock, redact = (text) => text }: MemoryOptions): Memory {
  return {
    async letscode_transform_context(messages, context) {
      const told = messages.filter(isRecall);
      const newest = told.at(-1);
      const asTold = told.length > 1 ? withRecall(messages, undefined) : undefined;
      if (!isBeginning(messages)) return asTold;
      const recall = await recallNotes(folders);
      if (newest ? isDeepStrictEqual(recallIn(newest), recall) : isEmpty(recall)) return asTold;
      for (const { file, reason } of recall.skipped)
        context.log.warn(`the note ${file} is left out: ${reason}`);
      const message: CustomMessage = {
        id: newId(),
        timestamp: clock.now(),
        role: "custom",
        kind: MEMORY_KIND,
        data: recall as unknown as Json,
      };
      return withRecall(messages, message);
    },
    letscode_render_custom_message(message) {
      if (!isRecall(message)) return undefined;
      const recall = recallIn(message);
      const shown = recall && shownRecall(recall, folders);
      return shown ? [shown] : [];
    },
    letscode_tools() {
      const options = { folders, newId, redact };
      return [rememberTool(options), forgetTool(options)];
    },
  };
}
