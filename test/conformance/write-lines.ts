/** Lines of the wire as lines of a transcript: what varies becomes a placeholder, pieces of one thing become one line. */
import { isDeepStrictEqual } from "node:util";
import { isModelRow, isObject, isUsage } from "../../conformance/engine/match.mjs";
import type { Door } from "../../conformance/engine/transcript.mjs";
import type { Json, JsonObject } from "../../src/wire/messages.ts";

const WIDTH = 110;
/** An error that quotes the JavaScript engine, which has other words in every version. */
const ENGINE_WORDS = /^the line is not JSON/;
const SESSION_ID = /^\d{8}-[0-9a-z]{8}$/;
const SESSION_ID_INSIDE = /\b\d{8}-[0-9a-z]{8}\b/;
const TIMES = ["timestamp", "duration_ms", "time", "created", "updated"];
/** A request about a session, as the transcripts write it. */
const REQUEST = /"id":("[^"]*"|\d+),"method":"[^"]*","params":\{"session_id":"([^"]*)"/g;

/** What the writer is told of the transcript. */
export interface WriterOptions {
  door: Door;
  /** The numbers of events get numbers of their own, so that the transcript can name one. */
  numbered: boolean;
}

/** Writes the messages of one transcript, part by part. */
export interface LineWriter {
  /** The lines of a transcript for these messages: a placeholder keeps its number. */
  write(messages: readonly Json[]): string[];
  /** A text to send, with the values of its placeholders. */
  fill(text: string): string;
  /** Says what was sent: to know later whose answer comes. */
  sent(text: string): void;
}

/** A writer that has seen nothing yet. */
export function lineWriter({ door, numbered }: WriterOptions): LineWriter {
  /** The placeholders of values, by the JSON of these. */
  const names = new Map<string, string>();
  const messages = new Map<string, Json>();
  const sessionOfRequest = new Map<string, string>();

  function nameOf(kind: string, value: Json, key = JSON.stringify(value)): string {
    const count = [...names.values()].filter((name) => name.startsWith(`$${kind}`)).length;
    const name = names.get(key) ?? `$${kind}${count + 1}`;
    names.set(key, name);
    return name;
  }

  function general(value: Json): Json {
    if (Array.isArray(value)) return value.map(general);
    if (typeof value === "string") {
      if (SESSION_ID.test(value)) return nameOf("session", value);
      return SESSION_ID_INSIDE.test(value) ? "$text" : (names.get(JSON.stringify(value)) ?? value);
    }
    if (!isObject(value)) return value;
    const { id } = value;
    if (!("role" in value) || typeof id !== "string") return generalFields(value);
    const name = nameOf("id", id);
    if (!("timestamp" in value)) return { ...value, id: name };
    if (isDeepStrictEqual(messages.get(id), value)) return name.replace("id", "m");
    messages.set(id, value);
    const fields = generalFields(value);
    return {
      ...fields,
      id: name,
      ...(value.stop_reason === "aborted" ? { content: cutContent(value.content) } : {}),
    };
  }

  function generalFields(value: JsonObject): JsonObject {
    const fields = Object.entries(value)
      .filter(([key]) => key !== "merged" || !("seq" in value))
      .map(([key, field]): [string, Json] => {
        if (TIMES.includes(key) && typeof field === "number") return [key, "$ms"];
        if (key === "usage" && isUsage(field)) return [key, "$usage"];
        if (key === "models" && Array.isArray(field) && field.every(isModelRow)) return [key, "$models"];
        if (key === "letscode" && value.type === "ready") return [key, "$version"];
        if (key === "version" && value.name === "letscode") return [key, "$version"];
        if (key === "error" && ENGINE_WORDS.test(String(field))) return [key, "$text"];
        if (key === "seq" && typeof field === "number") return [key, seqOf(value, field)];
        if (key === "events" && Array.isArray(field)) return [key, field.map(general)];
        return [key, general(field)];
      });
    return Object.fromEntries(fields);
  }

  function seqOf({ session_id = null }: JsonObject, seq: number): string {
    return numbered ? nameOf("seq", seq, `seq ${session_id ?? ""} ${seq}`) : "$seq";
  }

  /** The session a message belongs to; empty for none. */
  function sessionOf(message: Json): string {
    if (!isObject(message)) return "";
    const { params, result, method, id } = message;
    for (const part of [params, result])
      if (isObject(part) && typeof part.session_id === "string") return part.session_id;
    return (method === undefined && sessionOfRequest.get(JSON.stringify(id))) || "";
  }

  return {
    write(lines) {
      const sessions = [...new Set(lines.map(sessionOf))];
      if (door === "rpc" || sessions.filter((session) => session !== "").length < 2)
        return groups(lines).flatMap((group) => wrapAll(group.mark, group.lines.map(general)));
      return sessions.flatMap((session, at) =>
        groups(lines.filter((line) => sessionOf(line) === session)).flatMap(({ mark, lines: same }) =>
          wrapAll(mark === "<+ " ? `<${at + 1}+ ` : `<${at + 1} `, same.map(general)),
        ),
      );
    },
    fill(text) {
      for (const [key, name] of names)
        text = text.replaceAll(`"${name}"`, () => key.replace(/^seq \S* /, ""));
      return text;
    },
    sent(text) {
      for (const [, id = "", session = ""] of text.matchAll(REQUEST)) sessionOfRequest.set(id, session);
    },
  };
}

