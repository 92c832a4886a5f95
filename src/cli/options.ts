/** What the options come to: the types follow from the table. */
import type { PermissionMode } from "../permissions/policy.ts";
import type { Door, ValueOf } from "./option-spec.ts";
import type { OPTIONS, OptionName } from "./option-table.ts";

type Table = typeof OPTIONS;

/** An option that has a value of its own, and not one that stands for another's. */
export type ValueOptionName = {
  [K in OptionName]: Table[K] extends { standsFor: unknown } ? never : K;
}[OptionName];

/** The value of every option; undefined when nobody set it and it has no default. A switch is false by default. */
export type OptionValues = {
  [K in ValueOptionName]:
    | ValueOf<Table[K]>
    | (Table[K] extends { default: unknown } | { kind: "switch" } ? never : undefined);
};

/** Every option with its value, and what else the start-up found out. */
export type Options = Omit<OptionValues, "mode"> & {
  mode: Door;
  permissionMode: PermissionMode;
  /** The workspace, absolute; a folder that exists. */
  cwd: string;
  /** The words of the command line that are no flags: the prompt. */
  words: readonly string[];
  /** The folder whose `.letscode/` counts, and whether all of it does. */
  project: { folder: string; trusted: boolean };
  /** The folder of the user's own configuration. */
  configFolder: string;
  /** Where a value came from, as messages name it; absent for a default. */
  sources: Readonly<Partial<Record<ValueOptionName, string>>>;
};
