/** A conversation as letscode leaves it: prompts, tools, a failure, an abort, a compaction. */
import type {
  AssistantContent,
  AssistantMessage,
  Json,
  JsonObject,
  Message,
  StopReason,
  ToolResultMessage,
  Usage,
  UserContent,
} from "../../src/wire/messages.ts";

/** 29 November 2025, 14:00:00 UTC. */
export const START = Date.UTC(2025, 10, 29, 14);

/** A PNG of one pixel. */
export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Usage with these counts; the rest is zero. */
export function usage(counts: Partial<Usage> = {}): Usage {
  return {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: null,
    ...counts,
  };
}

/** A prompt, `seconds` after the start. */
export function prompt(id: string, seconds: number, ...content: (string | UserContent)[]): Message {
  const blocks = content.map((block) => (typeof block === "string" ? text(block) : block));
  return { id, timestamp: START + seconds * 1000, role: "user", content: blocks };
}

/** An answer that began `seconds` after the start. */
export function answer(
  id: string,
  seconds: number,
  content: AssistantContent[],
  more: Partial<AssistantMessage> = {},
): AssistantMessage {
  const stop_reason: StopReason = content.some(({ type }) => type === "tool_call") ? "tool_use" : "end_turn";
  const base = { id, timestamp: START + seconds * 1000, role: "assistant" as const, content };
  return { ...base, provider: "anthropic", model: "claude-sonnet-4-5", usage: usage(), stop_reason, ...more };
}

/** A tool call. */
export function call(tool_call_id: string, name: string, args: JsonObject): AssistantContent {
  return { type: "tool_call", tool_call_id, name, arguments: args };
}

/** A result that was there `seconds` after the start. */
export function result(
  id: string,
  seconds: number,
  [tool_call_id, tool_name]: [string, string],
  output: string,
  details?: Json,
  is_error = false,
): ToolResultMessage {
  return {
    id,
    timestamp: START + seconds * 1000,
    role: "tool_result",
    tool_call_id,
    tool_name,
    content: [{ type: "text", text: output }],
    is_error,
    ...(details === undefined ? {} : { details }),
  };
}

/** A text block. */
export function text(words: string): { type: "text"; text: string } {
  return { type: "text", text: words };
}

/** What `bash` tells of a command. */
export function ran(exit_code: number, duration_ms: number): Json {
  const how = { signal: null, timed_out: false, aborted: false, truncated: false, output_file: null };
  return { exit_code, duration_ms, ...how };
}

const DIFF = `--- a/src/parse-date.ts
+++ b/src/parse-date.ts
@@ -12,9 +12,11 @@ export function parseDate(text: string): Date | null {
   const match = ISO.exec(text.trim());
   if (match === null) return null;
   const [, year, month, day] = match;
-  // Months are counted from zero.
-  const date = new Date(Number(year), Number(month), Number(day));
-  return date;
+  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
+  // 2025-02-30 would silently become the second of March.
+  const isSame = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
+  return isSame ? date : null;
 }
 
 /** A date as \`YYYY-MM-DD\`. */
`;

const TESTS = ` RUN  v4.1.12 /home/ada/calendar

 \u001b[32m✓\u001b[39m test/format-date.test.ts (6 tests) 4ms
 \u001b[31m❯\u001b[39m test/parse-date.test.ts (5 tests | 1 failed) 9ms
   × reads the last day of February 6ms
     → expected 2025-03-31T23:00:00.000Z to equal 2025-02-28T00:00:00.000Z

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 10 passed (11)
   Duration  412ms

[exit code 1]`;

const SUMMARY = `# Where we are

- \`parseDate\` counted months from zero and used the local zone; both are **fixed** and tested.
- Next: the same for \`formatDate\`, which the user wants in UTC.

| file | state |
|---|---|
| \`src/parse-date.ts\` | done |
| \`src/format-date.ts\` | open |
`;

const REVIEW = `The failure had two causes:

1. **Months** were passed as they are written, but \`Date\` counts them *from zero*.
2. The date was made in the local zone, so east of Greenwich it was a day early.

\`\`\`ts
const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
\`\`\`

| input | before | now |
|:--|:--|:--|
| \`2025-02-28\` | 27 March, 23:00 UTC | 28 February |
| \`2025-02-30\` | 29 March | \`null\` |

> The specification says that a date without a time is in UTC.

See [Date on MDN](https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Date) for the details.
- [x] parse
- [ ] format`;

