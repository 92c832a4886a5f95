import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const lib = new URL("../../dist/lib/", import.meta.url);

/** The built file and every file that is loaded with it. */
function loadedWith(file: string): string[] {
  const found = new Set([new URL(file, lib).href]);
  for (const url of found)
    for (const [, specifier = ""] of readFileSync(new URL(url), "utf8").matchAll(/^import .*"(\.[^"]+)";$/gm))
      found.add(new URL(specifier, url).href);
  return [...found].map((url) => readFileSync(new URL(url), "utf8"));
}

test("importing letscode/client loads no agent, no model, no tool and no package, and little of anything", () => {
  const texts = loadedWith("client.js");
  const sources = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/#region (.*)$/gm)].map(([, name = ""]) => name),
  );
  expect(sources).toContain("src/client/rpc-client.ts");
  const rooms = new Set(sources.map((name) => name.split("/").slice(0, 2).join("/")));
  expect([...rooms].sort()).toEqual([
    "src/client",
    "src/clock.ts",
    "src/errors.ts",
    "src/framing",
    "src/jsonrpc",
    "src/usage.ts",
    "src/version.ts",
    "src/wire",
  ]);
  expect(texts.join("").length).toBeLessThan(120_000);
  const modules = texts.flatMap((text) =>
    [...text.matchAll(/^import .*"(node:[^"]+)";$/gm)].map(([, name = ""]) => name),
  );
  expect([...new Set(modules)].sort()).toEqual([
    "node:buffer",
    "node:fs",
    "node:module",
    "node:path",
    "node:string_decoder",
    "node:url",
  ]);
});
