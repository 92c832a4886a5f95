import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findJsonFault } from "../../src/cli/json-error.ts";

describe("the place where a text stops being JSON", () => {
  test("is given by line, column and what was expected there", () => {
    const faults: [string, string][] = [
      ['{"a": 1,}', "1:9 expected a key in double quotes"],
      ['{\n  "a": 1\n  "b": 2\n}', '3:3 expected "," or "}"'],
      ["{'a': 1}", "1:2 expected a key in double quotes"],
      ['{"a" 1}', '1:6 expected ":"'],
      ['{"a": }', "1:7 expected a value"],
      ["[1, 2", '1:6 the file ends where "," or "]" was expected'],
      ['{"a": "x\ny"}', '1:9 expected the closing " of a string'],
      ['{"a": "x', '1:9 the file ends where the closing " of a string was expected'],
      ['"\\x"', "1:2 expected a valid escape"],
      ["{} x", "1:4 expected the end of the file"],
      ["// no comments\n{}", "1:1 expected a value"],
      ['{"é🙂": x}', "1:8 expected a value"],
      ["01", "1:2 expected the end of the file"],
      ["1.", "1:2 expected the end of the file"],
    ];
    for (const [text, wanted] of faults) {
      const fault = findJsonFault(text);
      expect(fault && `${fault.line}:${fault.column} ${fault.problem}`).toBe(wanted);
    }
  });

  test("is found in text that is nested too deep to follow", () => {
    expect(findJsonFault("[".repeat(100_000))?.problem).toBe("expected less nesting");
  });

  test("exists exactly when JSON.parse fails", () => {
    const texts = fc.oneof(
      fc.json(),
      fc
        .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "}", "\\", "\n", "e", "0"))
        .map(([json, at, extra]) => {
          const cut = at % (json.length + 1);
          return json.slice(0, cut) + extra + json.slice(cut + 1);
        }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(findJsonFault(text) === undefined).toBe(parses);
      }),
      { numRuns: 2000 },
    );
  });
});
