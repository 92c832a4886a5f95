/** A copy of a conversation, whole or up to a message. */
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import { eachRecord, headerOf } from "./load-transcript.ts";
import { newSessionId } from "./new-session-id.ts";
import { quoted } from "./quoted.ts";
import type { SessionRecord } from "./read-records.ts";
import { makePrivateFolder } from "./session-folders.ts";
import { encodeHeader, type SessionHeader } from "./session-header.ts";
import { fileNameOf } from "./session-id.ts";

/** What is copied, and where to. */
export interface ForkOptions {
  /** The file of the conversation. */
  source: string;
  /** The last message of the copy; the results of its turn's calls come with it. Absent: everything. */
  messageId?: string | undefined;
  /** Where the copy goes. */
  folder: string;
  /** The folder the copy belongs to; absent: the same as the original's. */
  cwd?: string | undefined;
  workspace: string;
  now: number;
}

/** The copy's bytes are written in pieces of this many characters. */
const PIECE = 1024 * 1024;

/**
 * Writes the copy and resolves to its id. Lines are copied as they stand; those that cannot be read are left out. Throws a
 * UsageError, and leaves no file, when there is no such message or the copy cannot be written.
 */
export async function forkSession(options: ForkOptions): Promise<string> {
  const id = newSessionId(options.now);
  const file = join(options.folder, fileNameOf(id));
  const handle = await create(options.folder, file);
  try {
    await copy(options, id, handle);
    return id;
  } catch (thrown) {
    await rm(file, { force: true });
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`cannot write ${file}: ${systemErrorText(thrown)}`);
  } finally {
    await handle.close();
  }
}

async function copy(options: ForkOptions, id: string, handle: FileHandle): Promise<void> {
  const { source, messageId, workspace, now } = options;
  let piece = "";
  const put = async (line: string) => {
    piece += line;
    if (piece.length < PIECE) return;
    await handle.appendFile(piece);
    piece = "";
  };
  let found: "results" | "end" | undefined;
  const take = async (record: SessionRecord) => {
    if (record.type === "header") {
      const header = headerOf(record.text, source, workspace);
      await put(encodeHeader(headerOfFork(header, options, id, now)));
    }
    if (found === "results" && record.type === "message" && record.message.role !== "tool_result")
      found = "end";
    if (found === "end" || record.type === "header" || record.type === "bad") return;
    await put(`${record.text}\n`);
    if (record.type === "message" && record.message.id === messageId) {
      const { role } = record.message;
      found = role === "assistant" || role === "tool_result" ? "results" : "end";
    }
  };
  await eachRecord(source, take);
  if (messageId !== undefined && found === undefined)
    throw new UsageError(`${source} has no message ${quoted(messageId)}`);
  await handle.appendFile(piece);
}

function headerOfFork(from: SessionHeader, options: ForkOptions, id: string, now: number): SessionHeader {
  const { messageId, cwd = from.cwd } = options;
  return {
    id,
    cwd,
    created: now,
    forkedFrom: { id: from.id, ...(messageId !== undefined && { messageId }) },
  };
}

async function create(folder: string, file: string): Promise<FileHandle> {
  try {
    makePrivateFolder(folder);
    return await open(file, "ax", 0o600);
  } catch (thrown) {
    throw new UsageError(`cannot write ${file}: ${systemErrorText(thrown)}`);
  }
}
