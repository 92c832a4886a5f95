/** What has to be done before the next run, such as the start of plugins. */
import { errorText } from "../errors.ts";

/** Work of this kind, one after the other. */
export class Settling {
  #last: Promise<void> | undefined;
  readonly #report: (line: string) => void;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** Resolves when all of it is done; undefined when nothing is. Never rejects. */
  get pending(): Promise<void> | undefined {
    return this.#last;
  }

  /** Begins `work` behind what goes on, never in this turn; what it throws is reported. */
  begin(work: () => void | Promise<void>): void {
    const before = this.#last;
    const last = (async () => {
      await before;
      await work();
    })()
      .catch((thrown) => this.#report(`the conversation began badly: ${errorText(thrown)}`))
      .then(() => {
        if (this.#last === last) this.#last = undefined;
      });
    this.#last = last;
  }
}
