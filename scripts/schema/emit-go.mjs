/** The types and methods of the Go SDK, written from the schemas. */
import { declarations, methods } from "./declarations.mjs";
import { docLines, exported, fieldType, needsDecoding, typeText } from "./go-code.mjs";

/** @typedef {import("./declarations.mjs").Declaration} Declaration */
/** @typedef {import("./declarations.mjs").Field} Field */
/** @typedef {import("./protocol-schema.mjs").ProtocolSchema} ProtocolSchema */
/** @typedef {Extract<Declaration, { kind: "struct" }>} Struct */
/** @typedef {Extract<Declaration, { kind: "union" }>} Union */
/** @typedef {Map<string, Declaration>} Known */

const HEAD = "// Code generated from the schema by `npm run generate`. DO NOT EDIT.\n\npackage letscode\n";

/**
 * @param {ProtocolSchema} rpc
 * @param {ProtocolSchema} jsonrpc
 * @returns {Record<string, string>} the text of every file, by its path
 */
export function goFiles(rpc, jsonrpc) {
  const known = declarations(rpc, jsonrpc, { commands: true });
  // Unions of which only the shape tells the variants apart are in wire.go.
  const all = [...known.values()].filter((one) => one.kind !== "union" || one.tag);
  const unions = all.filter((one) => one.kind === "union");
  const text = all.map((one) => {
    if (one.kind === "struct") return structText(one, known, unions);
    return one.kind === "union" ? unionText(one) : enumText(one.name, one.doc, one.values);
  });
  return {
    "sdks/go/wire_gen.go": capitals(`${HEAD}\nimport "encoding/json"\n\n${text.join("\n")}`),
    "sdks/go/methods_gen.go": methodsText(jsonrpc),
  };
}

/** `RpcInput` as `RPCInput`. @param {string} code */
function capitals(code) {
  return code.replace(/(Rpc|Mcp)(?=[A-Z])/g, (word) => word.toUpperCase());
}

/** @param {string} name @param {string} text @param {readonly string[]} values */
function enumText(name, text, values) {
  const constants = aligned(
    values.map((value) => [`\t${name}${exported(value)}`, name, `= ${JSON.stringify(value)}`]),
  );
  return `${doc(name, text)}type ${name} string\n\n// The values of ${name} that this version knows; there may be others.\nconst (\n${constants}\n)\n`;
}

/** @param {Struct} struct @param {Known} known @param {readonly Union[]} unions */
function structText(struct, known, unions) {
  const { name, fields, tag } = struct;
  const told = struct.doc || "is an object of the wire.";
  const constants = fields.filter(({ type }) => type.kind === "constant");
  const plain = fields.filter((field) => !constants.includes(field));
  const members = plain.map((field) => {
    const omit = field.optional ? ",omitempty" : "";
    const lines = docLines(field.doc, "\t").join("");
    return {
      lines,
      cells: [`\t${exported(field.name)}`, fieldType(field, known), `\`json:"${field.name}${omit}"\``],
    };
  });
  const body = blocks(members, struct.isRead ? "\traw\n" : "");
  const uses = unions.filter(({ variants }) => variants.some((variant) => variant.name === name));
  const marks = uses.map((union) => `func (${name}) is${union.name}() {}\n`).join("\n");
  const note = tag === undefined ? "" : ` Its ${tag.field} is ${JSON.stringify(tag.value)}.`;
  return [
    `${doc(name, `${told}${note}`)}type ${name} struct {\n${body}}\n`,
    marks && `\n${marks}`,
    struct.isRead ? `\n${decodeText(name, plain, known)}` : "",
    encodeText(struct, known),
  ].join("");
}

/** Fields of a struct as gofmt has them: those with a comment above begin a block of their own. @param {{ lines: string, cells: string[] }[]} members @param {string} last */
function blocks(members, last) {
  /** @type {string[][][]} */
  const groups = [];
  /** @type {string[]} */
  const texts = [];
  for (const member of members) {
    if (member.lines !== "" || groups.length === 0) {
      groups.push([]);
      texts.push(member.lines);
    }
    groups.at(-1)?.push(member.cells);
  }
  return groups.map((group, at) => `${texts[at]}${aligned(group)}\n`).join("") + last;
}

/** Columns as gofmt aligns them. @param {readonly (readonly string[])[]} rows */
function aligned(rows) {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell))
        .join(" "),
    )
    .join("\n");
}

/** @param {string} name @param {readonly Field[]} fields @param {Known} known */
function decodeText(name, fields, known) {
  const special = fields.filter((field) => needsDecoding(field.type, known));
  const shadows = special.map((field) => [
    `\t\t${exported(field.name)}`,
    shadowType(field),
    `\`json:"${field.name}"\``,
  ]);
  const reads = special.map((field) => readText(field)).join("");
  const head = `// UnmarshalJSON reads it, and keeps the JSON it was read from.\nfunc (v *${name}) UnmarshalJSON(data []byte) error {\n\ttype plain ${name}\n`;
  if (special.length === 0) return `${head}\treturn v.raw.read(data, (*plain)(v))\n}\n`;
  return [
    `${head}\tread := struct {\n\t\t*plain\n${aligned(shadows)}\n\t}{plain: (*plain)(v)}\n`,
    `\tif err := v.raw.read(data, &read); err != nil {\n\t\treturn err\n\t}\n${reads}\treturn nil\n}\n`,
  ].join("");
}

