/** JSON Schema of any draft as one of draft 2020-12, which the API insists on. */
import type { Json, JsonObject } from "../../wire/messages.ts";

/** What a keyword means in draft 2020-12; undefined: nothing that is valid, so it is left out. */
type Reading = (value: Json, schema: JsonObject) => Json | undefined;

const TYPES: readonly Json[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

const inner: Reading = (value) =>
  typeof value === "boolean" ? value : isObject(value) ? validSchema(value) : undefined;
const list: Reading = (value) => {
  const valid = Array.isArray(value) ? value.flatMap((one) => inner(one, {}) ?? []) : [];
  return valid.length > 0 ? valid : undefined;
};
const map: Reading = (value) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one, {}) ?? {}]))
    : undefined;
const text: Reading = (value) => (typeof value === "string" ? value : undefined);
const flag: Reading = (value) => (typeof value === "boolean" ? value : undefined);
const count: Reading = (value) => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined);
const array: Reading = (value) => (Array.isArray(value) ? value : undefined);
const names: Reading = (value) =>
  Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === "string"))] : undefined;
const gone: Reading = () => undefined;

/** Where draft 4 said `exclusiveMinimum: true`, the minimum itself is excluded. */
function bound(other: string): Reading {
  return (value, schema) => (typeof value === "number" && schema[other] !== true ? value : undefined);
}
function excluded(other: string): Reading {
  return (value, schema) => {
    const limit = value === true ? schema[other] : value;
    return typeof limit === "number" ? limit : undefined;
  };
}

function keywords(reading: Reading, ...which: string[]): [string, Reading][] {
  return which.map((keyword) => [keyword, reading]);
}

const READINGS = new Map<string, Reading>([
  ...keywords(
    inner,
    "items",
    "additionalProperties",
    "not",
    "contains",
    "propertyNames",
    "if",
    "then",
    "else",
  ),
  ...keywords(inner, "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
  ...keywords(list, "allOf", "anyOf", "oneOf", "prefixItems"),
  ...keywords(map, "properties", "patternProperties", "$defs", "definitions", "dependentSchemas"),
  ...keywords(text, "$ref", "$comment", "title", "description", "format", "pattern"),
  ...keywords(text, "contentMediaType", "contentEncoding"),
  ...keywords(count, "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
  ...keywords(count, "minContains", "maxContains"),
  ...keywords(flag, "uniqueItems", "deprecated", "readOnly", "writeOnly"),
  ...keywords(array, "enum", "examples"),
  ...keywords(gone, "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$vocabulary"),
  ...keywords(gone, "$recursiveRef", "$recursiveAnchor", "dependencies", "dependentRequired"),
  ["required", names],
  ["multipleOf", (value) => (typeof value === "number" && value > 0 ? value : undefined)],
  ["minimum", bound("exclusiveMinimum")],
  ["maximum", bound("exclusiveMaximum")],
  ["exclusiveMinimum", excluded("minimum")],
  ["exclusiveMaximum", excluded("maximum")],
  ["type", validType],
]);

/** The schema with what older drafts wrote differently in its new form, and without what no draft allows. */
export function validSchema(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    // A list of items was the form of a tuple.
    const name = keyword === "items" && Array.isArray(value) ? "prefixItems" : keyword;
    const reading = READINGS.get(name);
    const valid = reading === undefined ? value : reading(value, schema);
    return valid === undefined ? [] : [[name, valid]];
  });
  return Object.fromEntries(entries);
}

/** Whether the value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function validType(value: Json): Json | undefined {
  if (!Array.isArray(value)) return TYPES.includes(value) ? value : undefined;
  const known = [...new Set(value.filter((one) => TYPES.includes(one)))];
  return known.length > 0 ? known : undefined;
}
