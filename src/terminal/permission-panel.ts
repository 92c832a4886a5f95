/** The question whether a call may be run. */
import type { PermissionAnswer, PermissionRequest } from "../permissions/decision.ts";
import { visibleLine, visibleText } from "../permissions/visible-call.ts";
import { diffLines, proposedLines } from "./diff-lines.ts";
import { promptOf } from "./draft-parts.ts";
import { createEditor, type Editor, edit } from "./editor.ts";
import { editorView } from "./editor-view.ts";
import type { Key } from "./keys.ts";
import { isControl, isKey } from "./panel.ts";
import type { Question, QuestionMode } from "./question-keys.ts";
import type { Place } from "./screen.ts";
import type { Style } from "./style.ts";
import { cellsOf, fitted, indented, wrapped } from "./text-cells.ts";

/** What is asked; `diff` is what the call would do to its file, where that is known. */
export type ShownRequest = PermissionRequest & { diff: string | undefined };

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is about control characters
const CHANGED = /^(?:\u001b\[\d+m)?[+-]/;

/** What keys do, in as many cells as the narrowest usual window has. `a` is told with what it allows. */
const HINTS: Readonly<Record<QuestionMode, string>> = {
  new: "",
  answers: "y yes · n no · r no because · Esc stops",
  draft: "Esc: back to the question · Enter: send",
};

/** How it is shown, and who is told. */
export interface PermissionPanelOptions {
  style: Style;
  /** What keys mean to it now. */
  mode(): QuestionMode;
  /** Called once; without an answer, the question was taken back. */
  done(answer: PermissionAnswer | undefined): void;
}

/** Shows the whole call as far as there is room, and waits for `y`, `a`, `n`, or `r` and a reason. */
export class PermissionPanel implements Question {
  readonly isUnasked = true;
  readonly #request: ShownRequest;
  readonly #options: PermissionPanelOptions;
  #reason: Editor | undefined;
  /** Where it was scrolled to; until then, to the first change. */
  #scroll: number | undefined;
  /** The line that is shown first. */
  #from = 0;
  /** The furthest it can be scrolled to, and how many lines there is room for then. */
  #last = 0;
  #rows = 1;
  #isDone = false;
  /** The whole call in lines of this width: what stays in view above a diff, the rest, and where that changes first. */
  #call: { columns: number; head: readonly string[]; lines: readonly string[]; first: number } | undefined;

  constructor(request: ShownRequest, options: PermissionPanelOptions) {
    this.#request = request;
    this.#options = options;
  }

  get isWriting(): boolean {
    return this.#reason !== undefined;
  }

  view(columns: number, rows: number): { lines: string[]; cursor?: Place } {
    const { style, mode } = this.#options;
    const { reason, always } = this.#request;
    const title = style.yellow(fitted(`? ${visibleLine(reason)}`, columns - 1));
    // What would be allowed for good is never cut.
    const scope =
      always === undefined
        ? []
        : indented(`always allow ${visibleLine(always)}`, columns - 1, "     ", "  a: ");
    const keys = [...scope.map((line) => style.dim(line)), fitted(HINTS[mode()], columns - 1)];
    const room = Math.max(1, rows - 1 - keys.length);
    const call = this.#part(columns - 3, room).map((line) => `  ${line}`);
    if (!this.#reason) return { lines: [title, ...call, ...keys] };
    const view = editorView(this.#reason, style, columns, 2, "why not? Esc goes back");
    const top = [title, ...call];
    return {
      lines: [...top, ...view.lines],
      cursor: { row: top.length + view.cursor.row, column: view.cursor.column },
    };
  }

  key(key: Key): void {
    if (this.#reason) {
      if (isKey(key, "escape")) this.#reason = undefined;
      else if (isKey(key, "enter")) {
        const reason = promptOf(this.#reason).text.trim();
        this.#end(reason === "" ? { decision: "deny" } : { decision: "deny", reason });
      } else this.#reason = edit(this.#reason, key);
      return;
    }
    const text = key.type === "text" ? key.text : "";
    const letter = text.trim().toLowerCase();
    if (letter === "y") this.#end({ decision: "allow" });
    else if (letter === "a" && this.#request.always !== undefined) this.#end({ decision: "allow_always" });
    else if (letter === "n" || isControl(key, "d")) this.#end({ decision: "deny" });
    else if (letter === "r") this.#reason = createEditor();
    // So it comes from a terminal that hands over whole lines.
    else if (/^r\s/i.test(text)) this.#reason = edit(createEditor(), { type: "text", text: text.slice(2) });
    else this.scroll(key);
  }

  isAnswer(text: string): boolean {
    const letter = text.toLowerCase();
    return letter === "a" ? this.#request.always !== undefined : /^[ynr]$/.test(letter);
  }

  scroll(key: Key): boolean {
    const page = Math.max(1, this.#rows - 2);
    const from = this.#scroll ?? this.#from;
    let to: number;
    if (isKey(key, "down")) to = from + 1;
    else if (isKey(key, "up")) to = from - 1;
    else if (isKey(key, "pagedown") || (key.type === "text" && key.text === " ")) to = from + page;
    else if (isKey(key, "pageup")) to = from - page;
    else if (isKey(key, "home")) to = 0;
    else if (isKey(key, "end")) to = this.#last;
    else return false;
    this.#scroll = Math.max(0, Math.min(to, this.#last));
    return true;
  }

  cancel(): void {
    this.#end(undefined);
  }

  /** As much as there is room for, from where it was scrolled to. */
  #part(columns: number, room: number): string[] {
    if (this.#call?.columns !== columns) this.#call = { columns, ...this.#callLines(columns) };
    const { head, lines: below, first: change } = this.#call;
    const stays = head.length < room;
    const above = stays ? head : [];
    const lines = stays ? below : [...head, ...below];
    this.#rows = room - above.length;
    this.#last = Math.max(0, lines.length - this.#rows);
    this.#from = Math.min(this.#scroll ?? (stays ? change : 0), this.#last);
    if (this.#scroll !== undefined) this.#scroll = this.#from;
    const more = this.#last - this.#from;
    if (more === 0) return [...above, ...lines.slice(this.#from)];
    const shown = lines.slice(this.#from, this.#from + this.#rows - 1);
    const { style, mode } = this.#options;
    const how = mode() === "draft" ? "PageDown" : "Space";
    return [...above, ...shown, style.dim(fitted(`… ${more + 1} more lines: ${how} shows them`, columns))];
  }

  #callLines(columns: number): { head: string[]; lines: string[]; first: number } {
    const { toolName, arguments: args, diff: known } = this.#request;
    const { style } = this.#options;
    const plain = proposedLines(toolName, args, style);
    const diff = plain && known !== undefined ? diffLines(known, style, Number.POSITIVE_INFINITY) : plain;
    const rest = Object.entries(args).filter(([name]) => !diff || (name !== "edits" && name !== "content"));
    const told = rest.map(([name, value]) => {
      const text = visibleText(typeof value === "string" ? value : JSON.stringify(value));
      return `${visibleLine(name)}: ${text}`;
    });
    const broken = (lines: readonly string[]) =>
      lines.flatMap((line) => (cellsOf(line) > columns ? wrapped(line, columns) : [line]));
    const words = broken(told.flatMap((text) => text.split("\n")));
    if (!diff) return { head: [], lines: words, first: 0 };
    const first = diff.findIndex((line) => CHANGED.test(line));
    return { head: words, lines: broken(diff), first: broken(diff.slice(0, Math.max(0, first))).length };
  }

  #end(answer: PermissionAnswer | undefined): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#options.done(answer);
  }
}
