/** The check between what a model sent and what a tool gets. */
import type { ToolSpec } from "../llm/client.ts";
import type { JsonObject } from "../wire/messages.ts";

/** Arguments that fit, or one text for the model that names the field, what was expected and what came. */
export type CheckedArguments = { arguments: JsonObject } | { problem: string };

/**
 * The arguments of a call as the tool's `parameters` want them. `given` is the object that was sent, or the raw text when
 * it was none. What models usually get wrong is put right on a copy: values sent as JSON strings, numbers as strings, the
 * whole encoded twice, keys in another spelling, null for "not given", keys nobody asked for. Valid arguments come back as
 * they are; `given` is never changed.
 */
export async function checkArguments(tool: ToolSpec, given: unknown): Promise<CheckedArguments> {
  const { checkAgainstSchema } = await import("./argument-check.ts");
  return checkAgainstSchema(tool, given);
}
