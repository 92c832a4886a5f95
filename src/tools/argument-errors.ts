/** A validator's errors as one sentence a model can act on. */
import type { ErrorObject } from "ajv";
import type { Json } from "../wire/messages.ts";
import { describeSchema, type Schema } from "./schema-reading.ts";

const MOST_SHOWN = 3;

/** Names each field, what was expected and what came; at most three of them. The errors must be verbose ones of ajv. */
export function explainArgumentErrors(errors: readonly ErrorObject[], root: Schema): string {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const told = errors.filter(
    (error) =>
      !choices.some((choice) => choice !== error && error.instancePath.startsWith(choice.instancePath)),
  );
  const sentences = [...new Set(told.map((error) => explain(error, root)))];
  const more = sentences.length - MOST_SHOWN;
  return sentences.slice(0, MOST_SHOWN).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function explain(error: ErrorObject, root: Schema): string {
  const field = fieldName(error.instancePath);
  const parent = (error.parentSchema ?? {}) as Schema;
  if (error.keyword === "required") {
    const missing = String(error.params.missingProperty);
    const expected = describeSchema(parent.properties?.[missing] ?? {}, root);
    return `${field === "" ? missing : `${field}.${missing}`} is missing, expected ${expected}`;
  }
  const came = nameValue(error.data as Json);
  const name = field === "" ? "the arguments" : field;
  if (["type", "enum", "const", "anyOf", "oneOf"].includes(error.keyword))
    return `${name}: expected ${describeSchema(parent, root)}, got ${came}`;
  return `${name}: ${error.message ?? "does not fit"}, got ${came}`;
}

/** `/edits/0/new_text` as `edits[0].new_text`. */
function fieldName(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join("");
}

/** What came, in a few words: `the string "a…"`, `an array`, `5`. */
export function nameValue(value: Json): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const characters = [...value.slice(0, 90)];
  return `the string ${JSON.stringify(characters.slice(0, 40).join(""))}${value.length > 40 ? " …" : ""}`;
}
