/** Conversations as lists show them. */
import type { DatedFile } from "./find-sessions.ts";
import { countMessages, readHead } from "./session-head.ts";
import { readHeader, type SessionHeader } from "./session-header.ts";

/** A conversation in a list; its names are those of the wire. */
export interface SessionRow {
  session_id: string;
  /** The folder it belongs to. */
  cwd: string;
  /** The beginning of what the user said first, on one line, at most 80 characters. */
  title: string;
  /** Milliseconds since the epoch. */
  created: number;
  /** When something was last added to it. */
  updated: number;
  messages_count: number;
}

/** Which of the files become rows. */
export interface ListOptions {
  /** Only those of this folder. */
  cwd?: string | undefined;
  limit: number;
}

/** The rows of the files in their order. What is no conversation, or one of a later version, is left out. */
export async function listSessions(
  files: readonly DatedFile[],
  { cwd, limit }: ListOptions,
): Promise<SessionRow[]> {
  const rows: SessionRow[] = [];
  for (const { id, file, updated } of files) {
    if (rows.length >= limit) break;
    const found = await headerAndTitle(file);
    if (!found || (cwd !== undefined && found.header.cwd !== cwd)) continue;
    const { header, title } = found;
    const messages = await countMessages(file);
    rows.push({
      session_id: id,
      cwd: header.cwd,
      title,
      created: header.created,
      updated,
      messages_count: messages,
    });
  }
  return rows;
}

/** The first of the files that belongs to the folder; `passedOver` is told of each before it that has no header. */
export async function firstOf(
  files: readonly DatedFile[],
  cwd: string,
  passedOver: (file: string) => void,
): Promise<DatedFile | undefined> {
  for (const one of files) {
    const found = await headerAndTitle(one.file);
    if (!found) passedOver(one.file);
    else if (found.header.cwd === cwd) return one;
  }
  return undefined;
}

async function headerAndTitle(file: string): Promise<{ header: SessionHeader; title: string } | undefined> {
  const head = await readHead(file).catch(() => undefined);
  const read = head && readHeader(head.headerText);
  return read && "header" in read ? { header: read.header, title: head.title } : undefined;
}
