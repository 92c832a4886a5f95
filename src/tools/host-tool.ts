/** Tools that live in the program at the other end of a door. */
import type { HostTool } from "../wire/commands.ts";
import type { ToolInvokeParams, ToolInvokeResult } from "../wire/host-methods.ts";
import type { UserContent } from "../wire/messages.ts";
import type { Tool } from "./tool.ts";

/** Has the host run a call. What it throws becomes the call's error result; an abort must end it. */
export type CallHost = (
  call: Omit<ToolInvokeParams, "session_id">,
  signal: AbortSignal,
) => Promise<ToolInvokeResult>;

/** What every provider takes as a tool's name. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** A tool of the host as a tool of letscode. */
export function createHostTool(tool: HostTool, callHost: CallHost): Tool {
  const { name, description, parameters, needs_permission, parallel } = tool;
  return {
    name,
    description: description.toWellFormed(),
    parameters: { type: "object", properties: {}, ...parameters },
    concurrency: () => (parallel === true ? "parallel" : "exclusive"),
    access: () => ({ kind: needs_permission === false ? "read" : "external" }),
    async execute(args, { toolCallId, signal }) {
      const call = { tool_call_id: toolCallId, tool_name: name, arguments: args };
      const { content, is_error = false, details } = await callHost(call, signal);
      return {
        content: typeof content === "string" ? textBlocks(content) : content.map(wellFormed),
        isError: is_error,
        ...(details === undefined ? {} : { details }),
      };
    },
  };
}

/**
 * What is wrong with the tools a host brings, beginning with the place, such as `tools[1].name`; undefined when nothing
 * is. `taken` are the names of the built-in tools that are on.
 */
export function hostToolsProblem(tools: readonly HostTool[], taken: readonly string[]): string | undefined {
  for (const [at, { name, description, parameters }] of tools.entries()) {
    const place = `tools[${at}]`;
    const shown = JSON.stringify(name.slice(0, 100));
    if (!NAME.test(name))
      return `${place}.name: expected 1 to 64 of the characters A-Z a-z 0-9 _ -, got ${shown}`;
    if (taken.includes(name))
      return `${place}.name: ${shown} is a built-in tool; leave it out of --tools, or name yours otherwise`;
    if (tools.findIndex((other) => other.name === name) !== at)
      return `${place}.name: ${shown} is there twice`;
    if (description.trim() === "") return `${place}.description: expected a text for the model`;
    const { type = "object" } = parameters;
    if (type !== "object")
      return `${place}.parameters.type: expected "object", got ${JSON.stringify(type).slice(0, 100)}`;
  }
  return undefined;
}

function textBlocks(text: string): UserContent[] {
  return text === "" ? [] : [{ type: "text", text: text.toWellFormed() }];
}

function wellFormed(block: UserContent): UserContent {
  return block.type === "text" ? { type: "text", text: block.text.toWellFormed() } : block;
}
