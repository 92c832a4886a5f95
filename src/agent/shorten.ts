/** Summarising the older part of a conversation, by whoever the hooks say can do it. */
import { ABORTED, orAborted } from "../or-aborted.ts";
import type { CompactRequest } from "../plugins/hooks.ts";
import type { Event } from "../wire/events.ts";
import type { CustomMessage, Message } from "../wire/messages.ts";
import { whileTelling } from "./channel.ts";
import type { LoopPorts } from "./ports.ts";

/**
 * Makes the summary and yields its message, with the retries before it. Returns undefined when there is nothing to
 * summarise, nobody to do it, or an abort. Throws when it failed: nothing has changed then.
 */
export async function* shorten(
  history: readonly Message[],
  request: CompactRequest,
  ports: Pick<LoopPorts, "hooks" | "clock" | "model">,
  signal: AbortSignal,
): AsyncGenerator<Event, CustomMessage | undefined, void> {
  const { hooks, clock, model } = ports;
  const message = yield* whileTelling(async (emit) => {
    await model.open?.().catch(() => {});
    const made = hooks.compact?.(history, request, { signal, emit });
    return made && orAborted(made, signal, clock);
  });
  if (message === undefined || message === ABORTED) return undefined;
  yield { type: "message_start", message };
  yield { type: "message_end", message };
  return message;
}
