/** Labels of charts: none over another, none beyond the edge. Places in percent from the left. */

/** Says of each place, from left to right, whether a label there has room beside the last one that had. */
export function labelRoom(space: number): (x: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (x) => {
    if (x - last < space) return false;
    last = x;
    return true;
  };
}

/** How a label is anchored so that it stays within the chart. */
export function labelAnchor(x: number): "start" | "middle" | "end" {
  if (x < 8) return "start";
  return x > 92 ? "end" : "middle";
}
