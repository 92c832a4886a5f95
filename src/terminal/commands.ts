/** The slash commands of the terminal itself; all others are the conversation's. */
import type { Agent } from "../agent/agent.ts";
import { errorText } from "../errors.ts";
import type { ThinkingLevel } from "../llm/client.ts";
import type { Choice } from "./picker.ts";
import type { TerminalPort } from "./port.ts";
import { modelName, short } from "./status-line.ts";

/** What a command may do. */
export interface CommandContext {
  agent: Agent;
  port: TerminalPort;
  /** Whether a run is on. */
  isRunning: boolean;
  /** Lets the person pick; undefined: nothing. */
  pick(title: string, choices: readonly Choice[]): Promise<string | undefined>;
  /** Goes on with another conversation. */
  change(sessionId: string): Promise<void>;
  quit(): void;
}

/** A command: what it answers is shown. What it throws too. */
export interface TerminalCommand {
  name: string;
  hint: string;
  description: string;
  /** Not while a run is on. */
  needsRest?: true;
  /** Absent: it is the conversation's own. */
  run?(args: string, context: CommandContext): string | undefined | Promise<string | undefined>;
}

const LEVELS: readonly ThinkingLevel[] = ["off", "low", "medium", "high"];

/** All of them, in the order of `/help`. */
export const TERMINAL_COMMANDS: readonly TerminalCommand[] = [
  { name: "help", hint: "", description: "Show commands and keys", run: () => help() },
  {
    name: "model",
    hint: "[PROVIDER/ID]",
    description: "Show or change the model",
    run(args, { agent, port }) {
      if (args === "") return `the model is ${modelName(agent.state.model)}; /model PROVIDER/ID changes it`;
      agent.setModel(port.openModel(args));
      return `the model is now ${modelName(agent.state.model)}`;
    },
  },
  {
    name: "thinking",
    hint: "[off|low|medium|high]",
    description: "Show or change how much the model thinks",
    run(args, { agent }) {
      const level = LEVELS.find((one) => one === args);
      if (args !== "" && !level) throw new Error(`expected off, low, medium or high, got ${args}`);
      if (level) agent.setThinking(level);
      return `thinking is ${level ? "now " : ""}${agent.state.thinking}`;
    },
  },
  {
    name: "compact",
    hint: "[what to keep in mind]",
    description: "Summarise the older part of the conversation",
    needsRest: true,
  },
  {
    name: "resume",
    hint: "",
    description: "Go on with an earlier conversation",
    needsRest: true,
    async run(_args, { agent, port, pick, change }) {
      const own = agent.state.session?.id;
      const rows = (await port.sessions()).filter(({ session_id: id }) => id !== own);
      if (rows.length === 0) return "there is no other conversation here yet";
      const choices = rows.map(({ session_id: value, title, messages_count: count }) => ({
        label: `${title} · ${count} messages`,
        value,
      }));
      const id = await pick("Go on with which one?", choices);
      if (id !== undefined) await change(id);
      return undefined;
    },
  },
  {
    name: "fork",
    hint: "",
    description: "Go on in a copy of this conversation",
    needsRest: true,
    async run(_args, { agent, port, change }) {
      const copy = await port.fork(sessionOf(agent));
      await change(copy);
      return `this is a copy, ${copy}`;
    },
  },
  {
    name: "new",
    hint: "",
    description: "Begin a new conversation",
    needsRest: true,
    run(_args, { agent }) {
      agent.reset();
      return "a new conversation";
    },
  },
  {
    name: "tools",
    hint: "",
    description: "List the tools",
    run: (_args, { port }) => port.tools().join(", ") || "there are no tools",
  },
  {
    name: "cost",
    hint: "",
    description: "Show tokens and cost so far",
    run(_args, { agent }) {
      const { usage, contextTokens } = agent.state;
      return [
        `${short(usage.input_tokens)} tokens in, ${short(usage.cache_read_tokens)} read from and ${short(usage.cache_write_tokens)} written to a cache, ${short(usage.output_tokens)} out`,
        `about ${short(contextTokens)} tokens of context`,
        usage.cost_usd === null ? "the price is not known" : `$${usage.cost_usd.toFixed(4)}`,
      ].join("\n");
    },
  },
  {
    name: "export",
    hint: "FILE",
    description: "Write the conversation to a .md, .html or .jsonl file",
    needsRest: true,
    async run(args, { agent, port }) {
      if (args === "") throw new Error("expected a file: /export FILE.md");
      return `written to ${await port.exportSession(sessionOf(agent), args)}`;
    },
  },
  { name: "quit", hint: "", description: "Leave", run: (_args, { quit }) => quit() as undefined },
];

/** The command that a text begins with, and what stands behind it. */
export function findCommand(text: string): { command: TerminalCommand; args: string } | undefined {
  const typed = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const command = TERMINAL_COMMANDS.find(({ name }) => name === typed?.[1]);
  return command && { command, args: typed?.[2]?.trim() ?? "" };
}

/** Runs it; resolves with what is to be shown. Does not reject. */
export async function runCommand(
  { command, args }: { command: TerminalCommand; args: string },
  context: CommandContext,
): Promise<string | undefined> {
  if (command.needsRest && context.isRunning)
    return `/${command.name} waits for the end of the run: Esc stops it`;
  try {
    return await command.run?.(args, context);
  } catch (thrown) {
    return `/${command.name}: ${errorText(thrown)}`;
  }
}

function sessionOf(agent: Agent): string {
  const { session, messages } = agent.state;
  if (!session) throw new Error("this conversation is not saved");
  if (messages.length === 0) throw new Error("the conversation is still empty");
  return session.id;
}

function help(): string {
  const width = Math.max(...TERMINAL_COMMANDS.map(({ name, hint }) => name.length + hint.length)) + 4;
  const rows = TERMINAL_COMMANDS.map(
    ({ name, hint, description }) => `${`/${name} ${hint}`.padEnd(width)}${description}`,
  );
  return [...rows, "", ...KEYS.map(([key, what]) => key.padEnd(width) + what)].join("\n");
}

const KEYS: readonly (readonly [string, string])[] = [
  ["Enter", "Send; while it works, say it before its next step"],
  ["Alt+Enter", "While it works, say it when it is done"],
  ["Shift+Enter, Ctrl+J", "A new line"],
  ["Esc, Ctrl+C", "Stop the run; Ctrl+C twice leaves"],
  ["Up, Down", "Earlier prompts"],
  ["Tab", "Complete /commands and @files"],
  ["Ctrl+G", "Write in $EDITOR"],
  ["Ctrl+Z", "Stop letscode for a while; fg brings it back"],
];
