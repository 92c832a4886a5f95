/** The types and methods of the Python SDK, written from the schemas. */
import { declarations, methods } from "./declarations.mjs";
import { choose, decoder, isPlain, literal, read, typeText, value } from "./python-code.mjs";

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
  const known = declarations(rpc, jsonrpc, { commands: false });
  const order = { enum: 0, struct: 1, union: 2 };
  const sorted = [...known.values()].sort((one, other) => order[one.kind] - order[other.kind]);
  const body = sorted.map((one) => declarationText(one, known)).join("\n\n\n");
  return {
    [`${FOLDER}/wire.py`]: `${WIRE_HEAD}${UNKNOWN}\n\n${body}\n`,
    [`${FOLDER}/_methods.py`]: methodsText(jsonrpc, known),
  };
}

const WIRE_HEAD = `"""What crosses the pipe: messages, events, params and results, as the wire names them.

Every class has \`\`to_json\`\`, and what letscode says has \`\`from_json\`\`; its \`\`raw\`\` is the JSON object it was read from, with the
fields this version does not know. What is absent is None. Variants this version does not know are \`\`Unknown\`\`.

${GENERATED}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Union
`;

const UNKNOWN = `

@dataclass(slots=True)
class Unknown:
    """A variant that this version does not know, or cannot read: \`\`type\`\` is its tag, \`\`raw\`\` all of it."""

    type: str
    raw: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return dict(self.raw)


class _Struct:
    """An object of the wire."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """As it crosses the pipe. What may be absent and is None is left out, unless it was read as null."""
        raw = getattr(self, "raw", {})
        out = {}
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if one.name != "raw" and (value is not None or one.default is not None or raw.get(one.name, "") is None):
                out[one.name] = json_of(value)
        return out


def json_of(value: Any) -> Any:
    """The JSON of a value in which there are objects of the wire."""
    if isinstance(value, (_Struct, Unknown)):
        return value.to_json()
    if isinstance(value, (list, tuple)):
        return [json_of(one) for one in value]
    return {name: json_of(one) for name, one in value.items()} if isinstance(value, dict) else value
`;

/** @param {Declaration} one @param {Map<string, Declaration>} known */
function declarationText(one, known) {
  if (one.kind === "struct") return structText(one, known);
  if (one.kind === "union") return unionText(one, known);
  return `${one.name} = ${literal(one.values)}\n${docText(one.doc, "")}`.trimEnd();
}

/** @param {Struct} struct @param {Map<string, Declaration>} known */
function structText({ name, doc, fields, tag, isRead }, known) {
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
  const first = tag === undefined ? "" : ` Its \`\`${tag.field}\`\` is \`\`${tag.value}\`\`.`;
  return [
    `@dataclass(slots=True, kw_only=True)`,
    `class ${name}(_Struct):`,
    docText(`${doc || "An object of the wire."}${first}`, "    ").trimEnd(),
    "",
    ...members.map((member) => member.trimEnd()),
    ...(isRead
      ? [
          `    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)`,
          "",
          "    @classmethod",
          `    def from_json(cls, raw: Mapping[str, Any]) -> ${name}:`,
          `        return cls(\n${read.join("")}            raw=raw,\n        )`,
        ]
      : []),
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

/** @param {ProtocolSchema} jsonrpc @param {Map<string, Declaration>} known */
function methodsText(jsonrpc, known) {
  const texts = methods(jsonrpc, "ClientRequests").map(({ method, params, result }) => {
    const taken = params ? `, params: wire.${params}` : "";
    const called = `await self.call("${method}", ${params ? "params.to_json()" : "{}"})`;
    const body = result ? `return wire.${read(called, { kind: "named", name: result }, known)}` : called;
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
