/** The panel that is shown, and what is asked with one. */
import type { Asker, PermissionAnswer } from "../permissions/decision.ts";
import type { Panel } from "./panel.ts";
import { PermissionPanel } from "./permission-panel.ts";
import { type Choice, Picker } from "./picker.ts";
import type { Style } from "./style.ts";

/** One is shown at a time; `onChange` is called with the new one, or without any. */
export class Panels {
  readonly #style: Style;
  readonly #workspace: string;
  readonly #onChange: (panel: Panel | undefined) => void;
  #open: Panel[] = [];

  /** `workspace`: the folder that calls are about, absolute. */
  constructor(style: Style, workspace: string, onChange: (panel: Panel | undefined) => void) {
    this.#style = style;
    this.#workspace = workspace;
    this.#onChange = onChange;
  }

  /** The one that has the keys. */
  get current(): Panel | undefined {
    return this.#open.at(-1);
  }

  /** Asks the person; `clean` takes keys out of what is shown. */
  asker(clean: <T>(value: T) => T): Asker {
    return {
      oneAtATime: true,
      permission: async (request, signal) => {
        const { proposedDiff } = await import("./proposed-diff.ts");
        const diff = await proposedDiff(request.toolName, request.arguments, this.#workspace);
        return new Promise<PermissionAnswer>((resolve) => {
          if (signal.aborted) return resolve({ decision: "deny" });
          const stop = () => panel.cancel();
          const panel = new PermissionPanel(clean({ ...request, diff }), this.#style, (answer) => {
            signal.removeEventListener("abort", stop);
            this.#close(panel);
            resolve(answer ?? { decision: "deny", reason: `${request.reason}, and there was no answer` });
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
      const panel = new Picker(title, choices, this.#style, (value) => {
        this.#close(panel);
        resolve(value);
      });
      this.#show(panel);
    });
  }

  /** Above what is shown already, which comes back. */
  #show(panel: Panel): void {
    this.#open.push(panel);
    this.#onChange(panel);
  }

  #close(panel: Panel): void {
    this.#open = this.#open.filter((other) => other !== panel);
    this.#onChange(this.current);
  }
}
