/** `--plugin` and the configuration key `plugins`. */
import { UsageError } from "../errors.ts";
import { shownJson, type ValueSetting } from "./option-value.ts";

/** A plugin as somebody named it. */
export interface NamedPlugin {
  /** A path, or the name of a package. */
  name: string;
  /** Relative paths, and the search for packages, start here. */
  folder: string;
  /** Where it was named, for messages. */
  source: string;
}

/** Reads one name, from a flag. */
export function checkPlugin(text: unknown, setting: ValueSetting): readonly NamedPlugin[] {
  return checkPlugins([text], setting);
}

/** Reads `plugins`. Throws a UsageError that names the place. */
export function checkPlugins(json: unknown, setting: ValueSetting): readonly NamedPlugin[] {
  if (!Array.isArray(json))
    throw new UsageError(
      `${setting.where}: expected a list of paths and package names, got ${shownJson(json)}`,
    );
  return json.map((name) => {
    if (typeof name !== "string" || name.trim() === "")
      throw new UsageError(`${setting.where}: expected a path or a package name, got ${shownJson(name)}`);
    return { name: name.trim(), folder: setting.folder, source: setting.where };
  });
}
