/** A list to pick one from. */
import type { Key } from "./keys.ts";
import { isControl, isKey, type Panel } from "./panel.ts";
import type { Style } from "./style.ts";
import { cellsOf, fitted, graphemes, harmlessLine } from "./text-cells.ts";

/** One line of the list. */
export interface Choice {
  label: string;
  /** At the end of its line. */
  detail: string;
  value: string;
}

/** A label has at least so many cells, or its detail is left out. */
const NARROWEST = 8;

/** Up and down choose, and the key that opened a list of prompts goes down it; letters narrow the list down, Enter picks, Esc leaves. `done` is called once. */
export class Picker implements Panel {
  readonly #title: string;
  readonly #choices: readonly Choice[];
  readonly #style: Style;
  readonly #done: (value: string | undefined) => void;
  #filter = "";
  #at = 0;
  #isDone = false;

  constructor(
    title: string,
    choices: readonly Choice[],
    style: Style,
    done: (value: string | undefined) => void,
  ) {
    this.#title = title;
    this.#choices = choices;
    this.#style = style;
    this.#done = done;
  }

  view(columns: number, rows: number): { lines: string[] } {
    const { dim, bold, cyan } = this.#style;
    const found = this.#found();
    const room = Math.max(1, rows - 2);
    const first = Math.max(0, Math.min(this.#at - Math.floor(room / 2), found.length - room));
    const title = `${this.#title} ${harmlessLine(this.#filter)}`.trimEnd();
    const list = found.slice(first, first + room).map(({ label, detail }, index) => {
      const last = columns - 5 - detail.length < NARROWEST ? "" : detail;
      const left = columns - 5 - last.length;
      const line = fitted(harmlessLine(label), left);
      const end = " ".repeat(left - cellsOf(line) + 2);
      return first + index === this.#at ? cyan(`› ${line}${end}${last}`) : `  ${line}${end}${dim(last)}`;
    });
    const place = found.length > room ? `${this.#at + 1} of ${found.length} · ` : "";
    return {
      lines: [
        bold(fitted(title, columns - 1)),
        ...(list.length > 0 ? list : [dim(fitted("  nothing fits", columns - 1))]),
        dim(fitted(`${place}Enter picks · letters filter · Esc leaves`, columns - 1)),
      ],
    };
  }

  key(key: Key): void {
    const found = this.#found();
    if (key.type === "text") {
      this.#filter += key.text;
      this.#at = 0;
    } else if (isKey(key, "backspace")) this.#filter = graphemes(this.#filter).slice(0, -1).join("");
    else if (isKey(key, "up")) this.#at = Math.max(0, this.#at - 1);
    else if (isKey(key, "down") || isControl(key, "r"))
      this.#at = Math.max(0, Math.min(found.length - 1, this.#at + 1));
    else if (isKey(key, "enter")) {
      const chosen = found[this.#at];
      if (chosen) this.#end(chosen.value);
    } else if (isKey(key, "escape") || isControl(key, "c")) this.#end(undefined);
  }

  cancel(): void {
    this.#end(undefined);
  }

  #found(): readonly Choice[] {
    const words = this.#filter.toLowerCase();
    return this.#choices.filter(({ label }) => label.toLowerCase().includes(words));
  }

  #end(value: string | undefined): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#done(value);
  }
}
