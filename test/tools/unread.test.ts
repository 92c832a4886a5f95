import { expect, it } from "vitest";
import { createUnread } from "../../src/tools/unread.ts";

const failed = (code: string) => Object.assign(new Error(code), { code });

it("what could not be searched is named with its reason, three times at most", () => {
  const unread = createUnread();
  expect(unread.notes()).toEqual([]);
  unread.add("secret", failed("EACCES"));
  expect(unread.notes()).toEqual(["not searched: secret (permission denied)"]);
  for (const name of ["b\ufffd", "c", "d"]) unread.add(name, failed(name === "c" ? "EIO" : "ENOENT"));
  unread.add("e", failed("EACCES"));
  unread.add("f", failed("EACCES"));
  expect(unread.notes()).toEqual([
    "not searched: b\ufffd (its name is not UTF-8), c (EIO), e (permission denied) and 2 more",
  ]);
});

it("what vanished while the search went on is no loss", () => {
  const unread = createUnread();
  unread.add("gone", failed("ENOENT"));
  unread.add("replaced/x", failed("ENOTDIR"));
  expect(unread.notes()).toEqual([]);
});
