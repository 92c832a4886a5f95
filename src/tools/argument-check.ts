/** One tool's arguments against its JSON Schema. Loaded at the first call: the validator is heavy. */
import { Ajv, type AnySchema, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ToolError } from "../errors.ts";
import type { ToolSpec } from "../llm/client.ts";
import type { Json, JsonObject, ToolCallBlock } from "../wire/messages.ts";
import { explainArgumentErrors, nameValue } from "./argument-errors.ts";
import { coerceArguments } from "./coerce-arguments.ts";
import { parseLooseJson } from "./loose-json.ts";

/** Returns arguments that fit, or throws a `ToolError`. Never changes what it is given. */
export type ArgumentCheck = (call: Pick<ToolCallBlock, "arguments" | "arguments_text">) => JsonObject;

const OPTIONS: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  meta: false,
  validateSchema: false,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
};

/** A schema that cannot be compiled (tools bring their own) only asks for an object: the tool itself is the judge then. */
export function compileArgumentCheck(tool: ToolSpec): ArgumentCheck {
  const validate = compile(tool.parameters);
  return (call) => {
    const sent = toObject(tool.name, call);
    if (validate === undefined || validate(sent)) return sent;
    const coerced = coerceArguments(sent, tool.parameters);
    if (validate(coerced)) return coerced;
    throw new ToolError(
      `Invalid arguments for ${tool.name}: ${explainArgumentErrors(validate.errors ?? [], tool.parameters)}. The tool was not run.`,
    );
  };
}

function compile(parameters: JsonObject) {
  const { $schema: dialect, $id: _id, ...schema } = parameters;
  const older = typeof dialect === "string" && /draft-0\d/.test(dialect);
  try {
    // One validator each: it would keep every schema it has seen.
    return new (older ? Ajv : Ajv2020)(OPTIONS).compile(schema as AnySchema);
  } catch {
    return undefined;
  }
}

function toObject(name: string, call: Pick<ToolCallBlock, "arguments" | "arguments_text">): JsonObject {
  if (call.arguments_text === undefined) return call.arguments;
  const text = call.arguments_text;
  let value: Json | undefined = text.trim() === "" ? null : parseLooseJson(text);
  while (typeof value === "string") value = parseLooseJson(value);
  if (Array.isArray(value) && value.length < 2) value = value[0] ?? null;
  if (value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  const came = value === undefined ? `text that is no JSON: ${nameValue(text)}` : nameValue(value);
  throw new ToolError(
    `Invalid arguments for ${name}: expected one JSON object, got ${came}. The tool was not run.`,
  );
}
