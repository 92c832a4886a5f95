/** Everything below the finished lines, put together so that it fits. */
import type { AgentState } from "../agent/agent-options.ts";
import type { UserMessage } from "../wire/messages.ts";
import { contentText } from "./content-text.ts";
import { limited } from "./diff-lines.ts";
import { ASK_HINT, STARTING } from "./early-tty.ts";
import type { Editor } from "./editor.ts";
import { editorView } from "./editor-view.ts";
import type { EventLines } from "./event-lines.ts";
import type { Panel } from "./panel.ts";
import type { Place } from "./screen.ts";
import { type Status, statusText } from "./status-line.ts";
import type { Style } from "./style.ts";
import { cellsOf, fitted, harmlessLine } from "./text-cells.ts";
import type { CompletionList } from "./typing.ts";

/** What it is made of now. */
export interface LiveParts {
  columns: number;
  rows: number;
  style: Style;
  lines: EventLines | undefined;
  isWorking: boolean;
  queues: AgentState["queues"] | undefined;
  panel: Panel | undefined;
  editor: Editor;
  completion: CompletionList | undefined;
  status: Status | undefined;
  hint: string;
}

const MOST_COMPLETIONS = 6;

/** The lines, fewer than the screen has rows, and where the cursor stands; absent: nowhere. */
export function liveRegion(parts: LiveParts): { lines: string[]; cursor?: Place } {
  const { columns, rows, style, panel, editor, hint, status } = parts;
  const all = Math.max(2, rows - 1);
  const foot = style.dim(
    hint === "" && status ? statusText(status, columns - 1) : fitted(hint || STARTING, columns - 1),
  );
  const queued = limited(queuedLines(parts), style, Math.max(2, Math.floor(all / 4)));
  const most = Math.max(1, panel ? all - 1 - queued.length : Math.floor(all / 3));
  const input = panel
    ? panel.view(columns, Math.max(4, most))
    : editorView(editor, style, columns, most, parts.isWorking ? "say more, or Esc to stop" : ASK_HINT);
  const list = panel ? [] : completionLines(parts, Math.min(MOST_COMPLETIONS, Math.floor(all / 2)));
  const below = [...queued, ...input.lines, ...list, foot];
  const room = all - below.length;
  const live = room > 0 && !panel ? liveLines(parts, room) : [];
  const lines = [...live, ...below].slice(-all);
  const above = lines.length - below.length + queued.length;
  return {
    lines,
    ...(input.cursor && {
      cursor: { row: Math.max(0, above + input.cursor.row), column: input.cursor.column },
    }),
  };
}

function liveLines({ lines, isWorking, style }: LiveParts, room: number): string[] {
  if (lines?.isRunning) return lines.live(room);
  return isWorking ? [style.dim("working…")] : [];
}

function queuedLines({ queues, style, columns }: LiveParts): string[] {
  const line = (sign: string) => (message: UserMessage) =>
    style.dim(fitted(`${sign} ${harmlessLine(contentText(message.content).slice(0, 1000))}`, columns - 1));
  return [...(queues?.steer ?? []).map(line("next:")), ...(queues?.followUp ?? []).map(line("then:"))];
}

function completionLines({ completion, style, columns }: LiveParts, most: number): string[] {
  if (!completion) return [];
  const { items, at } = completion;
  const fits = items.length <= most;
  const rows = fits ? most : Math.max(1, most - 1);
  const first = Math.max(0, Math.min(at - rows + 1, items.length - rows));
  const width = Math.max(...items.map(({ text }) => cellsOf(text))) + 2;
  const list = items.slice(first, first + rows).map(({ text, description }, index) => {
    const name = harmlessLine(text);
    const space = " ".repeat(Math.max(0, width - cellsOf(name)));
    const line = fitted(`${name}${space}${harmlessLine(description)}`.trimEnd(), columns - 3);
    return first + index === at ? style.cyan(`› ${line}`) : `  ${style.dim(line)}`;
  });
  return fits ? list : [...list, style.dim(`  ${at + 1} of ${items.length}`)];
}
