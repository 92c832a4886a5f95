/** The work of `checkArguments`. Loaded at the first call: the validator is heavy. */
import { Ajv, type AnySchema, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ToolSpec } from "../llm/client.ts";
import type { Json, JsonObject } from "../wire/messages.ts";
import { explainArgumentErrors, nameValue } from "./argument-errors.ts";
import type { CheckedArguments } from "./check-arguments.ts";
import { coerceArguments } from "./coerce-arguments.ts";
import { parseLooseJson } from "./loose-json.ts";

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

/** Compiled schemas, which go with their tools. Only a matter of time: losing one changes no answer. */
const compiled = new WeakMap<ToolSpec, ValidateFunction | typeof UNCHECKED>();

/** For a schema that cannot be compiled. Tools bring their own: then the tool itself is the judge. */
const UNCHECKED = () => true;

/** See `checkArguments`. */
export function checkAgainstSchema(tool: ToolSpec, given: unknown): CheckedArguments {
  const sent = toObject(given);
  if ("problem" in sent) return { problem: sentence(tool, sent.problem) };
  const validate = compiled.get(tool) ?? compile(tool.parameters);
  compiled.set(tool, validate);
  if (fits(sent.arguments, validate)) return sent;
  const coerced = coerceArguments(sent.arguments, tool.parameters);
  if (fits(coerced, validate)) return { arguments: coerced };
  const errors = "errors" in validate ? validate.errors : null;
  return { problem: sentence(tool, explainArgumentErrors(errors ?? [], tool.parameters)) };
}

function sentence(tool: ToolSpec, problem: string): string {
  return `Invalid arguments for ${tool.name}: ${problem}. The tool was not run.`;
}

function compile(parameters: JsonObject): ValidateFunction | typeof UNCHECKED {
  const { $schema: dialect, $id: _id, ...schema } = parameters;
  const older = typeof dialect === "string" && /draft-0\d/.test(dialect);
  try {
    // One validator each: it would keep every schema it has seen.
    return new (older ? Ajv : Ajv2020)(OPTIONS).compile(schema as AnySchema);
  } catch {
    return UNCHECKED;
  }
}

function fits(value: JsonObject, validate: ValidateFunction | typeof UNCHECKED): boolean {
  try {
    return validate(value);
  } catch {
    return true; // A schema that contains itself may have no end.
  }
}

function toObject(given: unknown): CheckedArguments {
  let value = given as Json | undefined;
  if (typeof value === "string" && value.trim() === "") value = null;
  while (typeof value === "string") value = parseLooseJson(value);
  if (Array.isArray(value) && value.length < 2) value = value[0] ?? null;
  if (value === null) return { arguments: {} };
  if (typeof value === "object" && !Array.isArray(value)) return { arguments: value };
  const came = value === undefined ? `text that is no JSON: ${nameValue(String(given))}` : nameValue(value);
  return { problem: `expected one JSON object, got ${came}` };
}
