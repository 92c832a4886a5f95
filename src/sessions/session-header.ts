/** The first line of a conversation's file. */
import { encodeLine } from "../framing/ndjson.ts";
import { VERSION } from "../version.ts";

/** The version of the format that is written. */
export const FORMAT_VERSION = 1;

/** What a conversation is. */
export interface SessionHeader {
  id: string;
  /** The folder it belongs to, its real path. */
  cwd: string;
  /** Milliseconds since the epoch. */
  created: number;
  /** What it is a copy of, and up to which message; without one, of all there was. */
  forkedFrom?: { id: string; messageId?: string };
}

/** A header, or why the line is none; `newer` when it is one of a later version. */
export type ReadHeader = { header: SessionHeader } | { problem: string; newer: boolean };

/** A reader for each version there has been; older files stay readable for ever. */
const READERS: Readonly<Record<number, (line: Record<string, unknown>) => SessionHeader | string>> = {
  1: readVersion1,
};

/** The header as a line, its LF included. */
export function encodeHeader({ id, cwd, created, forkedFrom }: SessionHeader): string {
  return encodeLine({
    type: "session",
    version: FORMAT_VERSION,
    id,
    cwd,
    created,
    letscode: VERSION,
    ...(forkedFrom && { forked_from: { id: forkedFrom.id, message_id: forkedFrom.messageId } }),
  });
}

/** Reads the first line; never throws. */
export function readHeader(text: string | undefined): ReadHeader {
  const bad = (problem: string): ReadHeader => ({ problem, newer: false });
  if (text === undefined) return bad("it is not UTF-8 text");
  if (text === "") return bad("it is empty");
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return bad("it is not JSON");
  }
  if (!isObject(line) || line.type !== "session") return bad('it is no object with "type":"session"');
  const { version } = line;
  if (typeof version !== "number" || !Number.isInteger(version)) return bad("its version is no whole number");
  const read = READERS[version];
  if (version > FORMAT_VERSION) return { problem: `it is of version ${version}`, newer: true };
  if (!read) return bad(`there is no version ${version}`);
  const header = read(line);
  return typeof header === "string" ? bad(header) : { header };
}

function readVersion1({ id, cwd, created, forked_from }: Record<string, unknown>): SessionHeader | string {
  if (typeof id !== "string" || id === "") return 'its "id" is no text';
  if (typeof cwd !== "string" || cwd === "") return 'its "cwd" is no text';
  if (typeof created !== "number") return 'its "created" is no number';
  return { id, cwd, created, ...(isObject(forked_from) && originOf(forked_from)) };
}

function originOf({ id, message_id }: Record<string, unknown>): Pick<SessionHeader, "forkedFrom"> {
  if (typeof id !== "string") return {};
  return { forkedFrom: { id, ...(typeof message_id === "string" && { messageId: message_id }) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
