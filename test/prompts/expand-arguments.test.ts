import { describe, expect, it } from "vitest";
import { expandArguments, splitWords } from "../../src/prompts/expand-arguments.ts";

describe("a template's placeholders", () => {
  it.each([
    ["all of it: $ARGUMENTS.", "a  'b c' ", "all of it: a  'b c'."],
    ["words: $@.", "a  'b c' ", "words: a b c."],
    ["$2 before $1, then $1", "one two", "two before one, then one"],
    ["[$3]", "one two", "[]"],
    ["$$1 is $1", "x", "$1 is x"],
    ["$10 costs $100, $ARGUMENTSX, $x, $ stay; $1", "a", "$10 costs $100, $ARGUMENTSX, $x, $ stay; a"],
    ["$1", "$2$&$`$$", "$2$&$`$$"],
    ["$1 $2", '"$ARGUMENTS" $1', "$ARGUMENTS $1"],
  ])("%j with %j is %j", (template, args, expected) => {
    expect(expandArguments(template, args)).toBe(expected);
  });

  it("that are not there leave the arguments to follow the text", () => {
    expect(expandArguments("Review it. It costs $$5.", " all of src \n")).toBe(
      "Review it. It costs $5.\n\nall of src",
    );
    expect(expandArguments("Review it.", " ")).toBe("Review it.");
  });
});

describe("the words of arguments", () => {
  it.each([
    ["", []],
    ["a\tb\nc", ["a", "b", "c"]],
    [`"a b" 'c "d"' ""`, ["a b", 'c "d"', ""]],
    ["don't say 'it", ["don't", "say", "'it"]],
    [`a"b c"d "e f"g`, [`a"b`, `c"d`, `"e`, `f"g`]],
  ])("in %j are %j", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});
