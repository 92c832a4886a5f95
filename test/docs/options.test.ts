import { expect, test } from "vitest";
import { flagOf } from "../../src/cli/option-spec.ts";
import { FLAG_ENTRIES } from "../../src/cli/option-table.ts";
import { optionsPage } from "./options-page.ts";

test("docs/options.md is what the table of options says", async () => {
  await expect(optionsPage()).toMatchFileSnapshot("../../docs/options.md");
});

test("every flag is documented", () => {
  const page = optionsPage();
  for (const [name] of FLAG_ENTRIES)
    expect(page).toMatch(new RegExp(`^\\| \`[^\`]*${flagOf(name)}[ \`\\[]`, "m"));
});
