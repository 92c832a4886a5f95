/** The terminal in the hands of others: the shell, an editor, a window of another size. */
import type { Frames } from "./frames.ts";
import type { Screen } from "./screen.ts";
import type { Tty } from "./tty.ts";

/** What is lent. */
export interface Lendable {
  tty: Tty;
  screen: Screen;
  frames: Frames;
}

/** The window has another size, or is to be drawn anew. */
export function redraw({ tty, screen, frames }: Lendable): void {
  screen.resized(tty.columns);
  frames.changed();
}

/** It is ours again, whatever stands on it. */
export function takeOver({ screen, frames }: Lendable): void {
  screen.forget();
  frames.resume();
}

/** Stops the process as Ctrl+Z does. */
export function suspend({ tty, screen }: Lendable): void {
  if (tty.isDumb) return;
  screen.clear();
  tty.suspend();
}

/** Nothing is drawn until `work` is done; resolves with what it came to. */
export async function lend<T>(lendable: Lendable, work: () => Promise<T>): Promise<T> {
  lendable.frames.pause();
  lendable.screen.clear();
  const outcome = await work();
  takeOver(lendable);
  return outcome;
}
