/** Where a prompt goes that was sent: to the agent, to a command, or to wait until there is a conversation. */
import type { Agent } from "../agent/agent.ts";
import type { Clock } from "../clock.ts";
import { type CommandContext, isQuit, runCommand } from "./commands.ts";
import type { Conversation } from "./conversation.ts";
import { type Prompt, textAlone } from "./draft-parts.ts";
import { NO_MODEL_YET, noModelText } from "./help-text.ts";
import type { TerminalPort } from "./port.ts";
import type { Runs } from "./runs.ts";

/** What it is sent with, and who is told. */
export interface SendingOptions extends Pick<CommandContext, "pick" | "change"> {
  conversation: Conversation;
  runs: Runs;
  clock: Clock;
  /** There is one as soon as there is a conversation. */
  port(): TerminalPort | undefined;
  columns(): number;
  note(text: string): void;
  /** What is not said becomes a draft again. */
  giveBack(prompts: readonly Prompt[]): void;
  /** The person leaves. */
  leave(): void;
  /** A command was run. */
  changed(): void;
}

/** Sends a prompt; with `isLater`, it is said when the run that is on would end. */
export function send(options: SendingOptions, prompt: Prompt, isLater: boolean): void {
  const { conversation, runs, leave } = options;
  const { agent } = conversation;
  const port = options.port();
  if (isQuit(prompt.text)) return leave();
  if (!agent || !port || conversation.isOpening) return conversation.keep(prompt);
  port.remember(textAlone(prompt));
  if (!prompt.text.startsWith("/")) return conversation.withModel(prompt, () => runs.say(prompt, isLater));
  void command(options, prompt, isLater, { agent, port });
}

/** Says that there is no model, and how to get one; the prompt that was for it is not lost. */
export function sayNoModel({ note, columns, giveBack, changed }: SendingOptions, prompt?: Prompt): void {
  note(prompt ? NO_MODEL_YET : noModelText(columns() - 1));
  if (prompt) giveBack([prompt]);
  changed();
}

async function command(
  { conversation, runs, clock, columns, pick, change, note, changed }: SendingOptions,
  prompt: Prompt,
  isLater: boolean,
  known: { agent: Agent; port: TerminalPort },
): Promise<void> {
  const context = { isRunning: runs.isWorking, columns: columns() - 1, now: clock.now(), pick, change };
  const outcome = await runCommand(prompt.text, { ...known, ...context });
  if (outcome === "say") return conversation.withModel(prompt, () => runs.say(prompt, isLater));
  if (outcome.shows !== undefined) note(outcome.shows);
  changed();
}
