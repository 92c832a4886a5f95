/** Finds out at the start of this process whether its project is trusted. */
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { systemClock } from "../clock.ts";
import { userFolder } from "../user-folder.ts";
import { isAttended } from "./attended.ts";
import type { BegunOptions } from "./read-options.ts";
import type { ProjectTrust } from "./trust.ts";
import { decideTrust } from "./trust-decision.ts";
import type { TrustQuestion } from "./trust-question.ts";

/** Asks only where somebody sits. */
export async function trustAtStart({
  mayAsk,
  ...given
}: NonNullable<BegunOptions["trustCase"]>): Promise<ProjectTrust> {
  return decideTrust({
    ...given,
    memory: join(
      userFolder("state", { environment: process.env, home: homedir(), platform: process.platform }),
      "trust.json",
    ),
    now: systemClock.now(),
    ask: mayAsk && isAttended() ? askHere : undefined,
  });
}

async function askHere(question: TrustQuestion): Promise<boolean | undefined> {
  const { askTrust } = await import("./trust-question.ts");
  const home = homedir();
  const inHome = question.project.startsWith(home + sep);
  const project = inHome ? `~${question.project.slice(home.length)}` : question.project;
  return askTrust({ ...question, project }, { input: process.stdin, output: process.stderr });
}
