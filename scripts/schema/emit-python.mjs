/** The types and methods of the Python SDK, written from the schemas. */
import { declarations, methods } from "./declarations.mjs";
import {
  choose,
  decoder,
  isPlain,
  literal,
  mayBeNull,
  read,
  typeText,
  value,
  write,
} from "./python-code.mjs";

/** @typedef {import("./declarations.mjs").Type} Type */
/** @typedef {import("./declarations.mjs").Field} Field */
/** @typedef {import("./declarations.mjs").Declaration} Declaration */
/** @typedef {import("./protocol-schema.mjs").ProtocolSchema} ProtocolSchema */
/** @typedef {Extract<Declaration, { kind: "struct" }>} Struct */
/** @typedef {Extract<Declaration, { kind: "union" }>} Union */

const FOLDER = "sdks/python/src/letscode";
const GENERATED = "Generated from the schema by `npm run generate`. Do not edit.";

/**
 * @param {ProtocolSchema} rpc
 * @param {ProtocolSchema} jsonrpc
 * @returns {Record<string, string>} the text of every file, by its path
 */
export function pythonFiles(rpc, jsonrpc) {
  const all = declarations([rpc, jsonrpc]);
  const known = new Map(all.map((one) => [one.name, one]));
  const order = { alias: 0, enum: 0, struct: 1, union: 2 };
  const sorted = [...all].sort((one, other) => order[one.kind] - order[other.kind]);
  const body = sorted.map((one) => declarationText(one, known)).join("\n\n\n");
  return {
    [`${FOLDER}/wire.py`]: `${WIRE_HEAD}${UNKNOWN}\n\n${body}\n`,
    [`${FOLDER}/_methods.py`]: methodsText(jsonrpc),
  };
}

const WIRE_HEAD = `"""What crosses the pipe: messages, events, commands, params and results, as the wire names them.

Every class has \`\`from_json\`\` and \`\`to_json\`\`; \`\`raw\`\` is the JSON object a value was read from, with the fields this version
does not know. What is absent is None. Variants this version does not know are \`\`Unknown\`\`.

${GENERATED}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Union
`;

const UNKNOWN = `
_NOTHING: Mapping[str, Any] = {}


@dataclass(slots=True)
class Unknown:
    """A variant that this version does not know, or cannot read: \`\`type\`\` is its tag, \`\`raw\`\` all of it."""

    type: str
    raw: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return dict(self.raw)
`;

/** @param {Declaration} one @param {Map<string, Declaration>} known */
function declarationText(one, known) {
  if (one.kind === "struct") return structText(one, known);
  if (one.kind === "union") return unionText(one, known);
  const type = one.kind === "enum" ? literal(one.values) : typeText(one.type);
  return `${one.name} = ${type}\n${docText(one.doc, "")}`.trimEnd();
}

/** @param {Struct} struct @param {Map<string, Declaration>} known */
function structText({ name, doc, fields, tag }, known) {
  const isTag = (/** @type {Field} */ one) => one.type.kind === "constant";
  const members = fields.map((one) => {
    const type = typeText(one.type);
    const optional = one.optional && one.type.kind !== "nullable" && type !== "Any" ? `${type} | None` : type;
    const start = one.optional
      ? " = None"
      : one.type.kind === "constant"
        ? ` = ${value(one.type.value)}`
        : "";
    return `    ${one.name}: ${optional}${start}\n${docText(one.doc, "    ")}`;
  });
  const read = fields
    .filter((one) => !isTag(one))
    .map((one) => `            ${one.name}=${readField(one, known)},\n`);
  const required = fields.filter((one) => !one.optional);
  const written = required.map(
    (one) => `            "${one.name}": ${write(`self.${one.name}`, one.type, known)},\n`,
  );
  const others = fields
    .filter((one) => one.optional)
    .map((one) => {
      const given = `self.${one.name} is not None`;
      const test = mayBeNull(one.type) ? `${given} or "${one.name}" in self.raw` : given;
      return `        if ${test}:\n            out["${one.name}"] = ${write(`self.${one.name}`, one.type, known)}\n`;
    });
  const first = tag === undefined ? "" : ` Its \`\`${tag.field}\`\` is \`\`${tag.value}\`\`.`;
  return [
    `@dataclass(slots=True, kw_only=True)`,
    `class ${name}:`,
    docText(`${doc || "An object of the wire."}${first}`, "    ").trimEnd(),
    "",
    ...members.map((member) => member.trimEnd()),
    `    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)`,
    "",
    "    @classmethod",
    `    def from_json(cls, raw: Mapping[str, Any]) -> ${name}:`,
    `        return cls(\n${read.join("")}            raw=raw,\n        )`,
    "",
    "    def to_json(self) -> dict[str, Any]:",
    ...(others.length === 0
      ? [`        return {\n${written.join("")}        }`]
      : [
          `        out: dict[str, Any] = {\n${written.join("")}        }`,
          others.join("").trimEnd(),
          "        return out",
        ]),
  ].join("\n");
}

