/** Permission as one shot has it: what the user has allowed for good, and questions where somebody sits. */
import { homedir } from "node:os";
import { join } from "node:path";
import type { Asker } from "../permissions/decision.ts";
import type { PolicyOptions } from "../permissions/policy.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { userFolder } from "../user-folder.ts";
import { isAttended } from "./attended.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import { openPermissionMemory } from "./permission-memory.ts";

/** What a policy has to know besides its mode. */
export function terminalConsent(
  { project }: Options,
  { report }: Log,
  redactor: Redactor,
): Partial<PolicyOptions> {
  const rules = openPermissionMemory({
    file: stateFile("permissions.json"),
    project: project.folder,
    report,
  });
  return isAttended() ? { rules, asker: terminalAsker(redactor) } : { rules };
}

/** A file in the folder of the user's state. */
export function stateFile(name: string): string {
  const surroundings = { environment: process.env, home: homedir(), platform: process.platform };
  return join(userFolder("state", surroundings), name);
}

function terminalAsker(redactor: Redactor): Asker {
  return {
    oneAtATime: true,
    async permission(request, signal) {
      const { askPermission, permissionWords } = await import("./permission-question.ts");
      const answer = await askPermission(redactor.text(permissionWords(request)), {
        input: process.stdin,
        output: process.stderr,
        mayAlways: request.always !== undefined,
        signal,
        onInterrupt: () => process.kill(process.pid, "SIGINT"),
      });
      return answer === undefined
        ? { decision: "deny", reason: `${request.reason}, and there was no answer` }
        : { decision: answer };
    },
  };
}
