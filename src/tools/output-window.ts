/** The head and the tail of an output of any length, in bounded memory. */
import { countLineFeeds } from "./line-feeds.ts";

/** How much is kept: half of each at the head, half at the tail. */
export interface WindowSize {
  /** UTF-8 bytes. */
  bytes: number;
  lines: number;
}

/** What is left of an output. `tail` is empty and `omitted` null when all of it fitted into `head`. */
export interface WindowedOutput {
  head: string;
  tail: string;
  omitted: { lines: number; bytes: number } | null;
}

/** Collects output. */
export interface OutputWindow {
  push(text: string): void;
  /** UTF-8 bytes so far. */
  readonly bytes: number;
  /** The output so far while it fits; undefined once some of it had to go. */
  readonly whole: string | undefined;
  /** Never cuts a character, and whole lines where lines are short. */
  result(): WindowedOutput;
}

/** An empty window. */
export function createOutputWindow(size: WindowSize): OutputWindow {
  const half = { bytes: Math.floor(size.bytes / 2), lines: Math.floor(size.lines / 2) };
  let whole: string | undefined = "";
  let head = "";
  let tail = "";
  let bytes = 0;
  let lines = 0;

  return {
    get bytes() {
      return bytes;
    },
    get whole() {
      return whole;
    },
    push(text) {
      bytes += Buffer.byteLength(text);
      lines += countLineFeeds(text);
      if (whole === undefined) {
        tail += text;
        // A character takes at least as many bytes as UTF-16 units, so this many units hold the last half.
        if (tail.length > 4 * half.bytes) tail = tail.slice(-half.bytes);
        return;
      }
      whole += text;
      if (bytes <= size.bytes && lines <= size.lines) return;
      head = start(whole, half);
      tail = whole.slice(head.length);
      whole = undefined;
    },
    result() {
      if (whole !== undefined) return { head: whole, tail: "", omitted: null };
      const end = ending(tail, half);
      const omitted = {
        lines: lines - countLineFeeds(head) - countLineFeeds(end),
        bytes: bytes - Buffer.byteLength(head) - Buffer.byteLength(end),
      };
      return { head, tail: end, omitted };
    },
  };
}

/** The longest start of `text` within `size`; whole lines if that costs less than half of it. */
function start(text: string, size: WindowSize): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(size.bytes));
  let end = read;
  let feed = -1;
  for (let line = 0; line < size.lines; line++) {
    const next = text.indexOf("\n", feed + 1);
    if (next === -1 || next >= end) break;
    feed = next;
    if (line === size.lines - 1) end = feed + 1;
  }
  return text.slice(0, feed + 1 > end / 2 ? feed + 1 : end);
}

/** The longest ending of `text` within `size`; whole lines if that costs less than half of it. */
function ending(text: string, size: WindowSize): string {
  const encoded = Buffer.from(text);
  let from = Math.max(0, encoded.length - size.bytes);
  while (((encoded[from] ?? 0) & 0xc0) === 0x80) from++;
  const kept = encoded.subarray(from).toString();
  const last = kept.endsWith("\n") ? kept.length - 1 : kept.length;
  let feed = last;
  for (let line = 0; line < size.lines; line++) {
    const previous = kept.lastIndexOf("\n", feed - 1);
    if (previous === -1 || feed === 0) break;
    feed = previous;
    if (line === size.lines - 1) return kept.slice(feed + 1);
  }
  const whole = from === 0 ? 0 : kept.indexOf("\n") + 1;
  return kept.slice(whole < kept.length / 2 ? whole : 0);
}
