import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noticesFor, noticesText } from "../../scripts/build/third-party-notices.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "letscode-notices-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, content: string | object): string {
  const file = join(folder, "node_modules", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

test("names each bundled package once, with the text of its licence", () => {
  put("b/package.json", { name: "b", version: "2.0.0", license: "ISC" });
  put("b/LICENSE.md", "Copyright B\nISC text\n");
  put("b/dist/package.json", { type: "module" });
  put("@a/a/package.json", { name: "@a/a", version: "1.0.0", license: "MIT" });
  put("@a/a/license", "Copyright A\nMIT text\n");
  const modules = [
    put("b/dist/one.js", ""),
    `${put("b/dist/two.js", "")}?commonjs`,
    `\0${put("@a/a/index.js", "")}`,
    join(folder, "src/own.ts"),
  ];
  const notices = noticesFor(modules);
  expect(notices).toEqual([
    {
      name: "@a/a",
      version: "1.0.0",
      license: "MIT",
      author: "the authors of @a/a",
      text: "Copyright A\nMIT text",
      carries: [],
    },
    {
      name: "b",
      version: "2.0.0",
      license: "ISC",
      author: "the authors of b",
      text: "Copyright B\nISC text",
      carries: [],
    },
  ]);
  expect(noticesText(notices)).toContain("b 2.0.0 (ISC)\n");
});

test("a package without a licence text gets the same licence's text under its author's name", () => {
  put("full/package.json", { name: "full", version: "1.0.0", license: "MIT" });
  put("full/LICENSE", "Copyright (c) Somebody\n\nMIT text\n");
  put("bare/package.json", { name: "bare", version: "1.0.0", license: "MIT", author: { name: "Bea" } });
  const [bare] = noticesFor([put("bare/i.js", ""), put("full/i.js", "")]);
  expect(bare?.text).toBe("Copyright (c) Bea\n\nMIT text");
});

test("names what a package's own authors have bundled into it", () => {
  put("b/package.json", { name: "b", version: "2.0.0", license: "MIT" });
  put("b/LICENSE", "MIT text\n");
  const bundle = put(
    "b/dist/bundle.cjs",
    '"./node_modules/.pnpm/@babel+core@7.29.0/node_modules/@babel/core/lib/x.js" "./node_modules/.pnpm/ms@2.1.3/node_modules/ms/index.js" "./node_modules/.pnpm/ms@2.1.3/node_modules/ms/y.js"',
  );
  expect(noticesText(noticesFor([bundle]))).toMatch(
    /MIT text\n\nIts authors have bundled these into it, .*:\n\n {2}@babel\/core 7\.29\.0\n {2}ms 2\.1\.3\n\nBabel is under the MIT licence: /,
  );
});

test("refuses to bundle what may not simply be shipped", () => {
  put("gpl/package.json", { name: "gpl", version: "1.0.0", license: "GPL-3.0" });
  put("bare/package.json", { name: "bare", version: "1.0.0", license: "ISC" });
  expect(() => noticesFor([put("gpl/i.js", "")])).toThrow("gpl 1.0.0 is bundled; its licence is GPL-3.0");
  expect(() => noticesFor([put("bare/i.js", "")])).toThrow("nobody brings the text of its licence, ISC");
});
