/**
 * A conversation as one HTML page that needs nothing else: no script, no font, no network. Whatever a model or a tool
 * wrote is text on it; what could run, load, hide or pretend is shown as it was written.
 */
import { createHash } from "node:crypto";
import type { Message } from "../wire/messages.ts";
import { entryView } from "./entry-view.ts";
import { htmlOf, type Markup, markup } from "./markup.ts";
import { modelCalls } from "./model-calls.ts";
import { type Moments, moments } from "./moments.ts";
import { contents, promptLine, prompts, totals } from "./overview.ts";
import { spendingChart } from "./spending-chart.ts";
import { STYLE } from "./style.ts";
import { readTimeline } from "./timeline.ts";
import { timelineChart } from "./timeline-chart.ts";
import { type Entry, readTranscript } from "./transcript.ts";
import { oneLine } from "./visible-text.ts";

/** A conversation to be shown. */
export interface PageInput {
  id: string;
  /** The folder in which it took place. */
  cwd: string;
  /** When it began, in milliseconds since the epoch. */
  created: number;
  /** Absent: the start of the first prompt. */
  title?: string;
  /** The version of letscode that makes the page. */
  letscode: string;
  /** All of it, in order, also what was summarised meanwhile. */
  messages: readonly Message[];
  /** In which moments are written, such as `Europe/Berlin`. Absent: UTC. */
  timeZone?: string;
}

/** From so many entries on, the page is laid out as it is scrolled. */
const LONG = 200;

/**
 * The page, as a whole HTML document. A text of more than 200,000 UTF-16 units is shown without its middle, and says how
 * much that is. Loading this module loads all that the page needs: import it where a page is wanted.
 *
 * @throws {RangeError} when there is no such time zone.
 */
export async function conversationPage(input: PageInput): Promise<string> {
  const entries = readTranscript(input.messages);
  const time = moments(input.timeZone ?? "UTC");
  const title = oneLine(input.title ?? titleFrom(entries), 120) || `Conversation ${input.id}`;
  const body = markup`${header(input, title, time)}${charts(entries, time)}
<main class="${entries.length > LONG ? "long" : "short"}" aria-label="Conversation">
${entries.map((entry) => entryView(entry, time))}</main>
<footer>Conversation <code>${input.id}</code>, written as a page by letscode ${input.letscode}. Moments are in ${input.timeZone ?? "UTC"}.
This page loads nothing and runs nothing.</footer>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${htmlOf(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${htmlOf(body)}
</body>
</html>
`;
}

/** Nothing may be loaded or run; images are those within the page, the style sheet is this one. */
function policy(): string {
  const hash = createHash("sha256").update(STYLE).digest("base64");
  return `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function titleFrom(entries: readonly Entry[]): string {
  return (
    prompts(entries)
      .map(promptLine)
      .find((line) => line !== "") ?? ""
  );
}

function header({ id, cwd, created, letscode }: PageInput, title: string, time: Moments): Markup {
  return markup`<header><h1>${title}</h1>
<ul class="about-page"><li>${time.time(created)}</li><li><code>${cwd}</code></li><li>conversation <code>${id}</code></li><li>letscode ${letscode}</li></ul></header>
`;
}

function charts(entries: readonly Entry[], time: Moments): Markup {
  const calls = modelCalls(entries);
  const timeline = readTimeline(entries);
  const pictures =
    calls.length === 0 ? undefined : markup`${timelineChart(timeline, time)}${spendingChart(calls)}`;
  return markup`${totals(entries, calls, timeline.workedMs)}${pictures}${contents(entries)}`;
}
