/** Which tools the Messages API refuses. */
import Ajv from "ajv/dist/2020.js";
import { type Fields, isFields, unknownField } from "./strict-json.ts";

/** Why the API would refuse the tools. */
export function toolsComplaint({ tools, tool_choice: choice }: Fields): string | undefined {
  if (tools === undefined)
    return choice === undefined ? undefined : "tool_choice may only be specified while providing tools";
  if (!Array.isArray(tools)) return "tools: Input should be a valid list";
  const names = new Set<unknown>();
  for (const [at, tool] of tools.entries()) {
    const where = `tools.${at}.custom`;
    if (!isFields(tool)) return `${where}: no tool`;
    const unknown = unknownField(tool, ["name", "description", "input_schema", "cache_control"], where);
    if (unknown !== undefined) return unknown;
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool.name)))
      return `${where}.name: String should match pattern`;
    if (names.has(tool.name)) return "tools: Tool names must be unique.";
    names.add(tool.name);
    const found = schemaComplaint(tool.input_schema, `${where}.input_schema`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ajv = new Ajv({ strict: false, logger: false });

function schemaComplaint(schema: unknown, where: string): string | undefined {
  if (!isFields(schema) || schema.type !== "object") return `${where}.type: Input should be 'object'`;
  if ("oneOf" in schema || "allOf" in schema || "anyOf" in schema)
    return `${where}: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  const names = isFields(schema.properties) ? Object.keys(schema.properties) : [];
  if (names.some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)))
    return `${where}.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`;
  return ajv.validateSchema(schema)
    ? undefined
    : `${where}: JSON schema is invalid. It must match JSON Schema draft 2020-12 ${ajv.errorsText()}`;
}
