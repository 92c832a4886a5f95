/** The whole of an output that is too long for a message, in a file that only the user can read. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { systemErrorText } from "../system-errors.ts";
import { makeFolders } from "./make-folders.ts";

/** What became of the file. `failure`: why it could not be made or written. */
export interface StoredOutput {
  path: string;
  /** UTF-8 bytes in it. */
  bytes: number;
  /** False: the output went on, or the disk failed. */
  complete: boolean;
  failure?: string;
}

/** A file that grows. */
export interface OutputFile {
  /** False: the disk is behind, so hold the output back until `onDrain` is called. What exceeds the limit is dropped. */
  write(text: string): boolean;
  /** Resolves when all of it is written. Never rejects. */
  close(): Promise<StoredOutput>;
}

const BUFFER_BYTES = 1024 * 1024;

/** A new file in `folder`, which is made if missing, with a name nobody can guess. */
export function createOutputFile(folder: string, limitBytes: number, onDrain: () => void): OutputFile {
  const path = join(folder, `output-${randomUUID()}.txt`);
  let bytes = 0;
  let complete = true;
  let failure: string | undefined;
  const fail = (error: unknown) => {
    failure ??= systemErrorText(error);
    complete = false;
    onDrain();
  };
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    fail(error);
  }
  const stream = createWriteStream(path, { flags: "wx", mode: 0o600, highWaterMark: BUFFER_BYTES });
  stream.on("drain", onDrain).on("error", fail);

  return {
    write(text) {
      if (!complete) return true;
      const encoded = Buffer.from(text);
      const room = limitBytes - bytes;
      if (encoded.length <= room) {
        bytes += encoded.length;
        return stream.write(encoded);
      }
      complete = false;
      const { read, written } = new TextEncoder().encodeInto(text, new Uint8Array(room));
      bytes += written;
      return stream.write(text.slice(0, read));
    },
    async close() {
      if (failure === undefined) await new Promise<void>((resolve) => stream.end(resolve));
      return { path, bytes, complete, ...(failure === undefined ? {} : { failure }) };
    },
  };
}
