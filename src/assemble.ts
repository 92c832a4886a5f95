/** One agent from its settings: the rooms wired together, everything heavy loaded when it is first needed. */
import type { Agent } from "./agent/agent.ts";
import type { Clock } from "./clock.ts";
import type { LLMClient, ThinkingLevel } from "./llm/client.ts";
import type { PermissionMode } from "./permissions/policy.ts";
import type { Redactor } from "./secrets/redactor.ts";
import type { ProcessGroups } from "./tools/processes.ts";

/** What one conversation is made of. Nothing is read from the process: two agents of one process may differ in all of it. */
export interface AgentSettings {
  /** The folder the tools work in, absolute. */
  workspace: string;
  environment: Readonly<Record<string, string | undefined>>;
  home: string;
  /** A folder of this process's own for outputs too long for a message; made when first needed. */
  tempFolder: string;
  platform: string;
  clock: Clock;
  model: LLMClient;
  thinking: ThinkingLevel;
  /** Replaces the built-in system prompt. */
  systemPrompt?: string | undefined;
  /** Added to its end. */
  appendSystemPrompt?: string | undefined;
  /** Names of the tools the model may call; absent: all of them. */
  tools?: readonly string[] | undefined;
  permissionMode: PermissionMode;
  maxTurns?: number | undefined;
  redactor: Redactor;
  /** Environment variables that hold keys, beside the usual ones: no child gets them. */
  keyVariables: readonly string[];
  /** The process's registry of process groups. */
  processes: ProcessGroups;
  /** Writes one line for people. */
  report(line: string): void;
}

/** Builds the agent of one conversation. */
export async function assemble(settings: AgentSettings): Promise<Agent> {
  const [{ Agent }, { createPolicy }, { createToolset }, { checkArguments }, { systemPromptFor }] =
    await Promise.all([
      import("./agent/agent.ts"),
      import("./permissions/policy.ts"),
      import("./tools/toolset.ts"),
      import("./tools/check-arguments.ts"),
      import("./agent/system-prompt.ts"),
    ]);
  const { workspace, environment, home, clock, redactor } = settings;
  const toolset = createToolset({
    workspace,
    home,
    environment,
    hiddenVariables: settings.keyVariables,
    redactor,
    clock,
    processes: settings.processes.child(),
    tempFolder: settings.tempFolder,
  });
  const names = settings.tools;
  const tools = names ? toolset.tools.filter(({ name }) => names.includes(name)) : toolset.tools;
  return new Agent({
    model: settings.model,
    tools,
    systemPrompt: systemPromptFor({ ...settings, tools: tools.map(({ name }) => name), now: clock.now() }),
    thinking: settings.thinking,
    ...(settings.maxTurns === undefined ? {} : { maxTurns: settings.maxTurns }),
    decide: createPolicy({ mode: settings.permissionMode }),
    clock,
    checkArguments,
    redactor,
    endRun: () => toolset.endRun(),
    onReset: () => toolset.reset(),
    report: settings.report,
  });
}
