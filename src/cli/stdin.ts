/** This process's standard input. */
import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import type { Stdin, StdinKind } from "../print/read-prompt.ts";

/** What stdin is, found without opening it as a stream. */
export const stdin: Stdin = {
  get kind(): StdinKind {
    if (isatty(0)) return "terminal";
    try {
      const stats = fstatSync(0);
      if (stats.isFile()) return "file";
      return stats.isFIFO() || stats.isSocket() ? "pipe" : "other";
    } catch {
      return "other";
    }
  },
  open: () => process.stdin,
};
