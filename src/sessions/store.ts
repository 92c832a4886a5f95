/** The conversations of a user: begun, gone on with, listed, copied, removed. */
import { statSync, unlinkSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Clock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { systemErrorText } from "../system-errors.ts";
import type { UserSurroundings } from "../user-folder.ts";
import { findSession, foldersIn, newestFirst, sessionsIn } from "./find-sessions.ts";
import { forkSession } from "./fork-session.ts";
import { firstOf, listSessions, type SessionRow } from "./list-sessions.ts";
import { headerOf, loadTranscript, type Transcript } from "./load-transcript.ts";
import { beginSession, resumeSession, type SessionKit, whileLocked } from "./open-session.ts";
import { quoted } from "./quoted.ts";
import { readRecords } from "./read-records.ts";
import type { Session } from "./session.ts";
import { projectName, realPath, sessionsFolder } from "./session-folders.ts";
import { readHead } from "./session-head.ts";
import { fileNameOf, idOfFileName, isFileName } from "./session-id.ts";

/** Where the conversations lie and what they may hold. */
export interface SessionStoreOptions extends UserSurroundings {
  /** The folder that conversations begun here belong to, absolute. */
  workspace: string;
  /** One folder for all conversations, absolute; absent: a folder for each project in the user's state folder. */
  folder?: string | undefined;
  clock: Clock;
  redactor: Redactor;
  /** Told, in one line, what goes wrong with a file while its conversation goes on. */
  report(line: string): void;
}

/** Which conversations a list shows. */
export interface SessionQuery {
  /** Those of this folder; absent: of the workspace. */
  cwd?: string | undefined;
  /** Those of every folder. */
  all?: boolean | undefined;
  /** How many at most; absent: all. */
  limit?: number | undefined;
  /** Only those behind this one, by its id: the next page. */
  before?: string | undefined;
}

/**
 * Names are ids, beginnings of ids that fit one conversation only, or absolute paths of files (what holds a slash or ends
 * in `.jsonl`). Whatever a name or a file does not allow is a UsageError that says what to do.
 */
export interface SessionStore {
  /** A new conversation. Touches no file before its first message, unless the folder was named and is to be checked. */
  begin(): Session;
  /**
   * Goes on with a conversation of the workspace, which this process then has for itself. A path where no file is, or an
   * empty one, begins a new conversation there.
   */
  open(name: string): Promise<Session>;
  /** The id of the workspace's newest conversation. */
  latest(): Promise<string | undefined>;
  /** The newest first, by when something was last added. */
  list(query?: SessionQuery): Promise<SessionRow[]>;
  /** The row of the conversation with exactly this id; undefined when there is none that can be read. */
  row(id: string): Promise<SessionRow | undefined>;
  /** The real path of its file. */
  file(name: string): string;
  /** The whole conversation, whoever has it. */
  read(name: string): Promise<Transcript>;
  /** The lines of its file that can be read, without their line ends, one after the other. */
  lines(name: string): AsyncGenerator<string>;
  /** Copies it, whoever has it, up to a message and the results of its calls; resolves to the copy's id. */
  fork(name: string, messageId?: string): Promise<string>;
  /**
   * Removes its file. Takes a whole id, or a path: the beginning of an id will not do. Refused while it is open, and for a
   * file that is no conversation.
   */
  remove(name: string): Promise<void>;
  /** Closes every session that was begun or opened here. */
  close(): void;
}

/** Opens no file and makes none. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { folder: flat, clock, redactor, report } = options;
  const workspace = realPath(options.workspace);
  const root = flat ?? sessionsFolder(options);
  const folderOf = (cwd: string) => flat ?? join(root, projectName(realPath(cwd)));
  const own = folderOf(workspace);
  const open = new Set<Session>();
  const kit: SessionKit = {
    workspace,
    clock,
    redactor,
    report,
    open,
    forkCommand: (name) =>
      `letscode sessions fork ${name}${flat === undefined ? "" : ` --session-dir ${flat}`}`,
  };

  function* folders(): Generator<string> {
    yield own;
    if (flat === undefined) for (const folder of foldersIn(root)) if (folder !== own) yield folder;
  }
  const find = (name: string) => findSession(name, folders());
  const isOurs = (file: string) => file.startsWith(`${realPath(root)}${sep}`);

  return {
    begin: () => beginSession({ folder: own, named: flat !== undefined }, kit),
    async open(name) {
      if (isFileName(name) && isEmptyPlace(name))
        return beginSession({ folder: dirname(name), file: name, named: true }, kit);
      const file = find(name);
      const { cwd } = headerOf(await firstLine(file), file, workspace);
      if (cwd !== workspace && !isFileName(name))
        throw new UsageError(
          `the conversation ${name} belongs to another folder; go on with it there: --cwd ${quoted(cwd)}`,
        );
      const session = await resumeSession(file, kit);
      if (cwd !== workspace) report(`${file} was begun in ${quoted(cwd)} and goes on in ${workspace}`);
      return session;
    },
    async latest() {
      const found = await firstOf(newestFirst(sessionsIn(own)), workspace, (file) =>
        report(`${file} is passed over: its first line is not the header of a conversation`),
      );
      return found?.id;
    },
    async list({ cwd, all = false, limit = Number.POSITIVE_INFINITY, before } = {}) {
      const real = realPath(cwd ?? workspace);
      const files = newestFirst(all ? [...folders()].flatMap(sessionsIn) : sessionsIn(folderOf(real)));
      const from = before === undefined ? 0 : files.findIndex(({ id }) => id === before) + 1;
      return listSessions(files.slice(from), { cwd: all ? undefined : real, limit });
    },
    async row(id) {
      if (idOfFileName(fileNameOf(id)) !== id) return undefined;
      for (const folder of folders()) {
        const files = newestFirst([{ id, file: join(folder, fileNameOf(id)) }]);
        if (files.length > 0) return (await listSessions(files, { limit: 1 }))[0];
      }
      return undefined;
    },
    file: find,
    read: async (name) => loadTranscript(find(name), { workspace }),
    lines: (name) => goodLines(find(name), workspace),
    async fork(name, messageId) {
      const source = find(name);
      const place = isOurs(source) ? { folder: dirname(source) } : { folder: own, cwd: workspace };
      return forkSession({ source, messageId, ...place, workspace, now: clock.now() });
    },
    async remove(name) {
      const file = find(name);
      const id = idOfFileName(basename(file));
      if (!isFileName(name) && id !== name.toLowerCase())
        throw new UsageError(`${quoted(name)} is not a whole id; to remove ${id}, write all of it`);
      // What lies among ours under an id may go even when its header is spoilt.
      if (id === undefined || !isOurs(file)) headerOf(await firstLine(file), file, workspace);
      whileLocked(file, kit, () => remove(file));
    },
    close() {
      for (const session of open) session.close();
    },
  };
}

/** Whether a conversation can be begun there: nothing is, or a file without content. */
function isEmptyPlace(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined || (stats.isFile() && stats.size === 0);
  } catch {
    return true;
  }
}

async function firstLine(file: string): Promise<string | undefined> {
  try {
    return (await readHead(file)).headerText;
  } catch (thrown) {
    throw new UsageError(`cannot read ${file}: ${systemErrorText(thrown)}`);
  }
}

async function* goodLines(file: string, workspace: string): AsyncGenerator<string> {
  for await (const records of readRecords(file))
    for (const record of records) {
      if (record.type === "header") headerOf(record.text, file, workspace);
      if (record.type !== "bad" && record.text !== undefined) yield record.text;
    }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (thrown) {
    throw new UsageError(`cannot remove ${file}: ${systemErrorText(thrown)}`);
  }
}
