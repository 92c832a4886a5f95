/** What the schema of a protocol declares, in terms that a language's types are written from. */

/** @typedef {import("./protocol-schema.mjs").Schema} Schema */
/** @typedef {import("./protocol-schema.mjs").ProtocolSchema} ProtocolSchema */

/**
 * The type of a value.
 * - `json`: any JSON value; `object`: a JSON object with anything in it
 * - `constant`: always this value; `enum`: one of these strings
 * - `list` and `map` (keys are strings) of another type
 * - `named`: a declaration
 * - `either`: one of these types, all of them strings, or told apart by their JSON kind or shape: a string or a list
 * - `nullable`: the type, or null
 * @typedef {{ kind: "string" | "integer" | "number" | "boolean" | "json" | "object" }
 *   | { kind: "constant", value: string | boolean }
 *   | { kind: "enum", values: string[] }
 *   | { kind: "list" | "map" | "nullable", of: Type }
 *   | { kind: "named", name: string }
 *   | { kind: "either", of: Type[] }} Type
 */

/** @typedef {{ name: string, doc: string, type: Type, optional: boolean }} Field */

/**
 * The field that tells what a struct is, and its value there.
 * @typedef {{ field: string, value: string }} Tag
 */

/**
 * A declaration, `doc` being one paragraph of prose, or nothing.
 * - `struct`: an object with these fields, which may have others that are not known. `tag`: the constant that tells it from
 *   the other variants of its unions; it is among the fields too. `isRead`: a client reads it, and does not only write it
 * - `union`: one of these structs. `tag`: the field that tells them apart, with `value` each struct's own; absent where
 *   only their shapes do. A reader must expect values of `tag` that are not there
 * - `enum`: one of these strings; a reader must expect others
 * @typedef {{ kind: "struct", name: string, doc: string, fields: Field[], tag?: Tag, isRead: boolean }
 *   | { kind: "union", name: string, doc: string, tag?: string, variants: { name: string, value?: string }[], isRead: boolean }
 *   | { kind: "enum", name: string, doc: string, values: string[] }} Declaration
 */

/**
 * A request or a notification: the names of the structs it is called with and answered with. A result is null where it is
 * `undefined`, params are empty where they are; notifications have no result.
 * @typedef {{ method: string, params?: string, result?: string }} Method
 */

/** The fields that may tell the variants of a union apart. */
const TAGS = ["type", "cmd", "role"];

/** The tables of methods are no types, and any JSON is one that every language has. */
const TABLES = ["ClientRequests", "ServerRequests", "ServerNotifications", "NoParams"];
const ANY = ["Json", "JsonObject"];

/**
 * What a client of both protocols may come to see, each declaration once, in the order of the schemas. A union within a union
 * is flat: its variants are structs. Throws when the schemas do not agree on one, or when there is something no language could
 * be told.
 * @param {ProtocolSchema} rpc
 * @param {ProtocolSchema} jsonrpc
 * @param {{ commands: boolean }} options whether the client has types for the commands of letscode-rpc/1
 * @returns {Map<string, Declaration>} by their names
 */
export function declarations(rpc, jsonrpc, { commands }) {
  /** @type {Map<string, Schema>} */
  const all = new Map();
  for (const { definitions } of [rpc, jsonrpc])
    for (const [name, schema] of Object.entries(definitions)) {
      const known = all.get(name);
      if (known && JSON.stringify(known) !== JSON.stringify(schema))
        throw new Error(`the schemas do not agree on ${name}`);
      if (![...TABLES, ...ANY].includes(name)) all.set(name, schema);
    }
  const requests = methods(jsonrpc, "ClientRequests");
  const questions = methods(jsonrpc, "ServerRequests");
  const news = methods(jsonrpc, "ServerNotifications");
  const params = (/** @type {Method[]} */ of) => of.map((one) => one.params);
  const results = (/** @type {Method[]} */ of) => of.map((one) => one.result);
  const read = within(["RpcOutput", ...results(requests), ...params(questions), ...params(news)], all);
  const written = within(
    [...(commands ? ["RpcInput"] : []), ...params(requests), ...results(questions)],
    all,
  );
  const seen = [...all].filter(([name]) => read.has(name) || written.has(name));
  return new Map(seen.map(([name, schema]) => [name, declaration(name, schema, all, read.has(name))]));
}

/**
 * The names of everything that these come to.
 * @param {readonly (string | undefined)[]} roots
 * @param {Map<string, Schema>} all
 */
function within(roots, all) {
  const found = new Set(roots);
  for (const name of found) {
    const schema = all.get(name ?? "");
    const variants = schema?.properties ? undefined : structsOf(name ?? "", all);
    const refs = JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^"]+)"/g);
    for (const one of variants ?? Array.from(refs, ([, ref = ""]) => nameOf(ref))) found.add(one);
  }
  return found;
}

