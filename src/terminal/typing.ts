/** The editor of one terminal, and the list of completions below it. */
import type { Clock } from "../clock.ts";
import { type Completion, type CompletionSources, complete, completed } from "./complete.ts";
import { type Part, type Prompt, promptOf, shownText, withoutMarks } from "./draft-parts.ts";
import { createEditor, type Editor, edit, sent, withParts, withPrompts, withText } from "./editor.ts";
import type { Key } from "./keys.ts";
import { isKey } from "./panel.ts";
import type { Choice } from "./picker.ts";
import { harmless } from "./text-cells.ts";

/** Who types on has no longer pause between two letters. */
const PAUSE_MS = 700;
/** As much of an earlier prompt as a line may show. */
const LINE = 500;

/** The list that is shown, and which item of it is chosen. */
export type CompletionList = Completion & { at: number };

/** Where completions come from, and who is told of them. */
export interface TypingOptions extends CompletionSources {
  clock: Clock;
  onChange(): void;
}

/** What is being typed. */
export class Typing {
  readonly #options: TypingOptions;
  editor: Editor = createEditor();
  list: CompletionList | undefined;
  #asked = 0;
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  /** Takes a key of the list; true when it was one. */
  listKey(key: Key): boolean {
    const { list, editor } = this;
    if (!list) return false;
    const step = isKey(key, "down") ? 1 : isKey(key, "up") ? -1 : 0;
    const item = list.items[list.at];
    if (step !== 0) this.list = { ...list, at: (list.at + step + list.items.length) % list.items.length };
    else if (isKey(key, "escape")) this.#close();
    else if (item && (isKey(key, "tab") || (isKey(key, "enter") && !isWhole(editor, list, item.text)))) {
      this.editor = completed(editor, list, item);
      this.#close();
      if (item.text.endsWith("/")) void this.#complete();
    } else return false;
    return true;
  }

  /** Whether somebody is in the middle of typing: what comes next is no answer to a question that has just come up. */
  get isFlowing(): boolean {
    return this.editor.text !== "" && this.#options.clock.now() - this.#typedAt < PAUSE_MS;
  }

  /** Takes any other key. */
  key(key: Key): void {
    if (key.type === "text") this.#typedAt = this.#options.clock.now();
    const { text } = this.editor;
    this.editor = edit(this.editor, key);
    if (this.editor.text === text) return;
    this.list = this.list && narrowed(this.list, this.editor);
    void this.#complete();
  }

  /** Another draft, which can be undone: these prompts, one below the other. */
  replace(prompts: readonly Prompt[]): void {
    this.editor = withPrompts(this.editor, prompts);
    this.#close();
  }

  /** Parts in place of the text from `from` to the cursor, which can be undone. */
  attach(from: number, parts: readonly Part[]): void {
    this.editor = withParts(this.editor, from, parts);
    this.#close();
  }

  /** What would be sent. */
  get prompt(): Prompt {
    return promptOf(this.editor);
  }

  /** All of it, to be sent: the editor is empty then. */
  take(): Prompt {
    const { prompt } = this;
    this.editor = sent(this.editor);
    this.#close();
    return prompt;
  }

  /** Prompts earlier than any that was sent, the newest last. */
  recall(history: readonly string[]): void {
    const all = [...history.map((text) => withoutMarks(harmless(text))), ...this.editor.history];
    this.editor = { ...this.editor, history: all, at: all.length };
  }

  /** Lets the person pick an earlier prompt, each of which is there once, the newest first; it becomes the draft, which can be undone. */
  async search(pick: (title: string, choices: Choice[]) => Promise<string | undefined> | undefined) {
    const { history, parts } = this.editor;
    const choices = [...new Set(history.toReversed())].map((text) => ({
      label: shownText({ text: text.slice(0, LINE), parts }),
      detail: "",
      value: text,
    }));
    const picked = await pick("Earlier prompts:", choices);
    if (picked === undefined) return;
    this.editor = withText(this.editor, picked);
    this.#close();
    this.#options.onChange();
  }

  /** Looks for what fits now. */
  async #complete(): Promise<void> {
    const asked = ++this.#asked;
    const found = await complete(this.editor, this.#options);
    if (asked !== this.#asked) return;
    this.list = found && { ...found, at: 0 };
    this.#options.onChange();
  }

  /** No list any more, whatever was asked for. */
  #close(): void {
    this.#asked++;
    this.list = undefined;
  }
}

/** What still fits, until it is known what does: no key may choose what no longer fits. */
function narrowed(list: CompletionList, { text, cursor }: Editor): CompletionList | undefined {
  const word = text.slice(list.start, cursor).toLowerCase();
  const items = list.items.filter((item) => item.text.toLowerCase().startsWith(word));
  return cursor > list.start && items.length > 0 ? { ...list, items, at: 0 } : undefined;
}

/** Enter sends what is written out already. */
function isWhole({ text, cursor }: Editor, { start }: Completion, item: string): boolean {
  return text.slice(start, cursor) === item.trimEnd();
}
