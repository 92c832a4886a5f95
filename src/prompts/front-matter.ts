/** The YAML between two lines of `---` at the top of a Markdown file. */
import { errorText } from "../errors.ts";

/** A file in its two parts. */
export interface Parts {
  /** The YAML; undefined when the file begins with no such block. */
  yaml: string | undefined;
  /** What follows it, without blank lines before and after. */
  body: string;
}

/** Splits a file. A block that does not end is no block: all of the file is its body then. */
export function splitFrontMatter(text: string): Parts {
  const block = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  return block
    ? { yaml: block[1] ?? "", body: text.slice(block[0].length).trim() }
    : { yaml: undefined, body: text.trim() };
}

/** Reads the block's fields. Throws an Error, half a sentence, when it is no YAML or no mapping. */
export async function parseFrontMatter(yaml: string): Promise<Readonly<Record<string, unknown>>> {
  const { parse } = await import("yaml");
  let fields: unknown;
  try {
    fields = parse(yaml, { logLevel: "error", prettyErrors: false });
  } catch (error) {
    throw new Error(`its front matter is no YAML: ${errorText(error)}`);
  }
  if (fields === null || fields === undefined) return {};
  if (typeof fields !== "object" || Array.isArray(fields))
    throw new Error("its front matter has no fields such as description: TEXT");
  return fields as Record<string, unknown>;
}

/** A field as one line of text, at most 1,024 characters; undefined when it is absent, empty or no text. */
export function lineOf(field: unknown): string | undefined {
  if (typeof field !== "string") return undefined;
  const line = field.replace(/\s+/g, " ").trim();
  return line === "" ? undefined : line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}…` : line;
}

const LONGEST = 1024;
