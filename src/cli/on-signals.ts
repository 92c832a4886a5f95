/** Signals that end us: the first in good order, the second at once. */

import { exit } from "./exit.ts";

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Calls `end` with the exit code 128 + n at the first signal; a second one exits. */
export function onSignals(end: (code: number) => void): void {
  let ending = false;
  for (const [name, number] of Object.entries(SIGNALS)) {
    if (name === "SIGHUP" && process.platform === "win32") continue;
    process.on(name, () => {
      if (ending) exit(128 + number);
      ending = true;
      end(128 + number);
    });
  }
}
