/** The time line as a picture, and as a table. */
import { counted, duration, largest } from "./amounts.ts";
import { labelAnchor, labelRoom } from "./chart-labels.ts";
import { wide } from "./code-box.ts";
import { figure, legend } from "./figure.ts";
import { type Markup, markup } from "./markup.ts";
import type { Moments } from "./moments.ts";
import { rowsOf, timeScale } from "./time-scale.ts";
import type { Idle, Span, Timeline } from "./timeline.ts";
import { oneLine } from "./visible-text.ts";

/** Heights in pixels; places from left to right are percents. */
const MODEL_TOP = 34;
const MODEL_HEIGHT = 16;
const TOOLS_TOP = 76;
const ROW = 12;
const BAR = 9;
const AXIS = 22;
/** Labels that are closer would run into each other, in percent. */
const LABEL_SPACE = 5;
const IDLE_LABEL_SPACE = 34;

/** The chart, with what it shows in words and as a table. */
export function timelineChart(timeline: Timeline, moments: Moments): Markup {
  const { spans, idles, start, end, workedMs } = timeline;
  const at = timeScale(timeline);
  const of = (kind: Span["kind"]) => spans.filter((span) => span.kind === kind);
  const tools = of("tool");
  const rows = rowsOf(tools);
  const bottom = TOOLS_TOP + (largest(rows, 0) + 1) * ROW;
  const height = bottom + AXIS + (idles.length > 0 ? 14 : 0);
  const bars = [
    ...[...of("model"), ...of("compaction")].map((span) => bar(span, at, MODEL_TOP, MODEL_HEIGHT)),
    ...tools.map((span, index) => bar(span, at, TOOLS_TOP + (rows[index] ?? 0) * ROW, BAR)),
  ];
  const picture = markup`<svg class="chart" width="100%" height="${height}" role="img" aria-label="${`Time line: ${counted(of("model").length, "turn")} and ${counted(tools.length, "tool call")} in about ${duration(workedMs)} of work`}">
${idles.map((idle) => markup`<rect class="idle" x="${at(idle.start)}%" y="16" width="${at(idle.end) - at(idle.start)}%" height="${bottom - 16}"><title>idle for ${duration(idle.end - idle.start)}</title></rect>`)}
${promptMarks(of("prompt"), at, bottom)}
<text x="5" y="${MODEL_TOP - 5}">model</text><text x="5" y="${TOOLS_TOP - 5}">tools</text>
${bars}
<line class="axis" x1="0" x2="100%" y1="${bottom + 3}" y2="${bottom + 3}"/>
${idleLabels(idles, at, bottom + 16)}
<text x="0" y="${height - 4}">${moments.text(start)}</text><text class="end" x="100%" y="${height - 4}">${moments.text(end)}</text>
</svg>`;
  const keys = legend([
    ["model", "model"],
    ...(spans.some(({ isOpen }) => isOpen) ? ([["open", "model, its end not recorded"]] as const) : []),
    ["tool-time", "tool"],
    ["broken", "failed or aborted"],
    ...(of("compaction").length > 0 ? ([["shrunk", "compaction"]] as const) : []),
    ...(idles.length > 0 ? ([["idle", "idle, cut short"]] as const) : []),
  ]);
  return figure("Time line", keys, picture, "Time line as a table", timelineTable(timeline, moments));
}

function bar(span: Span, at: Scale, y: number, height: number): Markup {
  const [x, end] = [at(span.start), at(span.end)];
  const shape =
    end > x
      ? markup`<rect class="span ${look(span)}" x="${x}%" y="${y}" width="${Number((end - x).toFixed(3))}%" height="${height}"/>`
      : markup`<line class="span moment ${look(span)}" x1="${x}%" x2="${x}%" y1="${y}" y2="${y + height}"/>`;
  return markup`<a href="#${span.anchor}" tabindex="-1"><title>${oneLine(span.name, 60)}: ${took(span)}</title>${shape}</a>
`;
}

function look({ kind, failed, isOpen }: Span): string {
  if (kind === "compaction") return "shrunk";
  if (failed) return "broken";
  if (isOpen) return "open";
  return kind === "tool" ? "tool-time" : "model";
}

function took({ start, end, isOpen }: Span): string {
  if (isOpen) return "its end is not recorded";
  return end > start ? duration(end - start) : "a moment";
}

function promptMarks(prompts: readonly Span[], at: Scale, bottom: number): Markup[] {
  const isLabelled = labelRoom(LABEL_SPACE);
  return prompts.map(({ name, anchor, start }, index) => {
    const x = at(start);
    const label = isLabelled(x)
      ? markup`<text class="${labelAnchor(x)}" x="${x}%" y="11">${index + 1}</text>`
      : undefined;
    return markup`<a href="#${anchor}" tabindex="-1"><line class="prompt" x1="${x}%" x2="${x}%" y1="16" y2="${bottom}"><title>${name}</title></line>${label}</a>
`;
  });
}

function idleLabels(idles: readonly Idle[], at: Scale, y: number): Markup[] {
  const isLabelled = labelRoom(IDLE_LABEL_SPACE);
  return idles.flatMap((idle) => {
    const x = (at(idle.start) + at(idle.end)) / 2;
    return isLabelled(x)
      ? [
          markup`<text class="${labelAnchor(x)}" x="${x}%" y="${y}">idle ${duration(idle.end - idle.start)}</text>`,
        ]
      : [];
  });
}

function timelineTable({ spans, idles }: Timeline, moments: Moments): Markup {
  const pauses = idles.map((idle) => ({
    ...idle,
    name: "idle",
    anchor: undefined,
    failed: false,
    isOpen: false,
  }));
  const lines = [...spans, ...pauses].sort((a, b) => a.start - b.start);
  const rows = lines.map(({ name, anchor, start, end, failed, isOpen }) => {
    const shown = oneLine(name, 60);
    const what = anchor === undefined ? markup`${shown}` : markup`<a href="#${anchor}">${shown}</a>`;
    const took = isOpen ? "not recorded" : end > start ? duration(end - start) : "";
    return markup`<tr><th scope="row">${what}</th><td>${moments.time(start)}</td><td class="right">${took}</td><td>${failed ? "failed" : ""}</td></tr>
`;
  });
  return wide(
    markup`<table><thead><tr><th scope="col">What</th><th scope="col">Began</th><th scope="col" class="right">Took</th><th scope="col">Came to</th></tr></thead>
<tbody>${rows}</tbody></table>`,
    "time line as a table",
  );
}

type Scale = (moment: number) => number;
