/**
 * A whole number, which JSON and TypeScript do not tell from others: the schema and the languages that do are told here.
 * @asType integer
 */
export type Integer = number;
