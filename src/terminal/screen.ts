/** The bottom of a terminal: finished lines go up into its own scrollback, the live ones below them are drawn anew. */
import { cellsOf } from "./text-cells.ts";

/** A place in the live lines, from 0. */
export interface Place {
  row: number;
  column: number;
}

/** Where frames go. */
export interface Screen {
  /** Shows lines that stay as they are, and below them the live ones. The cursor is hidden without a place. One write, or none. */
  draw(finished: readonly string[], live: readonly string[], cursor: Place | undefined): void;
  /** The size has changed: the next frame finds its place anew. */
  resized(columns: number): void;
  /** Leaves what is finished and nothing else; the cursor stands on a free line. */
  clear(): void;
  /** Somebody else wrote meanwhile: the next frame begins where the cursor is. */
  forget(): void;
}

const ESC = "\u001b[";
/**
 * Erases from the first column to the end of the screen, beginning in the second one: a terminal that keeps what a cleared
 * screen showed takes an erasure from its very first cell for that, and what is drawn anew would be kept twice.
 */
const ERASE = `${ESC}C${ESC}J\r${ESC}K`;
/** What is between both is shown at once. */
const BEGIN = `${ESC}?2026h${ESC}?25l`;
const END = `${ESC}?2026l`;

/**
 * A screen that moves the cursor. Live lines must not be wider than it. When xterm.js breaks lines for a narrower window it
 * leaves alone the one the cursor is in, and moves the cursor down for each it breaks, for those below it too. When its
 * window becomes lower it first drops what is below the cursor, which is then not broken; where free rows are below the
 * live lines those go first, which cannot be known: a line may be left behind there, but none is lost.
 */
export function createScreen(
  write: (text: string) => void,
  isXtermJs = false,
  height: () => number = () => 0,
): Screen {
  let shown: readonly string[] = [];
  let place: Place | undefined;
  let isHidden = false;
  /** How many rows the cursor is below the first live line. */
  let below = 0;
  let drawnHeight = height();

  const toTop = () => (below > 0 ? `${ESC}${below}A\r` : "\r");

  return {
    draw(finished, live, cursor) {
      const isSame =
        finished.length === 0 &&
        live.length === shown.length &&
        live.every((line, at) => line === shown[at]) &&
        cursor?.row === place?.row &&
        cursor?.column === place?.column;
      if (isSame && isHidden === !cursor) return;
      let text = BEGIN + toTop();
      if (finished.length > 0) text += `${ERASE}${finished.join("\r\n")}\r\n`;
      const kept = finished.length > 0 ? [] : shown;
      const rows = live.map((line, at) => (line === kept[at] ? "" : `${ESC}2K${line}`));
      text += `${ESC}?7l${rows.join("\r\n")}`;
      if (kept.length > live.length) text += live.length === 0 ? ERASE : `\r\n${ESC}J${ESC}A`;
      text += `${ESC}?7h`;
      const last = Math.max(0, live.length - 1);
      below = cursor ? Math.min(cursor.row, last) : last;
      if (last > below) text += `${ESC}${last - below}A`;
      text += `\r${cursor && cursor.column > 0 ? `${ESC}${cursor.column}C` : ""}`;
      write(`${text}${cursor ? `${ESC}?25h` : ""}${END}`);
      shown = live;
      drawnHeight = height();
      place = cursor;
      isHidden = cursor === undefined;
    },
    resized(columns) {
      // A terminal breaks the lines that no longer fit; those above the cursor push it down.
      const kept = shown.length - Math.max(0, drawnHeight - height());
      const more = shown.map((line, at) =>
        at > below && at >= kept ? 0 : Math.max(0, Math.ceil(cellsOf(line) / columns) - 1),
      );
      if (isXtermJs) below = more.reduceRight((row, rows, at) => (row === at ? row : row + rows), below);
      else {
        const above = more.slice(0, below).reduce((sum, rows) => sum + rows, below);
        below = above + Math.floor((place?.column ?? 0) / columns);
      }
      write(`${BEGIN}${toTop()}${ERASE}${END}`);
      below = 0;
      shown = [];
      drawnHeight = height();
    },
    clear() {
      write(`${toTop()}${ERASE}${ESC}?25h`);
      this.forget();
    },
    forget() {
      shown = [];
      place = undefined;
      isHidden = false;
      below = 0;
    },
  };
}

/** For a terminal that can do nothing: finished lines, and `prompt` when somebody may type. */
export function createDumbScreen(write: (text: string) => void, prompt: string): Screen {
  let isPrompting = false;
  return {
    draw(finished, _live, cursor) {
      let text = "";
      if (finished.length > 0) {
        text += `${isPrompting ? "\n" : ""}${finished.join("\n")}\n`;
        isPrompting = false;
      }
      if (cursor && !isPrompting) {
        text += prompt;
        isPrompting = true;
      }
      if (text !== "") write(text);
    },
    resized() {},
    clear() {
      if (isPrompting) write("\n");
      isPrompting = false;
    },
    forget() {
      isPrompting = false;
    },
  };
}
