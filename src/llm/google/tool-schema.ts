/** The JSON Schema of a tool's arguments, in the part of it that the Gemini API documents. */
import type { Json, JsonObject } from "../../wire/messages.ts";

/** Deeper, and after so many nodes, a schema says nothing any more: references may unfold without end. */
const DEEPEST = 24;
const MOST_NODES = 4000;

const TYPES: readonly Json[] = ["string", "number", "integer", "boolean", "object", "array", "null"];
const FORMATS: readonly Json[] = ["date-time", "date", "time"];
const COUNTS = ["minItems", "maxItems"] as const;
const BOUNDS = ["minimum", "maximum"] as const;

/**
 * A schema for `parametersJsonSchema`; undefined when the tool takes no arguments. What the API does not know is left
 * out, as the arguments are checked against the whole schema anyway. References are written out: the API refuses many
 * of them, and a recursive one ends in a schema that allows anything.
 */
export function toolSchema(parameters: JsonObject): JsonObject | undefined {
  const { type: _, ...schema } = new Rewriter(parameters).rewrite(parameters);
  return schema.properties === undefined && schema.anyOf === undefined
    ? undefined
    : { type: "object", ...schema };
}

class Rewriter {
  readonly #root: JsonObject;
  readonly #open: string[] = [];
  #nodes = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The schema in known words. `true`, and whatever is no schema, becomes one that allows anything. */
  rewrite(schema: Json | undefined, depth = 0): JsonObject {
    if (!isObject(schema) || depth > DEEPEST || ++this.#nodes > MOST_NODES) return {};
    if (typeof schema.$ref === "string") return this.#reference(schema.$ref, schema, depth);
    if (Array.isArray(schema.allOf)) return this.rewrite(merged(schema, schema.allOf), depth + 1);
    const inner = (one: Json | undefined) => this.rewrite(one, depth + 1);
    const result: JsonObject = {};
    const type = typeOf(schema);
    if (type !== undefined) result.type = type;
    const copy = (word: string, fits: (value: Json) => boolean) => {
      const value = schema[word];
      if (value !== undefined && fits(value)) result[word] = value;
    };
    for (const word of ["title", "description"]) copy(word, (value) => typeof value === "string");
    copy("format", (value) => FORMATS.includes(value));
    for (const word of BOUNDS) copy(word, (value) => typeof value === "number");
    for (const word of COUNTS) copy(word, isCount);
    const choices = schema.const === undefined ? schema.enum : [schema.const];
    const allowed = Array.isArray(choices) ? [...new Set(choices.filter(isChoice))] : [];
    if (allowed.length > 0) result.enum = allowed;
    const either = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(either) && either.length > 0) result.anyOf = either.map(inner);
    if (isObject(schema.items)) result.items = inner(schema.items);
    const first = schema.prefixItems ?? schema.items;
    if (Array.isArray(first) && first.length > 0) result.prefixItems = first.map(inner);
    const { additionalProperties: others } = schema;
    if (typeof others === "boolean") result.additionalProperties = others;
    else if (isObject(others)) result.additionalProperties = inner(others);
    return { ...result, ...this.#properties(schema, inner) };
  }

  #properties(schema: JsonObject, inner: (one: Json | undefined) => JsonObject): JsonObject {
    if (!isObject(schema.properties) || Object.keys(schema.properties).length === 0) return {};
    const properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, inner(one)]),
    );
    const required = Array.isArray(schema.required)
      ? schema.required.filter((name) => typeof name === "string" && Object.hasOwn(properties, name))
      : [];
    return { properties, ...(required.length === 0 ? {} : { required: [...new Set(required)] }) };
  }

  #reference(to: string, { $ref: _, ...beside }: JsonObject, depth: number): JsonObject {
    if (this.#open.includes(to)) return this.rewrite(beside, depth + 1);
    this.#open.push(to);
    const target = this.#find(to);
    const result = this.rewrite(isObject(target) ? { ...target, ...beside } : beside, depth + 1);
    this.#open.pop();
    return result;
  }

  /** What a pointer such as `#/$defs/a~1b` points to. */
  #find(reference: string): Json | undefined {
    if (!reference.startsWith("#")) return undefined;
    let at: Json | undefined = this.#root;
    for (const step of reference.split("/").slice(1)) {
      const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
      if (Array.isArray(at)) at = at[Number(name)];
      else at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return at;
  }
}

/** A schema and all of its `allOf` as one. */
function merged({ allOf: _, ...own }: JsonObject, all: readonly Json[]): JsonObject {
  const parts = [...all.filter(isObject), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties).filter(isObject));
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  const inner = parts.flatMap((part) => (Array.isArray(part.allOf) ? part.allOf : []));
  return Object.assign({}, ...parts, {
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(inner.length === 0 ? {} : { allOf: inner }),
  });
}

function typeOf({ type, properties }: JsonObject): Json | undefined {
  if (Array.isArray(type)) {
    const known = [...new Set(type.filter((one) => TYPES.includes(one)))];
    return known.length > 1 ? known : known[0];
  }
  return TYPES.includes(type ?? "") ? type : isObject(properties) ? "object" : undefined;
}

/** The API takes strings and numbers to choose from. */
function isChoice(value: Json): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

function isCount(value: Json): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
