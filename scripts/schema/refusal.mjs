/**
 * Words for a failed check. Generated validators carry this file's text below their own, so it imports nothing.
 *
 * @typedef {{ keyword: string, instancePath: string, params: any, data: any, parentSchema: any }} Failure
 */

/**
 * One sentence on what is wrong with a value: the field, what was expected there, and what there was. Of several
 * failures, which a union leaves behind, it tells the one that got furthest into the value.
 * @param {string} name what the value is called
 * @param {readonly Failure[]} failures as ajv reports them with `verbose`, never empty
 * @returns {string} such as `prompt.images[0].data: expected a string, it is missing`
 */
export function refusal(name, failures) {
  const depth = (/** @type {Failure} */ { instancePath }) => instancePath.split("/").length;
  const told = failures.reduce((best, next) => (depth(next) >= depth(best) ? next : best));
  const field = told.keyword === "required" ? told.params.missingProperty : told.params.tag;
  const path = name + steps(told.instancePath) + (field === undefined ? "" : `.${field}`);
  const schema = field === undefined ? told.parentSchema : fieldSchema(told.parentSchema, field);
  const value = field === undefined ? told.data : told.data[field];
  return `${path}: expected ${expected(schema)}, ${value === undefined ? "it is missing" : `got ${got(value)}`}`;
}

/** @param {string} pointer */
function steps(pointer) {
  return pointer.replace(/\/([^/]*)/g, (_all, step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`));
}

/** @param {any} schema @param {string} field */
function fieldSchema(schema, field) {
  const branches = schema.oneOf ?? [schema];
  return branches.length === 1
    ? branches[0].properties[field]
    : { enum: branches.map((/** @type {any} */ branch) => branch.properties[field].const) };
}

/** @param {any} schema @returns {string} */
function expected(schema) {
  if (schema.anyOf) return either(schema.anyOf.map(expected));
  if (schema.enum) return either(schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return either([schema.type].flat().map(kind));
}

/** @param {readonly string[]} choices */
function either(choices) {
  const each = [...new Set(choices)];
  return each.length < 2 ? each.join() : `${each.slice(0, -1).join(", ")} or ${each.at(-1)}`;
}

/** @param {string | undefined} type */
function kind(type) {
  if (type === "array") return "a list";
  if (type === "object") return "an object";
  if (type === "integer") return "a whole number";
  if (type === "boolean") return "true or false";
  if (type === "null") return "null";
  return type === undefined ? "any JSON value" : `a ${type}`;
}

/** @param {unknown} value */
function got(value) {
  if (typeof value === "string") return value.length <= 40 ? JSON.stringify(value) : "a string";
  if (value === null || typeof value === "boolean") return String(value);
  return kind(Array.isArray(value) ? "array" : typeof value);
}
