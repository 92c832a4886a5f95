/** When the terminal is drawn: at once for a key, soon after any other change and then at most thirty times a second. */
import type { Clock } from "../clock.ts";

const FRAME_MS = 33;
const TICK_MS = 100;

/** The frames of one terminal. */
export class Frames {
  readonly #clock: Clock;
  readonly #draw: () => void;
  #cancelFrame: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #isPaused = false;

  constructor(clock: Clock, draw: () => void) {
    this.#clock = clock;
    this.#draw = draw;
  }

  /** A key was typed: whoever typed it waits for no frame. */
  typed(): void {
    if (this.#isPaused) return;
    this.#cancelFrame?.();
    const frame = setImmediate(() => this.now());
    this.#cancelFrame = () => clearImmediate(frame);
  }

  /** Something is to be shown: at once after a rest. */
  changed(): void {
    if (this.#cancelFrame || this.#isPaused) return;
    const rest = this.#drawnAt + FRAME_MS - this.#clock.now();
    // The time of day may have been set back.
    const wait = Math.min(FRAME_MS, Math.max(0, rest));
    this.#cancelFrame = this.#clock.after(wait, () => this.now());
  }

  /** Resolves when the keys that have come are drawn. */
  afterKeys(): Promise<void> {
    return new Promise((resolve) => setImmediate(() => this.#clock.after(1, resolve)));
  }

  /** Draws. */
  now(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    if (this.#isPaused) return;
    this.#drawnAt = this.#clock.now();
    this.#draw();
  }

  /** Draws again in a moment: something moves. */
  again(): void {
    this.#cancelTick ??= this.#clock.after(TICK_MS, () => {
      this.#cancelTick = undefined;
      this.changed();
    });
  }

  /** The terminal is somebody else's. */
  pause(): void {
    this.#isPaused = true;
    this.#cancelFrame?.();
    this.#cancelTick?.();
    this.#cancelFrame = undefined;
    this.#cancelTick = undefined;
  }

  resume(): void {
    this.#isPaused = false;
    this.changed();
  }
}
