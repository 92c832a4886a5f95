/** Who has a key while a question is shown that came up by itself: the question, or the draft of somebody who types. */
import type { Clock } from "../clock.ts";
import type { Key } from "./keys.ts";
import { LoneKey, later } from "./lone-key.ts";
import { isControl, isKey, type Panel } from "./panel.ts";

/** Who types what a question does not ask for has not seen it yet: it takes no answer until it was shown for so long. */
export const SEEN_MS = 500;
/** An answer is a letter that stands alone: for so long no other key came before it, and soon none comes behind it. */
export const QUIET_MS = 300;

/** What keys mean to a question: it is not seen yet, it takes answers, or somebody writes a draft. */
export type QuestionMode = "new" | "answers" | "draft";

/** A panel that comes up while somebody may be typing. */
export interface Question extends Panel {
  readonly isUnasked: true;
  /** Whether a text of its own is written, which takes every key. */
  readonly isWriting: boolean;
  /** Whether this text would be an answer. */
  isAnswer(text: string): boolean;
  /** Shows another part of it; false when the key does not. */
  scroll(key: Key): boolean;
}

/** Whether it came up by itself. */
export function isQuestion(panel: Panel | undefined): panel is Question {
  return panel?.isUnasked === true;
}

/** The draft behind it, and who is told. */
export interface QuestionKeysOptions {
  clock: Clock;
  /** Whole lines come, not keys: each of them is for the question. */
  hasLines: boolean;
  isEmpty(): boolean;
  /** Whether Esc means something in the draft. */
  takesEscape(): boolean;
  /** Takes a key into the draft. */
  type(key: Key): void;
  /** Ends the run. */
  stop(): void;
  onChange(): void;
}

/**
 * A letter answers only where nobody can have meant it for the draft, which must be empty: the question was seen, and no
 * other key came right before or right behind it. Any other letter goes into the draft, and from then on all do. Esc gives
 * the keys back to the question, and leaves the draft as it is.
 */
export class QuestionKeys {
  readonly #options: QuestionKeysOptions;
  #shown: Question | undefined;
  #seen: Question | undefined;
  /** The one that got the keys back while there is a draft. */
  #preferred: Question | undefined;
  /** A letter of which it is not known yet whether it stands alone, and the question that it may answer. */
  readonly #lone: LoneKey;
  #asking: Question | undefined;
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(options: QuestionKeysOptions) {
    this.#options = options;
    this.#lone = new LoneKey(options.clock);
  }

  mode(question: Question): QuestionMode {
    const { hasLines, isEmpty } = this.#options;
    if (hasLines) return "answers";
    if (!isEmpty() && this.#preferred !== question) return "draft";
    return this.#seen === question ? "answers" : "new";
  }

  /** It is on the screen. */
  drawn(question: Question): void {
    if (this.#shown === question) return;
    this.#shown = question;
    later(this.#options.clock, SEEN_MS, () => {
      if (this.#shown !== question) return;
      this.#seen = question;
      this.#options.onChange();
    });
  }

  /** A key was typed that was for no question. */
  typed(): void {
    this.#typedAt = this.#options.clock.now();
    this.#release();
  }

  /** It is answered, or taken back: then what was held is a letter of the draft. */
  closed(question: Question): void {
    if (this.#asking === question) this.#release();
  }

  key(question: Question, key: Key): void {
    const held = this.#asking === question && isKey(key, "enter") ? this.#lone.release() : undefined;
    if (held) return question.key(held);
    this.#release();
    if (question.isWriting) return question.key(key);
    const mode = this.mode(question);
    if (mode === "draft") this.#draftKey(question, key);
    else if (isKey(key, "escape")) {
      this.#options.stop();
      question.cancel();
    } else if (this.#options.hasLines || isControl(key, "d")) question.key(key);
    else if (mode === "answers" && this.#mayAnswer(question, key)) this.#hold(question, key);
    else if (!question.scroll(key) && !isKey(key, "enter")) this.#type(key);
  }

  #draftKey(question: Question, key: Key): void {
    if (isKey(key, "escape") && !this.#options.takesEscape()) {
      this.#preferred = question;
      // What was typed is no part of a word any more.
      this.#typedAt = Number.NEGATIVE_INFINITY;
    } else if (!(isKey(key, "pageup") || isKey(key, "pagedown")) || !question.scroll(key)) this.#type(key);
  }

  #mayAnswer(question: Question, key: Key): boolean {
    if (key.type !== "text" || !question.isAnswer(key.text)) return false;
    return this.#options.clock.now() - this.#typedAt >= QUIET_MS;
  }

  #hold(question: Question, key: Key): void {
    this.#asking = question;
    this.#lone.hold(key, () => question.key(key));
  }

  /** What was held did not stand alone. */
  #release(): void {
    const held = this.#lone.release();
    if (held) this.#type(held);
  }

  #type(key: Key): void {
    this.#typedAt = this.#options.clock.now();
    this.#preferred = undefined;
    this.#options.type(key);
  }
}
