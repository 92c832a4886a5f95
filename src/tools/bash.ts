/** `bash`: runs a command in a shell. */
import type { Tool } from "./tool.ts";
import type { ToolEnvironment } from "./tool-environment.ts";

const DEFAULT_TIMEOUT_SECONDS = 120;
const MAX_TIMEOUT_SECONDS = 600;
/** What ending the command's processes and reading the rest of their output takes at most. */
const ENDING_MS = 3_000;

/**
 * Runs commands in the workspace, each in a fresh shell and a process group of its own, without input or terminal. A
 * result is an error unless the exit code is 0. What a command leaves in the background lives until the run ends.
 */
export function createBashTool(environment: ToolEnvironment): Tool {
  const timeoutSeconds = (timeout: unknown) =>
    typeof timeout === "number" ? timeout : DEFAULT_TIMEOUT_SECONDS;
  return {
    name: "bash",
    description:
      "Run a command with bash. Each call is a fresh shell in the workspace: cd and variables do not carry over. " +
      "There is no input and no terminal: use flags instead of prompts, editors and pagers. " +
      "The result holds stdout and stderr as they came; of long output the head and the tail, with the whole in a file that is named. " +
      "The call ends when the command does; processes it leaves in the background (&) run on until your turn is over, then they are ended.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", minLength: 1, description: "The command, as for bash -c." },
        timeout: {
          type: "number",
          exclusiveMinimum: 0,
          maximum: MAX_TIMEOUT_SECONDS,
          description: `Seconds after which the command and everything it started are ended. Default: ${DEFAULT_TIMEOUT_SECONDS}, at most ${MAX_TIMEOUT_SECONDS}.`,
        },
      },
      required: ["command"],
      additionalProperties: false,
    },
    concurrency: () => "exclusive",
    access: () => ({ kind: "execute" }),
    timeLimitMs: ({ timeout }) => timeoutSeconds(timeout) * 1000 + ENDING_MS,
    execute: async ({ command, timeout }, context) => {
      const { runCommand } = await import("./run-command.ts");
      const request = { command: command as string, timeoutSeconds: timeoutSeconds(timeout) };
      return runCommand(request, environment, context);
    },
  };
}
