/** How a conversation is begun, and how one goes on. */
import { closeSync, constants, existsSync, fstatSync, openSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../clock.ts";
import { LetscodeError, UsageError } from "../errors.ts";
import { encodeLine } from "../framing/ndjson.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { systemErrorText } from "../system-errors.ts";
import { Journal } from "./journal.ts";
import { loadTranscript } from "./load-transcript.ts";
import { newSessionId } from "./new-session-id.ts";
import { quoted } from "./quoted.ts";
import { Session, type SessionParts } from "./session.ts";
import { makePrivateFolder } from "./session-folders.ts";
import { encodeHeader, type SessionHeader } from "./session-header.ts";
import { fileNameOf, idOfFileName } from "./session-id.ts";
import { type LockOwner, lockSession, type SessionLock } from "./session-lock.ts";

/** What every session of a store needs. */
export interface SessionKit {
  /** The folder that conversations begun now belong to, its real path. */
  workspace: string;
  clock: Clock;
  redactor: Redactor;
  report(line: string): void;
  /** The command that copies a conversation. */
  forkCommand(name: string): string;
  /** The sessions that are not closed; each adds and removes itself. */
  open: Set<Session>;
}

/** Where a conversation begins. */
export interface Beginning {
  folder: string;
  /** A file of its own name; absent: one that is named after the id, in the folder. */
  file?: string;
  /** Somebody named the place: what cannot be written there is refused now and not told later. */
  named: boolean;
}

/**
 * Begins a conversation. Without `named` nothing is touched before its first message, and nothing thrown; with it a
 * UsageError says what is wrong with the place.
 */
export function beginSession({ folder, file, named }: Beginning, kit: SessionKit): Session {
  const created = kit.clock.now();
  const header: SessionHeader = { id: newSessionId(created), cwd: kit.workspace, created };
  const path = file ?? join(folder, fileNameOf(header.id));
  let lock: SessionLock | undefined;
  let made = false;
  const claim = () => {
    makePrivateFolder(dirname(path));
    lock ??= lockOrRefuse(path, file ?? header.id, kit);
  };
  if (named) orUnwritable(path, claim);
  const journal = new Journal({
    ...journalOf(path, kit),
    first: encodeHeader(header),
    open() {
      claim();
      made = !existsSync(path);
      const descriptor = openSync(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600);
      if (fstatSync(descriptor).size === 0) return descriptor;
      closeSync(descriptor);
      throw new LetscodeError("something else was written there meanwhile");
    },
  });
  return track(kit, {
    id: header.id,
    file: path,
    messages: [],
    notices: [],
    owed: [],
    journal,
    next: () => beginSession({ folder: dirname(path), named: false }, kit),
    release() {
      if (made && !journal.hasWritten) rmSync(path, { force: true });
      lock?.release();
    },
  });
}

/**
 * Goes on with the conversation in `file`, a real path. Throws a UsageError when another process has it, when it cannot
 * be read or written, and when its first line is no header; the file is untouched then.
 */
export async function resumeSession(file: string, kit: SessionKit): Promise<Session> {
  const lock = orUnwritable(file, () => lockOrRefuse(file, idOfFileName(basename(file)) ?? file, kit));
  try {
    const { header, messages, notices, unfinished, end } = await loadTranscript(file, kit);
    const journal = new Journal({
      ...journalOf(file, kit),
      first: end.endsWithLineEnd ? "" : "\n",
      open: () => openSync(file, constants.O_APPEND | constants.O_WRONLY),
    });
    orUnwritable(file, () => journal.prepare());
    return track(kit, {
      id: header.id,
      file,
      messages,
      notices,
      owed: unfinished,
      journal,
      next: () => beginSession({ folder: dirname(file), named: false }, kit),
      release: () => lock.release(),
    });
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

/** Runs `work` while nobody else has the conversation; throws a UsageError when another process has it. */
export function whileLocked(file: string, kit: SessionKit, work: () => void): void {
  let lock: SessionLock;
  try {
    lock = lockOrRefuse(file, idOfFileName(basename(file)) ?? file, kit);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`cannot remove ${file}: ${systemErrorText(thrown)}`);
  }
  try {
    work();
  } finally {
    lock.release();
  }
}

function track(kit: SessionKit, parts: SessionParts): Session {
  const session: Session = new Session({
    ...parts,
    release() {
      kit.open.delete(session);
      parts.release();
    },
  });
  kit.open.add(session);
  return session;
}

function journalOf(file: string, { redactor, report }: SessionKit) {
  return { file, encode: (value: object) => redactor.line(value, encodeLine), report };
}

function lockOrRefuse(file: string, name: string, kit: SessionKit): SessionLock {
  const outcome = lockSession(file);
  if ("lock" in outcome) return outcome.lock;
  throw new UsageError(
    `the conversation ${name} is open elsewhere: ${whoHas(outcome, kit.forkCommand(name))}`,
    "open_elsewhere",
  );
}

function whoHas({ owner, path }: { owner: LockOwner | null; path: string }, fork: string): string {
  if (!owner) return `its lock ${path} cannot be read; remove it when no letscode has the conversation open`;
  const copy = `go on with a copy: ${fork}`;
  if (owner.host === hostname()) return `process ${owner.pid} has it; end that one, or ${copy}`;
  return `process ${owner.pid} on the host ${quoted(owner.host)} has it; ${copy} (or, if that process has ended, remove ${path})`;
}

/** Runs `work` on a place that the user named: what the file system refuses becomes a UsageError. */
function orUnwritable<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(
      `cannot save a conversation in ${path}: ${systemErrorText(thrown)}; name another place, or use --no-session`,
    );
  }
}
