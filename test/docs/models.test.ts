import { describe, expect, test } from "vitest";
import { MODEL_FIELDS, PRICE_FIELDS, QUIRK_FIELDS } from "../../src/cli/model-config.ts";
import { keyOf } from "../../src/cli/option-spec.ts";
import { OPTION_ENTRIES } from "../../src/cli/option-table.ts";
import { PROVIDERS } from "../../src/llm/providers.ts";
import { makeWorld } from "../cli/surroundings.ts";
import { read } from "./pages.ts";

const configuration = read("docs/configuration.md");
const models = read("docs/models.md");

describe("docs/configuration.md", () => {
  test("names every key a configuration file may have, and no other", () => {
    const keys = OPTION_ENTRIES.filter(([, spec]) => !spec.flagOnly).map(([name]) => keyOf(name));
    expect(keys.filter((key) => !configuration.includes(`\`${key}\``))).toEqual([]);
    const listed = /\n## Keys that are flags too\n\n([^[]*)\[/.exec(configuration)?.[1] ?? "";
    const named = [...listed.matchAll(/`(\w+)`/g)].map(([, key = ""]) => key);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });

  test.each([
    ["models", "what is said of a model", MODEL_FIELDS],
    ["price", "its price", PRICE_FIELDS],
    ["quirks", "its quirks", QUIRK_FIELDS],
  ])("has a row for every key of %s, and no other: %s", (name, _, fields) => {
    const start = name === "models" ? "## `models`" : `\n\`${name}\`,`;
    const [, table = ""] = /((?:^\|.*\n)+)/m.exec(configuration.slice(configuration.indexOf(start))) ?? [];
    const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key);
    expect(rows).toEqual(Object.keys(fields).map(keyOf));
  });
});

describe("docs/models.md", () => {
  test.each(PROVIDERS.map((provider) => [provider.name, provider] as const))(
    "has the row of %s",
    (name, { keyVariables, baseUrl, baseUrlVariable, defaultModel, local }) => {
      const row = models.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
      const keys = keyVariables.map((variable) => `\`${variable}\``).join(", ");
      const address = `\`${baseUrl}\`${baseUrlVariable ? `, or \`${baseUrlVariable}\`` : ""}`;
      const model = defaultModel ? `\`${defaultModel}\`` : "the first it lists";
      expect(row).toBe(
        `| \`${name}\` | ${keys}${local ? ", if it wants one" : ""} | ${address} | ${model} |`,
      );
    },
  );

  test("has them in the order in which one is chosen", () => {
    const rows = [...models.matchAll(/^\| `([\w-]+)` \| `/gm)].map(([, name]) => name);
    expect(rows).toEqual([...PROVIDERS.map(({ name }) => name), "openai-compatible"]);
  });
});

test.each([
  ["docs/models.md", models],
  ["docs/configuration.md", configuration],
])("every configuration that %s shows is one", (_, page) => {
  const shown = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
  expect(shown.length).toBeGreaterThan(0);
  for (const text of shown) {
    const { write, read: readOptions } = makeWorld();
    write(".config/letscode/config.json", text);
    expect(readOptions(["hi"]).notices).toEqual([]);
  }
});
