/** Bounds that `grep` and `find` share. */

/** How long one search may take, in milliseconds; what was found until then is the result. */
export const SEARCH_MS = 60_000;

/** UTF-8 bytes of one result. */
export const SEARCH_BYTES = 50_000;
