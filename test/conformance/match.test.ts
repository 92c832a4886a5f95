import { describe, expect, test } from "vitest";
import { createBindings, fill, mismatch } from "../../conformance/engine/match.mjs";
import { parseTranscript } from "../../conformance/engine/transcript.mjs";
import type { Json } from "../../src/wire/messages.ts";

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
          ["$id", "$ms", "$text", "$version", "$session", "$seq", "$json"],
          ["x", 0, "", "1.2.3", "20260131-k7m2p9xq", 1, { a: [null] }],
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
      "two numbers for one value, where it may be the same",
      [
        [
          ["$seq1", "$seq2"],
          [7, 7],
        ],
      ],
    ],
    ["a string that only begins like one", [["$/cancelRequest", "$/cancelRequest"]]],
    [
      "a path of the workspace",
      [
        [
          ["$dir", "$dir/a.txt"],
          ["$dir", "$dir/a.txt"],
        ],
      ],
    ],
    [
      "a list of models",
      [
        [
          "$models",
          [
            {
              id: "demo",
              provider: "demo",
              context_window: null,
              max_output_tokens: 4096,
              images: false,
              thinking: null,
            },
          ],
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
    ["a longer list", [[[1], [1, 2]]], "the message: expected [1], got [1,2]"],
    ["the number 0 of an event", [["$seq", 0]], 'the message: expected "$seq", got 0'],
    ["an id of no session", [["$session", "abc"]], 'the message: expected "$session", got "abc"'],
    ["no models", [["$models", []]], 'the message: expected "$models", got []'],
    [
      "an id of 13 characters",
      [["$id", "1234567890123"]],
      'the message: expected "$id", got "1234567890123"',
    ],
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
      'the message: expected "$m1", got {"id":"abc","timestamp":5,"role":"user","content":[{"type":"text","text":"more"}]}',
    ],
    [
      "a usage without its cost",
      [["$usage", { input_tokens: 1 }]],
      'the message: expected "$usage", got {"input_tokens":1}',
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

# door: serve
# args: --model demo --no-tools
# over: stdio
# file: src/a.txt
| one
|
|   two
< {"type":"ready",
  "a":1}
<+ 1
> {"cmd":"bye"}
>x 7b 7D
>raw "a\\n"
>raw "é" * 3
<| 2
<| 3
@ 2
<1 4
<2+ 5
<1 6
>eof
>deaf
>hear
>gone
! letscode: a word
= exit 0
= closed
`;
    const once = (at: number, pattern: Json) => ({ at, pattern, repeated: false });
    expect(parseTranscript(text)).toEqual({
      door: "serve",
      args: ["--model", "demo", "--no-tools"],
      stdioOnly: true,
      steps: [
        { at: 6, type: "file", path: "src/a.txt", text: "one\n\n  two\n" },
        {
          at: 10,
          type: "expect",
          form: "in order",
          lanes: [[once(10, { type: "ready", a: 1 }), { at: 12, pattern: 1, repeated: true }]],
        },
        {
          at: 13,
          type: "send",
          parts: [
            { kind: "message", text: '{"cmd":"bye"}' },
            { kind: "bytes", bytes: Buffer.from("{}") },
            { kind: "raw", bytes: Buffer.from("a\n") },
            { kind: "raw", bytes: Buffer.from("ééé") },
          ],
        },
        { at: 17, type: "expect", form: "any order", lanes: [[once(17, 2)], [once(18, 3)]] },
        { at: 19, type: "connection", number: 2 },
        {
          at: 20,
          type: "expect",
          form: "lanes",
          lanes: [[once(20, 4), once(22, 6)], [{ at: 21, pattern: 5, repeated: true }]],
        },
        { at: 23, type: "end of input" },
        { at: 24, type: "deaf" },
        { at: 25, type: "hear" },
        { at: 26, type: "gone" },
        { at: 27, type: "stderr", text: "letscode: a word" },
        { at: 28, type: "exit", code: 0 },
        { at: 29, type: "closed" },
      ],
    });
  });

  test.each([
    "<{}",
    "<0 1",
    "#args: x",
    "# door: http",
    "=exit 0",
    "!x",
    ">EOF",
    ">x 7",
    ">raw 1",
    '>raw "a" * 0',
    '>raw "a"*2',
    "@2",
  ])("is refused for a line that looks like a step and is none: %s", (line) => {
    expect(() => parseTranscript(`Prose.\n${line}`)).toThrow(
      `line 2 begins like a step and is none: ${line}`,
    );
  });
});

test("what is sent has the values that placeholders have by then", () => {
  const bindings = createBindings();
  mismatch(["$id1", "$seq2"], ["a", 17], bindings);
  expect(fill('{"after":"$seq2","id":"$id1","other":"$id2","text":"of $id1"}', bindings)).toBe(
    '{"after":17,"id":"a","other":"$id2","text":"of $id1"}',
  );
});