/**
 * The methods of a table, in its order.
 * @param {ProtocolSchema} schema
 * @param {"ClientRequests" | "ServerRequests" | "ServerNotifications"} table
 * @returns {Method[]}
 */
export function methods({ definitions }, table) {
  return Object.entries(definitions[table]?.properties ?? {}).map(([method, schema]) => {
    const [params, result] = schema.$ref
      ? [schema.$ref, undefined]
      : [schema.properties.params.$ref, schema.properties.result.$ref];
    const known = (/** @type {string | undefined} */ ref) =>
      ref === undefined || TABLES.includes(nameOf(ref)) ? undefined : nameOf(ref);
    return { method, ...defined({ params: known(params), result: known(result) }) };
  });
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {Map<string, Schema>} all
 * @param {boolean} isRead
 * @returns {Declaration}
 */
function declaration(name, schema, all, isRead) {
  const doc = schema.description ?? "";
  if (schema.enum) return { kind: "enum", name, doc, values: schema.enum };
  if (schema.properties) {
    const fields = fieldsOf(schema);
    const tag = fields.find((field) => TAGS.includes(field.name) && field.type.kind === "constant");
    const value = tag?.type.kind === "constant" ? `${tag.type.value}` : "";
    return { kind: "struct", name, doc, fields, isRead, ...(tag ? { tag: { field: tag.name, value } } : {}) };
  }
  const variants = structsOf(name, all);
  if (variants) return { kind: "union", name, doc, isRead, ...unionOf(variants, all) };
  throw new Error(`no language can be told of ${name}`);
}

/**
 * The names of the structs that a union comes down to; undefined when it is none.
 * @param {string} name
 * @param {Map<string, Schema>} all
 * @returns {string[] | undefined}
 */
function structsOf(name, all) {
  const schema = all.get(name);
  if (schema?.properties) return [name];
  const refs = schema?.$ref ? [schema] : (schema?.anyOf ?? []);
  if (refs.length === 0 || !refs.every((/** @type {Schema} */ one) => one.$ref)) return undefined;
  return refs.flatMap((/** @type {Schema} */ { $ref }) => structsOf(nameOf($ref), all) ?? []);
}

/** @param {string[]} names @param {Map<string, Schema>} all */
function unionOf(names, all) {
  const values = (/** @type {string} */ tag) => names.map((name) => all.get(name)?.properties[tag]?.const);
  const tag = TAGS.find((field) => values(field).every((value) => typeof value === "string"));
  if (tag === undefined) return { variants: names.map((name) => ({ name })) };
  return { tag, variants: names.map((name, at) => ({ name, value: values(tag)[at] })) };
}

/** @param {Schema} schema @returns {Field[]} */
function fieldsOf({ properties, required = [] }) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    doc: schema.description ?? "",
    type: typeOf(schema),
    optional: !required.includes(name),
  }));
}

/** @param {Schema} schema @returns {Type} */
function typeOf(schema) {
  if (schema.$ref) return named(nameOf(schema.$ref));
  if (schema.const !== undefined) return { kind: "constant", value: schema.const };
  if (schema.enum) return { kind: "enum", values: schema.enum };
  if (schema.anyOf) return eitherOf(schema.anyOf.map(typeOf), schema.anyOf);
  if (Array.isArray(schema.type)) {
    const types = schema.type.map((/** @type {string} */ type) => ({ ...schema, type }));
    return eitherOf(types.map(typeOf), types);
  }
  switch (schema.type) {
    case "array":
      return { kind: "list", of: typeOf(schema.items) };
    case "object":
      return schema.additionalProperties?.type || schema.additionalProperties?.$ref
        ? { kind: "map", of: typeOf(schema.additionalProperties) }
        : { kind: "object" };
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return { kind: schema.type };
    case "null":
      return { kind: "json" };
    default:
      throw new Error(`no language can be told of ${JSON.stringify(schema)}`);
  }
}

/** @param {Type[]} types @param {Schema[]} schemas @returns {Type} */
function eitherOf(types, schemas) {
  const others = types.filter((_type, at) => schemas[at]?.type !== "null");
  const [first] = others;
  const type = others.length === 1 && first ? first : /** @type {Type} */ ({ kind: "either", of: others });
  return others.length < types.length ? { kind: "nullable", of: type } : type;
}

/** @param {string} name @returns {Type} */
function named(name) {
  if (name === "Json") return { kind: "json" };
  return name === "JsonObject" ? { kind: "object" } : { kind: "named", name };
}

/** @param {string} ref */
function nameOf(ref) {
  return ref.replace("#/definitions/", "");
}

/** @template {object} T @param {T} fields */
function defined(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
