/** The panel that is shown, and what is asked with one. */
import type { Asker, PermissionAnswer } from "../permissions/decision.ts";
import type { Panel } from "./panel.ts";
import { PermissionPanel } from "./permission-panel.ts";
import { type Choice, Picker } from "./picker.ts";
import type { Style } from "./style.ts";

/** At most one at a time; `onChange` is called with the new one, or without any. */
export class Panels {
  readonly #style: Style;
  readonly #onChange: (panel: Panel | undefined) => void;
  /** The one that has the keys. */
  current: Panel | undefined;

  constructor(style: Style, onChange: (panel: Panel | undefined) => void) {
    this.#style = style;
    this.#onChange = onChange;
  }

  /** Asks the person; `clean` takes keys out of what is shown. */
  asker(clean: <T>(value: T) => T): Asker {
    return {
      oneAtATime: true,
      permission: (request, signal) =>
        new Promise<PermissionAnswer>((resolve) => {
          if (signal.aborted) return resolve({ decision: "deny" });
          const stop = () => panel.cancel();
          const panel = new PermissionPanel(clean(request), this.#style, (answer) => {
            signal.removeEventListener("abort", stop);
            this.#close(panel);
            resolve(answer ?? { decision: "deny", reason: `${request.reason}, and there was no answer` });
          });
          signal.addEventListener("abort", stop, { once: true });
          this.#show(panel);
        }),
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

  #show(panel: Panel): void {
    this.current = panel;
    this.#onChange(panel);
  }

  #close(panel: Panel): void {
    if (this.current === panel) this.current = undefined;
    this.#onChange(undefined);
  }
}
