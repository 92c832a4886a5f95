import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { conversationPage, type PageInput } from "../../src/page/conversation-page.ts";
import type { Message } from "../../src/wire/messages.ts";
import { ATTACKS, HOSTILE } from "./hostile-conversation.ts";
import { answer, call, PIXEL, prompt, result, SAMPLE, START, text } from "./sample-conversation.ts";

function page(messages: readonly Message[], input: Partial<PageInput> = {}): Promise<string> {
  return conversationPage({
    id: "id1",
    cwd: "/home/ada",
    created: START,
    letscode: "1.2.3",
    messages,
    ...input,
  });
}

/** The articles of a page, each from its tag on. */
async function articles(messages: readonly Message[]): Promise<string[]> {
  const [, main = ""] = /<main[^>]*>\n([\s\S]*)<\/main>/.exec(await page(messages)) ?? [];
  return main.split("</article>\n").filter((article) => article !== "");
}

describe("the page", () => {
  test("allows itself no network, no script, and no style sheet but its own", async () => {
    const html = await page(SAMPLE);
    const [, sheet = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash("sha256").update(sheet).digest("base64");
    expect(html).toContain(
      `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">`,
    );
    expect(html.match(/<(script|link|iframe|object|embed|form|input|base)\b/g)).toBe(null);
    expect(html.match(/url\(|@import/g)).toBe(null);
  });

  test("says what it is of, in the time zone it is asked for", async () => {
    const html = await page(SAMPLE, { title: "A & B", timeZone: "Europe/Berlin" });
    expect(html).toContain("<title>A &amp; B</title>");
    expect(html).toContain(
      '<header><h1>A &amp; B</h1>\n<ul class="about-page"><li><time datetime="2025-11-29T14:00:00.000Z">29 Nov 2025, 15:00:00</time></li><li><code>/home/ada</code></li><li>conversation <code>id1</code></li><li>letscode 1.2.3</li></ul></header>',
    );
  });

  test("refuses a time zone that is none", async () => {
    await expect(page(SAMPLE, { timeZone: "Mars/Olympus" })).rejects.toThrow(RangeError);
  });

  test("is called after its first prompt, or after its id", async () => {
    const titled = async (messages: readonly Message[]) =>
      /<title>(.*)<\/title>/.exec(await page(messages))?.[1];
    expect(await titled([prompt("u", 0, { type: "image", mime_type: "image/png", data: PIXEL })])).toBe(
      "Conversation id1",
    );
    expect(await titled([prompt("u", 0, "Why\n<b>?")])).toBe("Why &lt;b&gt;?");
    expect(await titled([])).toBe("Conversation id1");
  });

  test("of nothing has its sums and no charts", async () => {
    const html = await page([]);
    expect(html).toContain("<dt>Prompts</dt><dd>0</dd>");
    expect(html).not.toContain("<svg");
  });

  test("starts with the sums", async () => {
    const [, totals = ""] = /<dl class="totals">([\s\S]*?)<\/dl>/.exec(await page(SAMPLE)) ?? [];
    const cells = [...totals.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
      ([, name, value = ""]) => `${name}: ${value.replace(/<[^>]*>/g, "")}`,
    );
    expect(cells).toEqual([
      "Prompts: 3",
      "Turns: 7 1 compaction",
      "Tool calls: 8 2 failed",
      "Time at work: ≈ 54 s",
      "Input: 20k tokens",
      "From cache: 22.8k tokens",
      "Output: 2.2k tokens",
      "Cost: $0.0755 1 of 8 calls without a known price",
    ]);
  });

  test("tells when no price is known", async () => {
    expect(await page([prompt("u", 0, "x"), answer("a", 1, [text("y")])])).toContain(
      "cost: no price is known",
    );
  });

  test("is the same for the same conversation", async () => {
    expect(await page(SAMPLE)).toBe(await page(structuredClone(SAMPLE)));
  });

  test("grows no faster than its conversation", async () => {
    const size = async (rounds: number) => (await page(Array(rounds).fill(SAMPLE).flat())).length;
    const [small, large] = [await size(10), await size(100)];
    expect(large / small).toBeLessThan(10.5);
  });
});

describe("an article", () => {
  test("shows a prompt with its images, of known types only", async () => {
    const [shown] = await articles([
      prompt(
        "u",
        0,
        "*Look*",
        { type: "image", mime_type: "image/png", data: PIXEL },
        { type: "image", mime_type: "image/svg+xml", data: PIXEL },
        { type: "image", mime_type: "image/png", data: "not base64!" },
      ),
    ]);
    expect(shown).toBe(`<article class="prompt" id="m1">
<header><h3><a href="#m1">You</a></h3><ul class="meta"><li>prompt 1</li><li><time datetime="2025-11-29T14:00:00.000Z">29 Nov 2025, 14:00:00</time></li></ul></header>
<div class="prose"><p><em>Look</em></p></div><img class="picture" src="data:image/png;base64,${PIXEL}" alt="PNG image, 1 kB" loading="lazy"><p class="note">An image that is not shown: image/svg+xml, 1 kB.</p><p class="note">An image that is not shown: image/png, 1 kB.</p>`);
  });

  test("folds thinking, and says so where it is hidden", async () => {
    const [shown] = await articles([
      answer("a", 0, [
        { type: "thinking", thinking: "hm" },
        { type: "thinking", thinking: "", redacted: true },
      ]),
    ]);
    expect(shown).toContain(
      '<details class="thinking"><summary>Thinking <span class="facts">2 characters</span></summary><div class="inside"><div class="prose"><p>hm</p></div></div></details>\n<p class="note">Thinking that the provider keeps to itself.</p>',
    );
  });

  test("folds a call with its arguments, its result and what else is known", async () => {
    const [shown] = await articles([
      answer("a", 0, [call("c", "bash", { command: "make", env: { A: 1 } })]),
      result(
        "r",
        5,
        ["c", "bash"],
        "\u001b[31mno\u001b[0m <rule>\n",
        { exit_code: 2, duration_ms: 1500 },
        true,
      ),
    ]);
    const box = (label: string, code: string) =>
      `<pre class="code" tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>`;
    const details = "{\n  &quot;exit_code&quot;: 2,\n  &quot;duration_ms&quot;: 1500\n}";
    expect(
      shown?.slice(shown.indexOf("<details")),
    ).toBe(`<details class="call failed" id="m1c1"><summary><span class="name">bash</span>
    <code class="about">make</code>
    <span class="facts">exit 2 · 1.5 s</span><span class="bad">failed</span></summary><div class="inside"><p class="label">Arguments</p><dl class="arguments"><div><dt>command</dt><dd><code>make</code></dd></div><div><dt>env</dt><dd>${box("argument", "{\n  &quot;A&quot;: 1\n}")}</dd></div></dl><p class="label">Error</p>${box("Error", "no &lt;rule&gt;")}<details class="inner"><summary>Details</summary><div class="inside">${box("details", details)}</div></details>
</div></details>
`);
  });

  test("shows changes in colour, and folds the arguments that led to them", async () => {
    const [shown] = await articles([
      answer("a", 0, [call("c", "edit", { path: "x" })]),
      result("r", 5, ["c", "edit"], "Edited x.", { diff: "@@ -1 +1 @@\n-a\n+b\n", replacements: 1 }),
    ]);
    expect(shown).toContain('<details class="inner"><summary>Arguments</summary>');
    expect(shown).toContain(
      '<code class="diff"><span class="hunk">@@ -1 +1 @@\n</span><span class="removed">-a\n</span><span class="added">+b\n</span></code>',
    );
    expect(shown).toContain("<code>{\n  &quot;replacements&quot;: 1\n}</code>");
  });

  test("says of a call that it was interrupted, or that its arguments are no JSON", async () => {
    const block = {
      type: "tool_call",
      tool_call_id: "c",
      name: "x",
      arguments: {},
      arguments_text: '{"a',
    } as const;
    const [shown] = await articles([answer("a", 0, [block])]);
    expect(shown).toContain('<span class="bad">interrupted</span>');
    expect(shown).toContain("Arguments, as the model wrote them (not JSON)");
    expect(shown).toContain("Interrupted before a result was known; it may or may not have run.");
  });

  test.each([
    ["end_turn", undefined],
    ["tool_use", undefined],
    ["max_tokens", "Cut off: the model reached its output limit."],
    ["refusal", "The model refused to go on."],
    ["aborted", "Aborted."],
    ["error", "Failed: HTTP 529"],
    [null, "Interrupted: this answer has no end."],
  ] as const)("says how an answer ended: %s", async (stop_reason, words) => {
    const more = stop_reason === "error" ? { error_message: "HTTP 529" } : {};
    const [shown] = await articles([answer("a", 0, [text("x")], { stop_reason, ...more })]);
    expect(/<p class="end">(.*)<\/p>/.exec(shown ?? "")?.[1]).toBe(words);
  });

  test("tells of a compaction, with its summary folded, and of a plugin's entry as its JSON", async () => {
    const shown = await articles(SAMPLE);
    expect(shown[6]).toContain(`<p>Older messages were summarised automatically by claude-haiku-4-5:
    152,340 tokens became 2,410. The messages from <a href="#m11">here</a> on are still sent as they were.</p>`);
    expect(shown[6]).toContain(
      '<summary>Summary</summary><div class="inside"><div class="prose"><h4>Where we are</h4>',
    );
    expect(shown[8]).toContain(
      "<code>{\n  &quot;notes&quot;: [\n    &quot;dates are in UTC here&quot;\n  ]\n}</code>",
    );
  });

  test("leaves out the middle of what is far too long, and says how much", async () => {
    const output = `start${"x".repeat(300_000)}end`;
    const [shown] = await articles([
      answer("a", 0, [call("c", "mcp", {})]),
      result("r", 5, ["c", "mcp"], output),
    ]);
    expect(shown).toContain('<span class="omitted">100,008 characters left out</span>');
    expect(shown?.length).toBeLessThan(210_000);
  });
});

test("nothing of an attack is HTML", async () => {
  const all = ATTACKS.join("");
  const html = await page(HOSTILE, { id: all, cwd: all, letscode: all, title: all });
  const tags = new Set(html.match(/<[a-z][^\s>]*/gi));
  expect(
    [...tags].filter((tag) =>
      /script|iframe|object|embed|meta|link|base|form|input|animate|style/i.test(tag),
    ),
  ).toEqual(["<meta", "<style"]);
  expect(html.match(/<meta/g)?.length).toBe(5);
  expect(html.match(/<[^>]*\son\w+=/gi)).toBe(null);
  expect(html.match(/href="(?!#m\d+(c\d+)?"|https?:\/\/|mailto:)[^"]*"/g)).toBe(null);
  expect(html.isWellFormed()).toBe(true);
  expect(html.match(/[^\P{Cc}\t\n]|[\p{Bidi_Control}\u200b\u2028\u2029\ufeff]/gu)).toBe(null);
});
