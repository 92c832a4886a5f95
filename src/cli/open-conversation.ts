/** The conversation that the options ask for, on disk. */
import { homedir } from "node:os";
import { systemClock } from "../clock.ts";
import { UsageError } from "../errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionStore } from "../sessions/store.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { chooseSession } from "./session-choice.ts";

/** Gives the session for an agent; undefined when the conversation is not saved. */
export type BeginSession = () => Promise<Session | undefined>;

/**
 * Opens what exists or was named; throws a UsageError when that cannot be. A new conversation in the usual place is begun
 * when it is asked for, and nothing is loaded for it before. However the process exits, others can have the conversation.
 */
export async function openConversation(
  options: Options,
  log: Log,
  redactor: Redactor,
): Promise<BeginSession> {
  const choice = chooseSession(options);
  if (choice.type === "unsaved") return async () => undefined;
  const openStore = async () => {
    const store = await openSessionStore(options, log, redactor);
    process.once("exit", () => store.close());
    return store;
  };
  if (choice.type === "new" && options.sessionDir === undefined)
    return async () => (await openStore()).begin();
  const store = await openStore();
  let session: Session;
  if (choice.type === "new") session = store.begin();
  else if (choice.type === "named") session = await store.open(choice.name);
  else if (choice.type === "newest") session = await store.open(await newest(store, options.cwd));
  else session = await store.open(await (await import("./pick-session.ts")).pickSession(store, options));
  for (const notice of session.notices) log.report(notice);
  return async () => session;
}

/** The conversations of this user, as the options say where they lie. */
export async function openSessionStore(
  options: Pick<Options, "cwd" | "sessionDir">,
  log: Pick<Log, "report">,
  redactor: Redactor,
): Promise<SessionStore> {
  const { createSessionStore } = await import("../sessions/store.ts");
  return createSessionStore({
    environment: process.env,
    home: homedir(),
    platform: process.platform,
    workspace: options.cwd,
    folder: options.sessionDir,
    clock: systemClock,
    redactor,
    report: log.report,
  });
}

async function newest(store: SessionStore, cwd: string): Promise<string> {
  const id = await store.latest();
  if (id !== undefined) return id;
  throw new UsageError(
    `--continue: there is no conversation of ${cwd} yet; letscode sessions list --all shows those of other folders`,
  );
}
