/** The few parts of JSON Schema that say what a value should look like. */
import type { Json } from "../wire/messages.ts";

/** A schema, as far as it is read here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: Json[];
  const?: Json;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
}

/** The schemas a value may choose from: those under `anyOf` and `oneOf`, references followed, else the schema itself. */
export function alternatives(schema: Schema, root: Schema, followed: readonly string[] = []): Schema[] {
  if (typeof schema !== "object" || schema === null) return [{}];
  const { $ref } = schema;
  if ($ref !== undefined)
    return followed.includes($ref) ? [] : alternatives(atPointer(root, $ref), root, [...followed, $ref]);
  const choices = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(choices)) return [schema];
  return choices.flatMap((choice) => alternatives(choice, root, followed));
}

function atPointer(root: Schema, reference: string): Schema {
  if (!reference.startsWith("#")) return {};
  let place: unknown = root;
  for (const part of decodeURI(reference).split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, key)) return {};
    place = (place as Record<string, unknown>)[key];
  }
  return place as Schema;
}

/** The types a schema names; none means any. */
export function typesOf(schema: Schema): string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return schema.nullable === true && types.length > 0 ? [...types, "null"] : types;
}

/** Whether null is a value of its own here, not a way to leave something out. */
export function acceptsNull(schema: Schema, root: Schema): boolean {
  return alternatives(schema, root).some(
    (option) =>
      typesOf(option).includes("null") ||
      option.const === null ||
      option.enum?.includes(null) === true ||
      (typesOf(option).length === 0 && option.enum === undefined && option.const === undefined),
  );
}

/** What a schema expects, in a few words: `array of object with old_text, new_text`. */
export function describeSchema(schema: Schema, root: Schema, depth = 0): string {
  if (depth > MAX_DESCRIBED) return "value";
  const words = alternatives(schema, root).map((option) => describeOne(option, root, depth));
  return [...new Set(words)].join(" or ");
}

/** How far lists of lists are told: a schema may contain itself. */
const MAX_DESCRIBED = 3;

function describeOne(schema: Schema, root: Schema, depth: number): string {
  if (schema.enum !== undefined)
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = typesOf(schema);
  if (types.length === 0) return "a value";
  return types
    .map((type) => {
      if (type === "array" && schema.items !== undefined)
        return `array of ${describeSchema(schema.items, root, depth + 1)}`;
      if (type === "object" && schema.required !== undefined && schema.required.length > 0)
        return `object with ${schema.required.join(", ")}`;
      return type;
    })
    .join(" or ");
}
