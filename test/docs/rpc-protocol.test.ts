import { readdirSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { locate, prose, read } from "./pages.ts";

interface Definition {
  properties?: Record<string, { const?: string; enum?: string[] }>;
  required?: string[];
  const?: string;
  enum?: string[];
}

const page = read("docs/rpc-protocol.md");
const schema = JSON.parse(read("schema/letscode-rpc-1.schema.json"));
const definitions = Object.entries<Definition>(schema.definitions);
const tables = definitions.filter(([, definition]) => definition.properties ?? definition.enum);

describe("the page documents", () => {
  test.each(tables)("every field or word of %s, and no other", (name, definition) => {
    expect(documentedFields(name)).toEqual(fieldsOf(definition).sort());
  });

  test("no type that is not there", () => {
    const known = tables.map(([name]) => name);
    const marked = [...page.matchAll(/^<!-- fields: (.*) -->$/gm)].flatMap(([, names = ""]) =>
      names.split(", "),
    );
    expect(marked.filter((name) => !known.includes(name))).toEqual([]);
    expect(marked.length).toBe(known.length);
  });

  test("every word of the wire: commands, types, roles, reasons, codes", () => {
    const words = definitions.flatMap(([, definition]) => [
      ...wordsOf(definition),
      ...Object.values(definition.properties ?? {}).flatMap(wordsOf),
      ...Object.keys(definition.properties ?? {}),
    ]);
    expect(words).toContain("follow_up");
    const shown = prose(page);
    expect(
      [...new Set(words)].filter((word) => !shown.includes(`\`${word}\``) && !shown.includes(`\`${word}?\``)),
    ).toEqual([]);
  });

  test("each promise once, under its number", () => {
    const numbers = [..."1234567"].map((n) => `e${n}`);
    for (let n = 1; n <= 10; n++) numbers.push(`l${n}`);
    for (let n = 1; n <= 8; n++) numbers.push(`f${n}`);
    for (let n = 1; n <= 16; n++) numbers.push(`c${n}`);
    for (let n = 1; n <= 4; n++) numbers.push(`x${n}`);
    const found = [...page.matchAll(/^- <a id="([a-z]\d+)"><\/a>\*\*([A-Z]\d+)\*\* /gm)];
    expect(found.map(([, id]) => id).sort()).toEqual(numbers.sort());
    expect(found.map(([, id, shown]) => `${id}=${shown}`)).toEqual(
      found.map(([, id]) => `${id}=${id?.toUpperCase()}`),
    );
  });

  test("promises that tests hold by name", () => {
    const numbers = [...page.matchAll(/^- <a id="[a-z]\d+"><\/a>\*\*([A-Z]\d+)\*\* /gm)].map(
      ([, number = ""]) => number,
    );
    const titles = testFiles().flatMap((file) => [...read(file).matchAll(/\[((?:[A-Z]\d+ ?)+)\]/g)]);
    const held = new Set(titles.flatMap(([, names = ""]) => names.split(" ")));
    expect(numbers.filter((number) => !held.has(number))).toEqual([]);
  });

  test("lines that are lines of the protocol", () => {
    const validate = new Ajv({ strictTypes: false }).compile(schema);
    const lines = [...page.matchAll(/^```jsonl?\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
      block.trim().split("\n"),
    );
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !validate(JSON.parse(line)))).toEqual([]);
  });

  test("on its first page what surprises hosts most", () => {
    const first = page.slice(page.indexOf("## Read this first"), page.indexOf("## Start, talk, end"));
    for (const word of [
      "megabytes",
      "limit=2**27",
      "lines.Buffer(nil, 1<<27)",
      "`message_update.message` is a reference",
    ])
      expect(first).toContain(word);
  });
});

function testFiles(): string[] {
  return readdirSync(locate("test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `test/${file}`);
}

/** The first column of the table behind the marker of this type, sorted; empty where there is none. */
function documentedFields(name: string): string[] {
  const marker = new RegExp(`^<!-- fields: (?:.*, )?${name}(?:, .*)? -->\\n\\n((?:\\|.*\\n)*)`, "m");
  const table = marker.exec(page)?.[1];
  if (table === undefined) return [`${name} is not documented`];
  return [...table.matchAll(/^\| `([\w?]+)` \|/gm)].map(([, field = ""]) => field).sort();
}

/** The words, or the fields with `?` behind those that may be missing and without those that all of its kind have. */
function fieldsOf({ properties = {}, required = [], enum: words }: Definition): string[] {
  if (words) return words;
  const shared = new Set<string>();
  for (const [name, { const: word }] of Object.entries(properties)) if (word !== undefined) shared.add(name);
  if (properties.cmd) shared.add("id");
  if (shared.has("role")) for (const name of ["id", "timestamp"]) shared.add(name);
  return Object.keys(properties)
    .filter((name) => !shared.has(name))
    .map((name) => (required.includes(name) ? name : `${name}?`));
}

function wordsOf(definition: Pick<Definition, "const" | "enum">): string[] {
  return [...(definition.enum ?? []), ...(definition.const === undefined ? [] : [definition.const])];
}
