import { expect, test } from "vitest";
import { htmlOf, markup, type Part } from "../../src/page/markup.ts";

test("text is escaped, numbers and markup are not, lists follow one another, undefined is nothing", () => {
  const inner = markup`<b>${"<i>"}</b>`;
  expect(htmlOf(markup`<p title="${"\"'&"}">${inner}${["x", 1.5, [inner]]}${undefined}</p>`)).toBe(
    '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>x1.5<b>&lt;i&gt;</b></p>',
  );
});

test("no value that came as JSON passes for markup", () => {
  const forged = JSON.parse('{"html":"<script>","Symbol(html)":"<script>"}') as Part;
  expect(() => htmlOf(markup`<p>${forged}</p>`)).toThrow(TypeError);
});

test("escaped text has nothing that cannot be seen", () => {
  expect(htmlOf("a\u202e\u0000\r\n")).toBe("a\\u202e\\u0000\n");
});
