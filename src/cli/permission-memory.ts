/** What the user has allowed for good: `permissions.json` in the folder of the user's state. */
import { dirname } from "node:path";
import { errorText } from "../errors.ts";
import { createRules, type Rule, type RuleStore } from "../permissions/rules.ts";
import { systemErrorText } from "../system-errors.ts";
import { readConfigFile } from "./config.ts";
import { kindOf } from "./kind-of.ts";
import { realPathOf, writePrivateJson } from "./private-json.ts";
import { readTextFile } from "./read-text-file.ts";

/** Where rules are kept. */
export interface PermissionMemoryOptions {
  /** The file, which need not exist. It holds a list of rules for each project, by the real path of its folder. */
  file: string;
  /** The project's folder. */
  project: string;
  /** Told, in one line, of a file that cannot be used: then it counts as empty and stays as it is. */
  report(line: string): void;
}

/** The rules of one project. The file is read when the first question comes up. Does not throw. */
export function openPermissionMemory({ file, project, report }: PermissionMemoryOptions): RuleStore {
  const key = realPathOf(project);
  const read = () => readConfigFile(file, dirname(file), { readFile: readTextFile, kindOf })?.values ?? {};
  let opened: RuleStore | undefined;
  let usable = true;
  const rules = () => {
    if (opened) return opened;
    try {
      opened = createRules(rulesIn(read(), key));
    } catch (error) {
      usable = false;
      report(`${errorText(error)}; nothing is allowed by it`);
      opened = createRules();
    }
    return opened;
  };
  return {
    has: (rule) => rules().has(rule),
    add(rule) {
      rules().add(rule);
      try {
        // Others may have answered elsewhere meanwhile.
        const values = usable ? read() : undefined;
        if (values) writePrivateJson(file, { ...values, [key]: [...listIn(values, key), rule] });
      } catch (error) {
        report(`${file}: what was allowed for good is not kept: ${systemErrorText(error)}`);
      }
    },
  };
}

function rulesIn(values: Readonly<Record<string, unknown>>, key: string): Rule[] {
  return listIn(values, key).filter(isRule);
}

function listIn(values: Readonly<Record<string, unknown>>, key: string): unknown[] {
  const list = Object.hasOwn(values, key) ? values[key] : [];
  return Array.isArray(list) ? list : [];
}

/** A rule that says more than is known here would allow too much. */
function isRule(value: unknown): value is Rule {
  if (!isObject(value)) return false;
  const { tool, command, outside, ...more } = value;
  return (
    typeof tool === "string" &&
    (command === undefined ||
      (isObject(command) && isTexts(command.words) && typeof command.exact === "boolean")) &&
    (outside === undefined || isTexts(outside)) &&
    Object.keys(more).length === 0
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === "string");
}
