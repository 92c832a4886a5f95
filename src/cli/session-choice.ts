/** Which conversation the options ask for. */
import { UsageError } from "../errors.ts";
import { isFileName } from "../sessions/session-id.ts";
import type { Options } from "./options.ts";

/** What the options say of conversations, and where each was said. */
export type SessionFlags = Pick<Options, "continue" | "resume" | "session" | "noSession" | "sources">;

/** A conversation that is not saved, a new one, the newest, one that is picked, or one that was named. */
export type SessionChoice =
  | { type: "unsaved" }
  | { type: "new" }
  | { type: "newest" }
  | { type: "pick" }
  | { type: "named"; name: string };

/** Reads the choice. What a flag says counts more than what a file says. Throws a UsageError when two flags contradict each other. */
export function chooseSession(options: SessionFlags): SessionChoice {
  const { resume, session, sources } = options;
  const name = session ?? resume;
  const which = [
    ...(options.continue ? ["--continue"] : []),
    ...(resume === undefined ? [] : ["--resume"]),
    ...(session === undefined ? [] : ["--session"]),
  ];
  const folder = sources.sessionDir === "--session-dir" ? ["--session-dir"] : [];
  const unsaved = sources.noSession === "--no-session" ? ["--no-session"] : [];
  // A file lies where it lies.
  const placed = unsaved.length > 0 || (name !== undefined && isFileName(name)) ? folder : [];
  const [first, second] = [...unsaved, ...which, ...placed];
  if (second !== undefined) throw new UsageError(`${first} and ${second} contradict each other`);
  if (name !== undefined) return name === "" ? { type: "pick" } : { type: "named", name };
  if (options.continue) return { type: "newest" };
  return options.noSession && folder.length === 0 ? { type: "unsaved" } : { type: "new" };
}
