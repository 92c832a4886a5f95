/** Lines of the wire as lines of a transcript: what varies becomes a placeholder, pieces of one thing become one line. */
import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../../src/wire/messages.ts";
import { isObject, isUsage } from "./match.ts";

const WIDTH = 110;
/** An error that quotes the JavaScript engine, which has other words in every version. */
const ENGINE_WORDS = /^the line is not JSON/;

/** Writes the lines of one session, part by part: a placeholder keeps its number. */
export function writeLines(): { write(lines: readonly Json[]): string[] } {
  const ids = new Map<string, number>();
  const messages = new Map<string, Json>();

  function general(value: Json): Json {
    if (Array.isArray(value)) return value.map(general);
    const named = typeof value === "string" ? ids.get(value) : undefined;
    if (named !== undefined) return `$id${named}`;
    if (!isObject(value)) return value;
    const { id } = value;
    if (!("role" in value) || typeof id !== "string") return generalFields(value);
    const number = ids.get(id) ?? ids.size + 1;
    ids.set(id, number);
    if (!("timestamp" in value)) return { ...value, id: `$id${number}` };
    if (isDeepStrictEqual(messages.get(id), value)) return `$m${number}`;
    messages.set(id, value);
    const fields = generalFields(value);
    return {
      ...fields,
      id: `$id${number}`,
      ...(value.stop_reason === "aborted" ? { content: cutContent(value.content) } : {}),
    };
  }

  function generalFields(value: JsonObject): JsonObject {
    const fields = Object.entries(value).map(([key, field]): [string, Json] => {
      if (key === "timestamp" || key === "duration_ms") return [key, "$ms"];
      if (key === "usage" && isUsage(field)) return [key, "$usage"];
      if (key === "letscode" && value.type === "ready") return [key, "$version"];
      if (key === "error" && ENGINE_WORDS.test(String(field))) return [key, "$text"];
      return [key, general(field)];
    });
    return Object.fromEntries(fields);
  }

  return {
    write: (lines) => groups(lines).flatMap(({ mark, lines }) => wrapAll(mark, lines.map(general))),
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
    const tools = runOf(lines, from, (line) => typeOf(line).startsWith("tool_execution_"));
    const calls = new Set(tools.map((line) => (isObject(line) ? line.tool_call_id : "")));
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
  const callOf = (line: Json) => calls.indexOf(isObject(line) ? line.tool_call_id : undefined);
  return [...lines].sort((a, b) => callOf(a) - callOf(b));
}

function typeOf(line: Json): string {
  return isObject(line) ? String(line.type) : "";
}

/** Whether this is one of a number of pieces that is chance. */
function isPiece(line: Json): boolean {
  return !isDeepStrictEqual(pieceOf(line), line);
}

/** The line with a placeholder for its delta. */
function pieceOf(line: Json): Json {
  if (!isObject(line)) return line;
  if (line.type === "tool_execution_update") return { ...line, delta: "$text" };
  const piece = line.stream_event;
  const whole = isObject(line.message) && "content" in line.message;
  if (line.type !== "message_update" || whole || !isObject(piece) || !("delta" in piece)) return line;
  return { ...line, stream_event: { ...piece, delta: "$text" } };
}

function wrapAll(mark: Group["mark"], lines: readonly Json[]): string[] {
  return lines.flatMap((line) => wrap(mark + JSON.stringify(line)));
}

/** Breaks a long line after commas between its values, where as little as possible is torn apart. */
function wrap(text: string): string[] {
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
