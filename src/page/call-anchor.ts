/** Where links to a tool call lead. */

/** The page's name for a call: that of its answer, and which of its calls it is, counted from 1. */
export function callAnchor(anchor: string, number: number): string {
  return `${anchor}c${number}`;
}
