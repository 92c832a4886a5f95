/** What can be told of a conversation without reading all of it. */
import { open } from "node:fs/promises";
import { LineReader } from "../framing/ndjson.ts";
import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { Message } from "../wire/messages.ts";

/** The beginning of a conversation's file. */
export interface SessionHead {
  /** The first line; undefined when it is not UTF-8 text. */
  headerText: string | undefined;
  /** The beginning of what the user said first, on one line; empty when it is not known. */
  title: string;
}

/** How much of a file is looked at. */
const HEAD_BYTES = 256 * 1024;
const CHUNK = 1024 * 1024;
const LONGEST_TITLE = 80;
const LF = 0x0a;

/** Reads the beginning of the file. Throws as `open` does. */
export async function readHead(file: string): Promise<SessionHead> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const reader = new LineReader({ maxBytes: HEAD_BYTES });
    const texts = [...reader.push(whole(buffer.subarray(0, bytesRead))), ...reader.end()].map((record) =>
      record.type === "line" ? record.text : undefined,
    );
    return { headerText: texts.length === 0 ? "" : texts[0], title: titleOf(texts.slice(1)) };
  } finally {
    await handle.close();
  }
}

/** The bytes without a character of which only a part was read. */
function whole(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEAD_BYTES) return bytes;
  let end = bytes.length;
  while (((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return (bytes[end - 1] ?? 0) < 0x80 ? bytes.subarray(0, end) : bytes.subarray(0, end - 1);
}

/** How many lines the file has behind its header. Holds one piece of it at a time. */
export async function countMessages(file: string): Promise<number> {
  const handle = await open(file, "r");
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let lines = 0;
    let last = LF;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, null);
      if (bytesRead === 0) return Math.max(0, lines + (last === LF ? 0 : 1) - 1);
      const bytes = chunk.subarray(0, bytesRead);
      for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines++;
      last = bytes[bytesRead - 1] ?? LF;
    }
  } finally {
    await handle.close();
  }
}

function titleOf(texts: readonly (string | undefined)[]): string {
  for (const text of texts) {
    const said = text === undefined ? undefined : userText(text);
    if (said !== undefined) return titleText(said);
  }
  return "";
}

/** What the user says in this line; undefined when they say nothing in it. The last line may be cut. */
function userText(line: string): string | undefined {
  try {
    const { type, message } = JSON.parse(line);
    if (type !== "message" || validateMessage(message) !== null) return undefined;
    const said = message as Message;
    if (said.role !== "user") return undefined;
    const block = said.content.find((one) => one.type === "text");
    return block?.type === "text" && block.text.trim() !== "" ? block.text : undefined;
  } catch {
    const cut =
      /^\{"type":"message","message":\{[^{]*"role":"user","content":\[\{"type":"text","text":"((?:[^"\\]|\\.)*)/.exec(
        line,
      );
    return cut?.[1] === undefined ? undefined : JSON.parse(`"${cut[1]}"`.replace(/\\u[0-9a-f]{0,3}"$/i, '"'));
  }
}

/** The beginning of what was said, on one line, at most 80 characters. */
export function titleText(text: string): string {
  const characters = Array.from(
    text
      .slice(0, 10 * LONGEST_TITLE)
      .replace(/\s+/g, " ")
      .trim(),
  );
  if (characters.length <= LONGEST_TITLE) return characters.join("");
  return `${characters.slice(0, LONGEST_TITLE - 1).join("")}…`;
}
