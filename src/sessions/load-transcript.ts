/** A conversation's file, read whole: what is good of it, and what is to be said about the rest. */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { UsageError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import type { Message, ToolResultMessage } from "../wire/messages.ts";
import { arrange } from "./arrange.ts";
import { newSessionId } from "./new-session-id.ts";
import { type FileEnd, readRecords, type SessionRecord } from "./read-records.ts";
import { encodeHeader, FORMAT_VERSION, readHeader, type SessionHeader } from "./session-header.ts";
import { idOfFileName } from "./session-id.ts";

/** A conversation as it can be gone on with. */
export interface Transcript {
  header: SessionHeader;
  /** Absolute. */
  file: string;
  /** Every call has its result behind it; those that were made up are among them. */
  messages: Message[];
  /** One line for each thing that is worth knowing about the file. */
  notices: string[];
}

/** A transcript, with what whoever appends to its file must know. */
export interface LoadedTranscript extends Transcript {
  /** Made-up results that are not in the file yet. */
  unfinished: ToolResultMessage[];
  end: FileEnd;
}

/** Where a file is read for. */
export interface LoadOptions {
  /** The folder that the header would name, were it to be written anew. */
  workspace: string;
}

/**
 * Reads the file piece by piece. Lines that cannot be read are left out and reported; of messages with one id the first
 * counts. Throws a UsageError when the file cannot be read, its first line is no header, or a newer letscode wrote it.
 */
export async function loadTranscript(file: string, options: LoadOptions): Promise<LoadedTranscript> {
  const written: Message[] = [];
  const ids = new Set<string>();
  const bad: number[] = [];
  let header: SessionHeader | undefined;
  let torn = false;
  const take = (record: SessionRecord) => {
    if (record.type === "header") header = headerOf(record.text, file, options.workspace);
    else if (record.type === "bad" && record.torn) torn = true;
    else if (record.type === "bad") bad.push(record.line);
    else if (record.type === "message" && !ids.has(record.message.id)) {
      ids.add(record.message.id);
      written.push(record.message);
    }
  };
  const end = await eachRecord(file, take);
  if (!header) throw new UsageError(`${file} is empty: it holds no conversation`);
  const notices: string[] = [];
  if (bad.length > 0)
    notices.push(`${file}: ${lines(bad)} cannot be read and ${bad.length === 1 ? "is" : "are"} left out`);
  if (torn) notices.push(`${file}: its last line is cut off and is left out; the file keeps it as it is`);
  return { header, file, ...arrange(written), notices, end };
}

/** Hands every record of the file to `take`; throws a UsageError when the file cannot be read, and what `take` throws. */
export async function eachRecord(
  file: string,
  take: (record: SessionRecord) => void | Promise<void>,
): Promise<FileEnd> {
  const chunks = readRecords(file);
  for (;;) {
    const step = await chunks.next().catch((thrown: unknown) => {
      throw new UsageError(`cannot read ${file}: ${systemErrorText(thrown)}`);
    });
    if (step.done) return step.value;
    for (const record of step.value) await take(record);
  }
}

/** The header in the first line of `file`; throws a UsageError that says how to repair a bad one. */
export function headerOf(text: string | undefined, file: string, workspace: string): SessionHeader {
  const read = readHeader(text);
  if ("header" in read) return read.header;
  if (read.newer)
    throw new UsageError(
      `${file}, line 1: ${read.problem} of the format, and this letscode reads up to ${FORMAT_VERSION}; update letscode. The file is untouched`,
    );
  const created = createdAt(file);
  const id = idOfFileName(basename(file)) ?? newSessionId(created);
  const line = encodeHeader({ id, cwd: workspace, created }).trimEnd();
  throw new UsageError(
    `${file}, line 1: expected the header of a conversation, but ${read.problem}. The file is untouched; with this as its first line it can be read again: ${line}`,
  );
}

function createdAt(file: string): number {
  try {
    const { birthtimeMs, mtimeMs } = statSync(file);
    return Math.round(birthtimeMs || mtimeMs);
  } catch {
    return 0;
  }
}

function lines(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).join(", ");
  const more = numbers.length > 10 ? ` and ${numbers.length - 10} more` : "";
  return `${numbers.length === 1 ? "line" : "lines"} ${shown}${more}`;
}
