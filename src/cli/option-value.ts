/** From what was written for an option to its value, or to a message that says what was expected. */
import { isAbsolute, join, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { isFileName } from "../sessions/session-id.ts";
import { systemErrorText } from "../system-errors.ts";
import type { ValueSpec } from "./option-spec.ts";
import { shown } from "./shown.ts";

/** The value of any option. */
export type OptionValue = string | number | boolean | object;

/** Where a value was written, and what it may refer to. */
export interface ValueSetting {
  /** How messages name the place: `--max-turns`, or `"max_turns" in /home/ada/.config/letscode/config.json`. */
  where: string;
  /** Relative paths start here. */
  folder: string;
  home: string;
  /** The text of a file; throws as `readFileSync` does. */
  readFile(path: string): string;
}

/** The value of a flag or an environment variable. Throws a UsageError that names the place, what was expected, and what was there. */
export function valueFromText(spec: ValueSpec, text: string, setting: ValueSetting): OptionValue {
  if (spec.kind === "number") {
    const value = /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    return valueFromJson(spec, Number.isFinite(value) ? value : text, setting);
  }
  if (spec.kind === "list") {
    const items = text.split(",").map((item) => item.trim());
    const named = items.filter((item) => item !== "");
    return valueFromJson(spec, named, setting);
  }
  return valueFromJson(spec, text, setting);
}

/** The value of a configuration key. Throws a UsageError that names the place, what was expected, and what was there. */
export function valueFromJson(spec: ValueSpec, json: unknown, setting: ValueSetting): OptionValue {
  const value = read(spec, json, setting);
  if (value !== undefined) return value;
  throw new UsageError(`${setting.where}: expected ${expected(spec)}${gotInstead(spec, json)}`);
}

function gotInstead(spec: ValueSpec, json: unknown): string {
  if (spec.kind === "variable") return "";
  const wrong =
    spec.kind === "list" && Array.isArray(json) ? json.find((item) => !spec.items.includes(item)) : json;
  return `, got ${shownJson(wrong)}`;
}

function read(spec: ValueSpec, json: unknown, setting: ValueSetting): OptionValue | undefined {
  switch (spec.kind) {
    case "switch":
      return typeof json === "boolean" ? json : undefined;
    case "number":
      return typeof json === "number" && inRange(json, spec) ? json : undefined;
    case "list":
      return Array.isArray(json) && json.every((item) => spec.items.includes(item)) ? json : undefined;
    case "json":
      return spec.check(json, setting);
  }
  if (typeof json !== "string") return undefined;
  switch (spec.kind) {
    case "choice":
      return spec.choices.includes(json) ? json : undefined;
    case "text":
      return json.trim() === "" ? undefined : json.trim();
    case "text-or-file":
      return json.startsWith("@") ? fileText(json.slice(1), setting) : json;
    case "path":
      return json === "" ? undefined : resolvePath(json, setting);
    case "conversation":
      if (isFileName(json)) return resolvePath(json, setting);
      return json !== "" || spec.bare === "" ? json : undefined;
    case "url":
      return isHttpUrl(json) ? json : undefined;
    case "variable":
      return /^[A-Za-z_][A-Za-z0-9_]*$/.test(json) ? json : undefined;
  }
}

/** What a value must be, in words. */
export function expected(spec: ValueSpec): string {
  switch (spec.kind) {
    case "switch":
      return "true or false";
    case "number": {
      if (spec.whole && spec.max - spec.min === 1) return `${spec.min} or ${spec.max}`;
      return `a ${spec.whole ? "whole " : ""}number from ${spec.min} to ${spec.max}`;
    }
    case "list":
      return `a list of ${spec.items.join(", ")}`;
    case "choice":
      return spec.choices.length > 1
        ? `${spec.choices.slice(0, -1).join(", ")} or ${spec.choices.at(-1)}`
        : spec.choices.join();
    case "text":
    case "json":
      return spec.label;
    case "text-or-file":
      return "a text, or @ and the path of a file";
    case "path":
      return "a path";
    case "conversation":
      return "the id of a conversation, or the path of its file";
    case "url":
      return "a URL such as http://127.0.0.1:8080/v1";
    case "variable":
      return "the name of an environment variable, not the key itself";
  }
}

function inRange(value: number, spec: { min: number; max: number; whole?: true }): boolean {
  return value >= spec.min && value <= spec.max && (!spec.whole || Number.isInteger(value));
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function resolvePath(path: string, setting: ValueSetting): string {
  if (path === "~") return setting.home;
  if (/^~[/\\]/.test(path)) return join(setting.home, path.slice(2));
  return isAbsolute(path) ? path : resolve(setting.folder, path);
}

function fileText(name: string, setting: ValueSetting): string {
  if (name === "") throw new UsageError(`${setting.where}: expected the path of a file after the @`);
  const path = resolvePath(name, setting);
  try {
    return setting.readFile(path).replace(/^\uFEFF/, "");
  } catch (error) {
    throw new UsageError(`${setting.where}: cannot read ${path}: ${systemErrorText(error)}`);
  }
}

/** Any JSON inside a message: short, and harmless to a terminal. */
export function shownJson(json: unknown): string {
  if (typeof json === "string") return shown(json);
  return shown(JSON.stringify(json) ?? String(json))
    .slice(1, -1)
    .replaceAll('\\"', '"');
}
