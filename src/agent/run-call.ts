/** One tool call, from its plan to its result. */
import { errorText } from "../errors.ts";
import { ABORTED, orAborted } from "../or-aborted.ts";
import type { Decision } from "../permissions/decision.ts";
import type { HookContext } from "../plugins/hooks.ts";
import type { Concurrency, Tool } from "../tools/tool.ts";
import type { Event } from "../wire/events.ts";
import type { JsonObject, ToolCallBlock, ToolResultMessage } from "../wire/messages.ts";
import type { LoopPorts } from "./ports.ts";
import { withinLimit } from "./result-limit.ts";
import { outputMessage, toolResult } from "./tool-result.ts";
import { ToolUpdates } from "./tool-updates.ts";

/** How long an aborted tool may take to say what it has. */
const ABORT_GRACE_MS = 1000;

/** A call that is ready to be taken up, or the reason why it can only fail. */
export interface CallPlan {
  call: ToolCallBlock;
  concurrency: Concurrency;
  ready: { tool: Tool; arguments: JsonObject } | null;
  problem: string;
}

/** Finds the tool and checks the arguments. Never throws: what is wrong becomes the call's error result. */
export async function planCall(call: ToolCallBlock, ports: LoopPorts): Promise<CallPlan> {
  const failed = (problem: string): CallPlan => ({ call, concurrency: "parallel", ready: null, problem });
  const tool = ports.tools.find(({ name }) => name === call.name);
  if (!tool) return failed(unknownTool(call.name, ports.tools));
  try {
    const checked = await ports.checkArguments(tool, call.arguments_text ?? call.arguments);
    if ("problem" in checked) return failed(checked.problem);
    const concurrency = (await tool.concurrency?.(checked.arguments)) ?? "exclusive";
    return { call, concurrency, ready: { tool, arguments: checked.arguments }, problem: "" };
  } catch (thrown) {
    return failed(errorText(thrown));
  }
}

/** Takes the call up: start, decision, execution, end. Never throws. */
export async function runCall(
  plan: CallPlan,
  ports: LoopPorts,
  signal: AbortSignal,
  emit: (event: Event) => void,
): Promise<ToolResultMessage> {
  const { call } = plan;
  const ids = { tool_call_id: call.tool_call_id, tool_name: call.name };
  emit({ type: "tool_execution_start", ...ids, arguments: plan.ready?.arguments ?? call.arguments });
  const output = new ToolUpdates(ports.redactor, (delta) =>
    emit({ type: "tool_execution_update", ...ids, delta }),
  );
  let result = await settle(plan, ports, signal, (delta) => output.add(delta));
  output.end();
  result = withinLimit(await afterCall(call, result, ports, { signal, emit }));
  emit({ type: "tool_execution_end", ...ids, result });
  return result;
}

async function settle(
  plan: CallPlan,
  ports: LoopPorts,
  signal: AbortSignal,
  update: (delta: string) => void,
): Promise<ToolResultMessage> {
  const { call, ready } = plan;
  const fail = (text: string) => toolResult(ports, call, text, true);
  if (!ready) return fail(plan.problem);
  try {
    const decision = await orAborted(
      decide(ready.tool, ready.arguments, call, ports, signal),
      signal,
      ports.clock,
    );
    if (decision === ABORTED) return fail("Aborted while it waited for permission.");
    if (decision.type === "deny") return fail(`Denied: ${decision.reason}`);
    const args =
      decision.type === "changed" ? await ports.checkArguments(ready.tool, decision.arguments) : ready;
    if ("problem" in args) return fail(args.problem);
    const context = { toolCallId: call.tool_call_id, signal, update };
    const running = ready.tool.execute(args.arguments, context);
    const output = await orAborted(running, signal, ports.clock, ABORT_GRACE_MS);
    if (output === ABORTED) return fail("Aborted.");
    return outputMessage(ports, call, signal.aborted ? { ...output, isError: true } : output);
  } catch (thrown) {
    return fail(signal.aborted ? "Aborted." : errorText(thrown));
  }
}

async function decide(
  tool: Tool,
  args: JsonObject,
  call: ToolCallBlock,
  ports: LoopPorts,
  signal: AbortSignal,
): Promise<Decision> {
  const access = (await tool.access?.(args)) ?? { kind: "external" as const };
  try {
    const pending = { toolCallId: call.tool_call_id, toolName: call.name, arguments: args, access };
    return await ports.decide(pending, { signal });
  } catch (thrown) {
    return { type: "deny", reason: `the permission check failed: ${errorText(thrown)}` };
  }
}

async function afterCall(
  { tool_call_id: toolCallId, name: toolName, arguments: args }: ToolCallBlock,
  result: ToolResultMessage,
  ports: LoopPorts,
  context: HookContext,
): Promise<ToolResultMessage> {
  const hook = ports.hooks.afterToolCall;
  if (!hook) return result;
  const { signal } = context;
  try {
    const changed = await orAborted(
      hook({ toolCallId, toolName, arguments: args, result }, context),
      signal,
      ports.clock,
    );
    return changed === ABORTED ? result : changed;
  } catch {
    return result;
  }
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name).join(", ");
  return `There is no tool named ${JSON.stringify(name)}. ${names === "" ? "No tools are available." : `Available: ${names}.`}`;
}
