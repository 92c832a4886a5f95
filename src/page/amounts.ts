/** Numbers as people read them. */

/** Such as `12,345`. */
export function whole(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** Such as `950`, `12.3k` or `1.2M`. */
export function short(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${threeDigits(count / 1000)}k`;
  return `${threeDigits(count / 1_000_000)}M`;
}

/** US dollars, such as `$1.23`, with four decimals below ten cents; `–` for an unknown price. */
export function dollars(amount: number | null): string {
  if (amount === null) return "–";
  if (amount === 0) return "$0";
  if (amount < 0.0001) return "< $0.0001";
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}

/** A time span in milliseconds, such as `350 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min` or `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return pair(seconds, 60, "min", "s");
  const minutes = Math.round(ms / 60_000);
  return minutes < 1440 ? pair(minutes, 60, "h", "min") : pair(Math.round(minutes / 60), 24, "d", "h");
}

/** `1 turn`, `2 turns`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

/** The largest of any number of values, at least `least`. */
export function largest(values: readonly number[], least: number): number {
  return values.reduce((most, value) => Math.max(most, value), least);
}

function threeDigits(amount: number): string {
  return String(Number(amount.toFixed(amount < 100 ? 1 : 0)));
}

function pair(amount: number, size: number, large: string, small: string): string {
  const rest = amount % size;
  return `${Math.floor(amount / size)} ${large}${rest === 0 ? "" : ` ${rest} ${small}`}`;
}
