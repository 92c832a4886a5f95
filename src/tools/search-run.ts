/** What `grep` and `find` have in common: where a search begins, when it must end, and how its result is put together. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import { ToolError } from "../errors.ts";
import { fileError, missingError } from "./file-errors.ts";
import { findPath, realPath, shownPath } from "./paths.ts";
import { SEARCH_BYTES, SEARCH_MS } from "./search-limits.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

/** Where a search begins. */
export interface SearchRoot {
  /** The real path. */
  real: string;
  kind: "file" | "folder" | "other";
  /** How the root itself is shown. */
  shown: string;
  /** How an entry below it is shown: on one line, relative to the workspace where it is inside. */
  show(names: readonly string[]): string;
}

/** @throws {ToolError} when there is nothing at this path or it cannot be looked at. */
export async function searchRoot(
  path: string | undefined,
  environment: ToolEnvironment,
): Promise<SearchRoot> {
  const found = await findPath(path ?? ".", environment);
  const show = (names: readonly string[]) => shownPath(join(found, ...names), environment.workspace);
  const shown = show([]);
  const real = await realPath(found);
  try {
    const stats = await stat(real);
    const kind = stats.isDirectory() ? "folder" : stats.isFile() ? "file" : "other";
    return { real, kind, shown, show };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw await missingError(found, shown, environment.workspace);
    throw fileError(error, "search", shown);
  }
}

/** The time a search has. */
export interface SearchTime {
  /** Aborts with the call, or when the time is over, or at `stop`. */
  signal: AbortSignal;
  readonly isOver: boolean;
  /** Ends what is still under way. */
  stop(): void;
}

/** Begins to count. */
export function startSearch(clock: Clock, signal: AbortSignal): SearchTime {
  const inner = new AbortController();
  let isOver = false;
  const stop = () => {
    cancel();
    signal.removeEventListener("abort", stop);
    inner.abort();
  };
  const cancel = clock.after(SEARCH_MS, () => {
    isOver = true;
    inner.abort();
  });
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  return {
    signal: inner.signal,
    get isOver() {
      return isOver;
    },
    stop,
  };
}

/** @throws {ToolError} if the call was aborted. */
export function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolError("The search was aborted.");
}

/** Lines of a result, within the bytes it may have. */
export interface ResultLines {
  /** False: there is no room for this line, nor for later ones. */
  add(line: string): boolean;
  /** The lines, then the notes in brackets. */
  text(notes: readonly string[]): string;
}

/** An empty result. */
export function createResultLines(): ResultLines {
  const lines: string[] = [];
  let bytes = 0;
  return {
    add(line) {
      bytes += Buffer.byteLength(line) + 1;
      if (bytes > SEARCH_BYTES) return false;
      lines.push(line);
      return true;
    },
    text(notes) {
      const bracketed = notes.map((note) => `[${note}]`);
      return [...lines, ...(lines.length > 0 && notes.length > 0 ? [""] : []), ...bracketed].join("\n");
    },
  };
}
