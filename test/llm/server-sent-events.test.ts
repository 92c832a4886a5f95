import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ServerSentEvent, ServerSentEvents } from "../../src/llm/server-sent-events.ts";

function read(...pieces: string[]): ServerSentEvent[] {
  const events = new ServerSentEvents();
  return [...pieces.flatMap((piece) => events.add(piece)), ...events.end()];
}

const data = (...texts: string[]) => texts.map((text) => ({ name: "", data: text }));

describe("an event stream is understood", () => {
  test.each([
    ["LF", "data: a\n\ndata: b\n\n", data("a", "b")],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", data("a", "b")],
    ["CR", "data: a\r\rdata: b\r\r", data("a", "b")],
    ["mixed line ends", "data: a\r\n\ndata: b\r\r\n", data("a", "b")],
    ["two data lines", "data: a\ndata: b\n\n", data("a\nb")],
    ["no space after the colon", "data:{}\n\n", data("{}")],
    ["a comment as data", "data: : X\n\n", data(": X")],
    ["empty data", "data:\n\ndata\n\n", data("", "")],
    ["comments", ": OPENROUTER PROCESSING\n\n:\n\ndata: a\n\n", data("a")],
    ["other fields", "id: 7\nretry: 3000\nfoo: bar\n\ndata: a\n\n", data("a")],
    ["an event without data", "event: ping\n\ndata: a\n\n", data("a")],
    ["a named event", "event: error\ndata: a\n\ndata: b\n\n", [{ name: "error", data: "a" }, ...data("b")]],
    ["the error field of llama.cpp", 'error: {"code":500}\n\n', [{ name: "error", data: '{"code":500}' }]],
    ["no blank line at the end", "data: a\n\ndata: [DONE]", data("a", "[DONE]")],
    ["line separators of Unicode are data", "data: a\u2028b\u0085c\n\n", data("a\u2028b\u0085c")],
    ["nothing", "", []],
  ])("%s", (_, text, events) => {
    expect(read(text)).toEqual(events);
  });

  test("however it is cut", () => {
    const text = fc
      .array(fc.constantFrom("data: a", "data:b", ": c", "event: ping", "\n", "\r\n", "\r", "é🙂", ""), {
        maxLength: 30,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(3), { minLength: 1 }), (whole, sizes) => {
        const pieces: string[] = [];
        for (let at = 0, n = 0; at < whole.length; n++) {
          const size = 1 + (sizes[n % sizes.length] ?? 0);
          pieces.push(whole.slice(at, at + size));
          at += size;
        }
        expect(read(...pieces)).toEqual(read(whole));
      }),
    );
  });
});

test("an event that never ends is given up", () => {
  const events = new ServerSentEvents();
  const piece = "x".repeat(1024 * 1024);
  expect(() => {
    for (let n = 0; n < 40; n++) events.add(piece);
  }).toThrow(RangeError);
});
