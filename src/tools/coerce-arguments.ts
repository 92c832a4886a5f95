/** Arguments bent towards their schema, in the ways models usually miss it. */
import type { Json, JsonObject } from "../wire/messages.ts";
import { parseLooseJson } from "./loose-json.ts";
import { acceptsNull, alternatives, type Schema, typesOf } from "./schema-reading.ts";

/** A copy of `value` that is closer to `schema`; whether it fits is for a validator to say. Nothing given is changed. */
export function coerceArguments(value: JsonObject, schema: JsonObject): JsonObject {
  return coerce(value, schema, schema) as JsonObject;
}

function coerce(value: Json, schema: Schema, root: Schema): Json {
  const options = alternatives(schema, root);
  const fitting = options.filter((option) => hasType(value, option));
  if (fitting.length > 1) return value;
  if (fitting[0] !== undefined) return coerceInside(value, fitting[0], root);
  for (const option of options) {
    const converted = convert(value, option, root);
    if (converted !== undefined) return coerceInside(converted, option, root);
  }
  return value;
}

function hasType(value: Json, schema: Schema): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

function isOfType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/** The value in one of the schema's types, or undefined when there is no plain reading of it. */
function convert(value: Json, schema: Schema, root: Schema): Json | undefined {
  const converted = convertType(value, schema);
  if (converted !== undefined) return converted;
  if (!typesOf(schema).includes("array") || value === null || looksLikeArray(value)) return undefined;
  const items = alternatives(schema.items ?? {}, root);
  const single = items.some((item) => hasType(value, item))
    ? value
    : items.map((item) => convertType(value, item)).find((item) => item !== undefined);
  return single === undefined ? undefined : [single];
}

function convertType(value: Json, schema: Schema): Json | undefined {
  for (const type of typesOf(schema)) {
    const converted = typeof value === "string" ? fromString(value, type) : fromOther(value, type);
    if (converted !== undefined && isOfType(converted, type)) return converted;
  }
  return undefined;
}

function looksLikeArray(value: Json): boolean {
  return typeof value === "string" && value.trimStart().startsWith("[");
}

function fromString(text: string, type: string): Json | undefined {
  const trimmed = text.trim();
  if (type === "number" || type === "integer")
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined;
  if (type === "boolean" && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if (type === "object" || type === "array") return parseLooseJson(text);
  return undefined;
}

function fromOther(value: Json, type: string): Json | undefined {
  return type === "string" && (typeof value === "number" || typeof value === "boolean")
    ? String(value)
    : undefined;
}

function coerceInside(value: Json, schema: Schema, root: Schema): Json {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => coerce(item, items, root));
  }
  if (typeof value !== "object" || value === null) return value;
  const known = schema.properties ?? {};
  const entries: [string, Json][] = [];
  for (const [sent, item] of Object.entries(value)) {
    const key = declaredKey(sent, value, known);
    const property = Object.hasOwn(known, key) ? known[key] : undefined;
    if (property === undefined) {
      if (schema.additionalProperties !== false) entries.push([key, item]);
    } else if (item !== null || schema.required?.includes(key) || acceptsNull(property, root)) {
      entries.push([key, coerce(item, property, root)]);
    }
  }
  return Object.fromEntries(entries);
}

/** The declared key that `sent` is another spelling of (`oldText` for `old_text`), unless that one was sent too. */
function declaredKey(sent: string, value: JsonObject, known: Readonly<Record<string, Schema>>): string {
  if (Object.hasOwn(known, sent)) return sent;
  const spelling = plainKey(sent);
  const declared = Object.keys(known).find((key) => plainKey(key) === spelling);
  return declared === undefined || Object.hasOwn(value, declared) ? sent : declared;
}

function plainKey(key: string): string {
  return key.replace(/[_\s-]/g, "").toLowerCase();
}
