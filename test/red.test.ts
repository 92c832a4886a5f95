import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Entry, edited, editsOf, isPage, readEntries, titlePattern } from "../scripts/red/entries.mjs";
import { locate, read } from "./docs/pages.ts";
import { withRedTable } from "./red-table.ts";

const PAGE = "test/README.md";
const entries = readEntries();

describe("the mistakes of red.json", () => {
  test("break every numbered promise of both protocols, and those of the pages", () => {
    const pages = ["server.md", "sdk-typescript.md", "terminal.md"];
    const protocols = read("docs/rpc-protocol.md") + read("docs/jsonrpc-protocol.md");
    const promised = [...protocols.matchAll(/<a id="([eflcxj]\d+)">/g)];
    const numbers = promised.map(([, id = ""]) => id.toUpperCase());
    expect(new Set(entries.map(({ line }) => line))).toEqual(new Set([...numbers, ...pages]));
  });

  test("can still be made: what they change stands exactly once in its file", () => {
    expect(entries.filter((entry) => !fits(entry)).map(({ line, change }) => `${line}: ${change}`)).toEqual(
      [],
    );
  });

  test("have a test whose title carries the number of the promise", () => {
    const untested = entries.filter((entry) => !entry.tests.every((file) => holds(file, entry)));
    expect(untested.map(({ line, title }) => `${line}: ${title}`)).toEqual([]);
  });

  test("are listed in test/README.md", () => {
    const page = existsSync(locate(PAGE)) ? read(PAGE) : "# Tests\n";
    const whole = withRedTable(page, entries);
    if (process.env.LETSCODE_UPDATE === "1") writeFileSync(locate(PAGE), whole);
    expect(read(PAGE)).toBe(whole);
  });
});

test("an edit is made where its text stands once, and nowhere else", () => {
  expect(edited("a b", { file: "", find: "b", replace: "$&" })).toBe("a $&");
  expect(edited("a b b", { file: "", find: "b", replace: "c" })).toBeUndefined();
  expect(edited("a", { file: "", find: "b", replace: "c" })).toBeUndefined();
});

test("a pattern matches the titles that carry the number, and no other", () => {
  const pattern = new RegExp(titlePattern({ line: "F2", title: "takes %s (as it is)" }));
  for (const name of ["x takes 1 (as it is) [F2]", "takes a.b (as it is) [F1 F2 A02]"])
    expect(name).toMatch(pattern);
  for (const name of ["takes 1 (as it is)", "takes 1 (as it is) [F20]", "takes 1 as it is [F2]"])
    expect(name).not.toMatch(pattern);
  const unnumbered = new RegExp(titlePattern({ line: "server.md", title: "takes %s" }));
  for (const name of ["takes 1", "x takes 1 [F2]"]) expect(name).toMatch(unnumbered);
  expect("gives 1").not.toMatch(unnumbered);
});

test("the table replaces its section, and leaves the others as they are", () => {
  const entry = { line: "F2", tests: ["test/a/b.test.ts"], title: "takes %s|x", change: "it is lost" };
  const mistake: Entry = { ...entry, file: "", find: "", replace: "" };
  const mistakes = ["F2", "J3", "server.md"].map((line) => ({ ...mistake, line }));
  const whole = withRedTable("# Tests\n\n## Numbered lines\n\nold\n\n## Next\n", mistakes);
  expect(whole).toMatch(/^# Tests\n\n## Numbered lines\n[\s\S]*\|\n\n## Next\n$/);
  expect(whole).toContain(
    "\n| [F2](../docs/rpc-protocol.md#f2) | takes …\\|x ([b](a/b.test.ts)) | it is lost |\n",
  );
  for (const cell of ["[J3](../docs/jsonrpc-protocol.md#j3)", "[server.md](../docs/server.md)"])
    expect(whole).toContain(`\n| ${cell} | takes …\\|x (`);
  expect(withRedTable(whole, mistakes)).toBe(whole);
  expect(withRedTable("# Tests\n", [mistake])).toMatch(/^# Tests\n\n## Numbered lines\n/);
});

/** Whether all edits of a mistake can be made, one after the other. */
function fits(entry: Entry): boolean {
  const texts = new Map<string, string>();
  return editsOf(entry).every((edit) => {
    const text = edited(texts.get(edit.file) ?? read(edit.file), edit);
    if (text !== undefined) texts.set(edit.file, text);
    return text !== undefined && edit.find !== edit.replace;
  });
}

/** Whether the file has a test with this title, and the number of the line behind it when it has one. */
function holds(file: string, { title, line }: Entry): boolean {
  const quoted = JSON.stringify(title);
  if (isPage(line) && read(file).includes(quoted)) return true;
  const [, ...behind] = read(file).split(`${quoted.slice(0, -1)} [`);
  if (isPage(line)) return behind.length > 0;
  return behind.some((rest) => rest.slice(0, rest.indexOf("]")).split(" ").includes(line));
}
