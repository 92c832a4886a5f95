/** A batch that came: its messages are heeded one by one, its answers leave together. */
import type { Incoming, ResponseMessage } from "./messages.ts";

/** The answers of one batch, as they become ready. */
export class Batch {
  readonly #answers: ResponseMessage[] = [];
  readonly #lanes = new Set<string>();
  readonly #expected: number;
  readonly #send: (answers: readonly ResponseMessage[], lanes: ReadonlySet<string>) => void;

  /** `send` is called once, when all answers are there; never when the batch asks for none. */
  constructor(
    messages: readonly Incoming[],
    send: (answers: readonly ResponseMessage[], lanes: ReadonlySet<string>) => void,
  ) {
    this.#expected = messages.filter(wantsAnswer).length;
    this.#send = send;
  }

  /** Adds an answer, which would have left in this lane. */
  add(answer: ResponseMessage, lane: string): void {
    this.#answers.push(answer);
    this.#lanes.add(lane);
    if (this.#answers.length === this.#expected) this.#send(this.#answers, this.#lanes);
  }
}

function wantsAnswer(message: Incoming): boolean {
  return message.kind === "request" || (message.kind === "invalid" && message.to !== undefined);
}
