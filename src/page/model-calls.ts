/** What the models of a conversation were asked to do, call by call. */
import { readUsage } from "../usage.ts";
import type { Usage } from "../wire/messages.ts";
import type { Entry } from "./transcript.ts";
import { oneLine } from "./visible-text.ts";

/** One model call: a turn, or what a compaction took of its own. */
export interface ModelCall {
  kind: "turn" | "compaction";
  /** Counts the calls of its kind from 1. */
  number: number;
  /** Such as `turn 3` or `compaction 1`. */
  name: string;
  anchor: string;
  timestamp: number;
  model: string;
  usage: Usage;
}

/** The model calls in order. */
export function modelCalls(entries: readonly Entry[]): ModelCall[] {
  return entries.flatMap((entry): ModelCall[] => {
    const { anchor, message } = entry;
    const { timestamp } = message;
    if (entry.type === "answer") {
      const { model, usage } = entry.message;
      const number = entry.turn;
      const name = `turn ${number}`;
      return [
        { kind: "turn", number, name, anchor, timestamp, model: oneLine(model, 60), usage: readUsage(usage) },
      ];
    }
    if (entry.type !== "compaction") return [];
    const { model, usage } = entry.compaction;
    const { number } = entry;
    const name = `compaction ${number}`;
    return [{ kind: "compaction", number, name, anchor, timestamp, model: oneLine(model, 60), usage }];
  });
}
