/** One HTTP exchange with a provider, with its limit on silence and its failures as ProviderErrors. */
import type { Clock } from "../clock.ts";
import { ProviderError } from "../errors.ts";
import type { HttpFetch, HttpRequest, HttpResponse } from "./http-fetch.ts";
import { createPatience, type Patience } from "./patience.ts";
import { type Callee, networkFailure, timeoutFailure } from "./provider-failure.ts";

/** What an exchange is made with. */
export interface ExchangeOptions {
  fetch: HttpFetch;
  clock: Clock;
  callee: Callee;
  /** Milliseconds without the headers, or without a sign of life after them; 0 is endless. */
  timeoutMs: number;
  /** Ends the exchange at once. */
  signal: AbortSignal;
}

/** From the request to the last byte that matters. Must be closed, whatever happens. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #patience: Patience;
  readonly #end = new AbortController();
  readonly #abort = () => this.#end.abort();
  #response: HttpResponse | undefined;
  /** Waiting for the network, or given up on it. */
  #busy = false;

  constructor(options: ExchangeOptions) {
    const { clock, timeoutMs, callee, signal } = options;
    this.#options = options;
    this.#patience = createPatience(clock, timeoutMs, () => timeoutFailure(callee, timeoutMs));
    signal.addEventListener("abort", this.#abort, { once: true });
    if (signal.aborted) this.#abort();
  }

  /** Bytes of the body that were read. */
  received = 0;

  /** Sends the request; resolves with the headers of the answer. */
  async send(request: Omit<HttpRequest, "signal">): Promise<HttpResponse> {
    this.#response = await this.#guard(this.#options.fetch({ ...request, signal: this.#end.signal }));
    return this.#response;
  }

  /** The next piece of the body; undefined at its end. */
  async read(): Promise<Uint8Array | undefined> {
    if (this.#response === undefined) return undefined;
    const step = await this.#guard(this.#response.body.next());
    if (step.done) return undefined;
    this.received += step.value.length;
    return step.value;
  }

  /** What is left of the body, up to `limit` bytes, as text. */
  async text(limit: number, decoder = new TextDecoder()): Promise<string> {
    let text = "";
    let left = limit;
    for (let piece = await this.read(); piece !== undefined; piece = await this.read()) {
      text += decoder.decode(piece.subarray(0, left), { stream: true });
      left -= piece.length;
      if (left <= 0) break;
    }
    return text + decoder.decode();
  }

  /** A sign of life: silence counts from now, and against `limitMs` if that is given. */
  renew(limitMs?: number): void {
    this.#patience.renew(limitMs);
  }

  /** Lets go of the connection; it may serve again when the body soon ends. */
  close(): void {
    this.#options.signal.removeEventListener("abort", this.#abort);
    if (this.#busy) this.#abort();
    this.#response?.release(!this.#busy);
  }

  async #guard<T>(work: Promise<T>): Promise<T> {
    this.#busy = true;
    try {
      const result = await this.#patience.wait(work);
      this.#busy = false;
      return result;
    } catch (thrown) {
      if (thrown instanceof ProviderError) throw thrown;
      throw networkFailure(this.#options.callee, thrown, this.#response === undefined ? "before" : "midway");
    }
  }
}
