/** Server-sent events (WHATWG HTML, 9.2.6) from the pieces of a response body, however they are cut. */

/** One event. */
export interface ServerSentEvent {
  /** The `event` field; empty when there was none. */
  name: string;
  /** The `data` lines, joined by LF. */
  data: string;
}

const LONGEST_EVENT = 32 * 1024 * 1024;

/** Takes text as it comes. Lines end with LF, CRLF or CR; comments and unknown fields are skipped. */
export class ServerSentEvents {
  #line = "";
  #afterCR = false;
  #name = "";
  #data: string | undefined;

  /** The events that are complete with this text. Throws a RangeError when one grows past 32 Mi characters. */
  add(text: string): ServerSentEvent[] {
    if (text === "") return [];
    const events: ServerSentEvent[] = [];
    let from = this.#afterCR && text.startsWith("\n") ? 1 : 0;
    this.#afterCR = text.endsWith("\r");
    let lf = text.indexOf("\n", from);
    let cr = text.indexOf("\r", from);
    while (lf >= 0 || cr >= 0) {
      const end = cr < 0 || (lf >= 0 && lf < cr) ? lf : cr;
      this.#take(this.#line + text.slice(from, end), events);
      this.#line = "";
      from = end === cr && lf === cr + 1 ? lf + 1 : end + 1;
      if (lf >= 0 && lf < from) lf = text.indexOf("\n", from);
      if (cr >= 0 && cr < from) cr = text.indexOf("\r", from);
    }
    this.#line += text.slice(from);
    if (this.#line.length + (this.#data?.length ?? 0) > LONGEST_EVENT)
      throw new RangeError(`an event of more than ${LONGEST_EVENT} characters`);
    return events;
  }

  /** The last event when the body ended without the blank line that would have closed it. */
  end(): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    if (this.#line !== "") this.#take(this.#line, events);
    this.#take("", events);
    return events;
  }

  #take(line: string, events: ServerSentEvent[]): void {
    if (line === "") {
      if (this.#data !== undefined) events.push({ name: this.#name, data: this.#data });
      this.#data = undefined;
      this.#name = "";
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    // llama.cpp reports a failure in a field of its own.
    else if (field === "error") [this.#name, this.#data] = ["error", value];
  }
}
