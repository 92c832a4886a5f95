/** Keys as they come, those that wait for more included. */
import type { Clock } from "../clock.ts";
import { type Key, KeyReader } from "./keys.ts";

/** How long a key waits for what may belong to it. */
const FLUSH_MS = 20;

/** What takes the bytes of a terminal. */
export interface TimedKeys {
  push(bytes: Uint8Array): void;
  /** No key comes any more. */
  close(): void;
}

/** Calls `emit` with each key. */
export function createTimedKeys(clock: Clock, emit: (key: Key) => void): TimedKeys {
  const reader = new KeyReader(emit);
  let cancel: (() => void) | undefined;
  const close = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    push(bytes) {
      close();
      reader.push(bytes);
      if (reader.isWaiting) cancel = clock.after(FLUSH_MS, () => reader.flush());
    },
    close,
  };
}
