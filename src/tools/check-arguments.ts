/** The check between what a model sent and what a tool gets. */
import type { ToolSpec } from "../llm/client.ts";
import type { JsonObject, ToolCallBlock } from "../wire/messages.ts";
import type { ArgumentCheck } from "./argument-check.ts";

/**
 * The arguments of a call as the tool's `parameters` want them. What models usually get wrong is put right on a copy:
 * values sent as JSON strings, numbers as strings, the whole encoded twice, keys in another spelling, null for "not given",
 * keys nobody asked for. Valid arguments come back as they are.
 *
 * @throws {ToolError} naming the field, what was expected and what came.
 */
export type CheckArguments = (
  tool: ToolSpec,
  call: Pick<ToolCallBlock, "arguments" | "arguments_text">,
) => Promise<JsonObject>;

/** A check that compiles each tool's schema once, at its first call, and forgets it with the tool. */
export function createCheckArguments(): CheckArguments {
  const checks = new WeakMap<ToolSpec, ArgumentCheck>();
  return async (tool, call) => {
    const { compileArgumentCheck } = await import("./argument-check.ts");
    let check = checks.get(tool);
    if (check === undefined) {
      check = compileArgumentCheck(tool);
      checks.set(tool, check);
    }
    return check(call);
  };
}
