/** When what happened, as far as the messages tell. */
import type { ToolResultMessage } from "../wire/messages.ts";
import { callAnchor } from "./call-anchor.ts";
import { resultFacts } from "./call-summary.ts";
import { type AnswerEntry, type CompactionEntry, callsOf, type Entry } from "./transcript.ts";

/** Something that took time, or a moment (`end` is `start`). Times in milliseconds since the epoch. */
export interface Span {
  kind: "prompt" | "model" | "tool" | "compaction";
  name: string;
  anchor: string;
  start: number;
  end: number;
  failed: boolean;
  /** Its end is not recorded, so it is taken to be as long as is usual here. */
  isOpen: boolean;
}

/** A stretch in which nothing happened. */
export interface Idle {
  start: number;
  end: number;
}

/** The spans in the order of their entries; the idle stretches worth cutting short. */
export interface Timeline {
  spans: Span[];
  idles: Idle[];
  start: number;
  end: number;
  /** All of it without the idle stretches. */
  workedMs: number;
}

/** How long an answer without a recorded end is, when no other tells. */
const USUAL_MS = 3000;
/** Shorter pauses are no idle stretches, and neither is what is below a tenth of the work. */
const SHORTEST_IDLE_MS = 2000;

/**
 * The time line of a conversation. A message knows one moment: a prompt when it was given, an answer when it began, a
 * result when it was there. So an answer ends where its first tool begins or, without tools, where the next thing of its
 * run does; a compaction begins where its run stood; a tool that does not tell its duration is a moment; time never runs backwards.
 */
export function readTimeline(entries: readonly Entry[]): Timeline {
  const spans: Span[] = [];
  let last = 0;
  for (const [index, entry] of entries.entries()) {
    const { timestamp } = entry.message;
    const start = Number.isFinite(timestamp) ? Math.max(timestamp, last) : last;
    last = start;
    const moment = { anchor: entry.anchor, start, end: start, failed: false, isOpen: false };
    if (entry.type === "prompt") spans.push({ kind: "prompt", name: `prompt ${entry.number}`, ...moment });
    if (entry.type === "answer") spans.push(...answerSpans(entry, start, entries, index));
    if (entry.type === "compaction") {
      const name = `compaction ${entry.number}`;
      spans.push({ kind: "compaction", name, ...moment, start: compactionStart(entry, spans, start) });
    }
  }
  closeOpen(spans);
  return withIdles(spans);
}

function answerSpans(entry: AnswerEntry, start: number, entries: readonly Entry[], index: number): Span[] {
  const { anchor, turn, message, results } = entry;
  const tools = callsOf(message).flatMap((call, at): Span[] => {
    const result = results.get(call);
    if (result === undefined) return [];
    const span = toolSpan(result, start);
    return [{ ...span, name: call.name, anchor: callAnchor(anchor, at + 1), failed: result.is_error }];
  });
  const end =
    tools.length > 0 ? Math.min(...tools.map((tool) => tool.start)) : nextStart(entries, index, start);
  const failed = message.stop_reason === "error" || message.stop_reason === "aborted";
  const isOpen = end === undefined;
  return [
    { kind: "model", name: `turn ${turn}`, anchor, start, end: end ?? start, failed, isOpen },
    ...tools,
  ];
}

function toolSpan(result: ToolResultMessage, earliest: number) {
  const end = Math.max(Number.isFinite(result.timestamp) ? result.timestamp : earliest, earliest);
  const start = Math.max(end - (resultFacts(result).durationMs ?? 0), earliest);
  return { kind: "tool" as const, start, end, isOpen: false };
}

/** One that a run needed began where the run stood; of one that a user asked for, only its end is known. */
function compactionStart({ compaction }: CompactionEntry, before: readonly Span[], end: number): number {
  const last = before.at(-1);
  if (compaction.trigger === "manual" || last === undefined || last.isOpen) return end;
  return Math.min(last.end, end);
}

/** When the next thing of the same run began; a prompt that came later begins another run. */
function nextStart(entries: readonly Entry[], index: number, start: number): number | undefined {
  for (let next = index + 1; next < entries.length; next++) {
    const entry = entries[next];
    if (entry === undefined || (entry.type === "prompt" && entry.message.timestamp > start)) return undefined;
    if (entry.type !== "prompt") return Math.max(entry.message.timestamp, start);
  }
  return undefined;
}

/** Gives open spans the usual length, up to what comes next. */
function closeOpen(spans: readonly Span[]): void {
  const known = spans.filter((span) => span.kind === "model" && !span.isOpen);
  const lengths = known.map(({ start, end }) => end - start).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length / 2)] ?? USUAL_MS;
  for (const [index, span] of spans.entries())
    if (span.isOpen)
      span.end = Math.min(span.start + usual, spans[index + 1]?.start ?? Number.POSITIVE_INFINITY);
}

function withIdles(spans: Span[]): Timeline {
  const start = spans[0]?.start ?? 0;
  const pauses: Idle[] = [];
  let end = start;
  for (const [index, span] of spans.entries()) {
    // What follows a prompt waited for the model, or for a plugin.
    const isAnswered = spans[index - 1]?.kind === "prompt" && span.kind !== "prompt";
    if (span.start > end && !isAnswered) pauses.push({ start: end, end: span.start });
    end = Math.max(end, span.end);
  }
  const lengthOf = (stretches: readonly Idle[]) =>
    stretches.reduce((sum, one) => sum + one.end - one.start, 0);
  const busyMs = end - start - lengthOf(pauses);
  const idles = pauses.filter((pause) => lengthOf([pause]) > Math.max(SHORTEST_IDLE_MS, busyMs / 10));
  return { spans, idles, start, end, workedMs: end - start - lengthOf(idles) };
}
