/** `session.list`: what is live and not on disk yet, then what is on disk. */
import type { SessionRowReport } from "../wire/methods.ts";
import type { Server } from "./server.ts";
import { sessionRow } from "./session-row.ts";

/** Which rows are asked for. */
export interface ListQuery {
  cwd?: string | undefined;
  limit: number;
  /** The id of a session: only those behind it. */
  before?: string | undefined;
}

/**
 * The newest first in both parts. A session on disk is live under the id that its row has. A conversation that a reset has left
 * behind is not shown while its id is that of the session which goes on: under this id nobody would reach it.
 */
export async function listRows(
  server: Server,
  { cwd, limit, before }: ListQuery,
): Promise<SessionRowReport[]> {
  const { sessions } = server;
  const { conversations } = server.options;
  const unsaved: SessionRowReport[] = [];
  const left = new Set<string>();
  for (const session of sessions.all) {
    const { savedAs } = session;
    if (savedAs !== null && savedAs !== session.id) left.add(session.id);
    if (cwd !== undefined && session.conversation.cwd !== cwd) continue;
    if (savedAs === null || session.messages.length === 0) unsaved.push(sessionRow(session));
  }
  unsaved.sort((a, b) => b.updated - a.updated);
  const at = unsaved.findIndex(({ session_id: id }) => id === before);
  const first = before === undefined ? unsaved : at < 0 ? [] : unsaved.slice(at + 1);
  const rows = first.slice(0, limit);
  if (rows.length === limit) return rows;
  const saved = await conversations.list({
    cwd,
    limit: limit - rows.length + left.size,
    before: at < 0 ? before : undefined,
  });
  for (const row of saved.filter(({ session_id: id }) => !left.has(id)).slice(0, limit - rows.length)) {
    const live = sessions.find(row.session_id);
    rows.push({ ...row, running: live !== undefined && !(live instanceof Promise) && live.running });
  }
  return rows;
}
