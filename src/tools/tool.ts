/** The interface of a tool, built in or brought along. */
import type { ToolSpec } from "../llm/client.ts";
import type { Json, JsonObject, UserContent } from "../wire/messages.ts";

/**
 * How a call runs beside others of the same turn: `parallel` with anything, `exclusive` alone (it waits for all
 * earlier calls and all later ones wait for it), or by key: calls with the same key run one after the other, in call order.
 */
export type Concurrency = "parallel" | "exclusive" | { key: string };

/** What a call would touch; the permission chain decides on it. */
export interface Access {
  /** `external`: it leaves for a host, a server or the network. */
  kind: "read" | "write" | "execute" | "external";
  /** Real paths it would touch outside the workspace. */
  outside?: string[];
}

/** What a running call may use. */
export interface ToolContext {
  toolCallId: string;
  /** Ends the call. A tool that does not heed it is left behind: its late result is dropped. */
  signal: AbortSignal;
  /** Reports output since the last update; never waits. */
  update(delta: string): void;
}

/** What a call came to. */
export interface ToolOutput {
  content: UserContent[];
  isError?: boolean;
  /** For hosts; never sent to a model. */
  details?: Json;
}

/** A tool. `execute` gets arguments that fit `parameters`; what it throws becomes an error result the model reads. */
export interface Tool extends ToolSpec {
  /** Absent: `exclusive`. */
  concurrency?(args: JsonObject): Concurrency | Promise<Concurrency>;
  /** Absent: `external`. */
  access?(args: JsonObject): Access | Promise<Access>;
  /** The longest this call may take by its own limit, in milliseconds; a shutdown does not count it as silence. */
  timeLimitMs?(args: JsonObject): number;
  execute(args: JsonObject, context: ToolContext): Promise<ToolOutput>;
}

/** The tools of one conversation, with what they remember and what they have running. */
export interface Toolset {
  readonly tools: readonly Tool[];
  /** Ends every process the run left behind; resolves when none is alive. */
  endRun(): Promise<void>;
  /** Forgets what the conversation has read and written. */
  reset(): void;
}

/** A text result. */
export function textOutput(text: string, details?: Json): ToolOutput {
  return { content: [{ type: "text", text }], ...(details === undefined ? {} : { details }) };
}
