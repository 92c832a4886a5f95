import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { flagOf } from "../../src/cli/option-spec.ts";
import { OPTION_ENTRIES } from "../../src/cli/option-table.ts";
import { locate, read } from "./pages.ts";

/** The pages for those who use letscode. */
const PAGES = [
  "README.md",
  "docs/rpc-protocol.md",
  "docs/builtin-models.md",
  "docs/library.md",
  "examples/README.md",
];

/** A folder in which the built command has its name. */
const folder = mkdtempSync(join(tmpdir(), "letscode-command-"));
symlinkSync(fileURLToPath(locate("dist/cli/letscode.cjs")), join(folder, "letscode"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a command line of the documents that needs no key and no network works:", () => {
  const lines = PAGES.flatMap((page) =>
    shellLines(read(page)).filter((line) => line.includes("--model demo")),
  );

  test.each([...new Set(lines)])("%s", (line) => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line.replaceAll("npx letscode", "letscode")], {
      cwd: fileURLToPath(locate(".")),
      env: { PATH: `${folder}${delimiter}${process.env.PATH}`, HOME: folder },
      input: "",
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).not.toBe("");
  });

  test("there are some", () => {
    expect(lines.length).toBeGreaterThan(3);
  });
});

test.each(PAGES)("%s speaks of no flag that is not there", (page) => {
  const flags = OPTION_ENTRIES.map(([name]) => flagOf(name));
  const named = [...read(page).matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag);
  expect(named.filter((flag) => !flags.includes(flag))).toEqual([]);
});

function shellLines(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );
}
