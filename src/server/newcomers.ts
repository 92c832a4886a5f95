/** Connections that have not said yet who they are, and what such a stranger may cost. */
import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";

/** So many may wait to be known; one more takes the place of the oldest, so that idle ones keep nobody out. */
export const MOST_NEWCOMERS = 512;
/** How long one has for `initialize`. */
export const HANDSHAKE_MS = 10_000;
/** How much one may have sent without it, in bytes. */
export const MOST_BYTES = 64 * 1024;

/** Each wrong token makes those who come next wait this much longer for their first answer, up to a bound. */
const PAUSE_STEP_MS = 20;
const MOST_PAUSE_MS = 1000;
/** Wrong tokens are forgotten one by one. */
const FORGET_MS = 1000;

/** Keeps the strangers of one listener few, short-lived and small. */
export class Newcomers {
  readonly #clock: Clock;
  /** What to undo when one is known or gone; the oldest first. */
  readonly #waiting = new Map<Socket, () => void>();
  #wrong = 0;
  #wrongAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One more. It is cut off unless it is known in time. */
  add(socket: Socket): void {
    const [oldest] = this.#waiting.keys();
    if (oldest && this.#waiting.size >= MOST_NEWCOMERS) this.#cutOff(oldest);
    const inTime = this.#clock.after(HANDSHAKE_MS, () => this.#cutOff(socket));
    // What came before these bytes was heeded, and was no `initialize`.
    const heed = (chunk: Uint8Array) => {
      if (socket.bytesRead - chunk.length >= MOST_BYTES) this.#cutOff(socket);
    };
    // The flow begins when there is somebody to read.
    socket.pause().on("data", heed);
    const onClose = () => this.known(socket);
    socket.once("close", onClose);
    this.#waiting.set(socket, () => {
      inTime();
      socket.off("data", heed).off("close", onClose);
    });
  }

  /** It is a stranger no more. */
  known(socket: Socket): void {
    this.#waiting.get(socket)?.();
    this.#waiting.delete(socket);
  }

  /** One of them tried a token. */
  wrongToken(): void {
    this.#wrong = this.#remembered() + 1;
    this.#wrongAt = this.#clock.now();
  }

  /** How long the next one waits before anything of it is read, in milliseconds. Nobody is refused for what others do. */
  get pauseMs(): number {
    return Math.min(MOST_PAUSE_MS, Math.floor(this.#remembered() * PAUSE_STEP_MS));
  }

  #remembered(): number {
    return Math.max(0, this.#wrong - (this.#clock.now() - this.#wrongAt) / FORGET_MS);
  }

  #cutOff(socket: Socket): void {
    this.known(socket);
    socket.destroy();
  }
}
