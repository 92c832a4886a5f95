/** Lists that plugins give: of tools, of slash commands, of model providers. */

import { thrownText } from "../one-line.ts";
import { described, WrongReturn } from "./json-copy.ts";

/** What a hook returned, in an array of our own; nothing is an empty list. `what` names its items, such as `tools`. */
export function asList(returned: unknown, what: string): unknown[] {
  const list = returned ?? [];
  if (!Array.isArray(list))
    throw new WrongReturn(`it returned ${described(list)}; expected an array of ${what}`);
  return [...list];
}

/** How the items of a list become ours. */
export interface ItemReader<T> {
  /** What they are, such as `tools`. */
  what: string;
  /** Names that are taken; those of the items join them. */
  names: Set<string>;
  /** Reads one; throws when it is none. `at` names its place, such as `tools[0]`. */
  read(given: object, at: string): T;
  /** Told of each that is none, or has a name that is taken. */
  refuse(problem: string): void;
}

/** The items that can be used, in order. */
export function readItems<T extends { name: string }>(
  list: readonly unknown[],
  { what, names, read, refuse }: ItemReader<T>,
): T[] {
  return list.flatMap((given, index) => {
    try {
      const at = `${what}[${index}]`;
      if (typeof given !== "object" || given === null)
        throw new WrongReturn(`${at}: expected an object, got ${described(given)}`);
      const item = read(given, at);
      if (names.has(item.name)) throw new WrongReturn(`${at}.name: ${item.name} is taken`);
      names.add(item.name);
      return [item];
    } catch (thrown) {
      refuse(thrownText(thrown));
      return [];
    }
  });
}
