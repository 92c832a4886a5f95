/** The source text of a module that checks commands; it needs nothing at run time and loads in no time. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

/** @typedef {import("./protocol-schema.mjs").Schema} Schema */
/** @typedef {import("./protocol-schema.mjs").ProtocolSchema} ProtocolSchema */

/**
 * An ES module with `COMMAND_NAMES` and `validateCommand`, for the commands of the union `union` in `schema`.
 * Only own properties count and fields unknown to the schema are let through.
 * @param {ProtocolSchema} schema
 * @param {string} union
 */
export function validatorModule(schema, union) {
  const commands = commandSchemas(schema, union);
  const names = Object.keys(commands);
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    discriminator: true,
    messages: false,
    ownProperties: true,
    schemas: names.map((name) => ({ $id: name, ...commands[name] })),
    strictTypes: false,
    verbose: true,
  });
  const checks = standalone.default(ajv, Object.fromEntries(names.map((name) => [`check_${name}`, name])));
  if (/\brequire\(/.test(checks))
    throw new Error("the validators need ajv at run time: simplify the wire types");
  return [
    "// Generated from src/wire by `npm run generate`. Do not edit.",
    checks.replace('"use strict";\n', "").replace(/^export const /gm, "const "),
    `export const COMMAND_NAMES = ${JSON.stringify(names)};`,
    `const checks = new Map([${names.map((name) => `["${name}", check_${name}]`).join(", ")}]);`,
    validateCommandText,
    refusalText(),
  ].join("\n");
}

const validateCommandText = `
export function validateCommand(value) {
  const check = checks.get(value.cmd);
  if (check === undefined) return "cmd: expected " + expected({ enum: COMMAND_NAMES }) + ", got " + got(value.cmd);
  if (check(value)) return null;
  const failures = check.errors;
  check.errors = null;
  return refusal(value.cmd, failures);
}
`;

function refusalText() {
  const text = readFileSync(new URL("refusal.mjs", import.meta.url), "utf8");
  return text.slice(text.indexOf("*/") + 2).replace("export function", "function");
}

/**
 * Each command's schema by its name, whole and without references. Where any JSON is allowed nothing is checked:
 * it came out of a JSON parser, and walking into it would let a deeply nested value exhaust the stack.
 * @param {ProtocolSchema} schema
 * @param {string} union
 * @returns {Record<string, Schema>}
 */
function commandSchemas(schema, union) {
  const definitions = { ...schema.definitions, Json: {}, JsonObject: { type: "object" } };
  const { anyOf } = resolve({ $ref: `#/definitions/${union}` }, definitions);
  return Object.fromEntries(anyOf.map((/** @type {Schema} */ one) => [one.properties.cmd.const, one]));
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