/** @param {Union} union @param {Map<string, Declaration>} known */
function unionText({ name, doc, tag, variants }, known) {
  const names = variants.map((variant) => variant.name);
  if (tag === undefined)
    return [
      `${name} = Union[${names.join(", ")}]\n${docText(doc, "")}`,
      `\ndef ${decoder(name)}(raw: Mapping[str, Any]) -> ${name}:`,
      `    """Reads it."""`,
      `    return ${choose("raw", names, known)}`,
    ].join("\n");
  const table = variants.map((variant) => `    "${variant.value}": ${variant.name}.from_json,`);
  return [
    `${name} = Union[\n${[...names, "Unknown"].map((one) => `    ${one},`).join("\n")}\n]\n${docText(doc, "")}`,
    `_${name.toUpperCase()}: dict[str, Any] = {\n${table.join("\n")}\n}`,
    "",
    "",
    `def ${decoder(name)}(raw: Mapping[str, Any]) -> ${name}:`,
    `    """Reads it by its \`\`${tag}\`\`. Never raises: what cannot be read is \`\`Unknown\`\`."""`,
    "    try:",
    `        return _${name.toUpperCase()}[raw["${tag}"]](raw)  # type: ignore[no-any-return]`,
    "    except (KeyError, TypeError, AttributeError):",
    `        return Unknown(str(raw.get("${tag}")) if isinstance(raw, Mapping) else "", raw)`,
  ].join("\n");
}

/** @param {Field} field @param {Map<string, Declaration>} known */
function readField({ name, type, optional }, known) {
  const item = optional ? `raw.get("${name}")` : `raw["${name}"]`;
  if (isPlain(type, known)) return item;
  if (!optional && type.kind !== "nullable") return read(item, type, known);
  const present = type.kind === "nullable" ? type.of : type;
  return `None if ${item} is None else ${read(`raw["${name}"]`, present, known)}`;
}

/** @param {ProtocolSchema} jsonrpc */
function methodsText(jsonrpc) {
  const texts = methods(jsonrpc, "ClientRequests").map(({ method, params, result }) => {
    const taken = params ? `, params: wire.${params}` : "";
    const called = `await self.call("${method}", ${params ? "params.to_json()" : "{}"})`;
    const body = decoded(result, called);
    return `    async def ${method.replaceAll(".", "_")}(self${taken}) -> ${result ? `wire.${result}` : "None"}:\n        """\`\`${method}\`\`"""\n        ${body}`;
  });
  return `"""Every method of letscode-jsonrpc/1, typed.

${GENERATED}
"""

from __future__ import annotations

from typing import Any

from . import wire


class Methods:
    """What a client may call. Each raises what \`\`call\`\` raises."""

    async def call(self, method: str, params: dict[str, Any]) -> Any:
        """Calls a method by its name; the answer as it came."""
        raise NotImplementedError

${texts.join("\n\n")}
`;
}

/** @param {string | undefined} result @param {string} called */
function decoded(result, called) {
  if (result === undefined) return called;
  return result === "SessionEventsResult"
    ? `return wire.${decoder(result)}(${called})`
    : `return wire.${result}.from_json(${called})`;
}

/** A docstring of lines that are not too long, or nothing. @param {string} doc @param {string} indent */
function docText(doc, indent) {
  if (doc === "") return "";
  const words = doc.replaceAll("\\", "\\\\").replaceAll(/`+/g, "``").split(/\s+/);
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 100) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  const text = lines.join(`\n${indent}`);
  return `${indent}"""${text}${lines.length > 1 ? `\n${indent}` : ""}"""\n`;
}
