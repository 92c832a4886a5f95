/** The tools that write and delete notes. */
import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "../../errors.ts";
import { systemErrorText } from "../../system-errors.ts";
import type { JsonObject } from "../../wire/messages.ts";
import type { PluginTool } from "../plugin.ts";
import { type NoteName, nameText, parseName, type Scope } from "./note-names.ts";
import { listNotes } from "./read-notes.ts";
import type { MemoryFolders } from "./recall.ts";
import { addNote, replaceNote } from "./write-note.ts";

/** What the tools work with. */
export interface NoteToolOptions {
  folders: MemoryFolders;
  /** A name that no other file has. */
  newId(): string;
  /** Keeps configured keys out of what is written. */
  redact(text: string): string;
}

/** The longest note, in characters. */
const LONGEST_NOTE = 16_000;
const NAME_FIELD = "as it is called among the notes: project/FILE.md or everywhere/FILE.md.";

/** `remember`: writes a new note, or replaces one. */
export function rememberTool({ folders, newId, redact }: NoteToolOptions): PluginTool {
  return {
    name: "remember",
    description:
      "Keep a note for later conversations: a preference, a decision, how something is done here, a fact that was hard to find. " +
      "Each later conversation sees the notes when it begins. Write few and short ones, no secrets, and nothing that the files " +
      "of the project say already. When a note is no longer true, replace it.",
    parameters: {
      type: "object",
      properties: {
        note: { type: "string", description: "The note, in Markdown. It must make sense by itself." },
        title: {
          type: "string",
          description: "A few words that tell it apart; they become its file's name.",
        },
        scope: {
          type: "string",
          enum: ["project", "everywhere"],
          description: "Where it counts: in this project (default), or in all of them.",
        },
        replaces: { type: "string", description: `The note that this one takes the place of, ${NAME_FIELD}` },
      },
      required: ["note"],
      additionalProperties: false,
    },
    async execute(args) {
      const { note, title, scope, replaces } = rememberArguments(args);
      const text = `${redact(title ? `# ${title}\n\n${note}` : note)}\n`;
      if (replaces !== undefined) {
        const name = await existing(replaces, folders);
        await asToolError(nameText(name), replaceNote(folders[name.scope], name.file, text, newId()));
        return `Replaced ${nameText(name)}: ${join(folders[name.scope], name.file)}`;
      }
      const heading = redact(title ?? note.split("\n", 1)[0] ?? "");
      const file = await asToolError("the note", addNote(folders[scope], heading, text, newId()));
      return `Noted as ${nameText({ scope, file })}: ${join(folders[scope], file)}`;
    },
  };
}

/** `forget`: deletes a note. */
export function forgetTool({ folders }: NoteToolOptions): PluginTool {
  return {
    name: "forget",
    description:
      "Delete a note of those kept from earlier conversations: one that is wrong or no longer needed.",
    parameters: {
      type: "object",
      properties: { file: { type: "string", description: `The note, ${NAME_FIELD}` } },
      required: ["file"],
      additionalProperties: false,
    },
    async execute({ file }) {
      const name = await existing(String(file), folders);
      await asToolError(nameText(name), rm(join(folders[name.scope], name.file)));
      return `Deleted ${nameText(name)}. Conversations that begin from now on do not see it.`;
    },
  };
}

function rememberArguments(args: JsonObject) {
  const note = String(args.note ?? "").trim();
  const title = String(args.title ?? "")
    .replace(/\s+/g, " ")
    .trim();
  if (note === "") throw new ToolError("the note is empty; say what is to be remembered");
  const length = note.length + title.length;
  if (length > LONGEST_NOTE)
    throw new ToolError(
      `the note has ${length} characters, at most ${LONGEST_NOTE} fit; keep it short, or write a file`,
    );
  const scope: Scope = args.scope === "everywhere" ? "everywhere" : "project";
  const replaces = typeof args.replaces === "string" && args.replaces !== "" ? args.replaces : undefined;
  return { note, title: title === "" ? undefined : title, scope, replaces };
}

/** The note that is called so. Throws with the names there are when there is none. */
async function existing(text: string, folders: MemoryFolders): Promise<NoteName> {
  const name = parseName(text);
  const found = name && (await lstat(join(folders[name.scope], name.file)).catch(() => undefined));
  if (name && found && !found.isDirectory()) return name;
  const names: string[] = [];
  for (const scope of ["project", "everywhere"] as const)
    names.push(...(await listNotes(folders[scope])).files.map(({ file }) => nameText({ scope, file })));
  const there = names.length === 0 ? "there are no notes" : `there are: ${names.slice(0, 50).join(", ")}`;
  throw new ToolError(`there is no note called ${JSON.stringify(text)}; ${there}`);
}

async function asToolError<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw new ToolError(`cannot change ${what}: ${systemErrorText(thrown)}`);
  }
}
