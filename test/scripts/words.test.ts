import { describe, expect, test } from "vitest";
import { tooLong, unwantedWords } from "../../scripts/check/words.mjs";

describe("the words check", () => {
  test.each([
    "Fixes #12.",
    "works around issue 431",
    "see GH-7",
    "a known bug (#88)",
    "PR 5 changed this",
    "// TODO: later",
    "// FIXME",
    "cp /work/main/x .",
    "as requested, this returns null",
    "what the brief says",
    "The user asked me to add this",
    "Co-Authored-By: someone",
    "generated with Claude",
  ])("wants other words than: %s", (line) => {
    expect(unwantedWords("a.ts", `fine\n${line}\n`)).toEqual([expect.stringMatching(/^a\.ts:2: “.+”: /)]);
  });

  test.each([
    "a colour such as #123456",
    "# Heading 1",
    "the session file, the user's prompt, an issue of style",
    "seeds the generator",
    "todo lists are what users write",
    "debug 1",
    "http://127.0.0.1:80/work/mainframe",
    "a brief answer",
    "the model asked for a tool",
  ])("lets pass: %s", (line) => {
    expect(unwantedWords("a.ts", line)).toEqual([]);
  });
});

test("a file of more than 300 lines is too long", () => {
  expect(tooLong("a.ts", "x\n".repeat(300))).toEqual([]);
  expect(tooLong("a.ts", "x\n".repeat(301))).toEqual(["a.ts: 301 lines, at most 300: it holds two things"]);
});
