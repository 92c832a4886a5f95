/** Reading JSON that may be anything. */

/** An object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one when it is none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The value as text; empty when it is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value as a list; empty when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
