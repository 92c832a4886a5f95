/** The work of `find`. */
import { join } from "node:path";
import { ToolError } from "../errors.ts";
import { NOT_UTF8 } from "./file-errors.ts";
import type { FindArguments } from "./find.ts";
import { compileGlob } from "./glob-filter.ts";
import { isNotUtf8 } from "./paths.ts";
import { SEARCH_MS } from "./search-limits.ts";
import { createResultLines, refuseAborted, searchRoot, startSearch } from "./search-run.ts";
import { type ToolOutput, textOutput } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";
import { createUnread } from "./unread.ts";
import { type WalkedEntry, walk } from "./walk.ts";

const DEFAULT_PATHS = 1_000;

/** @throws {ToolError} when there is no such folder, the glob is too large or the call was aborted. */
export async function findFiles(
  { pattern, path, type, limit }: FindArguments,
  environment: ToolEnvironment,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const root = await searchRoot(path, environment);
  if (root.kind !== "folder")
    throw new ToolError(`${root.shown} is a file, not a folder. Use read or grep on it.`);
  const matches = compileGlob(pattern);
  const wanted = ({ kind, names }: WalkedEntry) =>
    (type === undefined || (type === "folder") === (kind === "folder")) && matches(names);

  const most = limit || DEFAULT_PATHS;
  const time = startSearch(environment.clock, signal);
  const result = createResultLines();
  const unread = createUnread();
  let notUtf8 = false;
  let found = 0;
  let more: string | undefined;
  try {
    search: for await (const batch of walk({
      root: root.real,
      workspace: environment.workspace,
      signal: time.signal,
      onUnread: (names, error) => unread.add(root.show(names), error),
    }))
      for (const entry of batch.filter(wanted)) {
        if (found === most) more = most === 1 ? "the first path" : `the first ${most} paths`;
        else if (!result.add(root.show(entry.names) + (entry.kind === "folder" ? "/" : "")))
          more = `the first ${found} paths, as many as fit`;
        if (more !== undefined) break search;
        found++;
        notUtf8 ||= await isNotUtf8(join(root.real, ...entry.names));
      }
  } finally {
    time.stop();
  }
  refuseAborted(signal);
  const notes = [];
  if (more !== undefined) notes.push(`${more}; there are more: narrow the pattern or the path`);
  if (time.isOver) notes.push(`stopped after ${SEARCH_MS / 1000} s: narrow the path`);
  if (found === 0 && notes.length === 0) notes.push(`nothing in ${root.shown} matches`);
  notes.push(...unread.notes(), ...(notUtf8 ? [NOT_UTF8] : []));
  return textOutput(result.text(notes), { paths: found, truncated: more !== undefined || time.isOver });
}
