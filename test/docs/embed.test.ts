import { readdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { embed } from "./embed.ts";
import { locate, pages, read } from "./pages.ts";

const update = process.env.LETSCODE_UPDATE === "1";
const names = readdirSync(locate("conformance/transcripts"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".txt"))
  .map((name) => name.slice(0, -4))
  .sort();

describe("what a document shows of a file is that file:", () => {
  test.each(pages().filter((page) => /^<!-- (transcript|file)s?\b/m.test(read(page))))("%s", (page) => {
    if (update) writeFileSync(locate(page), embed(page, read(page), names));
    expect(read(page)).toBe(embed(page, read(page), names));
  });
});

test("a marker is followed by the file, and the rest of the page stays", () => {
  const page = "Before.\n\n<!-- file: .gitignore -->\n\n```gitignore\nold\n```\n\nAfter.\n";
  const whole = embed("README.md", page, []);
  expect(whole).toBe(
    `Before.\n\n<!-- file: .gitignore -->\n\n\`\`\`gitignore\n${read(".gitignore")}\`\`\`\n\nAfter.\n`,
  );
  expect(embed("README.md", whole, [])).toBe(whole);
});

test("a list names the transcripts of one folder", () => {
  const whole = embed("docs/x.md", "<!-- transcripts: jsonrpc -->\n\nAfter.\n", ["bye", "jsonrpc/http"]);
  expect(whole).toBe(
    "<!-- transcripts: jsonrpc -->\n\n- [http](../conformance/transcripts/jsonrpc/http.txt): A browser that posts to the port: the connection is closed at its first bytes, and nothing is done.\n\nAfter.\n",
  );
  expect(embed("docs/x.md", whole, ["bye", "jsonrpc/http"])).toBe(whole);
});

test("a transcript is shown as its introduction and its steps, wherever it stood before", () => {
  const bare = "<!-- transcript: bye -->\n\n### Next\n";
  const whole = embed("docs/x.md", bare, []);
  expect(whole).toMatch(
    /^<!-- transcript: bye -->\n\nGoodbye when nothing runs[\s\S]*\n\n```text\n< \{"type":"ready"/,
  );
  expect(whole).toMatch(/= exit 0\n```\n\n### Next\n$/);
  expect(embed("docs/x.md", whole, [])).toBe(whole);
});
