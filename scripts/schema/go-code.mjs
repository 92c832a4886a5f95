/** Go's words for the types of the wire. */

/** @typedef {import("./declarations.mjs").Type} Type */
/** @typedef {import("./declarations.mjs").Field} Field */
/** @typedef {import("./declarations.mjs").Declaration} Declaration */
/** @typedef {Map<string, Declaration>} Known */

/** Words that Go writes in capitals. */
const INITIALS = ["api", "id", "io", "json", "mcp", "rpc", "url", "usd"];

/** The type of a field. What may be absent or null is a pointer, unless it is one by itself. @param {Field} field @param {Known} known */
export function fieldType({ type, optional }, known) {
  const of = type.kind === "nullable" ? type.of : type;
  const text = typeText(of, known);
  const isPointer =
    /^(\[\]|map\[|any$|json\.RawMessage$)/.test(text) ||
    (of.kind === "named" && isUnion(of.name, known)) ||
    of.kind === "either";
  return (optional || type.kind === "nullable") && !isPointer ? `*${text}` : text;
}

/** @param {Type} type @param {Known} known @returns {string} */
export function typeText(type, known) {
  switch (type.kind) {
    case "string":
    case "enum":
      return "string";
    case "integer":
      return "int64";
    case "number":
      return "float64";
    case "boolean":
      return "bool";
    case "json":
    case "object":
      return "json.RawMessage";
    case "constant":
      return typeof type.value === "string" ? "string" : "bool";
    case "list":
      return `[]${typeText(type.of, known)}`;
    case "map":
      return `map[string]${typeText(type.of, known)}`;
    case "nullable":
      return `*${typeText(type.of, known)}`;
    case "named":
      return type.name;
    case "either":
      return eitherText(type.of, known);
  }
}

/** @param {readonly Type[]} types @param {Known} known */
function eitherText(types, known) {
  // An enum may have values beside those that it names.
  const named = types.find((type) => type.kind === "named" && known.get(type.name)?.kind === "enum");
  if (named) return typeText(named, known);
  if (types.some(({ kind }) => kind === "list")) return "Content";
  return "MessageOrRef";
}

/** Whether a value cannot be read by its Go type alone. @param {Type} type @param {Known} known @returns {boolean} */
export function needsDecoding(type, known) {
  if (type.kind === "nullable" || type.kind === "list") return needsDecoding(type.of, known);
  if (type.kind === "either") return eitherText(type.of, known) === "MessageOrRef";
  return type.kind === "named" && isUnion(type.name, known);
}

/** @param {string} name @param {Known} known */
function isUnion(name, known) {
  return known.get(name)?.kind === "union";
}

/** `tool_call_id` as `ToolCallID`. @param {string} name */
export function exported(name) {
  return name
    .split(/[_-]/)
    .map((word) =>
      INITIALS.includes(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join("");
}

/** A text as the lines of a comment. @param {string} text @param {string} indent */
export function docLines(text, indent) {
  if (text === "") return [];
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 100) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => `${indent}// ${line}\n`);
}
