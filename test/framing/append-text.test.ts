import { expect, it } from "vitest";
import { appendText } from "../../src/framing/append-text.ts";

it("is the sum, however it grew", () => {
  let text = "";
  let plain = "";
  for (let piece = 0; piece < 50_000; piece++) {
    text = appendText(text, `w${piece % 100} `);
    plain += `w${piece % 100} `;
  }
  expect(text === plain).toBe(true);
  expect(appendText("", "")).toBe("");
});
