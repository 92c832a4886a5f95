import fc from "fast-check";
import { expect, test } from "vitest";
import { type Key, KeyReader } from "../../src/terminal/keys.ts";
import { createTimedKeys } from "../../src/terminal/timed-keys.ts";
import { createManualClock } from "../llm/manual-clock.ts";

const NONE = { ctrl: false, alt: false, shift: false };

function key(name: string, held: Partial<typeof NONE> = {}): Key {
  return { type: "key", name, ...NONE, ...held };
}

/** The keys that come in these pieces, with a pause behind them. Neighbouring texts are one. */
function keysOf(...pieces: readonly (string | Uint8Array)[]): Key[] {
  const keys: Key[] = [];
  const reader = new KeyReader((one) => {
    const last = keys.at(-1);
    if (one.type === "text" && last?.type === "text") keys[keys.length - 1] = joined(last, one);
    else keys.push(one);
  });
  for (const piece of pieces) reader.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  reader.flush();
  return keys;
}

function joined(a: { text: string }, b: { text: string }): Key {
  return { type: "text", text: a.text + b.text };
}

const SEQUENCES: readonly (readonly [string, string, Key])[] = [
  ["Up", "\u001b[A", key("up")],
  ["Up in application mode", "\u001bOA", key("up")],
  ["Ctrl+Left", "\u001b[1;5D", key("left", { ctrl: true })],
  ["Alt+Right", "\u001b[1;3C", key("right", { alt: true })],
  ["Alt+Right of older terminals", "\u001b\u001b[C", key("right", { alt: true })],
  ["Home", "\u001b[H", key("home")],
  ["End", "\u001b[4~", key("end")],
  ["Delete", "\u001b[3~", key("delete")],
  ["Ctrl+Delete", "\u001b[3;5~", key("delete", { ctrl: true })],
  ["Shift+Tab", "\u001b[Z", key("backtab")],
  ["Enter on the number pad", "\u001bOM", key("enter")],
  ["Shift+Enter of the kitty protocol", "\u001b[13;2u", key("enter", { shift: true })],
  ["Shift+Enter with Caps Lock", "\u001b[13;66u", key("enter", { shift: true })],
  ["Shift+Enter of modifyOtherKeys", "\u001b[27;2;13~", key("enter", { shift: true })],
  ["Alt+Enter", "\u001b\r", key("enter", { alt: true })],
  ["Ctrl+C of the kitty protocol", "\u001b[99;5u", key("c", { ctrl: true })],
  ["Ctrl+C on a Greek keyboard", "\u001b[968::99;5u", key("c", { ctrl: true })],
  ["Ctrl+ß on a German keyboard", "\u001b[223:63:45;5u", key("-", { ctrl: true })],
  ["Ctrl+ψ where no Latin letter is told", "\u001b[968;5u", key("ψ", { ctrl: true })],
  ["Ctrl+_ of the kitty protocol", "\u001b[45:95;6u", key("-", { ctrl: true, shift: true })],
  ["Esc of the kitty protocol", "\u001b[27u", key("escape")],
  ["Alt+B", "\u001bb", key("b", { alt: true })],
  ["Alt+Backspace", "\u001b\u007f", key("backspace", { alt: true })],
  ["Ctrl+_", "\u001f", key("_", { ctrl: true })],
  ["Ctrl+V", "\u0016", key("v", { ctrl: true })],
  ["Tab", "\t", key("tab")],
  ["Backspace", "\u007f", key("backspace")],
  ["an emoji with Alt", "\u001b😀", key("😀", { alt: true })],
  ["a number on the pad of the kitty protocol", "\u001b[57400u", { type: "text", text: "1" }],
  ["a capital letter of modifyOtherKeys", "\u001b[27;2;97~", { type: "text", text: "A" }],
  [
    "a paste with anything in it",
    "\u001b[200~a\r\nb\u001b[A\u0003\u001b[201~",
    { type: "paste", text: "a\nb\u001b[A\u0003" },
  ],
];

test.each(SEQUENCES)("%s is one key", (_name, bytes, expected) => {
  expect(keysOf(bytes)).toEqual([expected]);
});

