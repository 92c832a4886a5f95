import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { callOutput } from "../../src/mcp/call-result.ts";

/** A PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const blocks = (content: CallToolResult["content"], more: Partial<CallToolResult> = {}) =>
  callOutput({ content, ...more }).content;
const texts = (content: CallToolResult["content"], more?: Partial<CallToolResult>) =>
  blocks(content, more).map((block) => (block.type === "text" ? block.text : block.mime_type));

describe("what a server answers", () => {
  test("is text as it is, well-formed", () => {
    expect(
      callOutput({
        content: [
          { type: "text", text: "a\ud800" },
          { type: "text", text: "" },
          { type: "text", text: "b" },
        ],
      }),
    ).toEqual({
      content: [
        { type: "text", text: "a\ufffd" },
        { type: "text", text: "b" },
      ],
      isError: false,
    });
  });

  test("is an error when it says so", () => {
    expect(callOutput({ content: [{ type: "text", text: "no" }], isError: true })).toEqual({
      content: [{ type: "text", text: "no" }],
      isError: true,
    });
  });

  test("is an image by what it is, not by what it is called", () => {
    expect(blocks([{ type: "image", data: PIXEL, mimeType: "image/tiff" }])).toEqual([
      { type: "image", mime_type: "image/png", data: PIXEL },
    ]);
    expect(texts([{ type: "image", data: "bm90aGluZw==", mimeType: "image/png" }])).toEqual([
      "[an image, image/png: not shown, only PNG, JPEG, GIF and WebP are]",
    ]);
    expect(texts([{ type: "image", data: "A".repeat(7_000_000), mimeType: "image/png" }])).toEqual([
      "[an image, image/png: not shown, it has more than 5000000 bytes]",
    ]);
  });

  test("is a resource and a link as text", () => {
    expect(
      texts([
        { type: "resource", resource: { uri: "file:///a", text: "inside" } },
        { type: "resource", resource: { uri: "file:///b", mimeType: "application/zip", blob: "AAAA" } },
        { type: "resource", resource: { uri: "file:///c", mimeType: "image/png", blob: PIXEL } },
        { type: "resource_link", uri: "file:///d", name: "d", mimeType: "text/plain", description: "the d" },
        { type: "resource_link", uri: "file:///e", name: "e" },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      ]),
    ).toEqual([
      "[resource file:///a]\ninside",
      "[resource file:///b: application/zip, about 3 bytes, not shown]",
      "[resource file:///c]",
      "image/png",
      "[resource d: file:///d (text/plain; the d)]",
      "[resource e: file:///e]",
      "[audio, audio/wav: not shown]",
    ]);
  });

  test("is structured content when there is no text", () => {
    const structuredContent = { degrees: 21 };
    expect(texts([], { structuredContent })).toEqual(['{\n "degrees": 21\n}']);
    expect(texts([{ type: "image", data: PIXEL, mimeType: "image/png" }], { structuredContent })).toEqual([
      '{\n "degrees": 21\n}',
      "image/png",
    ]);
    expect(texts([{ type: "text", text: "21 degrees" }], { structuredContent })).toEqual(["21 degrees"]);
  });

  test("is cut at 100,000 characters, and says so", () => {
    const long = "x".repeat(60_000);
    const [first, second, third] = texts([
      { type: "text", text: long },
      { type: "text", text: long },
      { type: "text", text: "more" },
    ]);
    expect(first).toBe(long);
    expect(second).toBe(`${"x".repeat(40_000)}\n[cut here: 20000 characters more]`);
    expect(third).toBe("\n[cut here: 4 characters more]");
  });
});
