import { describe, expect, test } from "vitest";
import { markdown } from "../../src/page/markdown.ts";
import { htmlOf } from "../../src/page/markup.ts";

/** The HTML within the frame of a text. */
function html(text: string, options = {}): string {
  return htmlOf(markdown(text, options)).replace(/^<div class="prose">|<\/div>$/g, "");
}

const box = (label: string, code: string) =>
  `<pre class="code" tabindex="0" role="group" aria-label="${label}">${code}</pre>`;

describe("Markdown", () => {
  test.each([
    ["paragraphs", "a\nb\n\nc", "<p>a\nb</p><p>c</p>"],
    [
      "emphasis",
      "*a* **b** ~~c~~ `d<`",
      "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d&lt;</code></p>",
    ],
    ["headings, below those of the page", "# a\n## b\n#### c", "<h4>a</h4><h5>b</h5><h6>c</h6>"],
    ["lists", "- a\n- b\n\n3. c", '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>'],
    [
      "tasks",
      "- [x] a\n- [ ] b",
      '<ul><li class="task"><span class="tick">☑</span> a</li><li class="task"><span class="tick">☐</span> b</li></ul>',
    ],
    ["quotes and rules", "> a\n\n---", "<blockquote><p>a</p></blockquote><hr>"],
    ["escapes and character references", "\\*a\\* &lt;b&gt; &#8594; &amp;", "<p>*a* &lt;b&gt; → &amp;</p>"],
    [
      "code",
      "```ts\na < b\n```",
      `<div class="fence"><span class="language">ts</span>${box("code", "<code>a &lt; b</code>")}</div>`,
    ],
    [
      "tables",
      "|a|b|\n|-|-:|\n|1|<br>|",
      '<div class="wide" tabindex="0" role="group" aria-label="table"><table><thead><tr><th>a</th><th class="right">b</th></tr></thead><tbody><tr><td>1</td><td class="right"><br></td></tr></tbody></table></div>',
    ],
  ])("has %s", (_what, text, expected) => {
    expect(html(text)).toBe(expected);
  });

  test("takes a long rule for one", () => {
    expect(html(`${"-".repeat(80)}\n\n${"* ".repeat(20)}`)).toBe("<hr><hr>");
  });

  test("breaks lines as people type them, when asked to", () => {
    expect(html("a\nb", { breaks: true })).toBe("<p>a<br>b</p>");
  });

  test("colours a fenced diff", () => {
    expect(html("```diff\n@@ -1 +1 @@\n-a\n+b\n```")).toContain(
      '<span class="hunk">@@ -1 +1 @@\n</span><span class="removed">-a\n</span><span class="added">+b\n</span>',
    );
  });
});

describe("a link", () => {
  const link = (href: string, text: string) => `<a href="${href}" rel="noopener noreferrer">${text}</a>`;

  test.each([
    ["leads to the web", "[a.example](https://a.example/x)", link("https://a.example/x", "a.example")],
    [
      "tells its host, where its text does not",
      "[x](http://a.example/y)",
      `${link("http://a.example/y", "x")} <span class="target">(a.example)</span>`,
    ],
    [
      "tells the host as it is",
      "[аpple.com](https://аpple.com)",
      `${link("https://xn--pple-43d.com/", "аpple.com")} <span class="target">(xn--pple-43d.com)</span>`,
    ],
    ["writes a mail", "<a@b.example>", link("mailto:a@b.example", "a@b.example")],
    [
      "is made of an address",
      "https://a.example/?q=1&b",
      link("https://a.example/?q=1&amp;b", "https://a.example/?q=1&amp;b"),
    ],
    ["runs no script", "[x](javascript:alert(1))", 'x <span class="target">(javascript:alert(1))</span>'],
    ["is no data", "[x](data:text/html,y)", 'x <span class="target">(data:text/html,y)</span>'],
    ["opens no file", "[x](file:///etc/passwd)", 'x <span class="target">(file:///etc/passwd)</span>'],
    ["leads nowhere from here", "[x](src/a.ts)", 'x <span class="target">(src/a.ts)</span>'],
    [
      "hides no host behind a name",
      "[x](https://good.example@evil.example)",
      'x <span class="target">(https://good.example@evil.example)</span>',
    ],
    [
      "stays within its attribute",
      '[a.example](<https://a.example/"onx="1>)',
      link("https://a.example/%22onx=%221", "a.example"),
    ],
    [
      "stands in for an image",
      "![alt](https://a.example/i.png)",
      `${link("https://a.example/i.png", '<span class="image">Image: alt</span>')} <span class="target">(a.example)</span>`,
    ],
    [
      "holds no other",
      "[![alt](https://a.example/i.png)](https://b.example)",
      `${link("https://b.example/", '<span class="image">Image: alt</span>')} <span class="target">(b.example)</span>`,
    ],
  ])("%s", (_what, text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });
});

describe("what Markdown would hide", () => {
  test.each([
    ["HTML blocks", "<script>\nx\n</script>", '<div class="plain">&lt;script&gt;\nx\n&lt;/script&gt;</div>'],
    ["HTML in a line", "a <b onclick=x>c</b>", "<p>a &lt;b onclick=x&gt;c&lt;/b&gt;</p>"],
    ["comments", "<!-- a -->", '<div class="plain">&lt;!-- a --&gt;</div>'],
    ["definitions", "[a]: javascript:x 'y'", '<div class="plain">[a]: javascript:x &#39;y&#39;</div>'],
    [
      "references to characters that turn text around",
      "&#x202e; &#8238; &rlm; &#0;",
      "<p>\\u202e \\u202e &amp;rlm; \ufffd</p>",
    ],
  ])("is text: %s", (_what, text, expected) => {
    expect(html(text)).toBe(expected);
  });
});

describe("Markdown that is meant to take long", () => {
  test.each([
    ["quotes in quotes", "> ".repeat(20_000)],
    ["lists in lists", "1. ".repeat(15_000)],
    [
      "lists in lists, line by line",
      Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n"),
    ],
    ["emphasis without an end", "a**b".repeat(10_000)],
    ["brackets", "[".repeat(45_000)],
  ])("is shown all the same: %s", (_what, text) => {
    expect(htmlOf(markdown(text)).length).toBeGreaterThan(text.replace(/\s/g, "").length);
  });

  test("is shown as it is when it is nested too deeply", () => {
    const text = "> 1. ".repeat(25);
    expect(html(`${text}a`)).toBe(box("text", `<code>${text.replaceAll(">", "&gt;")}a</code>`));
  });

  test("is shown as it is when it is too long", () => {
    const text = "*a*\n".repeat(12_501);
    expect(htmlOf(markdown(text))).toBe(box("text", `<code>${text.trimEnd()}</code>`));
  });
});
