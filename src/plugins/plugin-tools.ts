/** Tools of plugins as tools of letscode. */
import { ToolError } from "../errors.ts";
import type { Tool, ToolContext, ToolOutput } from "../tools/tool.ts";
import { validateMessage } from "../wire/generated/validate-message.gen.js";
import type { Json, JsonObject, UserContent } from "../wire/messages.ts";
import type { ReadItem } from "./collect.ts";
import type { PluginConversation } from "./conversation.ts";
import { HookCall } from "./hook-call.ts";
import { described, isObject, jsonCopy, returned, WrongReturn } from "./json-copy.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";
import type { PluginTool } from "./plugin.ts";
import { createContext } from "./plugin-context.ts";

/** What every provider takes as a tool's name. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const EXPECTED_OUTPUT = "a text, blocks, or { content, is_error?, details? }";

/** Reads one tool of a plugin. Throws a WrongReturn when it is none. */
export function readTool(conversation: PluginConversation): ReadItem<Tool> {
  return (given, at, loaded) => {
    const tool = given as PluginTool;
    const { name, description, parameters, parallel, read_only } = tool;
    if (typeof name !== "string" || !NAME.test(name))
      throw new WrongReturn(
        `${at}.name: expected 1 to 64 of the characters A-Z a-z 0-9 _ -, got ${described(name)}`,
      );
    if (typeof description !== "string" || description.trim() === "")
      throw new WrongReturn(`${at}.description: expected a text, got ${described(description)}`);
    if (typeof tool.execute !== "function") throw new WrongReturn(`${at}.execute: expected a function`);
    const expected = (problem: string) =>
      `${at}.parameters: expected the JSON Schema of an object, got ${problem}`;
    const schema = jsonCopy(parameters ?? {}, expected);
    if (!isObject(schema)) throw new WrongReturn(expected(described(schema)));
    const { type = "object", properties = {} } = schema;
    if (type !== "object") throw new WrongReturn(expected(`one whose type is ${described(type)}`));
    if (!isObject(properties))
      throw new WrongReturn(expected(`one whose properties are ${described(properties)}`));
    return {
      name,
      description: description.toWellFormed(),
      parameters: { type: "object", properties: {}, ...schema },
      concurrency: () => (parallel === true ? "parallel" : "exclusive"),
      access: () => ({ kind: read_only === true ? "read" : "external" }),
      execute: (args, context) => execute(tool, loaded, conversation, args, context),
    };
  };
}

async function execute(
  tool: PluginTool,
  loaded: LoadedPlugin,
  conversation: PluginConversation,
  args: JsonObject,
  { signal, update }: ToolContext,
): Promise<ToolOutput> {
  const { lifetime, port } = conversation;
  const call = new HookCall({ lifetime, clock: port.clock, signal, limitMs: null });
  const own = Object.defineProperties(
    { update: (delta: string) => update(String(delta)) },
    Object.getOwnPropertyDescriptors(createContext(loaded, conversation, call, undefined)),
  ) as Parameters<PluginTool["execute"]>[1];
  const outcome = await call.run(async () => asOutput(await tool.execute(structuredClone(args), own)));
  if (outcome.type === "value") return outcome.value;
  throw new ToolError(outcome.type === "failed" ? outcome.problem : "Aborted.");
}

function asOutput(output: unknown): ToolOutput {
  const value = returned(output ?? "", EXPECTED_OUTPUT);
  const { content, is_error = false, details } = isObject(value) ? value : ({ content: value } as JsonObject);
  const problem = contentProblem(content, is_error);
  if (problem !== null) throw new WrongReturn(`it returned ${problem}; expected ${EXPECTED_OUTPUT}`);
  const blocks =
    typeof content === "string" ? [{ type: "text" as const, text: content.toWellFormed() }] : content;
  return {
    content: blocks as UserContent[],
    isError: is_error === true,
    ...(details === undefined ? {} : { details }),
  };
}

/** What a result with this content would not be; null when it is one. */
function contentProblem(content: Json | undefined, isError: Json): string | null {
  return validateMessage({
    id: "x",
    timestamp: 0,
    role: "tool_result",
    tool_call_id: "x",
    tool_name: "x",
    content: typeof content === "string" ? [] : (content ?? null),
    is_error: isError,
  });
}
