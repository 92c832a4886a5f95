/** What of the two protocols, by the names of their schemas, the transcripts show. */
import { readFileSync } from "node:fs";
import { isObject } from "../../conformance/engine/match.mjs";
import type { Transcript } from "../../conformance/engine/transcript.mjs";
import type { Json, JsonObject } from "../../src/wire/messages.ts";

/** The part of JSON Schema in which the protocols are written. */
interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  properties?: { [name: string]: Schema };
  required?: string[];
  items?: Schema;
}

const rpc = definitionsOf("rpc");
const jsonrpc = definitionsOf("jsonrpc");
const definitions: { [name: string]: Schema } = { ...jsonrpc, ...rpc };
/** The names of methods are names of fields in these. */
const TABLES = ["ClientRequests", "ServerRequests", "ServerNotifications"];
/** Placeholders that stand for whole objects. */
const WHOLE: { [placeholder: string]: Schema } = { $usage: ref("Usage"), $models: ref("ModelRow") };

/**
 * Everything there is: a field is `Definition.field`, a value that a field must or may have `Definition.field=value`, one of a
 * named set `Definition=value`, a method `ClientRequests.method`.
 */
export function namesInSchemas(): Set<string> {
  const names = new Set<string>();
  for (const [name, schema] of Object.entries(definitions)) addNames(names, name, schema);
  for (const table of TABLES)
    for (const method of Object.keys(jsonrpc[table]?.properties ?? {}))
      for (const part of [".params", ".result"]) names.delete(`${table}.${method}${part}`);
  return names;
}

/**
 * What of it is in the lines of a transcript, sent and expected; and `error CODE`, by number and by name, for each error of
 * letscode's answers.
 */
export function namesShownBy({ door, steps }: Transcript): Set<string> {
  const shown = new Set<string>();
  const methodOf = new Map<string, string>();
  for (const step of steps) {
    const sent = step.type === "send" ? step.parts.flatMap(jsonIn) : [];
    const expected = step.type === "expect" ? step.lanes.flat().map(({ pattern }) => pattern) : [];
    if (door === "rpc") {
      for (const line of sent) walk(shown, "", ref("RpcInput"), line);
      for (const line of expected) walk(shown, "", ref("RpcOutput"), line);
      continue;
    }
    for (const message of sent.flat()) showMessage(shown, message, "ClientRequests", methodOf);
    for (const message of expected.flat()) showMessage(shown, message, "ServerRequests", methodOf);
  }
  return shown;
}

/** A message of JSON-RPC; `table` says who sends it. Answers are to requests of the other side. */
function showMessage(
  shown: Set<string>,
  message: Json,
  table: "ClientRequests" | "ServerRequests",
  methodOf: Map<string, string>,
): void {
  if (!isObject(message)) return;
  const { id, method, params = {}, result, error } = message;
  const other = table === "ClientRequests" ? "ServerRequests" : "ClientRequests";
  if (typeof method === "string") {
    const own = id === undefined && table === "ServerRequests" ? "ServerNotifications" : table;
    const schema = jsonrpc[own]?.properties?.[method];
    if (!schema) return;
    shown.add(`${own}.${method}`);
    methodOf.set(`${table} ${JSON.stringify(id)}`, method);
    walk(shown, "", schema.properties?.params ?? schema, params);
  } else if (isObject(error) && table === "ServerRequests") {
    const { code, data } = error;
    shown.add(`error ${code}`);
    if (isObject(data) && typeof data.code === "string") shown.add(`error ${data.code}`);
  } else if (result !== undefined) {
    const asked = methodOf.get(`${other} ${JSON.stringify(id)}`) ?? "";
    const schema = jsonrpc[other]?.properties?.[asked]?.properties?.result;
    if (schema) walk(shown, "", schema, result);
  }
}

function walk(shown: Set<string>, path: string, schema: Schema, value: Json): void {
  const name = nameOf(schema);
  if (name !== undefined) {
    shown.add(name);
    return walk(shown, name, definitions[name] ?? {}, value);
  }
  if (typeof value === "string" && Object.hasOwn(WHOLE, value)) {
    const whole = nameOf(WHOLE[value] ?? {}) ?? "";
    for (const field of Object.keys(definitions[whole]?.properties ?? {})) shown.add(`${whole}.${field}`);
    return;
  }
  for (const branch of schema.anyOf ?? []) if (fits(branch, value)) walk(shown, path, branch, value);
  if ((schema.const !== undefined || schema.enum) && fits(schema, value)) shown.add(`${path}=${value}`);
  if (Array.isArray(value)) for (const item of value) walk(shown, path, schema.items ?? {}, item);
  else if (isObject(value))
    for (const [field, part] of Object.entries(schema.properties ?? {})) {
      const actual = value[field];
      if (actual === undefined) continue;
      shown.add(`${path}.${field}`);
      walk(shown, `${path}.${field}`, part, actual);
    }
}

/** Whether a value is what this says, placeholders aside: of several that a value could be, the one it is. */
function fits(schema: Schema, value: Json): boolean {
  const { anyOf, properties = {}, required = [] } = schema;
  const name = nameOf(schema);
  if (name !== undefined) return fits(definitions[name] ?? {}, value);
  if (anyOf) return anyOf.some((branch) => fits(branch, value));
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  if (!isObject(value)) return schema.type !== "object" && (schema.type !== "array" || Array.isArray(value));
  const known = Object.keys(properties);
  return (
    schema.type === "object" &&
    required.every((field) => Object.hasOwn(value, field)) &&
    (known.length === 0 || Object.keys(value).every((field) => known.includes(field))) &&
    known.every((field) => !Object.hasOwn(value, field) || fitsConst(properties[field] ?? {}, value[field]))
  );
}

function fitsConst(schema: Schema, value: Json | undefined): boolean {
  return schema.const === undefined || schema.const === value;
}

function addNames(names: Set<string>, path: string, schema: Schema): void {
  if (nameOf(schema) !== undefined) return;
  if (schema.const !== undefined) names.add(`${path}=${schema.const}`);
  for (const value of schema.enum ?? []) names.add(`${path}=${value}`);
  for (const branch of schema.anyOf ?? []) addNames(names, path, branch);
  if (schema.items) addNames(names, path, schema.items);
  for (const [field, part] of Object.entries(schema.properties ?? {})) {
    names.add(`${path}.${field}`);
    addNames(names, `${path}.${field}`, part);
  }
}

function jsonIn(part: { kind: string; text?: string }): Json[] {
  try {
    return part.text === undefined ? [] : [JSON.parse(part.text)];
  } catch {
    return [];
  }
}

function ref(name: string): Schema {
  return { $ref: `#/definitions/${name}` };
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.replace("#/definitions/", "");
}

function definitionsOf(protocol: "rpc" | "jsonrpc"): { [name: string]: Schema } {
  const file = new URL(`../../schema/letscode-${protocol}-1.schema.json`, import.meta.url);
  const { definitions }: { definitions: JsonObject } = JSON.parse(readFileSync(file, "utf8"));
  return definitions as { [name: string]: Schema };
}
