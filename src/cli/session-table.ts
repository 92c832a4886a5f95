/** How a list of conversations looks. */
import { oneLine, visibleText } from "../page/visible-text.ts";
import type { SessionRow } from "../sessions/list-sessions.ts";

/** How it is laid out. */
export interface SessionTableOptions {
  /** With a number before each row. */
  numbered?: boolean;
  /** With the folder of each row. */
  folders?: boolean;
  /** The terminal's width; absent: 100. */
  width?: number | undefined;
}

/** From this width on a numbered row has room for all of it; below, for the time and what it began with. */
const WIDE = 76;

/** One line for each row: when it was last used, how many messages, what it began with. Harmless to a terminal. */
export function sessionTable(rows: readonly SessionRow[], options: SessionTableOptions = {}): string {
  const { numbered = false, folders = false, width = 100 } = options;
  return rows
    .map((row, at) => {
      const number = numbered ? [String(at + 1).padStart(3)] : [];
      const count = row.messages_count;
      const facts =
        numbered && width < WIDE
          ? [...number, localTime(row.updated)]
          : [
              ...number,
              row.session_id,
              localTime(row.updated),
              `${String(count).padStart(5)} ${count === 1 ? "message " : "messages"}`,
            ];
      const left = facts.join("  ");
      const title = oneLine(visibleText(row.title), Math.max(12, width - left.length - 3));
      const folder = folders ? `\n    ${visibleText(row.cwd)}` : "";
      return `${left}  ${title}${folder}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join("");
}

/** Such as `2026-01-31 18:05`, in the local time. */
export function localTime(ms: number): string {
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
