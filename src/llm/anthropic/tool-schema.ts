/** Tools as the API takes them, whatever JSON Schema a host, a plugin or an MCP server gave. */
import type { Json, JsonObject } from "../../wire/messages.ts";
import type { ToolSpec } from "../client.ts";
import { wireToolName } from "../tool-names.ts";
import { isObject, validSchema } from "./valid-schema.ts";

const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;

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
  const branches = [allOf, anyOf, oneOf].flatMap((list): Json[] => (Array.isArray(list) ? list : []));
  const offered = [...branches, given].flatMap((one) =>
    isObject(one) && isObject(one.properties) ? Object.entries(one.properties) : [],
  );
  const properties = Object.fromEntries(offered.filter(([name]) => PROPERTY.test(name)));
  const schema = validSchema({ ...rest, type: "object", properties });
  if (!Array.isArray(schema.required)) return schema;
  const required = schema.required.filter((name) => Object.hasOwn(properties, String(name)));
  return { ...schema, required };
}
