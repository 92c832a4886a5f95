/** The work of `grep`. */
import { basename, dirname, join } from "node:path";
import { ToolError } from "../errors.ts";
import { fileError } from "./file-errors.ts";
import { filesWithMatch } from "./file-prefilter.ts";
import type { PathMatch } from "./glob.ts";
import { compileGlob } from "./glob-filter.ts";
import type { GrepArguments } from "./grep.ts";
import { createGrepReport } from "./grep-report.ts";
import { inOrder } from "./in-order.ts";
import { searchFile } from "./search-file.ts";
import { compilePattern, type SearchPattern } from "./search-pattern.ts";
import { refuseAborted, type SearchRoot, searchRoot, startSearch } from "./search-run.ts";
import { createTimeGuard } from "./time-guard.ts";
import type { ToolOutput } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";
import { createUnread, type Unread } from "./unread.ts";
import { walk } from "./walk.ts";

const DEFAULT_MATCHES = 100;
/** Files read at the same time, and groups of files ripgrep looks at. */
const READERS = 8;
const FILTERS = 2;

/** @throws {ToolError} when the path or the pattern is no good, or the call was aborted. */
export async function grepFiles(
  args: GrepArguments,
  environment: ToolEnvironment,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { ignore_case: ignoreCase = false, literal = false, context = 0 } = args;
  const pattern = compilePattern(args.pattern, { literal, ignoreCase });
  const inGlob = args.glob === undefined ? undefined : compileGlob(args.glob);
  const root = await searchRoot(args.path, environment);
  if (root.kind === "other") throw new ToolError(`${root.shown} is no regular file.`);

  const limit = args.limit || DEFAULT_MATCHES;
  const guard = pattern.repeats ? createTimeGuard() : undefined;
  const options = { regex: pattern.regex, needle: pattern.needle, context, limit, guard };
  const time = startSearch(environment.clock, signal);
  const unread = createUnread();
  const files =
    root.kind === "file"
      ? one([basename(root.real)])
      : candidates(root, pattern, inGlob, environment, time.signal, unread);
  const folder = root.kind === "file" ? dirname(root.real) : root.real;
  const searched = inOrder(files, READERS, async (names) => ({
    names,
    found: await searchFile(join(folder, ...names), options, time.signal).catch((error) => {
      if (root.kind === "file") throw fileError(error, "search", root.shown);
      unread.add(root.show(names), error);
    }),
  }));
  const report = createGrepReport({ context, limit });
  try {
    for await (const { names, found } of searched) {
      const shown = root.kind === "file" ? root.shown : root.show(names);
      if (found !== undefined && !report.add(shown, found)) break;
    }
  } finally {
    time.stop();
  }
  refuseAborted(signal);
  return report.result(time.isOver, unread.notes());
}

/** The files of the tree that may hold a match, in order. */
async function* candidates(
  root: SearchRoot,
  pattern: SearchPattern,
  inGlob: PathMatch | undefined,
  { workspace, ripgrep, environment }: ToolEnvironment,
  signal: AbortSignal,
  unread: Unread,
): AsyncGenerator<string[], void, void> {
  const filter = async (files: readonly string[]) =>
    ripgrep === null || pattern.prefilter === null
      ? files
      : filesWithMatch(files, {
          ripgrep,
          pattern: pattern.prefilter,
          folder: root.real,
          environment,
          signal,
        });
  const onUnread = (names: readonly string[], error: unknown) => unread.add(root.show(names), error);
  const groups = fileGroups(walk({ root: root.real, workspace, signal, onUnread }), inGlob);
  for await (const group of inOrder(groups, FILTERS, filter)) for (const file of group) yield file.split("/");
}

/** Command lines have a limit: about 32,000 characters on Windows, more elsewhere. */
const GROUP_CHARACTERS = process.platform === "win32" ? 24_000 : 96_000;

/** Files by their path from the root, in growing groups: the first results come soon, many files cost few processes. */
async function* fileGroups(
  batches: ReturnType<typeof walk>,
  inGlob: PathMatch | undefined,
): AsyncGenerator<string[], void, void> {
  let group: string[] = [];
  let characters = 0;
  let size = 128;
  for await (const batch of batches)
    for (const { names, kind } of batch) {
      if (kind !== "file" || inGlob?.(names) === false) continue;
      const file = names.join("/");
      // Three bytes for a character at most, and what the system needs for each argument.
      const weight = 3 * file.length + 16;
      if (group.length > 0 && (group.length >= size || characters + weight > GROUP_CHARACTERS)) {
        yield group;
        size *= 2;
        group = [];
        characters = 0;
      }
      group.push(file);
      characters += weight;
    }
  if (group.length > 0) yield group;
}

async function* one<T>(item: T): AsyncGenerator<T, void, void> {
  yield item;
}
