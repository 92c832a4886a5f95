/** The source text of modules that check what the wire types promise; they need nothing at run time and load in no time. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

/** @typedef {import("./protocol-schema.mjs").Schema} Schema */
/** @typedef {import("./protocol-schema.mjs").ProtocolSchema} ProtocolSchema */

/**
 * What is checked: the objects of a union, told apart by one of their fields.
 * @typedef {object} Checked
 * @property {string} union the union's name in the schema, such as `Command`
 * @property {string} tag the field whose value names the branch, such as `cmd`
 * @property {string} [names] what the module calls the list of branches; absent: it exports none
 */

/**
 * An ES module with `validate` and the union's name, for instance `validateCommand`. Only own properties count and fields
 * unknown to the schema are let through.
 * @param {ProtocolSchema} schema
 * @param {Checked} checked
 */
export function validatorModule(schema, { union, tag, names: list }) {
  const branches = branchSchemas(schema, union, tag);
  const names = Object.keys(branches);
  return [
    GENERATED,
    checksText({ checks: branches }),
    `${list ? "export " : ""}const ${list ?? "NAMES"} = ${JSON.stringify(names)};`,
    validateText(union, tag, list ?? "NAMES"),
    refusalText(),
  ].join("\n");
}

/**
 * An ES module with one function for each of these tables, such as `validateParams(method, value)` for the params of the
 * methods in one. A method that is not in the table fits no value.
 * @param {ProtocolSchema} schema
 * @param {Record<string, { table: string, part: "params" | "result" }>} functions which part of which methods each checks
 */
export function methodValidatorModule(schema, functions) {
  const tables = Object.entries(functions).map(([name, { table, part }]) => [
    `${name}_checks`,
    methodSchemas(schema, table, part),
  ]);
  const texts = Object.keys(functions).map(
    (name) => `export function ${name}(method, value) {
  const check = ${name}_checks.get(method);
  if (check === undefined) return method + ": unknown";
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(method, failures);
}
`,
  );
  return [GENERATED, checksText(Object.fromEntries(tables)), ...texts, refusalText()].join("\n");
}

const GENERATED = "// Generated from src/wire by `npm run generate`. Do not edit.";

/**
 * A map for each of these tables, of the checks by the names of their schemas. Equal schemas have one check.
 * @param {Record<string, Record<string, Schema>>} tables
 */
function checksText(tables) {
  const all = Object.values(tables).flatMap((checked) => Object.values(checked));
  const texts = [...new Set(all.map((schema) => JSON.stringify(schema)))];
  const maps = Object.entries(tables).map(([table, checked]) => {
    const entries = Object.entries(checked).map(
      ([name, schema]) => `["${name}", check_${texts.indexOf(JSON.stringify(schema))}]`,
    );
    return `const ${table} = new Map([${entries.join(", ")}]);`;
  });
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    discriminator: true,
    messages: false,
    ownProperties: true,
    schemas: texts.map((text, id) => ({ $id: `${id}`, ...JSON.parse(text) })),
    strictTypes: false,
    verbose: true,
  });
  const names = Object.fromEntries(texts.map((_text, id) => [`check_${id}`, `${id}`]));
  const checks = standalone.default(ajv, names);
  if (/\brequire\(/.test(checks))
    throw new Error("the validators need ajv at run time: simplify the wire types");
  return [checks.replace('"use strict";\n', "").replace(/^export const /gm, "const "), ...maps].join("\n");
}

const validateText = (/** @type {string} */ union, /** @type {string} */ tag, /** @type {string} */ list) => `
export function validate${union}(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "${union.toLowerCase()}: expected an object, got " + got(value);
  const check = Object.hasOwn(value, "${tag}") ? checks.get(value.${tag}) : undefined;
  if (check === undefined)
    return "${tag}: expected " + expected({ enum: ${list} }) + (value.${tag} === undefined ? ", it is missing" : ", got " + got(value.${tag}));
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(value.${tag}, failures);
}
`;

function refusalText() {
  const text = readFileSync(new URL("refusal.mjs", import.meta.url), "utf8");
  return text.slice(text.indexOf("*/") + 2).replace("export function", "function");
}

/**
 * Each branch's schema by its name, whole and without references. Where any JSON is allowed nothing is checked:
 * it came out of a JSON parser, and walking into it would let a deeply nested value exhaust the stack.
 * @param {ProtocolSchema} schema
 * @param {string} union
 * @param {string} tag
 * @returns {Record<string, Schema>}
 */
function branchSchemas(schema, union, tag) {
  const definitions = { ...schema.definitions, Json: {}, JsonObject: { type: "object" } };
  const { anyOf } = resolve({ $ref: `#/definitions/${union}` }, definitions);
  return Object.fromEntries(anyOf.map((/** @type {Schema} */ one) => [one.properties[tag].const, one]));
}

/**
 * The params, or the results, of the methods in a table, each whole and without references.
 * @param {ProtocolSchema} schema
 * @param {string} table
 * @param {"params" | "result"} part
 * @returns {Record<string, Schema>}
 */
function methodSchemas(schema, table, part) {
  const definitions = { ...schema.definitions, Json: {}, JsonObject: { type: "object" } };
  const methods = Object.entries(schema.definitions[table]?.properties);
  return Object.fromEntries(
    methods.map(([method, { properties }]) => [method, resolve(properties[part], definitions)]),
  );
}

/**
 * @param {any} schema
 * @param {Record<string, Schema>} definitions
 * @returns {any}
 */
function resolve(schema, definitions) {
  if (Array.isArray(schema)) return schema.map((part) => resolve(part, definitions));
  if (typeof schema !== "object" || schema === null) return schema;
  if (typeof schema.$ref === "string")
    return resolve(definitions[schema.$ref.replace("#/definitions/", "")], definitions);
  const parts = Object.entries(schema)
    .filter(([keyword, value]) => keyword !== "description" || typeof value !== "string")
    .map(([keyword, value]) => [keyword, resolve(value, definitions)]);
  return discriminated(Object.fromEntries(parts));
}

/** A union told apart by `type` is checked by it, so that a refusal speaks of the branch that was meant. */
function discriminated(/** @type {Schema} */ schema) {
  const { anyOf, ...rest } = schema;
  if (!anyOf?.every((/** @type {Schema} */ branch) => branch.properties?.type?.const !== undefined))
    return schema;
  return {
    ...rest,
    type: "object",
    discriminator: { propertyName: "type" },
    required: ["type"],
    oneOf: anyOf,
  };
}
