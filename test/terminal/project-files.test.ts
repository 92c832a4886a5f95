import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ProjectFiles } from "../../src/terminal/project-files.ts";
import { createManualClock } from "../llm/manual-clock.ts";

/** A project with these files, and how often more was found of it. */
function project(...names: string[]) {
  const workspace = mkdtempSync(join(tmpdir(), "letscode-project-files-"));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const write = (name: string) => {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), "");
  };
  for (const name of names) write(name);
  const clock = createManualClock();
  let found = 0;
  const files = new ProjectFiles({ workspace, clock, onFound: () => found++ });
  return { files, clock, write, times: () => found };
}

test("a listing is told of when it is over, and is not begun again before it is out of date", async () => {
  const { files, write, times } = project("a/one.ts");
  expect(files.search("one", 9)).toEqual([]);
  await files.list();
  expect([files.search("one", 9), files.isListing, times()]).toEqual([["a/one.ts"], false, 1]);
  write("b/one.ts");
  await files.list();
  expect([files.search("one", 9), times()]).toEqual([["a/one.ts"], 1]);
  files.outdate();
  const again = files.list();
  // What was found serves meanwhile.
  expect([files.search("one", 9), files.isListing]).toEqual([["a/one.ts"], true]);
  await again;
  expect([files.search("one", 9), times()]).toEqual([["a/one.ts", "b/one.ts"], 2]);
});

test("a listing ends after 5 s with what there is, and so it does where the folder is gone", async () => {
  const { files, clock, times } = project("a.ts");
  const listing = files.list();
  clock.pass(5000);
  await listing;
  expect([files.search("a", 9), files.isListing, times()]).toEqual([[], false, 1]);
  const gone = new ProjectFiles({ workspace: "/gone/for/good", clock, onFound: () => {} });
  await gone.list();
  expect([gone.search("a", 9), gone.isListing]).toEqual([[], false]);
});

test("the closest come first, the shorter of two, and no more than are wanted", async () => {
  const { files } = project("x/a-b-c.ts", "abc/q.ts", "x/long-abc.ts", "abc.ts", "x/abcd.ts", "x/a--b--c");
  await files.list();
  const all = ["abc/", "abc.ts", "x/abcd.ts", "x/long-abc.ts", "abc/q.ts", "x/a-b-c.ts", "x/a--b--c"];
  expect(files.search("abc", 9)).toEqual(all);
  expect(files.search("ABC", 3)).toEqual(all.slice(0, 3));
});
