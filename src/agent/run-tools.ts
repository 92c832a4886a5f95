/** The tool calls of one turn: taken up in order, run side by side where they may, each with its start and its end. */
import type { Event } from "../wire/events.ts";
import type { ToolCallBlock, ToolResultMessage } from "../wire/messages.ts";
import { whileTelling } from "./channel.ts";
import { Lanes } from "./lanes.ts";
import type { LoopPorts } from "./ports.ts";
import { planCall, runCall } from "./run-call.ts";
import { toolResult } from "./tool-result.ts";

/** What a call says that an abort kept from being taken up. */
export const NOT_TAKEN_UP = "Aborted before this tool ran.";

/**
 * Runs the calls and returns their results in call order. Emits the events of the calls as they happen and the result
 * messages at the end. An abort ends running calls and leaves the others untouched, with a result that says so.
 */
export async function* runTools(
  calls: readonly ToolCallBlock[],
  ports: LoopPorts,
  signal: AbortSignal,
): AsyncGenerator<Event, ToolResultMessage[], void> {
  const lanes = new Lanes();
  const results = yield* whileTelling(async (emit) => Promise.all(await enterAll(emit)));
  yield* resultMessages(results);
  return results;

  async function enterAll(emit: (event: Event) => void): Promise<Promise<ToolResultMessage>[]> {
    const entered: Promise<ToolResultMessage>[] = [];
    for (const call of calls) {
      const plan = await planCall(call, ports);
      entered.push(
        lanes.enter(plan.concurrency, async () =>
          signal.aborted ? toolResult(ports, call, NOT_TAKEN_UP, true) : runCall(plan, ports, signal, emit),
        ),
      );
    }
    return entered;
  }
}

/** Results for calls that are not taken up at all, with the events of their messages. */
export async function* refuseTools(
  calls: readonly ToolCallBlock[],
  ports: LoopPorts,
  why: string,
): AsyncGenerator<Event, ToolResultMessage[], void> {
  const results = calls.map((call) => toolResult(ports, call, why, true));
  yield* resultMessages(results);
  return results;
}

function* resultMessages(results: readonly ToolResultMessage[]): Generator<Event, void, void> {
  for (const message of results) {
    yield { type: "message_start", message };
    yield { type: "message_end", message };
  }
}