/** How far an aborted answer came is chance. */
function cutContent(content: Json | undefined): Json {
  if (!Array.isArray(content)) return [];
  return content.map((block) => {
    if (isObject(block) && "text" in block) return { ...block, text: "$text" };
    return isObject(block) && "thinking" in block ? { ...block, thinking: "$text" } : block;
  });
}

/** Lines that are expected in the same way. */
interface Group {
  mark: "< " | "<+ " | "<| ";
  lines: Json[];
}

function groups(lines: readonly Json[]): Group[] {
  const found: Group[] = [];
  for (let from = 0; from < lines.length; ) {
    const first = lines[from] as Json;
    const same = runOf(
      lines,
      from,
      (line) => isPiece(first) && isDeepStrictEqual(pieceOf(first), pieceOf(line)),
    );
    const tools = runOf(lines, from, (line) => String(eventOf(line).type).startsWith("tool_execution_"));
    const calls = new Set(tools.map((line) => eventOf(line).tool_call_id));
    if (calls.size > 1) {
      found.push({ mark: "<| ", lines: inCallOrder(tools, [...calls]) });
      from += tools.length;
    } else {
      found.push(isPiece(first) ? { mark: "<+ ", lines: [pieceOf(first)] } : { mark: "< ", lines: [first] });
      from += Math.max(1, same.length);
    }
  }
  return found;
}

function runOf(lines: readonly Json[], from: number, belongs: (line: Json) => boolean): Json[] {
  const end = lines.findIndex((line, index) => index >= from && !belongs(line));
  return lines.slice(from, end < 0 ? undefined : end);
}

function inCallOrder(lines: readonly Json[], calls: readonly (Json | undefined)[]): Json[] {
  const callOf = (line: Json) => calls.indexOf(eventOf(line).tool_call_id);
  return [...lines].sort((a, b) => callOf(a) - callOf(b));
}

/** The event in a line of either protocol. */
function eventOf(line: Json): JsonObject {
  if (!isObject(line)) return {};
  const { event } = isObject(line.params) ? line.params : {};
  return isObject(event) ? event : line;
}

/** Whether this is one of a number of pieces that is chance. */
function isPiece(line: Json): boolean {
  return !isDeepStrictEqual(pieceOf(line), line);
}

/** The line with a placeholder for its delta. */
function pieceOf(line: Json): Json {
  if (!isObject(line)) return line;
  if (line.method === "session.event" && isObject(line.params)) {
    const { merged: _, ...params } = line.params;
    const event = pieceOf(params.event ?? null);
    const isOne = !isDeepStrictEqual(event, params.event);
    return isOne ? { ...line, params: { ...params, seq: "$seq", event } } : line;
  }
  if (line.type === "tool_execution_update") return { ...line, delta: "$text" };
  const piece = line.stream_event;
  const whole = isObject(line.message) && "content" in line.message;
  if (line.type !== "message_update" || whole || !isObject(piece) || !("delta" in piece)) return line;
  return { ...line, stream_event: { ...piece, delta: "$text" } };
}

function wrapAll(mark: string, lines: readonly Json[]): string[] {
  return lines.flatMap((line) => wrap(mark + inOneLine(JSON.stringify(line))));
}

/** JSON without what some editors and readers take for the end of a line. */
function inOneLine(json: string): string {
  return json.replaceAll(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What every event of a session begins with stays on one line. */
const ENVELOPE =
  /^\S+ \{"jsonrpc":"2\.0","method":"session\.event","params":\{"session_id":"[^"]*","seq":"[^"]*",/;

/** Breaks a long line after commas between its values, where as little as possible is torn apart. */
function wrap(text: string): string[] {
  const [envelope] = ENVELOPE.exec(text) ?? [];
  if (envelope !== undefined && text.length > WIDTH)
    return [envelope, ...wrap(`  ${text.slice(envelope.length)}`)];
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+,?/g) ?? [];
  const lines: string[] = [];
  let line: string[] = [];
  for (const part of parts) {
    const indent = lines.length > 0 ? "  " : "";
    while (line.length > 0 && (indent + line.join("") + part).length > WIDTH) {
      const end = shallowest(line);
      lines.push(`${lines.length > 0 ? "  " : ""}${line.slice(0, end).join("")}`);
      line = line.slice(end);
    }
    line.push(part);
  }
  return [...lines, `${lines.length > 0 ? "  " : ""}${line.join("")}`];
}

/** After how many parts of a line, a good part of it, the nesting is least; the last such place. */
function shallowest(parts: readonly string[]): number {
  let depth = 0;
  let length = 0;
  let best = { depth: Number.POSITIVE_INFINITY, count: parts.length };
  for (const [index, part] of parts.entries()) {
    const structure = part.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
    depth += (structure.match(/[[{]/g) ?? []).length - (structure.match(/[\]}]/g) ?? []).length;
    length += part.length;
    if (length >= WIDTH * 0.4 && depth <= best.depth) best = { depth, count: index + 1 };
  }
  return best.count;
}