/** The conversation. */
export const SAMPLE: readonly Message[] = [
  prompt(
    "u1",
    0,
    "The tests of `parseDate` fail in Berlin but not in CI.\nCan you find out why, and fix it?",
  ),
  answer(
    "a1",
    1.2,
    [
      {
        type: "thinking",
        thinking:
          "Probably the time zone: `new Date(y, m, d)` is local. Let me run the tests first and look.",
        signature: "c2ln",
      },
      text("I'll run the tests and look at the code."),
      call("c1", "bash", { command: "TZ=Europe/Berlin npx vitest run", timeout: 60 }),
      call("c2", "read", { path: "src/parse-date.ts" }),
      call("c3", "grep", { pattern: "parseDate\\(", path: "src" }),
    ],
    { usage: usage({ input_tokens: 3120, cache_write_tokens: 2100, output_tokens: 214, cost_usd: 0.0204 }) },
  ),
  result("r1", 9.4, ["c1", "bash"], TESTS, ran(1, 4210), true),
  result("r2", 5.3, ["c2", "read"], "export function parseDate(text: string): Date | null {\n  …", {
    first_line: 1,
    last_line: 24,
    total_lines: 24,
    truncated: false,
  }),
  result("r3", 5.4, ["c3", "grep"], "src/calendar.ts:31:  const day = parseDate(field);", {
    matches: 1,
    files: 1,
    truncated: false,
  }),
  answer(
    "a2",
    9.6,
    [
      { type: "thinking", thinking: "", redacted: true, provider_data: "x" },
      call("c4", "edit", {
        path: "src/parse-date.ts",
        edits: [{ old_text: "Number(month)", new_text: "…" }],
      }),
    ],
    { usage: usage({ input_tokens: 810, cache_read_tokens: 5220, output_tokens: 640, cost_usd: 0.0136 }) },
  ),
  result("r4", 17.9, ["c4", "edit"], "Edited src/parse-date.ts: 1 replacement, at line 15.", {
    diff: DIFF,
    replacements: 1,
  }),
  answer(
    "a3",
    18.1,
    [call("c5", "bash", { command: "TZ=Europe/Berlin npx vitest run && git diff --stat" })],
    { usage: usage({ input_tokens: 702, cache_read_tokens: 6030, output_tokens: 88, cost_usd: 0.0052 }) },
  ),
  result("r5", 24.2, ["c5", "bash"], " Test Files  2 passed (2)\n      Tests  11 passed (11)", ran(0, 3890)),
  answer("a4", 24.5, [text(REVIEW)], {
    usage: usage({ input_tokens: 420, cache_read_tokens: 6732, output_tokens: 402, cost_usd: 0.0093 }),
  }),
  prompt(
    "u2",
    1900,
    "Good. Now the same for `formatDate`; this is what I see:",
    { type: "image", mime_type: "image/png", data: PIXEL },
    { type: "image", mime_type: "image/svg+xml", data: "PHN2Zy8+" },
  ),
  {
    id: "x1",
    timestamp: START + 1905_000,
    role: "custom",
    kind: "compaction",
    data: {
      summary: SUMMARY,
      first_kept_id: "u2",
      tokens_before: 152_340,
      tokens_after: 2_410,
      trigger: "automatic",
      model: "claude-haiku-4-5",
      usage: { ...usage({ input_tokens: 9200, output_tokens: 510, cost_usd: 0.0117 }) },
    },
  },
  answer(
    "a5",
    1905.5,
    [
      text("Let me look at it and write the missing test."),
      call("c6", "read", { path: "src/format-date.ts" }),
      call("c7", "write", {
        path: "test/format-date.test.ts",
        content:
          'import { expect, test } from "vitest";\n\ntest("formats in UTC", () => {\n  expect(formatDate(new Date(0))).toBe("1970-01-01");\n});\n',
      }),
      call("c8", "bash", {
        command: "npm run check -- --fix && npm publish --dry-run --registry=https://registry.example",
      }),
    ],
    { usage: usage({ input_tokens: 2400, cache_read_tokens: 0, output_tokens: 320, cost_usd: 0.0121 }) },
  ),
  result("r6", 1911, ["c6", "read"], "export function formatDate(date: Date): string {\n  …"),
  result("r7", 1911.1, ["c7", "write"], "Created test/format-date.test.ts (132 B).", {
    created: true,
    bytes: 132,
    diff: null,
  }),
  {
    id: "x2",
    timestamp: START + 1911_200,
    role: "custom",
    kind: "memory",
    data: { notes: ["dates are in UTC here"] },
  },
  answer("a6", 1912, [text("The new test shows the same mistake:")], {
    stop_reason: "error",
    error_message: "anthropic: HTTP 529: overloaded. Try again later.",
    usage: usage({ input_tokens: 600, cache_read_tokens: 2400, output_tokens: 12, cost_usd: null }),
  }),
  prompt("u3", 1980, "Go on"),
  answer("a7", 1981, [text("`formatDate` uses the local")], {
    stop_reason: "aborted",
    usage: usage({ input_tokens: 640, cache_read_tokens: 2400, output_tokens: 40, cost_usd: 0.0032 }),
  }),
];
