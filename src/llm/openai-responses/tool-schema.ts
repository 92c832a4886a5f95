/** Tools as the API takes them, whatever schema a plugin or an MCP server gave. */
import type { Json, JsonObject } from "../../wire/messages.ts";
import type { ToolSpec } from "../client.ts";
import { wireToolName } from "../tool-names.ts";

/** Keywords that hold a schema for each of some names. */
const MAPS: readonly string[] = ["properties", "patternProperties", "$defs", "definitions"];
/** Keywords whose values are no schemas. */
const VALUES: readonly string[] = ["default", "const", "enum", "examples"];

/** The tools, one for each name. */
export function toTools(tools: readonly ToolSpec[]): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const { name: given, description, parameters } of tools) {
    const name = wireToolName(given);
    // Strict schemas would have to require every property.
    byName.set(name, {
      type: "function",
      name,
      description,
      parameters: objectSchema(parameters),
      strict: false,
    });
  }
  return [...byName.values()];
}

/** At its top a schema must be that of one object, with `properties`. */
function objectSchema(schema: JsonObject): JsonObject {
  const { allOf, anyOf, oneOf, enum: _, const: __, not: ___, ...rest } = schema;
  const branches = [allOf, anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject) : [],
  );
  const properties = Object.assign(
    {},
    ...[...branches, schema].map((one) => one.properties).filter(isObject),
  );
  return withItems({ ...rest, type: "object", properties });
}

/** An array must say what it holds. */
function withItems(schema: JsonObject): JsonObject {
  const inner = mapValues(schema, (value, name) => {
    if (VALUES.includes(name)) return value;
    if (MAPS.includes(name) && isObject(value)) return mapValues(value, withItemsIn);
    return withItemsIn(value);
  });
  const isArray = inner.type === "array" || (Array.isArray(inner.type) && inner.type.includes("array"));
  return isArray && inner.items === undefined ? { ...inner, items: {} } : inner;
}

function withItemsIn(value: Json): Json {
  if (Array.isArray(value)) return value.map(withItemsIn);
  return isObject(value) ? withItems(value) : value;
}

function mapValues(object: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
