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
  /** Whether keys go into the draft while a panel is shown. */
  isDrafting: boolean;
  editor: Editor;
  completion: CompletionList | undefined;
  status: Status | undefined;
  hint: string;
}

const MOST_COMPLETIONS = 6;
const TAKE_BACK_HINT = "say more; Up takes the last one back";

/** The lines, fewer than the screen has rows, and where the cursor stands; absent: nowhere. */
export function liveRegion(parts: LiveParts): { lines: string[]; cursor?: Place } {
  const { columns, rows, style, panel, isDrafting, editor, hint, status } = parts;
  const all = Math.max(2, rows - 1);
  const foot = style.dim(
    hint === "" && status ? statusText(status, columns - 1) : fitted(hint || STARTING, columns - 1),
  );
  const queued = limited(queuedLines(parts), style, Math.max(2, Math.floor(all / 4)));
  const most = Math.max(1, Math.floor(all / (panel ? 4 : 3)));
  const hasDraft = !panel || (panel.isUnasked && editor.text !== "");
  const draft = hasDraft ? editorView(editor, style, columns, most, hintOf(parts)) : undefined;
  const mostOfList = Math.min(MOST_COMPLETIONS, Math.floor(all / (panel ? 4 : 2)));
  const list = !panel || isDrafting ? completionLines(parts, mostOfList) : [];
  const left = all - 1 - queued.length - (draft?.lines.length ?? 0) - list.length;
  const asked = panel?.view(columns, Math.max(4, left));
  // Who writes in the panel sees that text alone.
  const typed = asked?.cursor ? undefined : draft;
  const below = [...queued, ...(asked?.lines ?? []), ...(typed?.lines ?? []), ...list, foot];
  const room = all - below.length;
  const live = room > 0 && !panel ? liveLines(parts, room) : [];
  const lines = [...live, ...below].slice(-all);
  const above = lines.length - below.length + queued.length;
  const own = typed && (!panel || isDrafting) ? typed.cursor : undefined;
  const row = asked?.cursor?.row ?? (asked?.lines.length ?? 0) + (own?.row ?? 0);
  const column = asked?.cursor?.column ?? own?.column;
  return { lines, ...(column !== undefined && { cursor: { row: Math.max(0, above + row), column } }) };
}

function hintOf({ queues, isWorking }: LiveParts): string {
  if (queues && queues.steer.length + queues.followUp.length > 0) return TAKE_BACK_HINT;
  return isWorking ? "say more, or Esc to stop" : ASK_HINT;
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
  const { items, at, nothing } = completion;
  if (items.length === 0) return nothing === undefined ? [] : [style.dim(`  ${nothing}`)];
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
  return fits ? list : [...list, style.dim(`  ${Math.max(0, at) + 1} of ${items.length}`)];
}
