/** Python's words for the types of the wire, and the expressions that read their values. */

/** @typedef {import("./declarations.mjs").Type} Type */
/** @typedef {import("./declarations.mjs").Declaration} Declaration */

/** An expression that reads a value of this type. @param {string} from @param {Type} type @param {Map<string, Declaration>} known @returns {string} */
export function read(from, type, known) {
  if (isPlain(type, known)) return from;
  if (type.kind === "list") return `[${read("one", type.of, known)} for one in ${from}]`;
  if (type.kind === "map") return `{key: ${read("one", type.of, known)} for key, one in ${from}.items()}`;
  if (type.kind === "nullable") return `None if ${from} is None else ${read(from, type.of, known)}`;
  if (type.kind === "named")
    return known.get(type.name)?.kind === "union"
      ? `${decoder(type.name)}(${from})`
      : `${type.name}.from_json(${from})`;
  if (type.kind !== "either") throw new Error(`cannot be read: ${JSON.stringify(type)}`);
  const text = type.of.find(({ kind }) => kind === "string");
  const others = type.of.filter((one) => one !== text);
  const [other] = others;
  if (text && other && others.length === 1)
    return `${from} if isinstance(${from}, str) else ${read(from, other, known)}`;
  return choose(
    from,
    others.map((one) => (one.kind === "named" ? one.name : "")),
    known,
  );
}

/** An expression that tells objects apart by a field that only the larger one must have. @param {string} from @param {string[]} names @param {Map<string, Declaration>} known */
export function choose(from, names, known) {
  const sized = names.map((name) => ({ name, fields: requiredOf(name, known) }));
  const [larger, smaller] = sized.sort((one, other) => other.fields.length - one.fields.length);
  const tell = larger?.fields.find((name) => !smaller?.fields.includes(name));
  if (!larger || !smaller || sized.length !== 2 || !tell) throw new Error(`cannot be told apart: ${names}`);
  const one = (/** @type {string} */ name) => read(from, { kind: "named", name }, known);
  return `${one(larger.name)} if "${tell}" in ${from} else ${one(smaller.name)}`;
}

/** The fields that every struct of this name must have. @param {string} name @param {Map<string, Declaration>} known @returns {string[]} */
function requiredOf(name, known) {
  const one = known.get(name);
  if (one?.kind === "struct")
    return one.fields.filter(({ optional }) => !optional).map((field) => field.name);
  if (one?.kind !== "union") return [];
  const [first = [], ...rest] = one.variants.map((variant) => requiredOf(variant.name, known));
  return first.filter((field) => rest.every((fields) => fields.includes(field)));
}

/** Whether a value is in Python as it is in JSON. @param {Type} type @param {Map<string, Declaration>} known @returns {boolean} */
export function isPlain(type, known) {
  if (type.kind === "named") return known.get(type.name)?.kind === "enum";
  if (type.kind === "list" || type.kind === "map" || type.kind === "nullable") return isPlain(type.of, known);
  return type.kind === "either" ? type.of.every((one) => isPlain(one, known)) : true;
}

/** @param {Type} type @returns {string} */
export function typeText(type) {
  switch (type.kind) {
    case "string":
      return "str";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "json":
      return "Any";
    case "object":
      return "dict[str, Any]";
    case "constant":
      return `Literal[${value(type.value)}]`;
    case "enum":
      return literal(type.values);
    case "list":
      return `list[${typeText(type.of)}]`;
    case "map":
      return `dict[str, ${typeText(type.of)}]`;
    case "nullable":
      return `${typeText(type.of)} | None`;
    case "named":
      return type.name;
    case "either":
      return type.of.map(typeText).join(" | ");
  }
}

/** @param {string} name */
export function decoder(name) {
  return `${name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}_from_json`;
}

/** @param {string | boolean} constant */
export function value(constant) {
  if (typeof constant === "boolean") return constant ? "True" : "False";
  return JSON.stringify(constant);
}

/** @param {string[]} values */
export function literal(values) {
  const one = `Literal[${values.map(value).join(", ")}]`;
  return one.length < 95 ? one : `Literal[\n${values.map((each) => `    ${value(each)},`).join("\n")}\n]`;
}
