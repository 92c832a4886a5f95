/** Names of notes: what a title becomes as a file, and what a note is called where there are two folders of them. */

/** Where a note counts: in one project, or in all. */
export type Scope = "project" | "everywhere";

/** A note's name: its folder's and its file's. */
export interface NoteName {
  scope: Scope;
  file: string;
}

/** The longest name made from a title, in characters; at most four bytes each, it fits into any file system. */
const LONGEST = 50;
/** What Windows keeps for devices, whatever the ending. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** A file's name for a title, without the ending: letters, digits and hyphens, first of all a letter or a digit. */
export function slugOf(title: string): string {
  const words =
    title
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = [...words.join("-")].slice(0, LONGEST).join("").replace(/-$/, "");
  if (!/^[\p{L}\p{N}]/u.test(slug)) return "note";
  return DEVICES.test(slug) ? `note-${slug}` : slug;
}

/** Whether a file of this name may be a note: Markdown, not hidden, never taken for an option or a path, on one line. */
export function isNoteFile(file: string): boolean {
  return /^[^.\-/\\][^/\\]*\.md$/i.test(file) && !/\p{Cc}/u.test(file);
}

/** How a note is called: `project/FILE` or `everywhere/FILE`. */
export function nameText({ scope, file }: NoteName): string {
  return `${scope}/${file}`;
}

/** The note that is called so; a bare file name is one of the project's. Undefined when no note can be called so. */
export function parseName(text: string): NoteName | undefined {
  const [, scope = "project", file = ""] = /^(?:(project|everywhere)\/)?(.*)$/s.exec(text.trim()) ?? [];
  return isNoteFile(file) ? { scope: scope as Scope, file } : undefined;
}
