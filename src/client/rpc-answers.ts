/** What a letscode in `--mode rpc` asks of the program, and who answers. */
import type { PermissionRequestMessage, ToolCallRequestMessage } from "../wire/control.ts";
import type { Event } from "../wire/events.ts";
import type { Order } from "./rpc-pipe.ts";
import { askPermission, type PermissionHandler } from "./session-options.ts";
import { invokeTool, type Tool } from "./tool.ts";

/** Who answers, and where the answers go. */
export interface RpcAnswersOptions {
  permissions: PermissionHandler | undefined;
  tools: readonly Tool[];
  answer(order: Extract<Order, { cmd: "permission" | "tool_result" }>): void;
}

/** Answers the questions of one letscode, each as long as its call goes on. */
export class RpcAnswers {
  readonly #options: RpcAnswersOptions;
  readonly #open = new Map<string, AbortController>();

  constructor(options: RpcAnswersOptions) {
    this.#options = options;
  }

  /** Decides on a call. */
  async permit({ type: _, request_id, ...question }: PermissionRequestMessage): Promise<void> {
    const { permissions, answer } = this.#options;
    const signal = this.#signal(question.tool_call_id);
    const decide = permissions ?? (() => "deny" as const);
    const decision = await askPermission(decide, question, signal);
    if (!signal.aborted) answer({ cmd: "permission", request_id, ...decision });
  }

  /** Runs a call. */
  async run({ request_id, tool_call_id, tool_name, arguments: args }: ToolCallRequestMessage): Promise<void> {
    const { tools, answer } = this.#options;
    const signal = this.#signal(tool_call_id);
    const result = await invokeTool(tools, tool_name, args, { toolCallId: tool_call_id, signal });
    if (!signal.aborted) answer({ cmd: "tool_result", request_id, ...result });
  }

  /** The end of a call closes what was asked about it. */
  onEvent(event: Event): void {
    if (event.type === "tool_execution_end") this.#close(event.tool_call_id);
    if (event.type === "agent_end") this.close();
  }

  /** Nobody waits for an answer any more. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.#close(id);
  }

  #signal(toolCallId: string): AbortSignal {
    const controller = this.#open.get(toolCallId) ?? new AbortController();
    this.#open.set(toolCallId, controller);
    return controller.signal;
  }

  #close(toolCallId: string): void {
    this.#open.get(toolCallId)?.abort();
    this.#open.delete(toolCallId);
  }
}
