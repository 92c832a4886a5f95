import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeLine } from "../../src/framing/ndjson.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";

const KEY = 'sk-te"st-SECRET123';

describe("createRedactor", () => {
  it("masks keys in text, also escaped in JSON, and in the names of free data", () => {
    const redactor = createRedactor([KEY]);
    expect(redactor.text(`a ${KEY} b`)).toBe("a *** b");
    const event = { type: "tool_execution_start", arguments: { [KEY]: [`x${KEY}`] }, error: KEY };
    expect(JSON.parse(redactor.line(event, encodeLine))).toEqual({
      type: "tool_execution_start",
      arguments: { "***": ["x***"] },
      error: "***",
    });
  });

  it.each(["message", "agent_end", "assistant", "179599", "tool_use", '":{"type'])(
    "leaves the protocol itself alone when the key is %j",
    (key) => {
      const line = {
        type: "message_end",
        message: {
          id: "m1",
          role: "assistant",
          timestamp: 1795990000,
          content: [{ type: "text", text: key }],
        },
      };
      const masked = JSON.parse(createRedactor([key]).line(line, encodeLine));
      expect(masked).toEqual({
        ...line,
        message: { ...line.message, content: [{ type: "text", text: "***" }] },
      });
    },
  );

  it("keeps what a provider needs back and the bytes of images", () => {
    const blocks = [
      { type: "thinking", thinking: "secret1", signature: "secret1", provider_data: { a: "secret1" } },
      { type: "image", mime_type: "image/png", data: "AAsecret1A" },
    ];
    expect(JSON.parse(createRedactor(["secret1"]).line({ content: blocks }, encodeLine))).toEqual({
      content: [{ ...blocks[0], thinking: "***" }, blocks[1]],
    });
  });

  it("finds a key however a stream is cut, and loses nothing else", () => {
    const text = fc.array(fc.constantFrom("s", "k-", "sk", "ab", KEY, KEY.slice(0, 9), " "), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 8 }), (parts, cuts) => {
        const whole = parts.join("");
        const edges = [
          0,
          ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b),
          whole.length,
        ];
        const stream = createRedactor([KEY]).stream();
        const pieces = edges.slice(1).map((end, at) => stream.add(whole.slice(edges[at], end)));
        const said = pieces.join("") + stream.end();
        expect(said).not.toContain(KEY);
        expect(said.replaceAll(/[sk]*\*\*\*/g, "***")).toBe(
          createRedactor([KEY])
            .text(whole)
            .replaceAll(/[sk]*\*\*\*/g, "***"),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("takes words of fewer than six characters for no secret", () => {
    expect(createRedactor(["test", "", " "]).text("a test")).toBe("a test");
  });
});
