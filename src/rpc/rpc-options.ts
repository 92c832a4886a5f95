/** What `--mode rpc` is made of. */
import type { Clock } from "../clock.ts";
import type { PumpTarget } from "../framing/pump.ts";
import type { LLMClient } from "../llm/client.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { HostSideOptions } from "./host-side.ts";

/** The byte stream the commands come from; a Node stream is one. */
export interface RpcInput {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What the door needs. */
export interface RpcOptions extends Pick<HostSideOptions, "askingMode" | "builtinTools"> {
  input: RpcInput;
  output: PumpTarget;
  clock: Clock;
  redactor: Redactor;
  shutdownGraceMs: number;
  shutdownMaxMs: number;
  /** Every `message_update` carries the whole partial message. */
  fullUpdates: boolean;
  /** The model that a host names, ready for its first call. Throws a UsageError when it cannot be chosen. */
  openModel(name: string): LLMClient;
  /** Writes one line for people. */
  report(line: string): void;
}
