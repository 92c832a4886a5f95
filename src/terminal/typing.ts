/** The editor of one terminal, and the list of completions below it. */
import type { Clock } from "../clock.ts";
import { type Completion, type CompletionSources, complete, completed } from "./complete.ts";
import { type Part, type Prompt, promptOf, shownText, withoutMarks } from "./draft-parts.ts";
import { createEditor, type Editor, edit, sent, withParts, withPrompts, withText } from "./editor.ts";
import type { Key } from "./keys.ts";
import { isKey } from "./panel.ts";
import type { Choice } from "./picker.ts";
import type { ProjectFiles } from "./project-files.ts";
import { harmless } from "./text-cells.ts";

/** As much of an earlier prompt as a line may show. */
const LINE = 500;

/** The list that is shown, and which item of it is chosen; -1: none. `isMoved`: by hand. */
export type CompletionList = Completion & { at: number; isMoved?: true };

/** Where completions come from, and who is told of them. */
export interface TypingOptions extends Omit<CompletionSources, "files"> {
  clock: Clock;
  onChange(): void;
}

/** What is being typed. */
export class Typing {
  readonly #options: TypingOptions;
  editor: Editor = createEditor();
  list: CompletionList | undefined;
  #asked = 0;
  #isAsking = false;
  #files: Promise<ProjectFiles> | undefined;
  #models: Promise<readonly string[]> | undefined;

  constructor(options: TypingOptions) {
    this.#options = options;
  }

  /** Takes a key of the list; true when it was one. Enter is none when what it chose is to be sent. */
  listKey(key: Key): boolean {
    const { list, editor } = this;
    const item = list?.items[Math.max(0, list.at)];
    if (!list || !item) return false;
    const step = isKey(key, "down") ? 1 : isKey(key, "up") ? -1 : 0;
    if (step !== 0) this.list = moved(list, step);
    else if (isKey(key, "escape")) this.#close();
    else if (
      isKey(key, "tab") ||
      (isKey(key, "enter") && list.at >= 0 && !isWhole(editor, list, item.text))
    ) {
      const isClear = list.items.length === 1 || list.isMoved === true;
      this.editor = completed(editor, list, item);
      this.#close();
      if (isKey(key, "enter") && item.runs && isClear) return false;
      if (/[ /]$/.test(item.text)) void this.#complete();
    } else return false;
    return true;
  }

  /** Takes any other key. */
  key(key: Key): void {
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

  /** All of it but blanks at its end, to be sent: the editor is empty then. */
  take(): Prompt {
    const prompt = promptOf({ ...this.editor, text: this.editor.text.trimEnd() });
    this.editor = sent(this.editor);
    this.#close();
    // The next draft looks anew.
    void this.#files?.then((files) => files.outdate());
    this.#models = undefined;
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

  /** Looks for what fits now. With `isMore`, for the same word: what was chosen by hand stays so. */
  async #complete(isMore = false): Promise<void> {
    const asked = ++this.#asked;
    this.#isAsking = true;
    const found = await complete(this.editor, this.#sources());
    if (asked !== this.#asked) return;
    const { list } = this;
    const chosen = isMore && list?.isMoved ? list.items[list.at]?.text : undefined;
    const again = found?.items.findIndex(({ text }) => text === chosen) ?? -1;
    this.list =
      found && again >= 0
        ? { ...found, at: again, isMoved: true }
        : found && { ...found, at: firstAt(found) };
    this.#options.onChange();
  }

  /** What is looked for once in each draft, and only when it is asked for. */
  #sources(): CompletionSources {
    const { workspace, clock, commands, models } = this.#options;
    const onFound = () => {
      if (this.#isAsking) void this.#complete(true);
    };
    return {
      workspace,
      commands,
      models: () => {
        this.#models ??= models().catch(() => []);
        return this.#models;
      },
      files: () => {
        this.#files ??= import("./project-files.ts").then(
          ({ ProjectFiles }) => new ProjectFiles({ workspace, clock, onFound }),
        );
        return this.#files;
      },
    };
  }

  /** No list any more, whatever was asked for. */
  #close(): void {
    this.#asked++;
    this.#isAsking = false;
    this.list = undefined;
  }
}

function firstAt({ isOptional }: Completion): number {
  return isOptional ? -1 : 0;
}

function moved(list: CompletionList, step: 1 | -1): CompletionList {
  const { items, at } = list;
  const from = at < 0 && step < 0 ? 0 : at;
  return { ...list, at: (from + step + items.length) % items.length, isMoved: true };
}

/** What still fits, until it is known what does: no key may choose what no longer fits. */
function narrowed(
  { isMoved: _, ...list }: CompletionList,
  { text, cursor }: Editor,
): CompletionList | undefined {
  const word = text.slice(list.start, cursor);
  const { fits = (item: string) => item.toLowerCase().startsWith(word.toLowerCase()) } = list;
  const items = list.items.filter((item) => fits(item.text, word));
  const isStill = items.length > 0 || (list.items.length === 0 && !/\s/.test(word));
  return cursor > list.start && isStill ? { ...list, items, at: firstAt(list) } : undefined;
}

/** Enter sends what is written out already. */
function isWhole({ text, cursor }: Editor, { start }: Completion, item: string): boolean {
  return text.slice(start, cursor) === item.trimEnd();
}