/** @param {Field} field */
function shadowType({ type }) {
  const of = type.kind === "nullable" ? type.of : type;
  return of.kind === "list" ? "[]json.RawMessage" : "json.RawMessage";
}

/** @param {Field} field */
function readText({ name, type }) {
  const of = type.kind === "nullable" ? type.of : type;
  const item = of.kind === "list" ? of.of : of;
  const field = exported(name);
  const decode = item.kind === "named" ? `decode${item.name}` : "decodeMessageOrRef";
  return of.kind === "list"
    ? `\tv.${field} = decodeEach(read.${field}, ${decode})\n`
    : `\tv.${field} = ${decode}(read.${field})\n`;
}

/** What Go would leave out or not say by itself: constants, lists that are empty, null. @param {Struct} struct @param {Known} known */
function encodeText({ name, fields, isRead }, known) {
  const shadows = fields.flatMap((field) => {
    const { name: wire, type, optional } = field;
    const cell = (/** @type {string} */ of, /** @type {string} */ value, omit = ",omitempty") => [
      { cells: [`\t\t${exported(wire)}`, of, `\`json:"${wire}${omit}"\``], value },
    ];
    if (type.kind === "constant")
      return cell(typeof type.value === "boolean" ? "bool" : "string", JSON.stringify(type.value), "");
    if (!optional) return [];
    if (type.kind === "list" || type.kind === "map")
      return cell(`*${typeText(type, known)}`, `some(v.${exported(wire)})`);
    if (type.kind === "nullable" && isRead)
      return cell("any", `orNull(v.${exported(wire)}, v.raw, "${wire}")`);
    return [];
  });
  if (shadows.length === 0) return "";
  const values = shadows.map(({ value }) => value);
  return [
    `\n// MarshalJSON writes it with what tells it from others, and what is there although it is empty.\nfunc (v ${name}) MarshalJSON() ([]byte, error) {\n`,
    `\ttype plain ${name}\n\treturn encode(struct {\n${aligned(shadows.map(({ cells }) => cells))}\n\t\tplain\n\t}{${values.join(", ")}, plain(v)})\n}\n`,
  ].join("");
}

/** @param {Union} union */
function unionText({ name, doc: text, tag, variants, isRead }) {
  const names = variants.map((variant) => variant.name).join(", ");
  const told = `${text || "is one of several."} It is one of ${names}${isRead ? ", or Unknown" : ""}.`;
  const face = `${doc(name, told)}type ${name} interface{ is${name}() }\n`;
  if (!isRead) return face;
  // Of two with one value the last is meant: who reads both tells the others apart before.
  const values = variants.map(({ value }) => value);
  const distinct = variants.filter(({ value }, at) => values.lastIndexOf(value) === at);
  const cases = distinct.map(
    ({ name: variant, value }) =>
      `\tcase ${JSON.stringify(value)}:\n\t\treturn readAs[${variant}, ${name}](data, "${tag}")\n`,
  );
  return [
    face,
    `\nfunc (Unknown) is${name}() {}\n`,
    `\n// decode${name} reads it by its ${tag}. What this version does not know, or cannot read, is Unknown.\n`,
    `func decode${name}(data json.RawMessage) ${name} {\n\tswitch tagOf(data, "${tag}") {\n${cases.join("")}\t}\n\treturn unknown(data, "${tag}")\n}\n`,
  ].join("");
}

/** @param {ProtocolSchema} jsonrpc */
function methodsText(jsonrpc) {
  const texts = methods(jsonrpc, "ClientRequests").map(({ method, params, result }) => {
    const name = exported(method.replaceAll(".", "_"));
    const taken = params ? `, params ${params}` : "";
    const given = params ? "params" : "struct{}{}";
    const about = `// ${name} calls ${method}.\n`;
    if (result === undefined)
      return `${about}func (m Methods) ${name}(ctx context.Context${taken}) error {\n\treturn m.Call(ctx, "${method}", ${given}, nil)\n}\n`;
    return `${about}func (m Methods) ${name}(ctx context.Context${taken}) (result ${result}, err error) {\n\terr = m.Call(ctx, "${method}", ${given}, &result)\n\treturn result, err\n}\n`;
  });
  return `${HEAD}
import "context"

// Methods are all methods of letscode-jsonrpc/1, typed.
type Methods struct {
	// Call calls a method by its name; the answer is read into result unless that is nil.
	Call func(ctx context.Context, method string, params, result any) error
}

${texts.join("\n")}`;
}

/** A doc comment that begins with the name, as Go wants it. @param {string} name @param {string} text */
function doc(name, text) {
  const sentence = text === "" ? "is part of the wire." : text;
  return docLines(`${name}: ${sentence}`, "").join("");
}
