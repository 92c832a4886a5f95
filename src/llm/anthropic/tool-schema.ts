/** Tools as the API takes them, whatever JSON Schema a host, a plugin or an MCP server gave. */
import type { Json, JsonObject } from "../../wire/messages.ts";
import type { ToolSpec } from "../client.ts";
import { wireToolName } from "../tool-names.ts";

const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;
const TYPES: readonly unknown[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** The tools; of two with one name the first. */
export function toTools(tools: readonly ToolSpec[]): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const { name: given, description, parameters } of tools) {
    const name = wireToolName(given);
    if (byName.has(name)) continue;
    const described = description.trim() === "" ? {} : { description };
    byName.set(name, { name, ...described, input_schema: inputSchema(parameters) });
  }
  return [...byName.values()];
}

/** At its top a schema is that of one object: the properties of alternatives are all offered, none of theirs required. */
function inputSchema(given: JsonObject): JsonObject {
  const { allOf, anyOf, oneOf, ...rest } = given;
  const branches = [allOf, anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  );
  const all = Object.assign(
    {},
    ...[...branches, given].map((one) => one.properties).filter(isObject),
  ) as JsonObject;
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => PROPERTY.test(name)));
  const schema = valid({ ...rest, type: "object", properties }) as JsonObject;
  if (!Array.isArray(schema.required)) return schema;
  return { ...schema, required: schema.required.filter((name) => String(name) in properties) };
}

/** What older drafts wrote differently, as draft 2020-12 has it; what no draft knows is left out. */
function valid(schema: Json): Json {
  if (!isObject(schema)) return typeof schema === "boolean" ? schema : {};
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const fixed = validKeyword(keyword, value, schema);
    if (fixed !== undefined) Object.defineProperty(result, fixed[0], { value: fixed[1], ...OWN });
  }
  return result;
}

/** A property called `__proto__` is one like any other. */
const OWN = { enumerable: true, writable: true, configurable: true };

function validKeyword(keyword: string, value: Json, schema: JsonObject): [string, Json] | undefined {
  switch (keyword) {
    case "$schema":
      return undefined;
    case "type":
      return validType(value) ? [keyword, value] : undefined;
    case "properties":
    case "patternProperties":
    case "$defs":
    case "definitions":
      return isObject(value) ? [keyword, mapValues(value, valid)] : undefined;
    case "items":
      return Array.isArray(value) ? ["prefixItems", value.map(valid)] : [keyword, valid(value)];
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "prefixItems":
      return Array.isArray(value) && value.length > 0 ? [keyword, value.map(valid)] : undefined;
    case "not":
    case "additionalProperties":
    case "contains":
    case "propertyNames":
      return [keyword, valid(value)];
    case "required":
      return isListOfNames(value) ? [keyword, [...new Set(value)]] : undefined;
    case "enum":
      return Array.isArray(value) ? [keyword, value] : undefined;
    case "minimum":
    case "maximum":
      return typeof value === "number" && schema[exclusive(keyword)] !== true ? [keyword, value] : undefined;
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      const bound = value === true ? schema[keyword === "exclusiveMinimum" ? "minimum" : "maximum"] : value;
      return typeof bound === "number" ? [keyword, bound] : undefined;
    }
    default:
      return [keyword, value];
  }
}

function exclusive(keyword: string): string {
  return keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
}

function validType(value: Json): boolean {
  return Array.isArray(value)
    ? value.length > 0 && value.every((one) => TYPES.includes(one))
    : TYPES.includes(value);
}

function isListOfNames(value: Json): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
