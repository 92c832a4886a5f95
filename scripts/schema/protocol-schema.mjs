/** The published JSON Schema of a protocol, from the TypeScript types that are the protocol. */
import { createGenerator } from "ts-json-schema-generator";

/** @typedef {{ [keyword: string]: any }} Schema */
/** @typedef {Schema & { definitions: Record<string, Schema> }} ProtocolSchema */

/**
 * The schema of the types named `roots` in `file` and of everything they reach. Objects stay open: whoever
 * validates with it must accept fields that a later minor version adds. Equal sources give equal text.
 * @param {object} protocol
 * @param {string} protocol.file
 * @param {string} protocol.id
 * @param {string} protocol.title
 * @param {string} protocol.description
 * @param {readonly string[]} protocol.roots
 * @param {boolean} [protocol.tables] the roots are no messages but tables of what there is: nothing is valid by the whole
 * @returns {ProtocolSchema}
 */
export function protocolSchema({ file, id, title, description, roots, tables = false }) {
  const generator = createGenerator({
    path: file,
    tsconfig: "tsconfig.json",
    expose: "all",
    jsDoc: "extended",
    additionalProperties: true,
    encodeRefs: false,
    sortProps: false,
    skipTypeCheck: true,
  });
  const all = /** @type {Record<string, Schema>} */ (generator.createSchema("*").definitions);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: id,
    title,
    description,
    ...(tables ? {} : { anyOf: roots.map((name) => ({ $ref: `#/definitions/${name}` })) }),
    definitions: reachable(withoutAnonymous(all), roots),
  };
}

/**
 * Replaces references to definitions that have no name of their own on the wire, such as `Exclude<A,B>`, by their content.
 * @param {Record<string, Schema>} definitions
 */
function withoutAnonymous(definitions) {
  const inlined = JSON.stringify(definitions, (_key, value) => {
    const name = referenced(value);
    if (name === "Integer") return { ...value, type: "integer", $ref: undefined };
    return name?.includes("<") ? { ...definitions[name], ...value, $ref: undefined } : value;
  });
  return /** @type {Record<string, Schema>} */ (JSON.parse(inlined));
}

/**
 * The definitions that `roots` need, in their order.
 * @param {Record<string, Schema>} definitions
 * @param {readonly string[]} roots
 */
function reachable(definitions, roots) {
  const needed = new Set(roots);
  for (const name of needed)
    JSON.stringify(definitions[name], (_key, value) => {
      const target = referenced(value);
      if (target !== undefined) needed.add(target);
      return value;
    });
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => needed.has(name)));
}

/** @param {unknown} value @returns {string | undefined} */
function referenced(value) {
  const ref = value && typeof value === "object" && "$ref" in value ? value.$ref : undefined;
  return typeof ref === "string" ? ref.replace("#/definitions/", "") : undefined;
}
