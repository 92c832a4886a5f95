/** Retries that can be seen: one `retry` event before each re-attempt, and none once content has begun. */
import { type Clock, sleep } from "../clock.ts";
import { ProviderError } from "../errors.ts";
import { zeroUsage } from "../usage.ts";
import type { RetryEvent, StreamEvent, UsageEvent } from "../wire/stream.ts";
import type { ModelStream } from "./client.ts";
import { LONGEST_RETRY_AFTER_MS } from "./retry-after.ts";

/** How often and how patiently a failed attempt is repeated. */
export interface RetryPolicy {
  /** Attempts after the first one; 0 means none. */
  maxRetries: number;
  /** The pause before the first retry; it doubles with each. */
  baseDelayMs: number;
  /** No pause grows beyond this by doubling. */
  maxDelayMs: number;
}

/** What a stream needs to retry. */
export interface RetryOptions {
  policy: RetryPolicy;
  clock: Clock;
  /** Ends the pause at once; the stream then throws the failure of the last attempt. */
  signal: AbortSignal;
}

/**
 * The stream of the first attempt that gets as far as a content event or its end. `attempt` makes one request and
 * never repeats it by itself; a `ProviderError` it throws with `retryable` before the first content event (text,
 * thinking or a tool call) is answered by a `retry` event, a pause and the next attempt. Usage is held back until
 * something else comes, so that a failed attempt leaves no trace. Everything else it throws passes through.
 */
export async function* withRetries(attempt: () => ModelStream, options: RetryOptions): ModelStream {
  for (let number = 1; ; number++) {
    const stream = attempt();
    let begun = false;
    try {
      let held: UsageEvent | undefined;
      for (;;) {
        const step = await stream.next();
        if (!step.done && step.value.type === "usage" && !begun) {
          held = step.value;
          continue;
        }
        if (!step.done && isContent(step.value)) begun = true;
        if (held !== undefined) yield held;
        held = undefined;
        if (step.done) return step.value;
        yield step.value;
      }
    } catch (thrown) {
      const delayMs = begun ? undefined : pauseAfter(thrown, number, options);
      if (delayMs === undefined) throw thrown;
      yield retryEvent(thrown as ProviderError, number + 1, options.policy, delayMs);
      if (!(await sleep(options.clock, delayMs, options.signal))) throw thrown;
    } finally {
      await stream.return({ usage: zeroUsage() });
    }
  }
}

/** Milliseconds until the next attempt; undefined when there is none. */
function pauseAfter(thrown: unknown, failed: number, { policy, signal }: RetryOptions): number | undefined {
  if (!(thrown instanceof ProviderError) || !thrown.retryable) return undefined;
  if (failed > policy.maxRetries || signal.aborted) return undefined;
  const asked = thrown.retryAfterMs ?? 0;
  if (asked > LONGEST_RETRY_AFTER_MS) return undefined;
  return Math.max(Math.min(policy.baseDelayMs * 2 ** (failed - 1), policy.maxDelayMs), asked);
}

function retryEvent(
  failure: ProviderError,
  attempt: number,
  policy: RetryPolicy,
  delayMs: number,
): RetryEvent {
  return {
    type: "retry",
    attempt,
    total_attempts: policy.maxRetries + 1,
    delay_seconds: delayMs / 1000,
    reason: `${failure.kind}: ${failure.summary}`,
  };
}

function isContent(event: StreamEvent): boolean {
  return (
    event.type.startsWith("text_") ||
    event.type.startsWith("thinking_") ||
    event.type.startsWith("tool_call_")
  );
}
