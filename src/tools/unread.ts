/** What a search could not look into: silence would pass for "nothing there". */
import { systemErrorText } from "../system-errors.ts";

/** Collects places and reasons. */
export interface Unread {
  /** `shown`: the place as results show it. What merely vanished meanwhile is left out. */
  add(shown: string, error: unknown): void;
  /** One note that names some of them, or none. */
  notes(): string[];
}

const MOST_NAMED = 3;

/** An empty collection. */
export function createUnread(): Unread {
  const places: string[] = [];
  return {
    add(shown, error) {
      const { code } = error as NodeJS.ErrnoException;
      const lossy = code === "ENOENT" && shown.includes("\ufffd");
      if (!lossy && (code === "ENOENT" || code === "ENOTDIR")) return;
      places.push(`${shown} (${lossy ? "its name is not UTF-8" : systemErrorText(error)})`);
    },
    notes() {
      if (places.length === 0) return [];
      const more = places.length - MOST_NAMED;
      const named = places.sort().slice(0, MOST_NAMED).join(", ");
      return [`not searched: ${named}${more > 0 ? ` and ${more} more` : ""}`];
    },
  };
}
