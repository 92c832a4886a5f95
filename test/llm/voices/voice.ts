/** What one test needs of every dialect: a strict server of it, a client, and how it says the same things. */
import type { LLMClient } from "../../../src/llm/client.ts";
import type { Dialect } from "../../../src/llm/dialect.ts";
import type { HttpModelOptions } from "../../../src/llm/http-model.ts";
import type { DialectName } from "../../../src/llm/providers.ts";
import type { Quirks } from "../../../src/llm/quirks.ts";
import type { ProviderServer, Reply } from "../../loopback/provider-server.ts";
import type { Complaint } from "../../loopback/strict-json.ts";

/** What an answer is made of, each in the pieces in which it comes. */
export type Part =
  | { thinking: readonly string[]; seal?: string }
  | { text: readonly string[] }
  | { call: string; name: string; pieces: readonly string[]; seal?: string };

/** Why an answer ends: the model was done, hit its limit, or was kept from going on by a filter. */
export type End = "done" | "length" | "filter";

/** Token counts, each token once. */
export interface Counts {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  /** Part of `output`. */
  reasoning?: number;
}

/** A dialect as a test uses it. */
export interface Voice {
  name: DialectName;
  provider: string;
  model: string;
  dialect: Dialect;
  quirks: Partial<Quirks>;
  /** Runs `use` with a server that refuses what the provider refuses, sealed thinking of others included. */
  withServer(options: { otherwise?: Reply }, use: (server: ProviderServer) => Promise<void>): Promise<void>;
  /** Makes a client: no retries and no limit on silence unless `more` says so. */
  open(server: Pick<ProviderServer, "baseUrl">, more?: Partial<HttpModelOptions>): LLMClient;
  /** The judge alone. */
  complaint(body: Uint8Array): Complaint | undefined;
  /** The events before any content, those of the content, and those of the end; each string is one event. */
  begin(counts: Counts): string[];
  content(parts: readonly Part[]): string[];
  end(end: End, counts: Counts): string[];
  /** What a provider says, in place of the next event, when it fails in the middle. */
  error(message: string): string;
  /** A refusal with this status. */
  refusal(status: number, message: string, headers?: Record<string, string>): Reply;
  /** Events that keep a connection alive and say nothing. */
  noise: readonly string[];
  /** What stands in place of an answer that a filter kept back whole. */
  filtered: string;
  /** The arguments of a call come whole, in one piece. */
  wholeArguments: boolean;
  /** A call is told to be over as soon as it is; else, where calls may come interleaved, at the end of the answer. */
  endsCalls: boolean;
}

/** What a voice's own model marks its thinking with, so that a server knows it. */
export const sealOf = (name: DialectName, number: number | string) => `own${name}${number}`;

/** A whole answer. */
export function whole(
  voice: Voice,
  parts: readonly Part[],
  end: End = "done",
  counts: Counts = COUNTS,
): string[] {
  return [...voice.begin(counts), ...voice.content(parts), ...voice.end(end, counts)];
}

/** What an answer costs when nothing else is said. */
export const COUNTS: Counts = { input: 10, output: 5 };
