/** The model that plays a recording. */
import { type Clock, sleep, systemClock } from "../../clock.ts";
import { ProviderError } from "../../errors.ts";
import { zeroUsage } from "../../usage.ts";
import { createBreather } from "../breather.ts";
import type { LLMClient, ModelEnd, ModelStream } from "../client.ts";
import type { Cassette, RecordedCall } from "./cassette.ts";
import { replayMismatch, TurnCursor } from "./turn-cursor.ts";

/** How a recording is played. */
export interface ReplayOptions {
  /** 0, the default: no waiting, retries included. 1: at the recorded pace. */
  speed?: 0 | 1;
  /** Compare the content of tool results too. */
  strict?: boolean;
  clock?: Clock;
  /** Gets one line, without LF, when the recorded pace was asked for and is not known. */
  warn?(line: string): void;
}

/** How long a recorded abort waits for the host's, in milliseconds. */
const ABORT_WAIT_MS = 5_000;

/**
 * Plays `cassette` for one conversation; each conversation needs its own. Nothing here runs tools: the agent does, and
 * they really run. Failures are ProviderErrors: the recorded ones, and `replay_mismatch` where the conversation is not
 * the recorded one.
 */
export function createReplayModel(cassette: Cassette, options: ReplayOptions = {}): LLMClient {
  const { speed = 0, strict = false, clock = systemClock, warn } = options;
  const paced = speed === 1 && cassette.timed;
  if (speed === 1 && !cassette.timed)
    warn?.(
      `${cassette.name} has no clock lines (only --record writes them): replaying without the recorded pace`,
    );
  const cursor = new TurnCursor(cassette, strict);
  const playedOutside = new Map<string, number>();
  let model = cassette.calls[0]?.message.model ?? "recorded";

  function outside(purpose: string): RecordedCall {
    const calls = cassette.outside.get(purpose);
    if (calls === undefined)
      throw replayMismatch(
        `the recording ${cassette.name} holds no model call for "${purpose}": a plain event stream cannot serve calls outside a turn`,
      );
    const played = playedOutside.get(purpose) ?? 0;
    const call = calls[played];
    if (call === undefined)
      throw replayMismatch(
        `replay "${purpose}" call ${played + 1}: the recording ${cassette.name} ends at line ${cassette.lines} after call ${played}; expected no further call, got one`,
      );
    playedOutside.set(purpose, played + 1);
    return call;
  }

  return {
    provider: "replay",
    get model() {
      return model;
    },
    async *stream(request, { signal, purpose }): ModelStream {
      const call = purpose === "turn" ? cursor.next(request.messages) : outside(purpose);
      model = call.message.model;
      const breathe = createBreather(clock);
      let ms = call.askedMs;
      for (const step of call.steps) {
        if (paced && step.ms > ms) await sleep(clock, step.ms - ms, signal);
        else await breathe();
        ms = step.ms;
        if (signal.aborted) return { usage: zeroUsage() };
        yield step.event;
      }
      return await end(call, signal);
    },
  };

  async function end(call: RecordedCall, signal: AbortSignal): Promise<ModelEnd> {
    const { message, failure, line } = call;
    if (message.stop_reason === "error") {
      const error =
        failure?.error ?? message.error_message ?? "the recorded call failed; send the prompt again";
      throw new ProviderError(error, { recoverable: true, ...failure });
    }
    if (message.stop_reason === "aborted" && (await sleep(clock, ABORT_WAIT_MS, signal)))
      throw replayMismatch(
        `replay: the answer at line ${line} of ${cassette.name} was aborted when it was recorded; expected an abort, got none within ${ABORT_WAIT_MS / 1000} s`,
      );
    return { usage: { ...message.usage }, content: structuredClone(message.content) };
  }
}
