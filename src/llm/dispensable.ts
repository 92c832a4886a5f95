/** Fields of a request that a server may refuse without harm: the request is sent again without them. */
import type { Json, JsonObject } from "../wire/messages.ts";

/** A field that can be spared. */
export interface Dispensable {
  /** Where it is in the body, such as `["generationConfig", "thinkingConfig"]`. */
  path: readonly [string, ...string[]];
  /** What an answer says that refuses it. */
  refusal: RegExp;
}

/** The field that this answer refuses and the request held. */
export function refusedField(
  dispensable: readonly Dispensable[],
  status: number,
  answer: string,
  fields: JsonObject,
): Dispensable | undefined {
  if (status !== 400 && status !== 422) return undefined;
  return dispensable.find(({ path, refusal }) => holds(fields, path) && refusal.test(answer));
}

/** The fields without this one. */
export function withoutField(fields: JsonObject, [name = "", ...inner]: readonly string[]): JsonObject {
  const { [name]: value, ...rest } = fields;
  if (inner.length === 0 || !isObject(value)) return rest;
  return { ...rest, [name]: withoutField(value, inner) };
}

function holds(fields: JsonObject, [name = "", ...inner]: readonly string[]): boolean {
  const value = fields[name];
  return inner.length === 0 ? value !== undefined : isObject(value) && holds(value, inner);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
