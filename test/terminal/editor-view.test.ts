import fc from "fast-check";
import { expect, test } from "vitest";
import { createEditor } from "../../src/terminal/editor.ts";
import { editorView } from "../../src/terminal/editor-view.ts";
import { createStyle } from "../../src/terminal/style.ts";

const PLAIN = createStyle(false);

test("a view of few lines is the part of the whole one that ends with the cursor, or begins with the first line", () => {
  const text = fc.array(fc.constantFrom("a", "words ", "\n", "世", "x".repeat(30)), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 6 }), (parts, at, most) => {
      const draft = parts.join("");
      const editor = { ...createEditor(), text: draft, cursor: at % (draft.length + 1) };
      const whole = editorView(editor, PLAIN, 20, Number.MAX_SAFE_INTEGER, "");
      const first = Math.max(0, whole.cursor.row - most + 1);
      expect(editorView(editor, PLAIN, 20, most, "")).toEqual({
        lines: whole.lines.slice(first, first + most),
        cursor: { row: whole.cursor.row - first, column: whole.cursor.column },
      });
    }),
    { numRuns: 500 },
  );
});
