/** One conversation as plugins see it: what they keep in it, and what they ask its model. */
import { LetscodeError } from "../errors.ts";
import type { CustomMessage, Json } from "../wire/messages.ts";
import { MAX_DATA_CHARACTERS } from "../wire/version.ts";
import { Complaints } from "./complaints.ts";
import type { CompletionOptions } from "./complete.ts";
import { described, jsonCopy } from "./json-copy.ts";
import { Lifetime } from "./lifetime.ts";
import type { Completion, CompletionRequest, PluginContext } from "./plugin.ts";
import type { ConversationPort } from "./port.ts";

/** From its start to its end. Before and after that, what touches the conversation throws. */
export class PluginConversation {
  readonly port: ConversationPort;
  readonly lifetime = new Lifetime();
  readonly complaints: Complaints;
  /** Its id; null when it is not saved. */
  readonly sessionId: string | null;
  #open: boolean;
  #pending: CustomMessage[] = [];

  /** `open` false: a farewell, where hooks still run but nothing is left to be changed. */
  constructor(port: ConversationPort, sessionId: string | null, open = true) {
    this.port = port;
    this.sessionId = sessionId;
    this.#open = open;
    this.complaints = new Complaints(port);
  }

  /** The model of the next call, as plugins may know it. */
  get model(): PluginContext["model"] {
    const { provider, model, contextWindow } = this.port.model();
    return { provider, id: model, contextWindow: contextWindow ?? null };
  }

  /** The custom messages of a kind, oldest first, copied: those of the transcript and those on their way into it. */
  entries(kind: string): CustomMessage[] {
    this.#mustLive();
    const stored = this.port.messages().filter((message) => message.role === "custom");
    const found = [...stored, ...this.pending(new Set(stored.map(({ id }) => id)))];
    return structuredClone(found.filter((message) => message.kind === kind));
  }

  /** Adds a custom message and returns a copy of it. Throws when data is no JSON. */
  append(data: unknown, kind: unknown): CustomMessage {
    this.#mustLive();
    if (typeof kind !== "string" || kind.trim() === "")
      throw new LetscodeError(`session.append: kind: expected a name, got ${described(kind)}`);
    const copy: Json = jsonCopy(data, (problem) => `session.append: data is ${problem}; expected JSON`);
    if (JSON.stringify(copy).length > MAX_DATA_CHARACTERS)
      throw new LetscodeError(
        `session.append: data is longer than ${MAX_DATA_CHARACTERS} characters of JSON`,
      );
    const { port } = this;
    const message: CustomMessage = {
      id: port.newId(),
      timestamp: port.clock.now(),
      role: "custom",
      kind,
      data: copy,
    };
    this.#pending.push(message);
    port.append(message);
    return structuredClone(message);
  }

  async complete(request: CompletionRequest, options: CompletionOptions): Promise<Completion> {
    this.#mustLive();
    const { complete } = await import("./complete.ts");
    return complete(request, this.port, options);
  }

  /** What was added and is none of these yet; what is, is forgotten. */
  pending(arrived: { has(id: string): boolean }): readonly CustomMessage[] {
    this.#pending = this.#pending.filter(({ id }) => !arrived.has(id));
    return this.#pending;
  }

  /** From now on nothing in it can be read or changed; what tries throws. Its hooks may still run. */
  close(): void {
    this.#open = false;
  }

  /** Closes it and ends what runs in it; every signal it gave out aborts. */
  end(): void {
    this.close();
    this.lifetime.end();
    this.complaints.close();
    this.#pending = [];
  }

  #mustLive(): void {
    if (!this.#open)
      throw new LetscodeError("this conversation has ended; use the context that a hook was given last");
  }
}
