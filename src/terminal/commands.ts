/** The slash commands of the terminal itself; all others are the conversation's. */
import { existsSync } from "node:fs";
import type { Agent } from "../agent/agent.ts";
import { errorText } from "../errors.ts";
import type { ThinkingLevel } from "../llm/client.ts";
import { helpText } from "./help-text.ts";
import type { Choice } from "./picker.ts";
import type { TerminalPort } from "./port.ts";
import { modelName, NO_MODEL, short } from "./status-line.ts";

/** What a command may do. */
export interface CommandContext {
  agent: Agent;
  port: TerminalPort;
  /** Whether a run is on. */
  isRunning: boolean;
  /** How wide an answer may be. */
  columns: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** Lets the person pick; undefined: nothing. */
  pick(title: string, choices: readonly Choice[]): Promise<string | undefined>;
  /** Goes on with another conversation, whose last messages are shown, unless they are there already. */
  change(sessionId: string, shows?: boolean): Promise<void>;
}

/** A command: what it answers is shown. What it throws too. */
export interface TerminalCommand {
  name: string;
  hint: string;
  description: string;
  /** Not while a run is on. */
  needsRest?: true;
  /** Absent: it is the conversation's own, or the door's. */
  run?(args: string, context: CommandContext): string | undefined | Promise<string | undefined>;
}

const LEVELS: readonly ThinkingLevel[] = ["off", "low", "medium", "high"];

/** All of them, in the order of `/help`. */
export const TERMINAL_COMMANDS: readonly TerminalCommand[] = [
  {
    name: "help",
    hint: "",
    description: "Show commands and keys",
    run: (_args, { columns }) => helpText(TERMINAL_COMMANDS, columns),
  },
  {
    name: "model",
    hint: "[PROVIDER/ID]",
    description: "Choose the model",
    async run(args, { agent, port, pick }) {
      const present = modelName(agent.state.model);
      const name = args || (await pick("Go on with which model?", await modelChoices(present, port)));
      if (name === undefined || name === present) return `the model is ${present}`;
      agent.setModel(port.openModel(name));
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
    hint: "[ID]",
    description: "Go on with an earlier conversation",
    needsRest: true,
    async run(args, { agent, port, now, pick, change }) {
      if (args !== "") {
        await change(args);
        return undefined;
      }
      const own = agent.state.session?.id;
      const rows = (await port.sessions()).filter(({ session_id: id }) => id !== own);
      if (rows.length === 0) return "there is no other conversation here yet";
      const choices = rows.map(({ session_id: value, title, updated }) => ({
        label: title,
        detail: ago(now - updated),
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
      await change(copy, false);
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
    description: "Write it to a .md, .html or .jsonl file",
    needsRest: true,
    async run(args, { agent, port }) {
      if (args === "") throw new Error("expected a file: /export FILE.md");
      return `written to ${await port.exportSession(sessionOf(agent), args)}`;
    },
  },
  { name: "quit", hint: "", description: "Leave" },
];

/** Whether the text is the command that leaves. */
export function isQuit(text: string): boolean {
  return text.trim() === "/quit";
}

/** What became of a text: `say` when it is to be said, else what is to be shown. */
export type CommandOutcome = "say" | { shows: string | undefined };

/** Runs the command that a text begins with. What begins with the name of a file or folder is no command. Does not reject. */
export async function runCommand(text: string, context: CommandContext): Promise<CommandOutcome> {
  const [, name, behind = ""] = /^\/([a-z0-9][a-z0-9_:-]*)(?:\s+([\s\S]*))?$/i.exec(text.trimEnd()) ?? [];
  if (name === undefined) return "say";
  const args = behind.trim();
  const { port, isRunning } = context;
  const waits = { shows: `/${name} waits for the end of the run: Esc stops it` };
  try {
    const command = TERMINAL_COMMANDS.find((one) => one.name === name);
    if (!command) {
      const isKnown = (await port.commands()).some((one) => one.name === name);
      if (!isKnown && !existsSync(`/${name}`))
        return {
          shows: `there is no command /${name}; /help lists them, and a blank before it sends it as it is`,
        };
      return isKnown && isRunning ? waits : "say";
    }
    if (command.needsRest && isRunning) return waits;
    if (command.hint === "" && args !== "") throw new Error(`expected nothing behind it, got ${args}`);
    if (!command.run) return "say";
    return { shows: await command.run(args, context) };
  } catch (thrown) {
    return { shows: `/${name}: ${errorText(thrown)}` };
  }
}

/** The present one first. */
async function modelChoices(present: string, port: TerminalPort): Promise<Choice[]> {
  const others = (await port.models()).filter((name) => name !== present);
  const first = present === NO_MODEL ? [] : [{ label: present, detail: "now", value: present }];
  return [...first, ...others.map((name) => ({ label: name, detail: "", value: name }))];
}

/** Such as `5 min ago`. */
function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / (24 * 60));
  return days === 1 ? "yesterday" : `${days} days ago`;
}

function sessionOf(agent: Agent): string {
  const { session, messages } = agent.state;
  if (!session) throw new Error("this conversation is not saved");
  if (messages.length === 0) throw new Error("the conversation is still empty");
  return session.id;
}
