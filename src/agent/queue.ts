/** What waits to be said: steers for the running turn, follow-ups for when the run would end. */
import type { UserMessage } from "../wire/messages.ts";

/** The two queues of one conversation. A message leaves only when it is taken for delivery, so none is lost or doubled. */
export class MessageQueue {
  #steers: UserMessage[] = [];
  #followUps: UserMessage[] = [];

  /** How many messages wait. */
  get length(): number {
    return this.#steers.length + this.#followUps.length;
  }

  /** What waits, in order. */
  waiting(): { steer: readonly UserMessage[]; followUp: readonly UserMessage[] } {
    return { steer: this.#steers, followUp: this.#followUps };
  }

  addSteer(message: UserMessage): void {
    this.#steers.push(message);
  }

  addFollowUp(message: UserMessage): void {
    this.#followUps.push(message);
  }

  /** All steers, in order. */
  takeSteers(): UserMessage[] {
    const steers = this.#steers;
    this.#steers = [];
    return steers;
  }

  /** The oldest follow-up. */
  takeFollowUp(): UserMessage | undefined {
    return this.#followUps.shift();
  }

  /** What was added last. */
  takeBack(): UserMessage | undefined {
    const [steer, later] = [this.#steers.at(-1), this.#followUps.at(-1)];
    const isSteer = steer && (!later || steer.timestamp > later.timestamp);
    return isSteer ? this.#steers.pop() : this.#followUps.pop();
  }

  clear(): void {
    this.#steers = [];
    this.#followUps = [];
  }
}
