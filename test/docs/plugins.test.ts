import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { locate, prose, read } from "./pages.ts";

const plugins = read("docs/plugins.md");
const testing = read("docs/testing.md");

/** The names of an interface's fields, in a source. */
function fieldsOf(source: string, name: string): string[] {
  const [, body = ""] =
    new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?(:]/gm)].map(([, field = ""]) => field);
}

/** Those of the words that the page has in code. */
function missing(page: string, words: readonly string[]): string[] {
  const code = [...prose(page).matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text).join("\n");
  return words.filter((word) => !new RegExp(`\\b${word}\\b`).test(code));
}

test.each([
  "Plugin",
  "PluginContext",
  "PluginLog",
  "PluginSession",
  "CompletionRequest",
  "Completion",
  "PluginTool",
  "PluginCommand",
  "PluginProvider",
])("docs/plugins.md names every field of %s", (name) => {
  const fields = fieldsOf(read("src/plugins/plugin.ts"), name);
  expect(fields.length).toBeGreaterThan(1);
  expect(missing(plugins, fields)).toEqual([]);
});

test.each(["TestConversation", "TestConversationOptions"])(
  "docs/testing.md names every field of %s",
  (name) => {
    const fields = fieldsOf(read("src/testing/test-conversation.ts"), name);
    expect(fields.length).toBeGreaterThan(5);
    expect(missing(testing, fields)).toEqual([]);
  },
);

test("docs/testing.md names everything that letscode/testing exports", () => {
  const names = [...read("src/testing/index.ts").matchAll(/^export \{ (\w+) \}/gm)].map(
    ([, name = ""]) => name,
  );
  expect(names).toContain("testConversation");
  expect(missing(testing, names)).toEqual([]);
});

test("the first plugin of docs/plugins.md passes the first test of docs/testing.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "letscode-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = (page: string) => /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  writeFileSync(join(folder, "no-push.mjs"), first(plugins));
  const script = first(testing).replace(
    '"letscode/testing"',
    JSON.stringify(locate("dist/lib/testing.js").href),
  );
  writeFileSync(join(folder, "test.mjs"), script);
  expect(script).toContain("Denied: Ask before you push.");
  execFileSync(process.execPath, [join(folder, "test.mjs")]);
});
