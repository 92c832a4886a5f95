import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { locate, read } from "./pages.ts";

const page = read("ARCHITECTURE.md");

test("ARCHITECTURE.md names every room", () => {
  const rooms = readdirSync(locate("src"), { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name,
  );
  expect(rooms).toContain("wire/");
  expect(rooms.filter((room) => !page.includes(`\`${room}\``))).toEqual([]);
});

test("ARCHITECTURE.md says why each package is there, and names no other", () => {
  const { devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const packages = Object.keys({ ...devDependencies, ...optionalDependencies });
  const section = page.slice(page.indexOf("## Packages"), page.indexOf("And where there is none"));
  const named = [...section.matchAll(/`([@\w/-]+)`/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].sort()).toEqual(packages.sort());
});
