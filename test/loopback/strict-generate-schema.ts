/** What the Gemini API refuses in the JSON Schema of a function; where it is told: strict-generate.ts. */
import { isFields, unknownField } from "./strict-json.ts";

const KEYWORDS = [
  "type",
  "format",
  "title",
  "description",
  "enum",
  "items",
  "prefixItems",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "anyOf",
  "properties",
  "additionalProperties",
  "required",
];
const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
const FORMATS = ["date-time", "date", "time"];

/** Why this schema is refused. The root describes an object. */
export function schemaComplaint(schema: unknown, where: string, root = false): string | undefined {
  if (!isFields(schema)) return `${where} is no schema`;
  const unknown = unknownField(schema, KEYWORDS, where);
  if (unknown !== undefined) return unknown;
  if (root && schema.type !== "object") return `${where}: schema should be of type OBJECT`;
  if (root && schema.properties === undefined && schema.anyOf === undefined)
    return `${where}.properties: should be non-empty for OBJECT type`;
  return (
    wordsComplaint(schema, where) ??
    choicesComplaint(schema.enum, where) ??
    propertiesComplaint(schema, where) ??
    listComplaint(schema.anyOf, `${where}.anyOf`) ??
    listComplaint(schema.prefixItems, `${where}.prefixItems`) ??
    (schema.items === undefined ? undefined : schemaComplaint(schema.items, `${where}.items`)) ??
    (schema.additionalProperties === undefined || typeof schema.additionalProperties === "boolean"
      ? undefined
      : schemaComplaint(schema.additionalProperties, `${where}.additionalProperties`))
  );
}

function wordsComplaint(schema: Record<string, unknown>, where: string): string | undefined {
  const { type, format } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (type !== undefined && types.length === 0) return `${where}.type is empty`;
  if (types.some((one) => !TYPES.includes(one))) return `${where}.type: ${JSON.stringify(type)}`;
  if (new Set(types).size < types.length) return `${where}.type repeats itself`;
  if (format !== undefined && !FORMATS.includes(String(format))) return `${where}.format: ${String(format)}`;
  for (const word of ["title", "description"])
    if (schema[word] !== undefined && typeof schema[word] !== "string") return `${where}.${word} is no text`;
  for (const word of ["minItems", "maxItems", "minimum", "maximum"])
    if (schema[word] !== undefined && typeof schema[word] !== "number")
      return `${where}.${word} is no number`;
  return undefined;
}

function choicesComplaint(choices: unknown, where: string): string | undefined {
  if (choices === undefined) return undefined;
  if (!Array.isArray(choices) || choices.length === 0) return `${where}.enum is empty`;
  const odd = choices.find((one) => (typeof one !== "string" && typeof one !== "number") || one === "");
  return odd === undefined ? undefined : `${where}.enum: ${JSON.stringify(odd)}`;
}

function propertiesComplaint(schema: Record<string, unknown>, where: string): string | undefined {
  const { properties, required } = schema;
  if (properties !== undefined && (!isFields(properties) || Object.keys(properties).length === 0))
    return `${where}.properties: should be non-empty for OBJECT type`;
  const names = isFields(properties) ? Object.keys(properties) : [];
  if (required !== undefined && (!Array.isArray(required) || required.length === 0))
    return `${where}.required is empty`;
  const missing = Array.isArray(required) ? required.find((name) => !names.includes(name)) : undefined;
  if (missing !== undefined) return `${where}.required: property is not defined: ${String(missing)}`;
  for (const name of names) {
    const complaint = schemaComplaint((properties as Record<string, unknown>)[name], `${where}.${name}`);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function listComplaint(list: unknown, where: string): string | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length === 0) return `${where} is empty`;
  for (const [at, one] of list.entries()) {
    const complaint = schemaComplaint(one, `${where}[${at}]`);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}
