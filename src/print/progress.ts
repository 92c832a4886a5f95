/** What a run tells on stderr while it works: a line for each retry and failure; more when asked to be verbose. */
import type { Event } from "../wire/events.ts";
import type { UserContent } from "../wire/messages.ts";

const LONGEST = 400;

/** Takes the events of one run and notes what a person should know. Each note is one line of plain text. */
export function createProgress(note: (line: string) => void, verbose: boolean): (event: Event) => void {
  const say = (text: string) => note(oneLine(text));
  let lastError: string | undefined;
  let calls = 0;
  let input = 0;
  let output = 0;
  let cost: number | null = 0;

  return (event) => {
    switch (event.type) {
      case "retry":
        say(
          `attempt ${event.attempt} of ${event.total_attempts} in ${event.delay_seconds} s: ${event.reason}`,
        );
        return;
      case "error":
        lastError = event.error;
        say(event.error);
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
        if (verbose) say(`${event.tool_name} ${JSON.stringify(event.arguments)}`);
        return;
      case "tool_execution_end":
        if (verbose && event.result.is_error)
          say(`${event.tool_name} failed: ${textOf(event.result.content)}`);
        return;
      case "agent_end":
        if (event.error !== null && event.error !== lastError) say(event.error);
        if (event.stop_reason === "max_tokens") say("the answer was cut: the model reached its output limit");
        if (event.stop_reason === "refusal") say("the model refused to answer");
        if (verbose) say(totals(calls, input, output, cost));
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
  const flat = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  const characters = Array.from(flat.slice(0, 2 * LONGEST));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : flat;
}
