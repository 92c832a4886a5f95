import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { locate, read } from "./pages.ts";

interface Definition {
  properties?: Record<string, { const?: unknown }>;
  required?: string[];
  enum?: string[];
}

const page = read("docs/jsonrpc-protocol.md");
const schema = JSON.parse(read("schema/letscode-jsonrpc-1.schema.json"));
const elsewhere = JSON.parse(read("schema/letscode-rpc-1.schema.json")).definitions;
/** The types that are this protocol's own; the others are documented with letscode-rpc/1. */
const own = Object.entries<Definition>(schema.definitions).filter(
  ([name, { properties, enum: words }]) =>
    !(name in elsewhere) && (properties ?? words) && !/^(Client|Server)(Requests|Notifications)$/.test(name),
);

describe("the page documents", () => {
  test.each(own)(
    "every field or word of %s, and no other",
    (name, { properties = {}, required = [], enum: words }) => {
      const fields = Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`));
      expect(documentedFields(name)).toEqual([...(words ?? fields)].sort());
    },
  );

  test("no type that is not there", () => {
    const marked = [...page.matchAll(/^<!-- fields: (.*) -->$/gm)].flatMap(([, names = ""]) =>
      names.split(", "),
    );
    expect([...marked].sort()).toEqual(own.map(([name]) => name).sort());
  });

  test("every method and notification", () => {
    const methods = ["ClientRequests", "ServerRequests", "ServerNotifications"].flatMap((table) =>
      Object.keys(schema.definitions[table].properties),
    );
    expect(methods).toContain("session.create");
    expect(
      methods.filter((method) => !new RegExp(`^(#+ .*|.*[*][*]\`?)${method}\\b`, "m").test(page)),
    ).toEqual([]);
  });

  test("every error with its code and its name", () => {
    const rows = [...page.matchAll(/^\| (−\d+) \| (?:`(\w+)`)? ?\|/gm)].map(([, code = "", name]) => [
      Number(code.replace("−", "-")),
      name,
    ]);
    const known = Object.entries(CODES).map(([name, code]) => [
      code,
      code <= -32600 && code >= -32700 ? undefined : name,
    ]);
    expect(rows).toEqual(known);
  });

  test("each promise once, under its number", () => {
    const found = [...page.matchAll(/^- <a id="(j\d+)"><\/a>\*\*(J\d+)\*\* /gm)].map(([, id, shown]) => [
      id,
      shown,
    ]);
    const numbers = Array.from({ length: 13 }, (_, at) => [`j${at + 1}`, `J${at + 1}`]);
    expect(found).toEqual(numbers);
  });

  test("promises that tests hold by name", () => {
    const titles = readdirSync(locate("test"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts"))
      .flatMap((file) => [...read(`test/${file}`).matchAll(/\[((?:[A-Z]\d+ ?)+)\]/g)]);
    const held = new Set(titles.flatMap(([, names = ""]) => names.split(" ")));
    const promised = Array.from({ length: 13 }, (_, at) => `J${at + 1}`);
    expect(promised.filter((number) => !held.has(number))).toEqual([]);
  });
});

/** The first column of the table behind the marker of this type, sorted. */
function documentedFields(name: string): string[] {
  const marker = new RegExp(`^<!-- fields: (?:.*, )?${name}(?:, .*)? -->\\n\\n((?:\\|.*\\n)*)`, "m");
  const table = marker.exec(page)?.[1];
  if (table === undefined) return [`${name} is not documented`];
  return [...table.matchAll(/^\| `([\w?-]+)` \|/gm)].map(([, field = ""]) => field).sort();
}
