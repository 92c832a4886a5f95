/** Ids of calls that the API takes, whoever gave them. */

const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST_KEPT = 60;

/** Gives every call of a conversation an id of its own: the one it has where that is legal and not taken. */
export class CallIds {
  readonly #taken = new Set<string>();

  /** The id to send for the next call of the conversation. */
  next(given: string): string {
    const kept = ACCEPTED.test(given)
      ? given
      : given.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, LONGEST_KEPT) || "call";
    let id = kept;
    for (let n = 2; this.#taken.has(id); n++) id = `${kept.slice(0, LONGEST_KEPT - 4)}_${n}`;
    this.#taken.add(id);
    return id;
  }
}
