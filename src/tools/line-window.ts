/** Some lines out of a stream of any length, in bounded memory. */

/** Which lines, and how much of them at most. */
export interface WindowLimits {
  /** The first line wanted, counted from 1. */
  offset: number;
  lines: number;
  /** UTF-8 bytes of what is kept, with its line numbers. */
  bytes: number;
  /** Put `12⇥` before each line. */
  numbered: boolean;
}

/** What came of it. Only whole lines, but for a first one that is longer than the limit. */
export interface LineWindow {
  bytes: Buffer;
  /** The number of the last line kept; `offset - 1` when there is none. */
  last: number;
  /** Lines in all that went by. */
  total: number;
  /** The only line kept is cut: how much of it is there, and how long it is as far as was seen, without its end of line. */
  cut: { kept: number; length: number } | null;
}

/** Takes UTF-8 bytes, cut anywhere. */
export interface LineCollector {
  push(chunk: Buffer): void;
  /** Something follows what will be kept: no more needs to come, except to count. */
  readonly full: boolean;
  end(): LineWindow;
}

const LINE_FEED = 0x0a;

/** A collector for one pass over a file. */
export function createLineCollector(limits: WindowLimits): LineCollector {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let last = limits.offset - 1;
  /** The line that is coming in: its number, its bytes so far, and those of them that may be kept. */
  let line = 1;
  let lineBytes = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let closed = false;
  let full = false;
  let cut: LineWindow["cut"] = null;

  const keep = () => {
    kept.push(...pending);
    keptBytes += pendingBytes;
    last = line;
    pending = [];
    pendingBytes = 0;
    if (last - limits.offset + 1 === limits.lines) closed = true;
  };
  const add = (piece: Buffer) => {
    pending.push(piece);
    pendingBytes += piece.length;
  };
  const take = (piece: Buffer) => {
    if (lineBytes === 0 && limits.numbered) add(Buffer.from(`${line}\t`));
    const room = limits.bytes - keptBytes - pendingBytes;
    if (piece.length <= room) return add(Buffer.from(piece));
    closed = true;
    if (last >= limits.offset) {
      full = true;
      return;
    }
    const start = Buffer.from(piece.subarray(0, Math.max(room, 0)));
    add(start);
    cut = { kept: lineBytes + start.length, length: 0 };
    keep();
  };

  return {
    get full() {
      return full;
    },
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const feed = chunk.indexOf(LINE_FEED, at);
        const piece = chunk.subarray(at, feed === -1 ? chunk.length : feed + 1);
        if (closed && line > last) full = true;
        else if (!closed && line >= limits.offset) take(piece);
        lineBytes += piece.length;
        at += piece.length;
        if (cut !== null && line === last) {
          cut.length = lineBytes - (feed === -1 ? 0 : 1);
          if (cut.length > cut.kept) full = true;
        }
        if (feed === -1) break;
        if (!closed && line >= limits.offset) keep();
        line++;
        lineBytes = 0;
      }
    },
    end() {
      if (pending.length > 0 && !closed) keep();
      let bytes = Buffer.concat(kept);
      if (cut !== null && cut.length <= cut.kept) cut = null;
      if (cut !== null) {
        const whole = wholeCharacters(bytes);
        cut = { ...cut, kept: cut.kept - (bytes.length - whole) };
        bytes = bytes.subarray(0, whole);
      }
      return { bytes, last, total: lineBytes > 0 ? line : line - 1, cut };
    },
  };
}

/** The length of the longest start that does not end within a UTF-8 character. */
export function wholeCharacters(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return start + length > bytes.length ? Math.max(start, 0) : bytes.length;
}
