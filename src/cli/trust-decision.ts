/** Whether a project is trusted: the answer that was given, or one that is asked for now. */
import { PROJECT_NOT_TRUSTED, type ProjectTrust, UNTRUSTED } from "./trust.ts";
import { takeInventory } from "./trust-inventory.ts";
import { openTrustMemory } from "./trust-memory.ts";
import type { TrustQuestion } from "./trust-question.ts";

/** What is decided about. */
export interface TrustCase {
  /** The project's folder, which holds `.letscode/`. */
  project: string;
  /** Keys of its configuration that only trust lets through. */
  keys: readonly string[];
  /** What its configuration would run: plugins, and files of MCP servers. */
  programs: readonly string[];
  /** `trust.json`, which need not exist. */
  memory: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** Asks the user; absent: nobody can be asked. Undefined: there was no answer, which is a no that is not kept. */
  ask?: ((question: TrustQuestion) => Promise<boolean | undefined>) | undefined;
}

/**
 * A project that has nothing which trust lets through is not trusted, and nothing is read or asked. Otherwise the kept
 * answer counts: a no for ever, a yes as long as all that could run is what it was. Without an answer that counts the
 * user is asked, where that is possible; it is kept.
 */
export async function decideTrust({ ask, ...given }: TrustCase): Promise<ProjectTrust> {
  const { project, keys } = given;
  const { parts, digest, problem } = takeInventory(project, given.programs);
  if (keys.length === 0 && parts.length === 0) return UNTRUSTED;
  const memory = openTrustMemory(given.memory);
  const notices = memory.problem === undefined ? [] : [`${memory.problem}; no project is trusted by it`];
  const untrusted = (reason: string): ProjectTrust => ({ trusted: false, parts, reason, notices });
  const known = memory.find(project);
  if (known && !known.trusted) return untrusted(PROJECT_NOT_TRUSTED);
  if (digest === undefined) return untrusted(`the project cannot be trusted for good: ${problem}`);
  if (known?.digest === digest) return { trusted: true, parts, notices };
  const changed = known !== undefined;
  const answer = await ask?.({ project, keys, parts, changed });
  if (answer !== undefined) {
    const failure = memory.keep(project, {
      trusted: answer,
      decided_at: new Date(given.now).toISOString(),
      digest,
    });
    if (failure !== undefined) notices.push(`the answer is not kept: ${failure}`);
  }
  if (answer) return { trusted: true, parts, notices };
  return untrusted(changed ? "the project has changed since it was trusted" : PROJECT_NOT_TRUSTED);
}
