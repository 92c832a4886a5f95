/** One folder for all that tests leave in temporary folders, and for what no test says a home for; gone when they are over. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs once before all tests; what it returns runs behind them. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "lc-"));
  // Some tests run programs as another user, who must get through.
  chmodSync(folder, 0o711);
  const inside = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  process.env.TMPDIR = inside("t");
  process.env.XDG_STATE_HOME = inside("s");
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
