import fc from "fast-check";
import { expect, test } from "vitest";
import type { Key } from "../../src/terminal/keys.ts";
import { type Choice, Picker } from "../../src/terminal/picker.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { cellsOf } from "../../src/terminal/text-cells.ts";

const PLAIN = createStyle(false);
const CHOICES = ["alpha", "beta", "gamma"].map((label, at) => ({
  label,
  detail: `${at} min ago`,
  value: label,
}));

function key(name: string): Key {
  return { type: "key", name, ctrl: false, alt: false, shift: false };
}

function open(choices: readonly Choice[] = CHOICES) {
  const picked: (string | undefined)[] = [];
  return { picker: new Picker("Which?", choices, PLAIN, (value) => void picked.push(value)), picked };
}

test("the chosen one is marked, letters narrow the list down, and Enter picks once", () => {
  const { picker, picked } = open();
  picker.key(key("down"));
  expect(picker.view(40, 10).lines).toEqual([
    "Which?",
    "  alpha                       0 min ago",
    "› beta                        1 min ago",
    "  gamma                       2 min ago",
    "Enter picks · letters filter · Esc lea…",
  ]);
  picker.key({ type: "text", text: "MMé" });
  expect(picker.view(40, 10).lines.slice(0, 2)).toEqual(["Which? MMé", "  nothing fits"]);
  picker.key(key("backspace"));
  expect(picker.view(40, 10).lines[0]).toBe("Which? MM");
  picker.key(key("enter"));
  picker.key(key("enter"));
  picker.cancel();
  expect(picked).toEqual(["gamma"]);
});

test("Esc picks nothing", () => {
  const { picker, picked } = open();
  picker.key(key("escape"));
  expect(picked).toEqual([undefined]);
});

test("any list fits any window, shows the chosen one, and obeys nothing that is in it", () => {
  const choice = fc.record({
    label: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("来自上游来自上游", "x".repeat(50), "\u001b[2J"),
    ),
    detail: fc.constantFrom("", "just now", "12 days ago", "yesterday"),
    value: fc.string(),
  });
  const typed: fc.Arbitrary<Key> = fc.oneof(
    fc.constantFrom("up", "down", "backspace").map(key),
    fc.constantFrom("a", "1", "\u001b", "来").map((text): Key => ({ type: "text", text })),
  );
  fc.assert(
    fc.property(
      fc.array(choice, { maxLength: 30 }),
      fc.array(typed),
      fc.integer({ min: 10, max: 60 }),
      fc.integer({ min: 4, max: 20 }),
      (choices, keys, columns, rows) => {
        const { picker } = open(choices);
        for (const one of keys) {
          picker.key(one);
          const { lines } = picker.view(columns, rows);
          expect(lines.length).toBeLessThanOrEqual(rows);
          for (const line of lines) {
            expect(cellsOf(line)).toBeLessThan(columns);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
          if (!lines[1]?.startsWith("  nothi"))
            expect(lines.filter((line) => line.startsWith("›"))).toHaveLength(1);
        }
      },
    ),
  );
});
