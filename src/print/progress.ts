/** What a run tells people while it works. */
import type { Event } from "../wire/events.ts";
import type { UserContent } from "../wire/messages.ts";

/** The longest line, in characters. */
const LONGEST = 400;
/** How the result of a denied call begins. */
const DENIED = "Denied: ";

/** Where a run's lines for people go; neither waits. */
export interface PrintLog {
  report(line: string): void;
  /** What only those want to know who asked for more. */
  detail(line: string): void;
}

/**
 * Takes the events of one run: retries, failures and denials are reported, tool calls and tokens are details. Each is
 * one line of plain text.
 */
export function createProgress(log: PrintLog): (event: Event) => void {
  const report = (text: string) => log.report(oneLine(text));
  const detail = (text: string) => log.detail(oneLine(text));
  let lastError: string | undefined;
  let calls = 0;
  let input = 0;
  let output = 0;
  let cost: number | null = 0;

  return (event) => {
    switch (event.type) {
      case "retry":
        report(
          `attempt ${event.attempt} of ${event.total_attempts} in ${event.delay_seconds} s: ${event.reason}`,
        );
        return;
      case "error":
        lastError = event.error;
        report(event.error);
        return;
      case "message_end": {
        if (event.message.role !== "assistant") return;
        const { usage } = event.message;
        calls++;
        input += usage.input_tokens;
        output += usage.output_tokens;
        cost = cost === null || usage.cost_usd === null ? null : cost + usage.cost_usd;
        return;
      }
      case "tool_execution_start":
        detail(`${event.tool_name} ${JSON.stringify(event.arguments)}`);
        return;
      case "tool_execution_end": {
        if (!event.result.is_error) return;
        const text = textOf(event.result.content);
        if (text.startsWith(DENIED)) report(`${event.tool_name} was denied: ${text.slice(DENIED.length)}`);
        else detail(`${event.tool_name} failed: ${text}`);
        return;
      }
      case "agent_end":
        if (event.error !== null && event.error !== lastError) report(event.error);
        if (event.stop_reason === "max_tokens")
          report("the answer was cut: the model reached its output limit");
        if (event.stop_reason === "refusal") report("the model refused to answer");
        detail(totals(calls, input, output, cost));
    }
  };
}

function totals(calls: number, input: number, output: number, cost: number | null): string {
  const price = cost === null ? "" : `, $${cost.toFixed(4)}`;
  return `${calls} model call${calls === 1 ? "" : "s"}, ${input} tokens in, ${output} out${price}`;
}

function textOf(content: readonly UserContent[]): string {
  return content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join(" ");
}

/** On one line, without what could drive a terminal, and not endless. */
function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();
  const characters = Array.from(flat.slice(0, 2 * LONGEST));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : flat;
}
