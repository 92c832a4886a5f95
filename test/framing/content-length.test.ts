import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { encodeFrame, FrameReader, type FrameRecord } from "../../src/framing/content-length.ts";
import { fits } from "../../src/framing/ndjson.ts";

/** What these bytes come to, cut at these places. */
function read(bytes: Uint8Array, cuts: readonly number[] = [], maxBytes = 1 << 20): FrameRecord[] {
  const reader = new FrameReader({ maxBytes });
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  const records = edges.slice(1).flatMap((end, index) => reader.push(bytes.subarray(edges[index], end)));
  return [...records, ...reader.end()];
}

const bytesOf = (text: string) => Buffer.from(text, "utf8");
const frame = (text: string): FrameRecord => ({ type: "frame", text });
const faults = (records: readonly FrameRecord[]) =>
  records.map((record) => (record.type === "broken" ? record.fault : record.type));

describe("FrameReader", () => {
  it.each([
    ["as written", "Content-Length: 2\r\n\r\n{}"],
    ["in small letters", "content-length: 2\r\n\r\n{}"],
    ["in capitals, without a blank", "CONTENT-LENGTH:2\r\n\r\n{}"],
    ["between blanks and tabs", "Content-Length: \t 2 \t \r\n\r\n{}"],
    ["with lines that end in LF", "Content-Length: 2\n\n{}"],
    [
      "before another field",
      "Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}",
    ],
    ["after another field", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"],
    ["beside an unknown field", "X-A: b\r\nContent-Length: 2\nX-B:\r\n\r\n{}"],
    ["with zeros before it", "Content-Length: 0002\r\n\r\n{}"],
  ])("reads a length %s [J2 A10 A11]", (_how, bytes) => {
    expect(read(bytesOf(`${bytes}Content-Length: 1\r\n\r\n5`))).toEqual([frame("{}"), frame("5")]);
  });

  it.each([
    ["length_missing", "Content-Type: x\r\n\r\n{}", "a header has no Content-Length"],
    ["length_missing", "\r\n{}", "a header has no Content-Length"],
    [
      "length_repeated",
      "Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}",
      "a header has two Content-Length fields",
    ],
    ["length_invalid", "Content-Length: -1\r\n\r\n", 'Content-Length is "-1", not a number of bytes'],
    ["length_invalid", "Content-Length: +5\r\n\r\n", 'Content-Length is "+5", not a number of bytes'],
    ["length_invalid", "Content-Length: 0x10\r\n\r\n", 'Content-Length is "0x10", not a number of bytes'],
    ["length_invalid", "Content-Length: 1e3\r\n\r\n", 'Content-Length is "1e3", not a number of bytes'],
    ["length_invalid", "Content-Length: 5, 5\r\n\r\n", 'Content-Length is "5, 5", not a number of bytes'],
    ["length_invalid", "Content-Length: \r\n\r\n", 'Content-Length is "", not a number of bytes'],
    ["length_over_limit", "Content-Length: 101\r\n", 'Content-Length is "101"; at most 100 bytes are read'],
    [
      "length_over_limit",
      "Content-Length: 99999999999999999999\r\n",
      'Content-Length is "99999999999999999999"; at most 100 bytes are read',
    ],
    [
      "not_a_header",
      "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
      '"POST / HTTP/1.1" is no header field; expected Content-Length: N',
    ],
    [
      "not_a_header",
      "GET http://localhost:80/ HTTP/1.1\r\n",
      '"GET http://localhost:80/ HTTP/1.1" is no header field; expected Content-Length: N',
    ],
    [
      "not_a_header",
      "Content-Length : 2\r\n\r\n{}",
      '"Content-Length : 2" is no header field; expected Content-Length: N',
    ],
    [
      "not_a_header",
      '{"cmd":"abort"}\n',
      '"{\\"cmd\\":\\"abort\\"}" is no header field; expected Content-Length: N',
    ],
    ["header_too_long", `${"X: y\r\n".repeat(2000)}`, "a header is longer than 8192 bytes"],
    ["header_too_long", "a".repeat(9000), "a header is longer than 8192 bytes"],
    ["cut", "Content-Length: 5\r\n\r\n{}", "the input ended after 2 of 5 bytes of a frame"],
    ["cut", "Content-Length: 5\r\n\r\n", "the input ended after 0 of 5 bytes of a frame"],
    ["cut", "Content-Le", "the input ended inside the header of a frame"],
  ])(
    "says what is wrong, once, and reads no further: %s, case %# [J2 A12 A14 H01]",
    (fault, bytes, message) => {
      const good = "Content-Length: 4\r\n\r\nnull";
      const all = bytesOf(`${good}${bytes}${fault === "cut" ? "" : good}`);
      const records = [frame("null"), { type: "broken", fault, message }];
      expect(read(all, [], 100)).toEqual(records);
      expect(read(all, [...all.keys()], 100).slice(0, 1)).toEqual([frame("null")]);
      expect(faults(read(all, [...all.keys()], 100))).toEqual(["frame", fault]);
    },
  );

  it("refuses a line of HTTP at its first blank, before the line has ended [J2 H01]", () => {
    const reader = new FrameReader({ maxBytes: 100 });
    expect(reader.push(bytesOf("POST"))).toEqual([]);
    expect(faults(reader.push(bytesOf(" ")))).toEqual(["not_a_header"]);
    expect(reader.push(bytesOf("Content-Length: 2\r\n\r\n{}"))).toEqual([]);
    expect(reader.end()).toEqual([]);
  });

  it("takes a body as long as the limit, and a header block as long as its own [J2]", () => {
    const long = `${"x".repeat(100)}`;
    expect(read(bytesOf(`Content-Length: 100\r\n\r\n${long}`), [], 100)).toEqual([frame(long)]);
    const field = "Content-Length: 2\r\n\r\n";
    const filler = `X: ${"y".repeat(8192 - field.length - 5)}\r\n`;
    expect(read(bytesOf(`${filler}${field}{}`))).toEqual([frame("{}")]);
    expect(faults(read(bytesOf(`X${filler}${field}{}`)))).toEqual(["header_too_long"]);
  });

  it("counts bytes, not characters [J2 A09]", () => {
    const body = '{"t":"é漢🙂"}';
    expect(read(bytesOf(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`))).toEqual([frame(body)]);
    const short = read(bytesOf(`Content-Length: ${body.length}\r\n\r\n${body}`));
    expect(faults(short)).toEqual(["invalid_utf8", "not_a_header"]);
  });

  it("names a body that is not UTF-8 and reads the next [J2]", () => {
    const bytes = Buffer.concat([bytesOf("Content-Length: 2\r\n\r\n"), Buffer.from([0x61, 0xff])]);
    expect(read(Buffer.concat([bytes, bytesOf("Content-Length: 1\r\n\r\n1")]))).toEqual([
      { type: "invalid_utf8", bytes: 2 },
      frame("1"),
    ]);
  });

  it("takes an empty body, and an end between frames for none [J2]", () => {
    expect(read(bytesOf("Content-Length: 0\r\n\r\n"))).toEqual([frame("")]);
    expect(read(bytesOf(""))).toEqual([]);
  });

  it("gives the same frames however the bytes are cut [J2]", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 });
    const header = fc.constantFrom("Content-Length: N\r\n\r\n", "x-y: z\ncontent-length:N \n\n");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(header, text), { maxLength: 5 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        (frames, cuts) => {
          const all = frames.map(([head, body]) => head.replace("N", `${Buffer.byteLength(body)}`) + body);
          const bytes = bytesOf(all.join(""));
          const whole = frames.map(([, body]) => frame(body));
          const fit = cuts.map((cut) => Math.min(cut, bytes.length));
          expect(read(bytes, fit)).toEqual(whole);
          expect(read(bytes, [...bytes.keys()])).toEqual(whole);
        },
      ),
    );
  });

  it("allocates nothing for a length that is only announced [J2 A12]", () => {
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 20 }, () => {
      const reader = new FrameReader({ maxBytes: 64 << 20 });
      expect(reader.push(bytesOf(`Content-Length: ${64 << 20}\r\n\r\n{`))).toEqual([]);
      return reader;
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 << 20);
    expect(readers).toHaveLength(20);
  });

  it("copies no byte more than twice, however small the pieces are [J2]", () => {
    const body = `"${"x".repeat(100_000)}"`;
    const bytes = bytesOf(`Content-Length: ${body.length}\r\n\r\n${body}`);
    const concat = vi.spyOn(Buffer, "concat");
    onTestFinished(() => concat.mockRestore());
    expect(read(bytes, [...bytes.keys()])).toEqual([frame(body)]);
    const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
    expect(copied).toBeLessThan(2 * bytes.length + 1000);
  });
});

describe("encodeFrame", () => {
  it("writes the one header and the body, in bytes, nothing else [J1 A09]", () => {
    for (const body of ["{}", '{"t":"é漢🙂"}', `"${"x".repeat(40_000)}"`, `"${"é🙂".repeat(40_000)}"`])
      expect(Buffer.from(encodeFrame(body)).toString()).toBe(
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
  });

  it("is read as it was written [J1 J2]", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const body = json.toWellFormed();
        expect(read(Buffer.from(encodeFrame(body)))).toEqual([frame(body)]);
      }),
    );
  });

  it("knows what fits, in bytes [J2]", () => {
    expect(["", "abc", "éé", "ééé"].map((body) => fits(body, 4))).toEqual([true, true, true, false]);
  });
});
