/** The lines of a conversation's file, read piece by piece, so that a file may be larger than any string. */
import { type FileHandle, open } from "node:fs/promises";
import { isDeeperThan } from "../framing/json-depth.ts";
import { LineReader, type LineRecord } from "../framing/ndjson.ts";
import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { Message } from "../wire/messages.ts";
import { MAX_DEPTH, MAX_LINE_BYTES } from "../wire/version.ts";

/** What one line is. */
export type SessionRecord =
  | { type: "header"; text: string | undefined }
  | { type: "message"; message: Message; text: string }
  /** Of a kind this version does not know. */
  | { type: "other"; text: string }
  /** Not readable; `torn` when it is the file's last line and has no line end. */
  | { type: "bad"; line: number; torn: boolean };

/** How a file ends. */
export interface FileEnd {
  /** In bytes. */
  size: number;
  /** Whether what is appended begins on a line of its own. */
  endsWithLineEnd: boolean;
}

const CHUNK = 1024 * 1024;
const LF = 0x0a;
/** Longer than any line letscode writes; what is longer is skipped, and costs no memory. */
const LONGEST_LINE = 2 * MAX_LINE_BYTES;
/** A message may be nested as deeply as a line; what is far deeper could not be written again. */
const DEEPEST = 2 * MAX_DEPTH;

/** The records of the file in order, those of one chunk together; returns how the file ends. Throws as `open` and `read` do. */
export async function* readRecords(file: string): AsyncGenerator<SessionRecord[], FileEnd> {
  const handle = await open(file, "r");
  try {
    return yield* recordsOf(handle);
  } finally {
    await handle.close();
  }
}

async function* recordsOf(handle: FileHandle): AsyncGenerator<SessionRecord[], FileEnd> {
  const lines = new LineReader({ maxBytes: LONGEST_LINE });
  let count = 0;
  let size = 0;
  let last = LF;
  const toRecord = (record: LineRecord, torn: boolean): SessionRecord[] => {
    count++;
    const text = record.type === "line" ? record.text : undefined;
    if (count === 1) return [{ type: "header", text }];
    if (text?.trim() === "") return [];
    return [read(text) ?? { type: "bad", line: count, torn }];
  };
  for (;;) {
    // A line that is not complete keeps its piece of the chunk, so each read needs a chunk of its own.
    const chunk = Buffer.allocUnsafe(CHUNK);
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, size);
    if (bytesRead === 0) break;
    size += bytesRead;
    last = chunk[bytesRead - 1] ?? LF;
    const records = lines.push(chunk.subarray(0, bytesRead));
    if (records.length > 0) yield records.flatMap((record) => toRecord(record, false));
  }
  const rest = lines.end().flatMap((record) => toRecord(record, true));
  if (rest.length > 0) yield rest;
  return { size, endsWithLineEnd: last === LF };
}

function read(text: string | undefined): SessionRecord | undefined {
  if (text === undefined || isDeeperThan(text, DEEPEST)) return undefined;
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof line !== "object" || line === null || Array.isArray(line)) return undefined;
  const { type, message } = line as { type?: unknown; message?: unknown };
  if (typeof type !== "string") return undefined;
  if (type !== "message") return { type: "other", text };
  if (validateMessage(message) !== null) return undefined;
  return { type: "message", message: message as Message, text };
}
