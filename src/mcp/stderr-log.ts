/** What an MCP server writes to its stderr: for the log, and, when it ends, for whoever wants to know why. */
import { LineReader } from "../framing/ndjson.ts";
import { oneLine } from "../one-line.ts";
import { createEscapeFilter } from "../tools/terminal-escapes.ts";

const LONGEST_LINE = 64 * 1024;
/** Lines of one server that the log gets; a server that floods it would fill the disk. */
const MOST_LINES = 1000;
/** Lines that are kept as its last words. */
const LAST_LINES = 3;

/** Takes everything and never makes the server wait. */
export class StderrLog {
  readonly #lines = new LineReader({ maxBytes: LONGEST_LINE });
  readonly #log: (line: string) => void;
  readonly #last: string[] = [];
  #count = 0;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  add(bytes: Uint8Array): void {
    for (const record of this.#lines.push(bytes)) this.#take(record);
  }

  end(): void {
    for (const record of this.#lines.end()) this.#take(record);
  }

  /** The end of what it said, on one line; empty when it said nothing. */
  get lastWords(): string {
    return oneLine(this.#last.join(" "));
  }

  #take(record: ReturnType<LineReader["push"]>[number]): void {
    const line =
      record.type === "line" ? oneLine(createEscapeFilter().push(record.text)) : `[${record.type}]`;
    if (line === "") return;
    this.#last.push(line);
    if (this.#last.length > LAST_LINES) this.#last.shift();
    this.#count++;
    if (this.#count <= MOST_LINES) this.#log(line);
    else if (this.#count === MOST_LINES + 1) this.#log(`[more than ${MOST_LINES} lines: no more is logged]`);
  }
}
