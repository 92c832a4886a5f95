/** This process's standard input. */
import { fstatSync } from "node:fs";
import { Readable } from "node:stream";
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
  open() {
    // The runtime would take it for an input that is empty.
    return isFolder() ? new Readable({ read: refuse }) : process.stdin;
  },
};

function isFolder(): boolean {
  try {
    return fstatSync(0).isDirectory();
  } catch {
    return false;
  }
}

function refuse(this: Readable): void {
  this.destroy(Object.assign(new Error("stdin is a folder"), { code: "EISDIR" }));
}
