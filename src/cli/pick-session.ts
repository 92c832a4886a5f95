/** `--resume` alone: the person at the terminal says which conversation they mean. */
import { UsageError } from "../errors.ts";
import type { SessionStore } from "../sessions/store.ts";
import type { Options } from "./options.ts";
import { sessionTable } from "./session-table.ts";
import { shown } from "./shown.ts";

/** How many are offered. */
const OFFERED = 20;
/** How many an error message names. */
const NAMED = 5;

/** The id that was picked. Throws a UsageError when nobody can be asked, nobody answers, or there is nothing to pick. */
export async function pickSession(store: SessionStore, options: Options): Promise<string> {
  const rows = await store.list({ limit: OFFERED });
  if (rows.length === 0)
    throw new UsageError(
      `--resume: there is no conversation of ${options.cwd} yet; letscode sessions list --all shows those of other folders`,
    );
  if (options.mode === "rpc" || process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    const named = rows.slice(0, NAMED).map(({ session_id, title }) => `${session_id} ${shown(title)}`);
    throw new UsageError(
      `--resume needs an id where nobody can be asked; the newest here: ${named.join(", ")}`,
    );
  }
  process.stderr.write(sessionTable(rows, { numbered: true, width: process.stderr.columns }));
  const answer = await ask(`Go on with which one? [1-${rows.length}] `);
  if (answer === "") throw new UsageError("--resume: no conversation was chosen");
  const row = /^\d{1,3}$/.test(answer) ? rows[Number(answer) - 1] : undefined;
  if (!row)
    throw new UsageError(`--resume: expected a number from 1 to ${rows.length}, got ${shown(answer)}`);
  return row.session_id;
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string>((resolve) => {
      lines.on("close", () => resolve(""));
      lines.question(question, resolve);
    }).then((text) => text.trim());
  } finally {
    lines.close();
  }
}
