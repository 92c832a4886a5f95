import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type TaggedText, ThinkTags } from "../../src/llm/think-tags.ts";

/** What the pieces amount to: neighbours of one kind joined. */
function read(pieces: readonly string[], opened = false): string[] {
  const tags = new ThinkTags(opened);
  const told: TaggedText[] = [];
  for (const piece of [...pieces.flatMap((text) => tags.add(text)), ...tags.end()]) {
    const last = told.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else told.push({ ...piece });
  }
  return told.map(({ kind, text }) => `${kind}: ${text}`);
}

describe("a leading think tag is told apart", () => {
  test.each([
    ["whole", ["<think>a</think>b"], ["thinking: a", "text: b"]],
    ["split", ["<th", "ink>a</thi", "nk>b"], ["thinking: a", "text: b"]],
    ["after blank space", ["\n", " <think>a</think>\n\nb"], ["thinking: a", "text: b"]],
    ["with a newline of its own", ["<think>\n", "a</think>", "\n", "\nb\n"], ["thinking: a", "text: b\n"]],
    ["empty", ["<think>\n\n</think>\n\nb"], ["text: b"]],
    ["never closed", ["<think>a"], ["thinking: a"]],
    ["cut in its closing tag", ["<think>a</thi"], ["thinking: a</thi"]],
    ["with something like its end inside", ["<think>a</", "b></think>c"], ["thinking: a</b>", "text: c"]],
    ["twice, and the second is text", ["<think>a</think><think>b"], ["thinking: a", "text: <think>b"]],
  ])("%s", (_, pieces, told) => {
    expect(read(pieces)).toEqual(told);
  });
});

describe("anything else is text", () => {
  test.each([
    ["a tag in mid-text", ["use `<think>x</think>` in prompts"]],
    ["a closing tag alone", ["a</think>b"]],
    ["another tag", ["<thinking>a"]],
    ["the beginning of a tag", ["<th"]],
    ["blank space before it", ["\n\n  a"]],
  ])("%s", (_, pieces) => {
    expect(read(pieces)).toEqual([`text: ${pieces.join("")}`]);
  });
});

test("blank space alone is nothing", () => {
  expect(read(["\n", " \n"])).toEqual([]);
});

test("a template may open the tag itself", () => {
  expect(read(["a</thi", "nk>b"], true)).toEqual(["thinking: a", "text: b"]);
  expect(read(["<think>a</think>b"], true)).toEqual(["thinking: a", "text: b"]);
});

test("what follows an interruption is text", () => {
  const tags = new ThinkTags();
  expect([...tags.add("<th"), ...tags.end(), ...tags.add("<think>a")]).toEqual([
    { kind: "text", text: "<th" },
    { kind: "text", text: "<think>a" },
  ]);
});

test("it makes no difference how the text is cut", () => {
  const text = fc
    .array(fc.constantFrom("<think>", "</think>", "a", "\n", "<", "/", "think>"), { maxLength: 12 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.boolean(), (whole, opened) => {
      expect(read([...whole], opened)).toEqual(read([whole], opened));
    }),
  );
});
