/** One writer for a conversation: a file beside it that names who has it. */
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isAlive, ownMark, type ProcessMark } from "./process-alive.ts";

/** Who holds a lock. */
export interface LockOwner extends ProcessMark {
  host: string;
  /** No other lock has it. */
  token: string;
}

/** A lock that is held. */
export interface SessionLock {
  /** Gives it back; never throws. Twice is once. */
  release(): void;
}

/** What came of asking for a lock: it, or who has it (null when its file cannot be read). */
export type LockOutcome = { lock: SessionLock } | { owner: LockOwner | null; path: string };

/** What file systems say that have no hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/** Nobody takes this long to write a lock: one that says nothing by then is what a power cut left, in milliseconds. */
const UNREADABLE_FOR_MS = 10_000;
/** No process has this number. */
const NOBODY = 0;

/** How often somebody may be overtaken before they give up. */
const ATTEMPTS = 100;

/**
 * Asks for the lock of the conversation in `file`, which need not exist yet; links lead to one lock. What a dead process
 * left is taken over, by one of those who try. Never waits. Throws as the file system does when no lock can be made.
 */
export function lockSession(file: string): LockOutcome {
  const path = lockPath(file);
  const mine: LockOwner = { ...ownMark(), host: hostname(), token: randomBytes(12).toString("hex") };
  const draft = `${path}.${mine.token}`;
  writeDraft(draft, mine);
  try {
    return acquire(path, mine, draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Who holds the lock of `file` and lives; undefined when nobody does. */
export function lockOwner(file: string): LockOwner | undefined {
  const owner = readOwner(lockPath(file));
  return owner && !isDead(owner) ? owner : undefined;
}

function lockPath(file: string): string {
  try {
    return `${realpathSync(file)}.lock`;
  } catch {
    return `${join(realpathSync(dirname(file)), basename(file))}.lock`;
  }
}

/**
 * A lock is made by linking a file that is already whole, so nobody ever reads half of one. Over a dead owner's lock the
 * new one is moved by whoever holds the claim to it, a lock of the same kind that is named after the dead one's token:
 * since a token never comes back, a claim that comes too late finds another token and changes nothing.
 */
function acquire(path: string, mine: LockOwner, draft: string): LockOutcome {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (link(draft, path)) return { lock: held(path, mine) };
    const owner = readOwner(path);
    if (owner === undefined) continue;
    if (owner === null || !isDead(owner)) return { owner, path };
    const claimPath = `${path}.${createHash("sha256").update(owner.token).digest("hex").slice(0, 16)}`;
    const claim = acquire(claimPath, mine, draft);
    if (!("lock" in claim)) return claim;
    try {
      if (readOwner(path)?.token !== owner.token) continue;
      const copy = `${draft}.${attempt}`;
      writeDraft(copy, mine);
      renameSync(copy, path);
      return { lock: held(path, mine) };
    } finally {
      claim.lock.release();
    }
  }
  return { owner: readOwner(path) ?? null, path };
}

function held(path: string, mine: LockOwner): SessionLock {
  let released = false;
  return {
    release() {
      if (released) return;
      released = true;
      try {
        if (readOwner(path)?.token === mine.token) unlinkSync(path);
      } catch {}
    },
  };
}

function isDead(owner: LockOwner): boolean {
  return owner.pid === NOBODY || (owner.host === hostname() && !isAlive(owner));
}

function writeDraft(path: string, owner: LockOwner): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, `${JSON.stringify(owner)}\n`);
  } finally {
    closeSync(file);
  }
}

/** Whether `path` is ours now; false when it is somebody's. */
function link(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code === undefined || !NO_LINKS.has(code)) throw thrown;
  }
  return copy(draft, path);
}

function copy(draft: string, path: string): boolean {
  try {
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw thrown;
  }
}

/** Who the lock names: undefined when there is none, null when it says nothing that can be read. */
function readOwner(path: string): LockOwner | null | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ENOENT" ? undefined : null;
  }
  try {
    const { pid, host, started, token } = JSON.parse(text);
    const whole = Number.isInteger(pid) && pid > 0 && typeof host === "string" && typeof token === "string";
    if (whole) return { pid, host, token, started: typeof started === "string" ? started : null };
  } catch {}
  return ownerOfNothing(path, text);
}

/** A lock that says nothing and is old is a dead one's; null while it may still be written. */
function ownerOfNothing(path: string, text: string): LockOwner | null {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - modified < UNREADABLE_FOR_MS) return null;
  return { pid: NOBODY, host: hostname(), started: null, token: `${modified} ${text}` };
}
