/** Moments as people read them. */
import { type Markup, markup } from "./markup.ts";

/** Writes moments of one time zone. */
export interface Moments {
  /** Such as `29 Nov 2025, 14:03:22`. */
  text(ms: number): string;
  /** The same as a `<time>`, with the exact moment. */
  time(ms: number): Markup;
}

/** The furthest moment a `Date` can be. */
const LAST = 8_640_000_000_000_000;

/**
 * Moments in this time zone, such as `Europe/Berlin`.
 *
 * @throws {RangeError} when there is no such zone.
 */
export function moments(timeZone: string): Moments {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone });
  const isMoment = (ms: number) => Number.isFinite(ms) && Math.abs(ms) <= LAST;
  const text = (ms: number) => (isMoment(ms) ? format.format(ms) : "at an unknown time");
  return {
    text,
    time: (ms) =>
      isMoment(ms)
        ? markup`<time datetime="${new Date(ms).toISOString()}">${text(ms)}</time>`
        : markup`<span>${text(ms)}</span>`,
  };
}
