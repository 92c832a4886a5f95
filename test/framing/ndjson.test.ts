import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeLine, LineReader, type LineRecord } from "../../src/framing/ndjson.ts";

function read(bytes: Uint8Array, cuts: readonly number[] = [], maxBytes = 1 << 20): LineRecord[] {
  const reader = new LineReader({ maxBytes });
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  const records = edges.slice(1).flatMap((end, index) => reader.push(bytes.subarray(edges[index], end)));
  return [...records, ...reader.end()];
}

const bytesOf = (text: string) => Buffer.from(text, "utf8");
const line = (text: string): LineRecord => ({ type: "line", text });

describe("LineReader", () => {
  it("cuts at LF only: U+2028, U+2029, U+0085 and a bare CR are data [F1]", () => {
    expect(read(bytesOf("a\u2028b\u2029c\u0085d\re\nf\n"))).toEqual([
      line("a\u2028b\u2029c\u0085d\re"),
      line("f"),
    ]);
  });

  it("drops one trailing CR and a BOM at the very start, and no other [F1]", () => {
    expect(read(bytesOf("\ufeffa\r\n\ufeffb\r\r\n"))).toEqual([line("a"), line("\ufeffb\r")]);
  });

  it("takes a last line without LF, and nothing from an empty rest [F2]", () => {
    expect(read(bytesOf("a\nb"))).toEqual([line("a"), line("b")]);
    expect(read(bytesOf("a\n"))).toEqual([line("a")]);
    expect(read(bytesOf(""))).toEqual([]);
  });

  it("gives the same lines however the bytes are cut [F2]", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 }).map((part) => part.replaceAll("\n", " "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.array(fc.nat(80), { maxLength: 8 }), (lines, cuts) => {
        const bytes = bytesOf(lines.map((one) => `${one}\n`).join(""));
        const fit = cuts.map((cut) => Math.min(cut, bytes.length));
        expect(read(bytes, fit)).toEqual(read(bytes));
        expect(read(bytes, [...bytes.keys()])).toEqual(read(bytes));
      }),
    );
  });

  it("names a line that is not UTF-8 and reads the next [F1]", () => {
    expect(read(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a]))).toEqual([{ type: "invalid_utf8" }, line("b")]);
  });

  it("discards a line over the limit as it arrives and reads the next [F5]", () => {
    const long = "x".repeat(11);
    expect(read(bytesOf(`${long}\n${"y".repeat(10)}\n`), [3, 7, 11], 10)).toEqual([
      { type: "too_long", bytes: 11 },
      line("y".repeat(10)),
    ]);
  });

  it("holds no byte of a line that is already too long [F5]", () => {
    const reader = new LineReader({ maxBytes: 1024 });
    const chunk = Buffer.alloc(1 << 20, "a");
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 64; sent++) expect(reader.push(chunk)).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 << 20);
    expect(reader.push(bytesOf("\n{}\n"))).toEqual([{ type: "too_long", bytes: 64 << 20 }, line("{}")]);
  });
});

describe("encodeLine", () => {
  it("writes one line and replaces lone surrogates, but not text that looks like their escape [F1]", () => {
    expect(encodeLine({ a: "\ud83d", b: "🙂\u2028", c: "\\ud83d" })).toBe(
      '{"a":"\\ufffd","b":"🙂\u2028","c":"\\\\ud83d"}\n',
    );
  });

  it("leaves every well-formed value as JSON.stringify writes it", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value = JSON.parse(json.toWellFormed());
        const wellFormed = JSON.parse(JSON.stringify(value).replace(/\\ud[89a-f][0-9a-f]{2}/g, "x"));
        expect(encodeLine(wellFormed)).toBe(`${JSON.stringify(wellFormed)}\n`);
      }),
    );
  });
});
