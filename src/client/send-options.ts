/** What goes with a prompt. */
import type { ImageInput } from "../wire/commands.ts";

/** How a run is begun. */
export interface SendOptions {
  images?: readonly ImageInput[];
  /** Aborts the run; its result then says so. */
  signal?: AbortSignal;
  /**
   * So many milliseconds in which nothing happens abort the run and reject its result with a SilenceError. Time in which a tool
   * runs or a retry waits is not counted. Absent: no limit, of `sendAndWait` ten minutes.
   */
  activityTimeoutMs?: number;
}

/** The images as the wire has them. */
export function imagesOf(images: readonly ImageInput[] | undefined): { images?: ImageInput[] } {
  return images === undefined ? {} : { images: [...images] };
}
