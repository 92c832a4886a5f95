import { expect, test } from "vitest";
import { retryAfterMs } from "../../src/llm/retry-after.ts";

const now = Date.parse("Sun, 06 Nov 1994 08:49:30 GMT");

test.each([
  [{ "retry-after": "3" }, 3000],
  [{ "retry-after": " 2.5 " }, 2500],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "120" }, 120_000],
  [{ "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }, 7000],
  [{ "retry-after": "Sunday, 06-Nov-94 08:49:37 GMT" }, 7000],
  [{ "retry-after": "Sun Nov  6 08:49:37 1994" }, 7000],
  [{ "retry-after-ms": "1500" }, 1500],
  [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
  [{ "retry-after-ms": "soon", "retry-after": "9" }, 9000],
])("a provider's wish to wait is understood: %j", (headers, ms) => {
  expect(retryAfterMs(headers, now)).toBe(ms);
});

test.each([
  [{}],
  [{ "retry-after": "" }],
  [{ "retry-after": "1e3" }],
  [{ "retry-after": "-5" }],
  [{ "retry-after": "+5" }],
  [{ "retry-after": "0x10" }],
  [{ "retry-after": ".5" }],
  [{ "retry-after": "5 s" }],
  [{ "retry-after": "Infinity" }],
  [{ "retry-after": "9".repeat(400) }],
  [{ "retry-after": "soon" }],
  [{ "retry-after": "1994-11-06T08:49:37Z" }],
  [{ "retry-after": "Sun, 06 Nov 1994 08:49:30 GMT" }],
  [{ "retry-after": "Sun, 06 Nov 1994 08:00:00 GMT" }],
  [{ "retry-after": "Sun, 99 Nov 1994 08:49:37 GMT" }],
  [{ "retry-after": ["3", "4"] }],
])("nonsense is no wish: %j", (headers) => {
  expect(retryAfterMs(headers, now)).toBeUndefined();
});
