import { describe, expect, test } from "vitest";
import type { Json } from "../../src/wire/messages.ts";
import { createBindings, mismatch } from "./match.ts";
import { joinSends, parseTranscript } from "./transcript.ts";

/** What the first line that is not as expected is told. */
function judge(...pairs: [pattern: Json, actual: Json][]): string | null {
  const bindings = createBindings();
  for (const [pattern, actual] of pairs) {
    const problem = mismatch(pattern, actual, bindings);
    if (problem !== null) return problem;
  }
  return null;
}

const message = { id: "abc", timestamp: 5, role: "user", content: [] };

describe("a pattern", () => {
  test.each<[string, [Json, Json][]]>([
    [
      "fields in any order",
      [
        [
          { a: 1, b: [null] },
          { b: [null], a: 1 },
        ],
      ],
    ],
    [
      "placeholders",
      [
        [
          ["$id", "$ms", "$text", "$version"],
          ["x", 0, "", "1.2.3"],
        ],
      ],
    ],
    [
      "one value behind a number",
      [
        [
          ["$id1", "$id1", "$id2"],
          ["a", "a", "b"],
        ],
      ],
    ],
    [
      "a message as it was last shown",
      [
        [{ id: "$id1", timestamp: "$ms", role: "user", content: [] }, message],
        [{ messages: ["$m1"] }, { messages: [message] }],
      ],
    ],
  ])("takes %s", (_what, pairs) => {
    expect(judge(...pairs)).toBeNull();
  });

  test.each<[string, [Json, Json][], string]>([
    ["another value", [[{ a: 1 }, { a: 2 }]], ".a: expected 1, got 2"],
    ["a missing field", [[{ a: 1 }, {}]], ".a: missing"],
    ["a field too many", [[{}, { a: 1 }]], ".a: not expected, got 1"],
    ["a longer list", [[[1], [1, 2]]], "the line: expected [1], got [1,2]"],
    ["an id of 13 characters", [["$id", "1234567890123"]], 'the line: expected "$id", got "1234567890123"'],
    [
      "another value behind a number",
      [
        [
          ["$id1", "$id1"],
          ["a", "b"],
        ],
      ],
      '[1]: expected "$id1", got "b"',
    ],
    [
      "one value behind two numbers",
      [
        [
          ["$id1", "$id2"],
          ["a", "a"],
        ],
      ],
      '[1]: expected "$id2", got "a"',
    ],
    [
      "a message that changed",
      [
        [{ id: "$id1", timestamp: "$ms", role: "user", content: [] }, message],
        ["$m1", { ...message, content: [{ type: "text", text: "more" }] }],
      ],
      'the line: expected "$m1", got {"id":"abc","timestamp":5,"role":"user","content":[{"type":"text","text":"more"}]}',
    ],
    [
      "a usage without its cost",
      [["$usage", { input_tokens: 1 }]],
      'the line: expected "$usage", got {"input_tokens":1}',
    ],
  ])("does not take %s", (_what, pairs, problem) => {
    expect(judge(...pairs)).toBe(problem);
  });

  test("binds nothing when it does not match", () => {
    const bindings = createBindings();
    mismatch(["$id1", 1], ["a", 2], bindings);
    expect(bindings).toEqual(createBindings());
  });
});

describe("a transcript", () => {
  test("is read line by line", () => {
    const text = `Prose.

# args: --model demo --no-tools
# file: src/a.txt
| one
|
|   two
< {"type":"ready",
  "a":1}
> {"cmd":"bye"}
>x 7b 7D
<+ 1
<| 2
>eof
! letscode: a word
= exit 0
`;
    const { args, steps } = parseTranscript(text);
    expect(args).toEqual(["--model", "demo", "--no-tools"]);
    expect(joinSends(steps)).toEqual([
      { at: 4, type: "file", path: "src/a.txt", text: "one\n\n  two\n" },
      { at: 8, type: "expect", how: "once", pattern: { type: "ready", a: 1 } },
      { at: 10, type: "send", bytes: Buffer.from('{"cmd":"bye"}\n{}\n') },
      { at: 12, type: "expect", how: "repeated", pattern: 1 },
      { at: 13, type: "expect", how: "any order", pattern: 2 },
      { at: 14, type: "end of input" },
      { at: 15, type: "stderr", text: "letscode: a word" },
      { at: 16, type: "exit", code: 0 },
    ]);
  });

  test.each(["<{}", "#args: x", "=exit 0", "!x", ">EOF"])(
    "is refused for a line that looks like a step and is none: %s",
    (line) => {
      expect(() => parseTranscript(`Prose.\n${line}`)).toThrow(
        `line 2 begins like a step and is none: ${line}`,
      );
    },
  );
});
