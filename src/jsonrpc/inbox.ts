/** What came and was not heeded yet. */

/** What an inbox does with its items. */
export interface InboxOptions<T> {
  /** Heeds one item. Must not throw. */
  handle(item: T): void;
  /** The item lets somebody go on who waits. */
  isAnswer(item: T): boolean;
  /** Undefined when the next item may be heeded; otherwise resolves when that is so. */
  room(): Promise<void> | undefined;
}

/**
 * Heeds items in order of arrival. Whoever waits for an answer goes on in microtasks; what came after the answer is heeded only
 * when these are through, or a notification about a new session would be heeded before its creator knows the session.
 */
export class Inbox<T> {
  readonly #options: InboxOptions<T>;
  #items: T[] = [];
  #head = 0;
  #answered = false;
  #held = false;

  constructor(options: InboxOptions<T>) {
    this.#options = options;
  }

  /** Puts an item at the end; `run` heeds it. */
  add(item: T): void {
    this.#items.push(item);
  }

  /** Heeds what is there, as far as it may be heeded now; the rest follows by itself. */
  run(): void {
    if (this.#held) return;
    this.#held = true;
    while (this.#head < this.#items.length) {
      const room = this.#options.room();
      if (room) return void room.then(() => this.#goOn());
      const item = this.#items[this.#head] as T;
      const answer = this.#options.isAnswer(item);
      if (this.#answered && !answer) {
        this.#answered = false;
        return afterMicrotasks(() => this.#goOn());
      }
      this.#head++;
      this.#answered = answer;
      this.#options.handle(item);
    }
    this.#items = [];
    this.#head = 0;
    this.#held = false;
  }

  #goOn(): void {
    this.#held = false;
    this.run();
  }
}

/** Calls `run` when no microtask is left. */
function afterMicrotasks(run: () => void): void {
  queueMicrotask(() => process.nextTick(run));
}
