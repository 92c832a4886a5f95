/** From a flag or a configuration key to its option. */
import { flagOf, keyOf } from "./option-spec.ts";
import { OPTIONS, type OptionName } from "./option-table.ts";

/**
 * The option written as `text` in words joined by `dash`: `max-turns` or `max_turns`; undefined for anything else. What
 * only configuration can set is found too.
 */
export function findOption(text: string, dash: "-" | "_"): OptionName | undefined {
  const name = text.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (!Object.hasOwn(OPTIONS, name)) return undefined;
  return (dash === "-" ? flagOf(name).slice(2) : keyOf(name)) === text ? (name as OptionName) : undefined;
}
