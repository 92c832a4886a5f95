/** What an answer of the demo is made of. */
import type { Usage } from "../../wire/messages.ts";
import type { StreamEvent } from "../../wire/stream.ts";

/** An event, or what only the model itself can do: wait, wait for an abort, fail as this HTTP status does. */
export type Step =
  | StreamEvent
  | { type: "pause"; ms: number }
  | { type: "hold" }
  | { type: "fail"; status: number };

/** The steps of one answer, and what it cost. An answer that holds, fails or is cut has no `stop`, and no usage is known. */
export type Script = Generator<Step, Usage, void>;
