/** How long a provider asks to wait (RFC 9110, 10.2.3, and the `retry-after-ms` that some send beside it). */

/** Header fields by lower-case name, as node:http gives them. */
export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A provider that asks for a longer pause than this is not waited for: its failure is the answer. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

const DECIMAL = /^\d+(\.\d+)?$/;
/** The three forms a recipient must accept all begin with a day; `Date.parse` alone would take `-5` for a date. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/**
 * Milliseconds to wait, counted from `now`. Undefined when the provider does not say, or says nonsense: anything but
 * decimal digits with an optional fraction, or a date that is past.
 */
export function retryAfterMs(headers: HttpHeaders, now: number): number | undefined {
  const milliseconds = decimal(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return Math.round(milliseconds);
  const value = headers["retry-after"];
  const seconds = decimal(value);
  if (seconds !== undefined) return Math.round(seconds * 1000);
  if (typeof value !== "string" || !HTTP_DATE.test(value.trim())) return undefined;
  const date = value.trim();
  const at = Date.parse(date.endsWith("GMT") ? date : `${date} GMT`);
  return at > now ? at - now : undefined;
}

function decimal(value: string | string[] | undefined): number | undefined {
  if (typeof value !== "string" || !DECIMAL.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
