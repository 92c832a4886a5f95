/** What has to be done before the next run, such as the start of plugins. */
import { errorText } from "../errors.ts";

/** Work of this kind that goes on. */
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

  /** Waits for this too; what it throws is reported. */
  add(work: void | Promise<void>): void {
    if (!work) return;
    const last = Promise.all([this.#last, work])
      .catch((thrown) => this.#report(`the conversation began badly: ${errorText(thrown)}`))
      .then(() => {
        if (this.#last === last) this.#last = undefined;
      });
    this.#last = last;
  }
}
