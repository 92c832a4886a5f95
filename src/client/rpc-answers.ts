/** What a letscode in `--mode rpc` asks of the program, and who answers. */
import { errorText } from "../errors.ts";
import type { PermissionRequestMessage, ToolCallRequestMessage } from "../wire/control.ts";
import type { Event } from "../wire/events.ts";
import type { Order } from "./rpc-pipe.ts";
import { askPermission, type PermissionHandler } from "./session-options.ts";
import { invokeTool, type Tool } from "./tool.ts";

/** Who answers, and where the answers go. */
export interface RpcAnswersOptions {
  permissions: PermissionHandler | undefined;
  tools: readonly Tool[];
  /** Sends it; rejects when letscode refuses it. */
  answer(order: Extract<Order, { cmd: "permission" | "tool_result" }>): Promise<unknown>;
  report(line: string): void;
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
    const { permissions, answer, report } = this.#options;
    const signal = this.#signal(question.tool_call_id);
    const decide = permissions ?? (() => "deny" as const);
    const decision = await askPermission(decide, question, signal, report);
    if (signal.aborted) return;
    await answer({ cmd: "permission", request_id, ...decision }).catch((thrown) => {
      const reason = `the program's answer was refused: ${errorText(thrown)}`;
      return this.#instead({ cmd: "permission", request_id, decision: "deny", reason });
    });
  }

  /** Runs a call. */
  async run({ request_id, tool_call_id, tool_name, arguments: args }: ToolCallRequestMessage): Promise<void> {
    const { tools, answer } = this.#options;
    const signal = this.#signal(tool_call_id);
    const result = await invokeTool(tools, tool_name, args, { toolCallId: tool_call_id, signal });
    if (signal.aborted) return;
    await answer({ cmd: "tool_result", request_id, ...result }).catch((thrown) => {
      const content = `the program's result was refused: ${errorText(thrown)}`;
      return this.#instead({ cmd: "tool_result", request_id, content, is_error: true });
    });
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

  /** The call must not wait for ever; one that does not wait any more refuses this, too. */
  async #instead(order: Parameters<RpcAnswersOptions["answer"]>[0]): Promise<void> {
    await this.#options.answer(order).catch(() => {});
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
