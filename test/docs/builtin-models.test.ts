import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DIRECTIVE_LIST, readDirectives } from "../../src/llm/demo/directives.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/builtin-models.md", import.meta.url)), "utf8");
const examples = [...page.matchAll(/^```text\n(.*?)^```$/gms)].map(([, example = ""]) => example);

/** The word of each directive, in order of appearance. */
function words(text: string): string[] {
  return [...new Set([...text.matchAll(/\bdemo:([a-z]+)/g)].map(([, word = ""]) => word))].sort();
}

test("every example is made of directives that the demo knows, and together they show all of them", () => {
  const types = examples.flatMap((example) => {
    const found = readDirectives(example);
    if ("unknown" in found) throw new Error(`${found.unknown} is no directive`);
    expect(found.directives).toHaveLength(example.trimEnd().split("\n").length);
    return found.directives.map(({ type }) => type);
  });
  expect([...new Set(types)].sort()).toEqual(words(DIRECTIVE_LIST));
});

test("the table names every directive the demo lists", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `demo:"));
  expect(words(rows.map((row) => row.split("|")[1]).join("\n"))).toEqual(words(DIRECTIVE_LIST));
  expect(rows).toHaveLength(words(DIRECTIVE_LIST).length);
});

test("the warning that tools really run comes before the first use of either model", () => {
  const warning = page.indexOf("> **Tools really run.**");
  expect(warning).toBeGreaterThan(0);
  expect(warning).toBeLessThan(page.indexOf("## `demo`"));
});
