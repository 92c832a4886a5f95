/** A conversation in which everybody tries to break out of the page: the user, the model, its tools, a plugin. */
import type { CustomMessage, Json, Message, StopReason } from "../../src/wire/messages.ts";
import { answer, call, PIXEL, prompt, result, START, text, usage } from "./sample-conversation.ts";

/** Each sets `window.pwned` where it is read as HTML, SVG, an attribute or a script. */
export const ATTACKS = [
  "<script>window.pwned=1</script>",
  "</script><script>window.pwned=1</script>",
  "</style><script>window.pwned=1</script>",
  "</title><img src=x onerror=window.pwned=1>",
  "</pre></code></details></article><img src=x onerror=window.pwned=1>",
  '"><img src=x onerror="window.pwned=1">',
  "' onmouseover='window.pwned=1",
  '" autofocus onfocus="window.pwned=1" x="',
  "<svg onload=window.pwned=1><animate onbegin=window.pwned=1 attributeName=x dur=1s></svg>",
  "</text></svg><script>window.pwned=1</script>",
  "<iframe src=javascript:window.parent.pwned=1 srcdoc='<script>parent.pwned=1</script>'></iframe>",
  "<object data=https://evil.example/x><embed src=https://evil.example/y>",
  "<link rel=stylesheet href=https://evil.example/a.css><style>@import 'https://evil.example/b.css';</style>",
  "<meta http-equiv=refresh content='0;url=https://evil.example/'><base href=https://evil.example/>",
  "<form action=https://evil.example><input name=q autofocus onfocus=window.pwned=1></form>",
  "<div style='position:fixed;inset:0;background:url(https://evil.example/c.png)'>over all</div>",
  "<!--><img src=x onerror=window.pwned=1>-->",
  "<![CDATA[<img src=x onerror=window.pwned=1>]]>",
  "&lt;img src=x onerror=window.pwned=1&gt;",
  "&#60;img src=x onerror=window.pwned=1&#62;",
  "url(javascript:window.pwned=1)",
  "\u2028\u2029\u0000\u0007\u001b]0;title\u0007\u001b[31mred\u001b[0m\u001b[2J",
  "safe\u202egpj.exe\u202c and \u2066hidden\u2069, \u200b\ufeff\u{e0041}",
  "\ud800 half, and half \udfff",
  "x".repeat(3000),
  "W\u0336\u0337\u0338".repeat(200),
];

const MARKDOWN = `
[click](javascript:window.pwned=1) [click](JaVaScRiPt:window.pwned=1) [tab](java\tscript:window.pwned=1)
[entity](javascript&colon;window.pwned=1) [data](data:text/html,<script>window.pwned=1</script>) [file](file:///etc/passwd)
[vb](vbscript:x) [quote](https://a.example/"onmouseover="window.pwned=1) [user](https://good.example@evil.example/)
[title](https://a.example "\\" onmouseover=\\"window.pwned=1") <javascript:window.pwned=1> [rel](//evil.example/x)
![pixel](https://evil.example/pixel.png) ![svg](data:image/svg+xml,<svg onload=window.pwned=1>)
[![nested](https://evil.example/n.png)](https://a.example) [good.example](https://evil.example)

<img src=x onerror=window.pwned=1> **<b onclick=window.pwned=1>bold</b>** \`<script>window.pwned=1</script>\`

<script>window.pwned=1</script>

| <img src=x onerror=window.pwned=1> | b |
|:-:|-|
| [x](javascript:window.pwned=1) | \`|\` |

- [ ] <input onfocus=window.pwned=1 autofocus>
1. <svg/onload=window.pwned=1>

\`\`\`"><script>window.pwned=1</script>
</code></pre><script>window.pwned=1</script>
\`\`\`

\`\`\`diff
--- a/x
+++ b/</span><script>window.pwned=1</script>
@@ -1 +1 @@
-<img src=x onerror=window.pwned=1>
+<img src=x onerror=window.pwned=1>
\`\`\`

[ref]: javascript:window.pwned=1 "<script>window.pwned=1</script>"
[ref] &#x202e; &#0; &#xd800; &#x110000;

# <img src=x onerror=window.pwned=1>
`;

const ALL = ATTACKS.join("\n");
const hostileDetails: Json = {
  diff: `--- a/${ALL}\n+++ b/x\n@@ -1 +1 @@\n-${ALL}\n+${ALL}`,
  exit_code: 1,
  [ALL]: ALL,
};

/** The conversation. */
export const HOSTILE: readonly Message[] = [
  prompt("u1", 0, MARKDOWN, ALL, ...ATTACKS),
  ...[
    "image/svg+xml",
    'text/html"onerror="window.pwned=1',
    "image/png\" onerror='window.pwned=1'",
    "IMAGE/PNG",
    "",
  ].map((mime_type, index) => prompt(`i${index}`, 1, { type: "image", mime_type, data: PIXEL })),
  prompt("i9", 1, { type: "image", mime_type: "image/png", data: '"><script>window.pwned=1</script>' }),
  ...ATTACKS.map((attack, index) =>
    answer(
      `a${index}`,
      2 + index * 60,
      [
        text(MARKDOWN),
        text(attack),
        { type: "thinking", thinking: attack },
        call(`c${index}`, attack, { path: attack, [attack]: attack, nested: [{ [attack]: attack }] }),
        { type: "tool_call", tool_call_id: attack, name: "bash", arguments: {}, arguments_text: attack },
      ],
      { model: attack, provider: attack, stop_reason: "error", error_message: attack },
    ),
  ),
  ...ATTACKS.map((attack, index) =>
    result(`r${index}`, 3 + index * 60, [`c${index}`, attack], attack, hostileDetails, true),
  ),
  result("stray", 4000, [ALL, ALL], ALL, ALL),
  answer("end", 4001, [text(MARKDOWN)], { stop_reason: ALL as StopReason }),
  ...ATTACKS.map(
    (attack, index): CustomMessage => ({
      id: `x${index}`,
      timestamp: START + 4_100_000,
      role: "custom",
      kind: attack,
      data: { [attack]: attack },
    }),
  ),
  {
    id: ALL,
    timestamp: START + 4_200_000,
    role: "custom",
    kind: "compaction",
    data: {
      summary: MARKDOWN,
      first_kept_id: ALL,
      tokens_before: ALL,
      tokens_after: null,
      trigger: "manual",
      model: ALL,
      usage: { input_tokens: ALL, cost_usd: "$5" },
    },
  },
  {
    ...answer("odd", 4_300_000, []),
    timestamp: Number.NaN,
    usage: { ...usage(), input_tokens: ALL as never },
  },
  { id: "new", timestamp: 9e15, role: ALL, content: ALL } as never,
];
