import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createGrepTool } from "../../src/tools/grep.ts";
import { findRipgrep } from "../../src/tools/ripgrep.ts";
import { plant, trees } from "./trees.ts";
import { call, createWorkspace } from "./workspace.ts";

const line = fc.string({
  unit: fc.constantFrom(
    "a",
    "b",
    "A",
    "1",
    "_",
    " ",
    "-",
    "é",
    "ſ",
    "K",
    "🙂",
    "\u2028",
    "\r",
    "\t",
    "\ufffd",
    ".",
  ),
  maxLength: 6,
});
const content = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));

const atom = fc.constantFrom(
  ...[
    "a",
    "b",
    "A",
    "1",
    "_",
    " ",
    "\\-",
    "é",
    "🙂",
    ".",
    "\\w",
    "\\W",
    "\\d",
    "\\D",
    "\\s",
    "\\S",
    "\\b",
    "^",
    "$",
  ],
  ...[
    "[ab]",
    "[^a]",
    "[\\w-]",
    "[a-b1]",
    "[[:alpha:]]",
    "\\p{L}",
    "\\u00e9",
    "(?=a)",
    "(?!a)",
    "k",
    "s",
    "\\.",
    "{",
  ],
);
const pattern: fc.Arbitrary<string> = fc
  .array(fc.tuple(atom, fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,1}", "|")), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((parts) => {
    const inner = parts.map(([one, suffix]) => one + suffix).join("");
    return fc.constantFrom(inner, `(${inner})`, `(?:${inner})a`, `b(${inner})?`);
  });

const options = fc.record({
  ignore_case: fc.boolean(),
  literal: fc.constantFrom(false, false, false, true),
  context: fc.constantFrom(0, 0, 1),
  limit: fc.constantFrom(1, 3, 100),
});

/** Bytes that are no text, for a file of every tree. */
const bytes = fc.array(fc.constantFrom(0x61, 0x0a, 0xc3, 0xa9, 0xe2, 0x82, 0xff, 0xf0, 0x9f, 0x31), {
  maxLength: 12,
});

it("grep comes to the same with and without ripgrep, whatever the tree and the pattern [D13]", async () => {
  const ripgrep = await findRipgrep(process.env, process.platform);
  const { root, environment } = await createWorkspace();
  const run = (workspace: string, binary: string | null, args: object) =>
    call(createGrepTool({ ...environment, workspace, ripgrep: binary }), args).catch(
      (error: Error) => error.message,
    );
  await fc.assert(
    fc.asyncProperty(
      trees(content, true),
      fc.array(pattern, { minLength: 4, maxLength: 4 }),
      options,
      bytes,
      async (tree, patterns, how, raw) => {
        const folder = mkdtempSync(join(root, "tree-"));
        plant(folder, tree);
        plant(folder, { "raw.bin": Buffer.from(raw) });
        for (const one of patterns) {
          const args = { pattern: one, ...how };
          expect(await run(folder, ripgrep, args), one).toEqual(await run(folder, null, args));
        }
        rmSync(folder, { recursive: true });
      },
    ),
    { numRuns: 15 },
  );
});
