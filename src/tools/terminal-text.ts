/** Turns what was meant for a terminal's line into the line a person would have read. */

/** Every control but tab, line feed and U+0085, which is text in any encoding but a terminal's. */
const CONTROL = /[^\P{Cc}\t\n\u0085]/u;
const TOKENS = /[\P{Cc}\t\u0085]+|\n|\r|[\b]|[^\P{Cc}\t\n\r\b\u0085]+/gu;

/** A longer unfinished line is given out in parts; a later backspace cannot reach those. */
const MAX_HELD = 8 * 1024;

/** Stands for the states of a progress line that were overwritten. */
const OVERWRITTEN = "…";

/**
 * Settles lines. NUL and other controls go, backspaces take back, `\r\n` is a line's end, and of a line that was
 * overwritten after `\r` (a progress bar) the first and the last state stay: `0%\r50%\r100%\n` reads `0%…100%`.
 */
export interface TerminalText {
  /** Takes more text; returns what is settled: whole lines, as a rule. */
  push(text: string): string;
  /** What there is of the unfinished line, for a reader who waits; nothing while it is being overwritten. */
  release(): string;
  /** The rest; to be called once, at the end. */
  end(): string;
}

/** Text that all of one command's streams share, in order of arrival. */
export function createTerminalText(): TerminalText {
  /** What is held of the line, since its start or since the last `\r`. */
  let held = "";
  /** Some of this line was given out already. */
  let begun = false;
  /** The cursor stands at the start of the line; the next character overwrites it. */
  let returned = false;
  /** The line's first state was given out and `held` replaces it. */
  let overwriting = false;

  const giveOut = () => {
    const shown = overwriting && held.trim() !== "" ? OVERWRITTEN + held : overwriting ? "" : held;
    begun ||= held !== "";
    held = "";
    overwriting = false;
    return shown;
  };
  const endLine = () => {
    const line = `${giveOut()}\n`;
    begun = returned = false;
    return line;
  };
  const write = (text: string) => {
    let out = "";
    if (returned) {
      if (!overwriting) out = giveOut();
      overwriting = begun;
      returned = false;
      held = "";
    }
    held += text;
    return held.length > MAX_HELD ? out + giveOut() : out;
  };

  return {
    push(text) {
      if (!returned && !overwriting && !CONTROL.test(text)) {
        const end = text.lastIndexOf("\n") + 1;
        if (end === 0) return write(text);
        const lines = held + text.slice(0, end);
        held = "";
        begun = false;
        return lines + write(text.slice(end));
      }
      let out = "";
      for (const [token] of text.matchAll(TOKENS)) {
        if (token === "\n") out += endLine();
        else if (token === "\r") returned = true;
        else if (token === "\b") held = withoutLastCharacter(held);
        else if (!isControl(token)) out += write(token);
      }
      return out;
    },
    release: () => (overwriting || returned ? "" : giveOut()),
    end: () => giveOut(),
  };
}

function isControl(token: string): boolean {
  return CONTROL.test(token.charAt(0));
}

function withoutLastCharacter(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  return text.slice(0, low >= 0xdc00 && low <= 0xdfff ? -2 : -1);
}
