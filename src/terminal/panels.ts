/** The panel that is shown, and what is asked with one. */
import type { Asker, PermissionAnswer } from "../permissions/decision.ts";
import type { Key } from "./keys.ts";
import type { Panel } from "./panel.ts";
import { PermissionPanel } from "./permission-panel.ts";
import { type Choice, Picker } from "./picker.ts";
import { isQuestion, QuestionKeys, type QuestionKeysOptions, type QuestionMode } from "./question-keys.ts";
import type { Style } from "./style.ts";

/** What they are made of, and who is told. */
export interface PanelsOptions extends Omit<QuestionKeysOptions, "onChange"> {
  style: Style;
  /** The folder that calls are about, absolute. */
  workspace: string;
  /** Another one is shown, or none. */
  onShow(panel: Panel | undefined): void;
  /** The one that is shown looks different. */
  onChange(): void;
}

/** One is shown at a time, and gets the keys. */
export class Panels {
  readonly #options: PanelsOptions;
  readonly #keys: QuestionKeys;
  #open: Panel[] = [];

  constructor(options: PanelsOptions) {
    this.#options = options;
    this.#keys = new QuestionKeys(options);
  }

  /** The one that has the keys. */
  get current(): Panel | undefined {
    return this.#open.at(-1);
  }

  /** Takes a key; false when there is none that it could be for. */
  takes(key: Key): boolean {
    const { current } = this;
    if (isQuestion(current)) this.#keys.key(current, key);
    else {
      this.#keys.typed();
      current?.key(key);
    }
    return current !== undefined;
  }

  /** A key was typed that is for nothing that is shown. */
  typed(): void {
    this.#keys.typed();
  }

  /** What keys mean to the question that is shown; undefined: there is none. */
  get mode(): QuestionMode | undefined {
    return isQuestion(this.current) ? this.#keys.mode(this.current) : undefined;
  }

  /** The one that is shown is on the screen. */
  drawn(): void {
    if (isQuestion(this.current)) this.#keys.drawn(this.current);
  }

  /** Asks the person; `clean` takes keys out of what is shown. */
  asker(clean: <T>(value: T) => T): Asker {
    return {
      oneAtATime: true,
      permission: async (request, signal) => {
        const { proposedDiff } = await import("./proposed-diff.ts");
        const diff = await proposedDiff(request.toolName, request.arguments, this.#options.workspace);
        return new Promise<PermissionAnswer>((resolve) => {
          if (signal.aborted) return resolve({ decision: "deny" });
          const stop = () => panel.cancel();
          const panel: PermissionPanel = new PermissionPanel(clean({ ...request, diff }), {
            style: this.#options.style,
            mode: () => this.#keys.mode(panel),
            done: (answer) => {
              signal.removeEventListener("abort", stop);
              this.#keys.closed(panel);
              this.#close(panel);
              resolve(answer ?? { decision: "deny", reason: `${request.reason}, and there was no answer` });
            },
          });
          signal.addEventListener("abort", stop, { once: true });
          this.#show(panel);
        });
      },
    };
  }

  /** Resolves with what was picked; undefined: nothing. */
  pick(title: string, choices: readonly Choice[]): Promise<string | undefined> {
    return new Promise((resolve) => {
      const panel = new Picker(title, choices, this.#options.style, (value) => {
        this.#close(panel);
        resolve(value);
      });
      this.#show(panel);
    });
  }

  /** Above what is shown already, which comes back. */
  #show(panel: Panel): void {
    this.#open.push(panel);
    this.#options.onShow(panel);
  }

  #close(panel: Panel): void {
    this.#open = this.#open.filter((other) => other !== panel);
    this.#options.onShow(this.current);
  }
}
