/** What the operating system's error codes mean, in words for people. */
import { errorText } from "./errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EROFS: "the file system is read-only",
  ENOENT: "there is no such file",
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder",
  EMFILE: "too many files are open; try again",
  ETXTBSY: "the program is running",
  EBUSY: "it is in use",
  EXDEV: "it would have to move between file systems",
  EFBIG: "it is too large",
  ENXIO: "nobody is at its other end",
};

/** The reason in words; the code where there are none, and the message of what has no code. */
export function systemErrorText(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return errorText(thrown);
  return REASONS[code] ?? code;
}

/** Whether there is nothing at the path, nor can be. */
export function isMissing(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | null)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Why stdout cannot be written; undefined when nobody reads it any more, which needs no words. */
export function outputErrorText(error: Error): string | undefined {
  const gone = ["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"];
  if (gone.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
  return `cannot write to stdout: ${systemErrorText(error)}`;
}
