/** What no test says a home for is not to be kept in the home of whoever runs the tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs once before all tests; what it returns runs behind them. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "letscode-tests-state-"));
  process.env.XDG_STATE_HOME = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
