/** Text files of the command line and the configuration. */
import { closeSync, openSync, readSync } from "node:fs";

/** More than this is no prompt and no configuration. */
const LONGEST = 16 * 1024 * 1024;

/** The text of a file or pipe. Throws as `readFileSync` does, and with the code EFBIG when there is no end of it. */
export function readTextFile(path: string): string {
  const file = openSync(path, "r");
  try {
    const pieces: Buffer[] = [];
    for (let length = 0; ; ) {
      const piece = Buffer.allocUnsafe(64 * 1024);
      const read = readSync(file, piece);
      if (read === 0) return Buffer.concat(pieces).toString("utf8");
      pieces.push(piece.subarray(0, read));
      length += read;
      if (length > LONGEST)
        throw Object.assign(new Error(`it is longer than ${LONGEST} bytes`), { code: "EFBIG" });
    }
  } finally {
    closeSync(file);
  }
}