/** Answers to questions that nobody asked, keys that mean nothing here, sequences that something cut off. */
const SILENT: readonly string[] = [
  "\u001b[?2026;2$y",
  "\u001b[?1u",
  "\u001b[?1;5A",
  "\u001b[<1;2H",
  "\u001b[?62;c",
  "\u001b[>0;276;0c",
  "\u001b[12;40R",
  "\u001b[I",
  "\u001b[O",
  "\u001b[15~",
  "\u001bOP",
  "\u001b[[A",
  "\u001b[97;9u",
  "\u001b[57441;2u",
  "\u001b[201~",
  "\u001b[<0;10;10M",
  "\u001b]11;rgb:0000/0000/0000\u0007",
  "\u001b]52;c;aGVsbG8=\u001b\\",
  "\u001bP>|xterm(390)\u001b\\",
  "\u001b_Gi=1;OK\u001b\\",
  "\u0085",
];

test("what a terminal says without being asked is no key and no text", () => {
  for (const bytes of SILENT) expect([bytes, keysOf(bytes)]).toEqual([bytes, []]);
});

test("both halves of a line end are one", () => {
  expect(keysOf("a\r\nb")).toEqual([{ type: "text", text: "a\nb" }]);
  expect(keysOf("a\r\n")).toEqual([{ type: "text", text: "a" }, key("enter")]);
});

test("a sequence that is cut off takes nothing of what follows", () => {
  expect(keysOf("\u001b]0;title\rx")).toEqual([{ type: "text", text: "\nx" }]);
  expect(keysOf("\u001b[1;5\u0003")).toEqual([key("c", { ctrl: true })]);
  expect(keysOf("\u001b]0;title\u001b[A")).toEqual([key("up")]);
});

test("a sequence whose rest comes late is still one", () => {
  const keys: Key[] = [];
  const reader = new KeyReader((one) => keys.push(one));
  for (const piece of ["\u001b[1;", "5D", "\u001b]11;rgb", ":0/0/0\u0007"]) {
    reader.push(Buffer.from(piece));
    reader.flush();
  }
  expect(keys).toEqual([key("left", { ctrl: true })]);
});

const TYPED = fc.oneof(
  fc.constantFrom(...SEQUENCES.map(([, bytes]) => bytes)),
  fc.constantFrom(...SILENT),
  fc.constantFrom("\r", "\n", "\r\n", "\u0003", "\u0000", "\u001b", "\u009b", "日本", "e\u0301", "👨‍👩‍👧"),
  fc.string({ unit: "grapheme" }),
);

test("keys are the same however their bytes are split", () => {
  fc.assert(
    fc.property(fc.array(TYPED), fc.array(fc.integer({ min: 1, max: 7 })), (typed, sizes) => {
      const bytes = Buffer.from(typed.join(""));
      const pieces: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % Math.max(1, sizes.length)] ?? 1;
        pieces.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(keysOf(...pieces)).toEqual(keysOf(bytes));
    }),
  );
});

test("sequences leave no trace in the text around them", () => {
  const sequences = [...SEQUENCES.filter(([, , { type }]) => type === "key").map(([, bytes]) => bytes)];
  const silent = SILENT.filter((bytes) => bytes !== "\u0085");
  const word = fc.stringMatching(/^[a-z]{1,4}$/);
  const sequence = fc.constantFrom(...sequences, ...silent);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, sequence)), (parts) => {
      const keys = keysOf(parts.map(([text, bytes]) => text + bytes).join(""));
      const text = keys.map((one) => (one.type === "text" ? one.text : "")).join("");
      expect(text).toBe(parts.map(([one]) => one).join(""));
    }),
  );
});

test("any bytes at all are read, and a later Ctrl+C too", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (pieces) => {
      const keys = keysOf(...pieces, "\u001b[201~", "\u001b\\", "\u0003");
      expect(keys.at(-1)).toEqual(key("c", { ctrl: true }));
      for (const one of keys) if (one.type === "text") expect(one.text).not.toMatch(/[^\P{Cc}\n]/u);
    }),
  );
});

test("a line end waits for what is right behind it, and Enter comes after a moment", () => {
  const clock = createManualClock();
  const keys: Key[] = [];
  const timed = createTimedKeys(clock, (one) => keys.push(one));
  timed.push(Buffer.from("a\r"));
  expect(keys).toEqual([{ type: "text", text: "a" }]);
  clock.pass(19);
  timed.push(Buffer.from("b\r"));
  clock.pass(20);
  expect(keys.slice(1)).toEqual([{ type: "text", text: "\nb" }, key("enter")]);
  timed.push(Buffer.from("\u001b"));
  clock.pass(20);
  expect(keys.at(-1)).toEqual(key("escape"));
  timed.push(Buffer.from("\u001b"));
  timed.close();
  clock.pass(100);
  expect(keys).toHaveLength(4);
});
