import { chmod } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { expect, it } from "vitest";
import { findRipgrep } from "../../src/tools/ripgrep.ts";
import { createWorkspace } from "./workspace.ts";

async function program(): Promise<{ folder: string; path: string }> {
  const { folder, file, path } = await createWorkspace();
  await file("rg", "#!/bin/sh\n");
  await chmod(path("rg"), 0o755);
  return { folder, path: path("rg") };
}

it("the first ripgrep on PATH is taken", async () => {
  const [one, two] = [await program(), await program()];
  expect(await findRipgrep({ PATH: `/nowhere:${one.folder}:${two.folder}` }, "linux")).toBe(one.path);
});

it("without one on PATH it is the one that came along", async () => {
  const { folder, path } = await program();
  await chmod(path, 0o644);
  const found = (await findRipgrep({ PATH: folder }, process.platform)) ?? "";
  expect([isAbsolute(found), found.includes(join("@vscode", "ripgrep-"))]).toEqual([true, true]);
  expect(await findRipgrep({}, process.platform)).toBe(found);
});

it("a relative folder on PATH is not looked into: a project could bring its own", async () => {
  const found = await findRipgrep({ PATH: ".:node_modules/.bin::" }, process.platform);
  expect(found).toMatch(/ripgrep-/);
});
