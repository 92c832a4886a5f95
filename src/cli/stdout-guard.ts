/**
 * The very first import: from here on stdout belongs to the product. Whatever else is written there (`console.*`, a
 * dependency's banner) goes to stderr, and an unread stderr neither grows nor holds anything up.
 */

const { stdout, stderr } = process;
const writeStdout = stdout.write.bind(stdout);
const writeStderr = stderr.write.bind(stderr);

/** How much may wait in an unread stderr, in bytes; what comes on top is dropped. */
const STDERR_MARK = 256 * 1024;

/** The only way to stdout. */
export const output = {
  /** Writes bytes or text; `done` is called when the pipe has them, or with the error that it is gone. */
  write(bytes: Uint8Array | string, done: (error?: Error | null) => void = ignore): void {
    writeStdout(bytes, done);
  },
};

stderr.write = ((chunk: Uint8Array | string, ...rest: unknown[]) => {
  const done = rest.find((argument) => typeof argument === "function") as (() => void) | undefined;
  if (stderr.writableLength > STDERR_MARK || stderr.destroyed) {
    done?.();
    return true;
  }
  return writeStderr(chunk, typeof rest[0] === "string" ? (rest[0] as BufferEncoding) : undefined, done);
}) as typeof stderr.write;

stdout.write = stderr.write.bind(stderr) as typeof stdout.write;

// A pipe whose reader is gone also emits `error`; the writer's callback has already told whoever wrote.
stdout.on("error", ignore);
stderr.on("error", ignore);

function ignore(): void {}
