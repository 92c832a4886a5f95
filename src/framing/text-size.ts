/** How much is held by holding a value. */

/** About how much memory the texts in a value take, in characters, with something for what holds them. */
export function textSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let size = 16;
  for (const key in value) size += 16 + textSize((value as Record<string, unknown>)[key]);
  return size;
}
