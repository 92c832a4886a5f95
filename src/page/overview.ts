/** What the page says first: what it is of, and what all of it came to. */
import { counted, dollars, duration, short, whole } from "./amounts.ts";
import { fold } from "./fold.ts";
import { type Markup, markup } from "./markup.ts";
import type { ModelCall } from "./model-calls.ts";
import { callsOf, type Entry, type PromptEntry } from "./transcript.ts";
import { sumUsage } from "./usage.ts";
import { oneLine } from "./visible-text.ts";

/** The sums of a conversation, each with its name. */
export function totals(entries: readonly Entry[], calls: readonly ModelCall[], workedMs: number): Markup {
  const answers = entries.filter((entry) => entry.type === "answer");
  const toolCalls = answers.flatMap(({ message, results }) =>
    callsOf(message).map((call) => results.get(call)),
  );
  const failed = toolCalls.filter((result) => result?.is_error !== false).length;
  const compactions = entries.filter(({ type }) => type === "compaction").length;
  const sum = sumUsage(calls.map(({ usage }) => usage));
  const input = sum.input_tokens + sum.cache_write_tokens;
  const unpriced =
    sum.unpriced > 0
      ? `${whole(sum.unpriced)} of ${counted(sum.calls, "call")} without a known price`
      : undefined;
  const tokens = (count: number) => markup`<span title="${whole(count)}">${short(count)}</span>`;
  const shown: [name: string, value: Markup | string, note: string | undefined][] = [
    ["Prompts", whole(prompts(entries).length), undefined],
    ["Turns", whole(answers.length), compactions > 0 ? counted(compactions, "compaction") : undefined],
    ["Tool calls", whole(toolCalls.length), failed > 0 ? `${whole(failed)} failed` : undefined],
    ["Time at work", `≈ ${duration(workedMs)}`, undefined],
    ["Input", tokens(input), "tokens"],
    ["From cache", tokens(sum.cache_read_tokens), "tokens"],
    ["Output", tokens(sum.output_tokens), "tokens"],
    ["Cost", dollars(sum.cost_usd), unpriced],
  ];
  const cells = shown.map(
    ([name, value, note]) =>
      markup`<div><dt>${name}</dt><dd>${value}${note === undefined ? undefined : markup` <small class="${note.length > 12 ? "long" : "short"}">${note}</small>`}</dd></div>`,
  );
  return markup`<dl class="totals">${cells}</dl>
`;
}

/** Links to the prompts. */
export function contents(entries: readonly Entry[]): Markup | undefined {
  const asked = prompts(entries);
  if (asked.length < 2) return undefined;
  const links = asked.map(
    (prompt) => markup`<li><a href="#${prompt.anchor}">${promptLine(prompt) || "(no text)"}</a></li>`,
  );
  const summary = markup`${counted(asked.length, "prompt")}`;
  return markup`<nav aria-label="Prompts">${fold({ className: "inner", summary, content: markup`<ol>${links}</ol>` })}</nav>
`;
}

/** The start of what was asked, on one line. */
export function promptLine({ message }: PromptEntry): string {
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
  return oneLine(text, 90);
}

/** The prompts among these. */
export function prompts(entries: readonly Entry[]): PromptEntry[] {
  return entries.filter((entry) => entry.type === "prompt");
}
