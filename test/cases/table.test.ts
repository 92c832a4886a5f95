import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { read } from "../docs/pages.ts";

const [, section = ""] = read("test/README.md").split("## Public reports\n");
const rows = [...section.matchAll(/^\| ([A-H]\d\d) \| (.+) \(\[[^\]]+\]\((.+)\)\) \| .+ \|$/gm)].map(
  ([, id = "", title = "", file = ""]) => ({ id, title: title.replaceAll("\\|", "|"), file: `test/${file}` }),
);

/** Whether the file has this title: an ellipsis stands for what differs, and quotes may be escaped. */
function has(file: string, title: string, behind: string): boolean {
  const words = title.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = words.join("[^\\n]+").replaceAll('"', '\\\\?"');
  return new RegExp(`["'\`]${pattern}${behind}["'\`]`).test(read(file));
}

test("every row of the table names a test there is, which carries the number unless it is of a dialect or a part", () => {
  expect(rows.length).toBeGreaterThan(70);
  const lost = rows.filter(({ id, title, file }) => {
    if (file.startsWith("test/llm/")) return !has(file, title, "");
    if (file === "test/tools/shell.test.ts") return !read(file).includes(`"${title}"`);
    return !has(file, title, ` \\[([^\\]]* )?${id}( [^\\]]*)?\\]`);
  });
  expect(lost).toEqual([]);
});

test("every case that a title in this folder carries has its row", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
  const carried = files.flatMap((name) =>
    [...read(`test/cases/${name}`).matchAll(/\[([A-H]\d\d(?: [A-H]\d\d)*)\]["'`]/g)].flatMap(([, ids = ""]) =>
      ids.split(" ").map((id) => `${id} test/cases/${name}`),
    ),
  );
  expect(carried.length).toBeGreaterThan(40);
  const listed = new Set(rows.map(({ id, file }) => `${id} ${file}`));
  expect(carried.filter((one) => !listed.has(one))).toEqual([]);
});
