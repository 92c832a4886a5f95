/** The bytes between a client and letscode, whatever carries them. */
import type { Readable, Writable } from "node:stream";
import type { ConnectionError } from "../jsonrpc/errors.ts";
import type { Hold } from "./hold.ts";

/** One connected letscode. */
export interface Transport {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether the program may end although this is open. */
  readonly hold: Hold;
  /** The error that says why no answer will come, from what the connection says of it. May wait a moment for last words. */
  explain(end: ConnectionError): Promise<Error>;
  /** The last it said beside the protocol, as the end of a sentence; empty when it said nothing. */
  readonly lastWords: string;
  /** Ends it: when `said` is settled nothing more is written, and after `graceMs` milliseconds force is used. Resolves when it is gone. */
  end(graceMs: number, said?: Promise<unknown>): Promise<void>;
}
