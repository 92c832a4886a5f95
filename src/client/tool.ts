/** Tools that are functions of the program. */
import { errorText } from "../errors.ts";
import type { HostTool } from "../wire/commands.ts";
import type { Json, JsonObject, UserContent } from "../wire/messages.ts";
import type { ToolInvokeResult } from "../wire/methods.ts";
import type { FromSchema, JsonSchema } from "./json-schema.ts";

/** What a tool's function is told beside the arguments. */
export interface ToolCallContext {
  toolCallId: string;
  /** Aborted when the run is, or nobody waits for the result any more. */
  signal: AbortSignal;
}

/** What a tool's function may return: text or blocks for the model, or these with more about them. */
export type ToolReturn =
  | string
  | UserContent[]
  | {
      content: string | UserContent[];
      /** The model is told that the call failed. */
      isError?: boolean;
      /** Any JSON for those who read the events; never sent to a model. */
      details?: Json;
    };

/** A tool as `tool` takes it. */
export interface ToolDefinition<S extends JsonSchema> {
  /** 1 to 64 of the characters A-Z a-z 0-9 _ -, and no name of a built-in tool that is on. */
  name: string;
  /** What the model is told of it. */
  description: string;
  /** The JSON Schema of its arguments, an object's. */
  parameters: S;
  /** False: offering it is the consent to its calls. Absent: `permissions` hold for it as for the built-in ones. */
  needsPermission?: boolean;
  /** It may run beside other calls of the same turn. Absent: it waits for earlier ones, and later ones wait for it. */
  parallel?: boolean;
  /** What it throws is the error that the model reads. */
  run(args: FromSchema<S>, context: ToolCallContext): ToolReturn | Promise<ToolReturn>;
}

/** A tool that a session can be given. */
export interface Tool {
  readonly spec: HostTool;
  /** Runs a call. Never rejects: what the function throws becomes an error result. */
  invoke(args: JsonObject, context: ToolCallContext): Promise<ToolInvokeResult>;
}

/** Makes a tool of a function. The types of its arguments come from `parameters`. */
export function tool<const S extends JsonSchema>(definition: ToolDefinition<S>): Tool {
  const { name, description, parameters, needsPermission, parallel } = definition;
  return {
    spec: {
      name,
      description,
      parameters: parameters as JsonObject,
      ...(needsPermission === undefined ? {} : { needs_permission: needsPermission }),
      ...(parallel === undefined ? {} : { parallel }),
    },
    async invoke(args, context) {
      try {
        return resultOf(await definition.run(args as FromSchema<S>, context));
      } catch (thrown) {
        return { content: errorText(thrown), is_error: true };
      }
    },
  };
}

/** Runs the tool of this name, as `invoke` does; that the program has none is an error result, too. */
export async function invokeTool(
  tools: readonly Tool[] | undefined,
  name: string,
  args: JsonObject,
  context: ToolCallContext,
): Promise<ToolInvokeResult> {
  const found = tools?.find(({ spec }) => spec.name === name);
  if (!found) return { content: `The program has no tool ${name}.`, is_error: true };
  return await found.invoke(args, context);
}

function resultOf(returned: ToolReturn): ToolInvokeResult {
  if (isContent(returned)) return { content: returned };
  if (typeof returned !== "object" || returned === null || !isContent(returned.content))
    throw new Error("the tool returned neither text nor blocks nor { content }");
  const { content, isError, details } = returned;
  return {
    content,
    ...(isError === undefined ? {} : { is_error: isError }),
    ...(details === undefined ? {} : { details }),
  };
}

function isContent(value: unknown): value is string | UserContent[] {
  return typeof value === "string" || Array.isArray(value);
}
