/** Recalling notes: what of them goes into a conversation, how a model sees it, and where. */
import { join } from "node:path";
import type { CustomMessage, Json, Message } from "../../wire/messages.ts";
import { isObject } from "../json-copy.ts";
import type { RenderedMessage } from "../plugin.ts";
import { isAnswer } from "../seen-messages.ts";
import { nameText, type Scope } from "./note-names.ts";
import { listNotes, readNote } from "./read-notes.ts";

/** The kind of the custom messages that hold recalled notes. */
export const MEMORY_KIND = "memory";

/** The folders of notes, absolute: one project's, and everybody's. */
export type MemoryFolders = Readonly<Record<Scope, string>>;

/** What a message of this kind holds. Files are named `project/FILE` and `everywhere/FILE`. */
export interface Recall {
  notes: { file: string; text: string }[];
  /** Notes that there was no room for. */
  left_out: { file: string; bytes: number }[];
  /** What is no note although it is called like one, and why. */
  skipped: { file: string; reason: string }[];
}

/** How much text of notes one recall holds, in bytes. */
const MOST_BYTES = 32 * 1024;
/** How many of those that are left out, or skipped, are named. */
const MOST_NAMED = 50;

/** The notes as they are now: the newest first to get room, in the order of their names. */
export async function recallNotes(folders: MemoryFolders): Promise<Recall> {
  const recall: Recall = { notes: [], left_out: [], skipped: [] };
  const found: { scope: Scope; file: string; bytes: number; modifiedMs: number }[] = [];
  for (const scope of ["project", "everywhere"] as const) {
    const { files, skipped } = await listNotes(folders[scope]);
    found.push(...files.map((note) => ({ ...note, scope })));
    recall.skipped.push(...skipped.map(({ file, reason }) => ({ file: nameText({ scope, file }), reason })));
  }
  let room = MOST_BYTES;
  for (const note of [...found].sort((a, b) => b.modifiedMs - a.modifiedMs)) {
    const file = nameText(note);
    if (note.bytes > room) {
      recall.left_out.push({ file, bytes: note.bytes });
      continue;
    }
    const read = await readNote(folders[note.scope], note.file);
    if ("reason" in read) recall.skipped.push({ file, reason: read.reason });
    else if (read.text.trim() !== "") {
      recall.notes.push({ file, text: read.text });
      room -= Buffer.byteLength(read.text);
    }
  }
  return {
    notes: recall.notes.sort(byName),
    left_out: recall.left_out.sort(byName).slice(0, MOST_NAMED),
    skipped: recall.skipped.sort(byName).slice(0, MOST_NAMED),
  };
}

/** Whether there is nothing to say. */
export function isEmpty({ notes, left_out, skipped }: Recall): boolean {
  return notes.length + left_out.length + skipped.length === 0;
}

/** What a message recalls; undefined when it is of another kind, or of no shape that is known. */
export function recallIn(message: Message): Recall | undefined {
  if (!isRecall(message)) return undefined;
  const { data } = message;
  if (!isObject(data)) return undefined;
  const { notes, left_out = [], skipped = [] } = data;
  const lists: [Json | undefined, ...string[]][] = [
    [notes, "file", "text"],
    [left_out, "file"],
    [skipped, "file", "reason"],
  ];
  const known = lists.every(
    ([list, ...names]) => Array.isArray(list) && list.every((entry) => hasTexts(entry, names)),
  );
  return known ? ({ notes, left_out, skipped } as unknown as Recall) : undefined;
}

/**
 * The messages with this one right before the newest user message, or in front of all; earlier recalls give way to it.
 * Without one, only the newest of them stays.
 */
export function withRecall(messages: readonly Message[], recall: CustomMessage | undefined): Message[] {
  const newest = recall ?? messages.findLast(isRecall);
  const others = messages.filter((message) => message === newest || !isRecall(message));
  if (recall === undefined) return others;
  return others.toSpliced(Math.max(0, lastPrompt(others)), 0, recall);
}

/** Whether the newest user message still waits for its answer. */
export function isBeginning(messages: readonly Message[]): boolean {
  return lastPrompt(messages) > messages.findLastIndex(isAnswer);
}

/** What a model sees of it; undefined when there is nothing to see. */
export function shownRecall(recall: Recall, folders: MemoryFolders): RenderedMessage | undefined {
  if (isEmpty(recall)) return undefined;
  const { notes, left_out, skipped } = recall;
  const parts = [
    "This is not a message of the user. These are notes from earlier conversations, kept in files. They may be out of date: what the user says now and what you see in files counts more. Correct a note with the tool remember (replaces), delete it with the tool forget.",
    ...notes.map(({ file, text }) => `<note file=${JSON.stringify(file)}>\n${text.trim()}\n</note>`),
    ...(left_out.length === 0
      ? []
      : [
          `There was no room for these; read them when they seem to matter:\n${left_out.map(({ file, bytes }) => `- ${pathOf(file, folders)} (${bytes} bytes)`).join("\n")}`,
        ]),
    ...(skipped.length === 0
      ? []
      : [
          `These could not be read:\n${skipped.map(({ file, reason }) => `- ${file}: ${reason}`).join("\n")}`,
        ]),
  ];
  return { role: "user", content: [{ type: "text", text: parts.join("\n\n") }] };
}

function pathOf(name: string, folders: MemoryFolders): string {
  const [scope = "", ...rest] = name.split("/");
  return join(scope === "everywhere" ? folders.everywhere : folders.project, rest.join("/"));
}

/** Whether it is of this kind. */
export function isRecall(message: Message): message is CustomMessage {
  return message.role === "custom" && message.kind === MEMORY_KIND;
}

function lastPrompt(messages: readonly Message[]): number {
  return messages.findLastIndex(({ role }) => role === "user");
}

function hasTexts(entry: Json, names: readonly string[]): boolean {
  return isObject(entry) && names.every((name) => typeof entry[name] === "string");
}

function byName(a: { file: string }, b: { file: string }): number {
  return a.file < b.file ? -1 : 1;
}
