/** The model that needs no key and no network: a script, and honest about it. */
import { type Clock, sleep, systemClock } from "../../clock.ts";
import { ProviderError } from "../../errors.ts";
import { zeroUsage } from "../../usage.ts";
import type { ErrorCode } from "../../wire/events.ts";
import type { LLMClient } from "../client.ts";
import { outsideScript, turnScript } from "./script.ts";

/** What the demo needs from outside. */
export interface DemoOptions {
  /** Waits for `demo:wait` and `demo:retry`; the demo never asks it for the time. */
  clock?: Clock;
}

/** After so many events others get a turn of the event loop, an abort among them. */
const EVENTS_AT_ONCE = 16;
/** `demo:hold` keeps the process alive by waiting again and again. */
const HOLD_MS = 60_000;

/** Makes the demo. It has no state: one may serve any number of conversations. */
export function createDemoModel({ clock = systemClock }: DemoOptions = {}): LLMClient {
  return {
    provider: "demo",
    model: "demo",
    async *stream(request, { signal, purpose }) {
      const script = purpose === "turn" ? turnScript(request) : outsideScript(request);
      for (let count = 1; ; count++) {
        if (count % EVENTS_AT_ONCE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
        if (signal.aborted) return { usage: zeroUsage() };
        const { done, value: step } = script.next();
        if (done) return { usage: step };
        if (step.type === "pause") await sleep(clock, step.ms, signal);
        else if (step.type === "hold") while (await sleep(clock, HOLD_MS, signal));
        else if (step.type === "fail") throw failure(step.status);
        else yield step;
      }
    },
  };
}

function failure(status: number): ProviderError {
  const transient = status === 408 || status === 409 || status === 429 || status >= 500;
  return new ProviderError(
    `demo answered HTTP ${status}, as demo:fail asked. Leave that line out to go on.`,
    {
      status,
      code: codeOf(status),
      recoverable: transient,
    },
  );
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return "auth";
  if (status === 404) return "model_not_found";
  if (status === 408) return "timeout";
  if (status === 413) return "context_overflow";
  if (status === 429) return "rate_limit";
  if (status === 503 || status === 529) return "overloaded";
  return status === 409 || status >= 500 ? "server_error" : "invalid_request";
}
