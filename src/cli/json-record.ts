/** Objects inside a configuration file, each field by what it must be. */
import { UsageError } from "../errors.ts";
import { closest } from "./closest.ts";
import { keyOf, type ValueOf, type ValueSpec } from "./option-spec.ts";
import { shownJson, type ValueSetting, valueFromJson } from "./option-value.ts";
import { shown } from "./shown.ts";

/** What the fields of an object must be, by their names in the code; in the file they are in snake_case. */
export type Fields = Readonly<Record<string, ValueSpec>>;

/** The fields that are there. */
export type RecordOf<F extends Fields> = { -readonly [K in keyof F]?: ValueOf<F[K]> };

/** Reads an object. Throws a UsageError for a wrong field and for one that is not known: it may be a mistyped one. */
export function readRecord<F extends Fields>(fields: F, json: unknown, setting: ValueSetting): RecordOf<F> {
  const names = new Map(Object.keys(fields).map((name) => [keyOf(name), name]));
  const known = [...names.keys()];
  const result: Record<string, unknown> = {};
  for (const [key, value] of entriesOf(json, `an object with ${known.join(", ")}`, setting)) {
    const name = names.get(key);
    const spec = name === undefined ? undefined : fields[name];
    if (name === undefined || spec === undefined) {
      const meant = closest(key, known);
      const hint = meant ? `did you mean "${meant}"?` : `known are ${known.join(", ")}`;
      throw new UsageError(`${setting.where}: unknown key ${shown(key)}; ${hint}`);
    }
    result[name] = valueFromJson(spec, value, inside(setting, `.${key}`));
  }
  return result as RecordOf<F>;
}

/** The entries of an object. Throws a UsageError that says what was expected when it is none. */
export function entriesOf(json: unknown, expected: string, setting: ValueSetting): [string, unknown][] {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return Object.entries(json);
  throw new UsageError(`${setting.where}: expected ${expected}, got ${shownJson(json)}`);
}

/** The place of a part, such as `.price` or `[0]`: `"models" in FILE` becomes `"models[0]" in FILE`. */
export function inside(setting: ValueSetting, step: string): ValueSetting {
  return { ...setting, where: setting.where.replace(/^"([^"]*)"/, (_, key: string) => `"${key}${step}"`) };
}
