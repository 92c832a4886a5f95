/** Where one conversation stands in a recording. */
import { ProviderError } from "../../errors.ts";
import type { ModelMessage } from "../../wire/messages.ts";
import { type Cassette, isHidden, type RecordedCall } from "./cassette.ts";
import { type HistoryItem, itemsOf, sameItem, showItems } from "./history.ts";

/**
 * Moves by one recorded call for each call the conversation makes. A failed call, an abort, a reset never move it back;
 * a call that does not fit leaves it where it is.
 */
export class TurnCursor {
  readonly #cassette: Cassette;
  readonly #strict: boolean;
  #position = 0;
  #begun = false;
  /** Ids of the user messages and results of earlier requests. */
  readonly #seen = new Set<string>();
  /** What came since the last call that fitted. */
  #unanswered: HistoryItem[] = [];
  /** What plugins showed the model on account of custom messages; no recording holds it. */
  readonly #rendered: HistoryItem[] = [];

  constructor(cassette: Cassette, strict: boolean) {
    this.#cassette = cassette;
    this.#strict = strict;
  }

  /** The recorded call that answers this request. Throws a ProviderError `replay_mismatch` when there is none. */
  next(messages: readonly ModelMessage[]): RecordedCall {
    const resumed = !this.#begun;
    const shown = resumed ? this.#resume(messages) : this.#gained(messages);
    this.#begun = true;
    this.#unanswered.push(...shown);
    const found = this.#find(shown, resumed) ?? this.#find(this.#unanswered, resumed);
    const call = found === undefined ? undefined : this.#cassette.calls[found];
    if (found === undefined || call === undefined) throw this.#mismatch(shown);
    this.#position = found + 1;
    this.#unanswered = [];
    return call;
  }

  /** The items of messages that no earlier request held. Answers are the recording's own and do not count. */
  #gained(messages: readonly ModelMessage[]): HistoryItem[] {
    const gained: ModelMessage[] = [];
    for (const message of messages.toReversed()) {
      if (message.role === "assistant") continue;
      if (this.#seen.has(message.id)) break;
      gained.push(message);
    }
    this.#see(gained);
    return gained.reverse().flatMap(itemsOf);
  }

  /** On the first call: steps over the calls whose answers the history holds already; the items after the last answer. */
  #resume(messages: readonly ModelMessage[]): HistoryItem[] {
    this.#see(messages);
    const answered = messages.findLastIndex((message) => message.role === "assistant") + 1;
    this.#position = this.#callsIn(messages.slice(0, answered).flatMap(itemsOf));
    return messages.slice(answered).flatMap(itemsOf);
  }

  /** How many recorded calls this history comes after; 0 when it is no beginning of the recording. */
  #callsIn(history: readonly HistoryItem[]): number {
    let recorded: HistoryItem[] = [];
    let rendered = false;
    let count = 0;
    for (const [index, call] of this.#cassette.calls.entries()) {
      recorded.push(...call.before);
      if (call.customBefore) {
        // From here on only what follows can be compared: a summary may stand for all that was before.
        recorded = [];
        rendered = true;
      }
      if (isHidden(call)) continue;
      recorded.push(...itemsOf(call.message));
      const rest = rendered ? history.slice(-recorded.length) : history;
      if (rest.length === recorded.length && this.#allSame(recorded, rest)) count = index + 1;
    }
    return count;
  }

  #allSame(recorded: readonly HistoryItem[], shown: readonly HistoryItem[]): boolean {
    return recorded.every((item, index) => {
      const other = shown[index];
      return other !== undefined && sameItem(item, other, this.#strict);
    });
  }

  /** The call from the cursor on which these items fit, past those that this conversation need not have made. */
  #find(shown: readonly HistoryItem[], resumed: boolean): number | undefined {
    const { calls } = this.#cassette;
    const expected: HistoryItem[] = [];
    let custom = false;
    for (let index = this.#position; index < calls.length; index++) {
      const call = calls[index];
      if (call === undefined) return undefined;
      expected.push(...call.before);
      custom ||= call.customBefore;
      if (this.#fits(expected, shown, custom)) return index;
      // An abort may come before the model is asked; a resumed history does not tell which of its calls failed.
      const mayPass = resumed ? isHidden(call) : isAbortedUnasked(call);
      if (!mayPass) return undefined;
    }
    return undefined;
  }

  #fits(expected: readonly HistoryItem[], shown: readonly HistoryItem[], custom: boolean): boolean {
    const extra: HistoryItem[] = [];
    let matched = 0;
    for (const item of shown) {
      const wanted = expected[matched];
      if (wanted !== undefined && sameItem(wanted, item, this.#strict)) matched++;
      else if (this.#rendered.some((known) => sameItem(known, item, this.#strict))) continue;
      else if (custom && item.kind !== "result") extra.push(item);
      else return false;
    }
    if (matched < expected.length) return false;
    this.#rendered.push(...extra);
    return true;
  }

  #see(messages: readonly ModelMessage[]): void {
    for (const message of messages) if (message.role !== "assistant") this.#seen.add(message.id);
  }

  #mismatch(shown: readonly HistoryItem[]): ProviderError {
    const { calls, name, lines, brokenOff } = this.#cassette;
    const call = calls[this.#position];
    const number = this.#position + 1;
    const got = showItems(shown, this.#strict);
    if (call === undefined) {
      const end = brokenOff ? `breaks off at line ${lines}` : `ends at line ${lines}`;
      return replayMismatch(
        `replay call ${number}: the recording ${name} ${end} after call ${number - 1}; expected no further call, got ${got}`,
      );
    }
    const expected = showItems(call.before, this.#strict);
    return replayMismatch(
      `replay call ${number} does not fit the recording ${name} line ${call.line}: expected ${expected}, got ${got}`,
    );
  }
}

/** The failure of a call that the recording has no answer for: it fails again until the host sends what was recorded. */
export function replayMismatch(message: string): ProviderError {
  const advice = "send what was recorded, or record anew with --record";
  return new ProviderError(`${message}; ${advice}`, {
    code: "replay_mismatch",
    recoverable: false,
    kind: "ReplayMismatch",
  });
}

function isAbortedUnasked(call: RecordedCall): boolean {
  return call.message.stop_reason === "aborted" && call.message.content.length === 0;
}
