/** JSON as models write it inside strings. */
import { jsonrepair } from "jsonrepair";
import type { Json } from "../wire/messages.ts";

/**
 * The value of a complete JSON text, also with raw line breaks inside its strings; undefined when it is none. Repairs by
 * guess come last, and only where both ends of an object or array are there: a cut text must not be completed.
 */
export function parseLooseJson(text: string): Json | undefined {
  for (const read of [parse, parseRaw, parseRepaired]) {
    try {
      return read(text);
    } catch {}
  }
  return undefined;
}

function parse(text: string): Json {
  return JSON.parse(text) as Json;
}

function parseRaw(text: string): Json {
  return parse(escapeControls(text));
}

function parseRepaired(text: string): Json {
  const ends = `${text.trim().at(0)}${text.trim().at(-1)}`;
  if (ends !== "{}" && ends !== "[]") throw new SyntaxError("not a whole object or array");
  return parse(jsonrepair(text));
}

/** Control characters inside string literals as their escapes. */
function escapeControls(text: string): string {
  let result = "";
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') inString = !inString;
    if (inString && character === "\\") result += character + text.charAt(++at);
    else if (inString && character < " ") result += JSON.stringify(character).slice(1, -1);
    else result += character;
  }
  return result;
}
