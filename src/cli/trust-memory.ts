/** The projects the user has decided about: `trust.json` in the folder of the user's state. */
import { dirname } from "node:path";
import { errorText } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import { readConfigFile } from "./config.ts";
import { kindOf } from "./kind-of.ts";
import { realPathOf, writePrivateJson } from "./private-json.ts";
import { readTextFile } from "./read-text-file.ts";

/** One answer. Its names are those in the file. */
export interface TrustAnswer {
  trusted: boolean;
  /** When it was given, as ISO 8601. */
  decided_at: string;
  /** Of what could run then. */
  digest: string;
}

/** The answers, one for each project by the real path of its folder. */
export interface TrustMemory {
  /** The answer for a project; undefined when there is none. */
  find(project: string): TrustAnswer | undefined;
  /** Keeps an answer, instead of an earlier one. Returns why it could not: half a sentence. */
  keep(project: string, answer: TrustAnswer): string | undefined;
  /** What is wrong with the file: then nothing is trusted, and nothing is written. */
  problem: string | undefined;
}

/** Opens the file, which need not exist. Does not throw. */
export function openTrustMemory(file: string): TrustMemory {
  const read = () => readConfigFile(file, dirname(file), { readFile: readTextFile, kindOf })?.values ?? {};
  let answers: Readonly<Record<string, unknown>> = {};
  let problem: string | undefined;
  try {
    answers = read();
  } catch (error) {
    problem = errorText(error);
  }
  return {
    problem,
    find(project) {
      const key = realPathOf(project);
      return Object.hasOwn(answers, key) ? asAnswer(answers[key]) : undefined;
    },
    keep(project, answer) {
      if (problem !== undefined) return problem;
      try {
        // Others may have answered elsewhere meanwhile.
        writePrivateJson(file, { ...read(), [realPathOf(project)]: answer });
        return undefined;
      } catch (error) {
        return systemErrorText(error);
      }
    },
  };
}

function asAnswer(value: unknown): TrustAnswer | undefined {
  const { trusted, digest, decided_at } = (value ?? {}) as Partial<Record<keyof TrustAnswer, unknown>>;
  if (typeof trusted !== "boolean" || typeof digest !== "string") return undefined;
  return { trusted, digest, decided_at: String(decided_at) };
}
