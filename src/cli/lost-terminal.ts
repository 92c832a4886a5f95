/** A terminal that was closed under us. */
import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";

const STREAMS = [0, 1, 2];

/** Node aborts at its exit when it cannot give a terminal back that is gone; what is closed it leaves alone. */
export function leaveLostTerminal(): void {
  for (const descriptor of STREAMS) {
    try {
      if (fstatSync(descriptor).isCharacterDevice() && !isatty(descriptor)) closeSync(descriptor);
    } catch {
      // It is closed already.
    }
  }
}
