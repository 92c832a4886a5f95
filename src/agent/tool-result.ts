/** Tool results as messages. */
import type { ToolOutput } from "../tools/tool.ts";
import type { ToolCallBlock, ToolResultMessage } from "../wire/messages.ts";
import type { LoopPorts } from "./ports.ts";

/** A result of our own making: one text. */
export function toolResult(
  ports: Pick<LoopPorts, "newId" | "clock">,
  call: ToolCallBlock,
  text: string,
  isError: boolean,
): ToolResultMessage {
  return outputMessage(ports, call, { content: [{ type: "text", text }], isError });
}

/** What a tool returned, as the message the model will read; never without content. */
export function outputMessage(
  ports: Pick<LoopPorts, "newId" | "clock">,
  call: ToolCallBlock,
  output: ToolOutput,
): ToolResultMessage {
  return {
    id: ports.newId(),
    timestamp: ports.clock.now(),
    role: "tool_result",
    tool_call_id: call.tool_call_id,
    tool_name: call.name,
    content: output.content.length > 0 ? output.content : [{ type: "text", text: "(no output)" }],
    is_error: output.isError ?? false,
    ...(output.details === undefined ? {} : { details: output.details }),
  };
}
