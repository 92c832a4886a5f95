/** Takes a terminal's commands (colours, titles, links, cursor movements) out of a stream of text. */

// Controls are what this file is about, so they are spelled out once, here.
const ESC = "\\u001b";
const CSI = `${ESC}\\[[\\u0030-\\u003f]*[\\u0020-\\u002f]*[\\u0040-\\u007e]`;
/** OSC, DCS, SOS, PM, APC: up to BEL or ESC \; a line's end or another escape ends a forgotten one. */
const STRING = `${ESC}[\\]PX^_][^\\u0007${ESC}\\n]*(?:\\u0007|${ESC}\\\\|(?=\\n)|(?=${ESC}[^\\\\]))`;
const UNFINISHED = `${ESC}(?:\\[[\\u0030-\\u003f]*[\\u0020-\\u002f]*|[\\]PX^_][^\\u0007${ESC}\\n]*${ESC}?|[\\u0020-\\u002f]*)$`;
const SHORT = `${ESC}[\\u0020-\\u002f]*[\\u0030-\\u007e]`;
const ESCAPES = new RegExp(`(${UNFINISHED})|(?:${CSI}|${STRING}|${SHORT}|${ESC})`, "gu");

/** A longer unfinished sequence is none: it is dropped, and what follows is text again. */
const MAX_UNFINISHED = 64 * 1024;

/** Strips one stream; a sequence may be split over any number of pieces. */
export interface EscapeFilter {
  /** The piece without escape sequences; an unfinished one at its end is kept back. */
  push(text: string): string;
}

/** A filter for one stream. */
export function createEscapeFilter(): EscapeFilter {
  let unfinished = "";
  return {
    push(piece) {
      const text = unfinished + piece;
      unfinished = "";
      if (!text.includes("\u001b")) return text;
      return text.replace(ESCAPES, (_sequence, rest: string | undefined) => {
        if (rest !== undefined && rest.length <= MAX_UNFINISHED) unfinished = rest;
        return "";
      });
    },
  };
}
