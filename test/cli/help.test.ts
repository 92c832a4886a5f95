import { describe, expect, test } from "vitest";
import { helpText } from "../../src/cli/help.ts";
import { flagOf } from "../../src/cli/option-spec.ts";
import { FLAG_ENTRIES } from "../../src/cli/option-table.ts";

describe("the help", () => {
  test("fits 80 columns, and 60 when the terminal has no more", () => {
    const widest = (columns?: number) =>
      Math.max(
        ...helpText(columns)
          .split("\n")
          .map((line) => line.length),
      );
    expect(widest()).toBeLessThanOrEqual(80);
    expect(widest(200)).toBeLessThanOrEqual(80);
    const table = (columns: number) =>
      helpText(columns).split("\n\nDoors\n")[1]?.split("\n\nFlags beat")[0] ?? "";
    expect(
      Math.max(
        ...table(60)
          .split("\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(60);
  });

  test("lists every flag once, each with an explanation", () => {
    const lines = helpText().split("\n");
    for (const [name] of FLAG_ENTRIES) {
      const flag = new RegExp(`^ {2}(-., )?${flagOf(name)}([ [].*)?$`);
      const found = lines.flatMap((line, index) => (flag.test(line) ? [index] : []));
      expect([name, found.length]).toEqual([name, 1]);
    }
  });

  test("says defaults, bare values and variables", () => {
    const help = helpText();
    expect(help).toContain(
      `  --max-retries N             Repeat a failed model call this often. Default: 2.\n`,
    );
    expect(help.replace(/\s+/g, " ")).toContain(
      "--thinking[=off|low|medium|high] Let the model think before it answers. Alone: medium. Default: off.",
    );
    expect(help).toContain("Environment: LETSCODE_MODEL.");
  });

  test("is plain text", () => {
    expect(helpText()).toMatch(/^[\n -~]*\n$/);
  });
});
