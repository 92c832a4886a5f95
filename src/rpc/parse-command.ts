/** From a line to a command, or to the one error that says what is wrong with it. */
import { imageProblem, inputProblem } from "../agent/user-input.ts";
import { isDeeperThan } from "../framing/json-depth.ts";
import type { LineRecord } from "../framing/ndjson.ts";
import type { Command } from "../wire/commands.ts";
import type { ControlError } from "../wire/control.ts";
import { COMMAND_NAMES, validateCommand } from "../wire/generated/validate-command.gen.js";
import type { Json } from "../wire/messages.ts";
import { MAX_DEPTH, MAX_LINE_BYTES } from "../wire/version.ts";

/** What a line came to: nothing for a blank one. */
export type ParsedLine = { command: Command; id: Json } | { error: ControlError } | null;

/** Parses one record of the input. Never throws. */
export function parseCommand(record: LineRecord): ParsedLine {
  if (record.type === "too_long")
    return refuse(
      null,
      "line_too_long",
      `the line is ${record.bytes} bytes long; at most ${MAX_LINE_BYTES} are read`,
    );
  if (record.type === "invalid_utf8")
    return refuse(
      null,
      "invalid_line",
      "the line is not valid UTF-8; send one JSON object per line in UTF-8",
    );
  if (record.text.trim() === "") return null;
  if (isDeeperThan(record.text, MAX_DEPTH))
    return refuse(null, "invalid_line", `the line is nested more than ${MAX_DEPTH} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(record.text);
  } catch (error) {
    return refuse(
      null,
      "invalid_line",
      `the line is not JSON (${reason(error)}); send one JSON object per line`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refuse(null, "invalid_line", `expected a JSON object with "cmd", got ${kindOf(value)}`);
  return parseObject(value as Record<string, unknown>);
}

function parseObject(value: Record<string, unknown>): ParsedLine {
  const id = Object.hasOwn(value, "id") ? (value.id as Json) : null;
  if (typeof id === "number" && !isExact(id))
    return refuse(
      null,
      "invalid_command",
      "id: expected a number of at most 53 bits, which can be given back as it came",
    );
  const cmd = Object.hasOwn(value, "cmd") ? value.cmd : undefined;
  if (typeof cmd !== "string" || cmd === "")
    return refuse(
      id,
      "invalid_command",
      `cmd: expected the name of a command, got ${kindOf(cmd)}; ${known()}`,
    );
  if (!COMMAND_NAMES.includes(cmd as Command["cmd"]))
    return refuse(id, "unknown_command", `unknown command ${shown(cmd)}; ${known()}`);
  const problem = validateCommand(value as { cmd: string }) ?? contentProblem(value as unknown as Command);
  if (problem !== null) return refuse(id, "invalid_command", problem);
  return { command: value as unknown as Command, id };
}

/** What the types cannot say: a message must hold something and fit a line again, and images must be some. */
function contentProblem(command: Command): string | null {
  const problem = problemOf(command);
  return problem === undefined ? null : `${command.cmd}.${problem}`;
}

function problemOf(command: Command): string | undefined {
  switch (command.cmd) {
    case "prompt":
    case "steer":
    case "follow_up":
      return inputProblem(command);
    case "tool_result":
      for (const [at, block] of (typeof command.content === "string" ? [] : command.content).entries()) {
        const problem = block.type === "image" ? imageProblem(block) : undefined;
        if (problem !== undefined) return `content[${at}].${problem}`;
      }
      return undefined;
    default:
      return undefined;
  }
}

function refuse(id: Json, code: NonNullable<ControlError["code"]>, error: string): ParsedLine {
  return { error: { type: "error", id, error, recoverable: true, code } };
}

/** Whether the number comes back as it was written: larger integers lose digits on the way. */
function isExact(id: number): boolean {
  return Number.isFinite(id) && (!Number.isInteger(id) || Number.isSafeInteger(id));
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function known(): string {
  return `known: ${COMMAND_NAMES.join(", ")}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 120) : "unreadable";
}
