/** The way out of `--mode rpc`: control messages and events in one ordered queue. */
import { encodeEvent } from "../agent/encode-event.ts";
import { mergeableSize, mergeEvents } from "../agent/merge-events.ts";
import { waitsEarly } from "../agent/waits-early.ts";
import { encodeLine } from "../framing/ndjson.ts";
import { Pump, type PumpTarget } from "../framing/pump.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { ControlErrorCode, ControlMessage, DoneMessage } from "../wire/control.ts";
import type { Event } from "../wire/events.ts";
import type { Json } from "../wire/messages.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";

/** Past this much waiting, in characters, the next model call, tool output and whole partial messages wait for the reader. */
const SOFT_MARK = 1024 * 1024;
/** Past this the model's stream and everything else wait too. */
const HARD_MARK = MAX_LINE_BYTES;
/** Past this no more commands are read: only their answers can have filled the queue. */
const INPUT_MARK = HARD_MARK + 16 * 1024 * 1024;

/** What an outlet tells its owner. */
export interface OutletOptions {
  redactor: Redactor;
  onTaken(): void;
  /** The reader is gone, or the pipe cannot be written; called once. */
  onClosed(error: Error): void;
}

/** One pipe's outlet. */
export class Outlet {
  readonly #pump: Pump<{ event: Event } | { control: ControlMessage }>;

  constructor(target: PumpTarget, { redactor, onTaken, onClosed }: OutletOptions) {
    this.#pump = new Pump(target, {
      encode: (record) =>
        "event" in record ? encodeEvent(record.event, redactor) : redactor.line(record.control, encodeLine),
      merging: {
        size: (record) => ("event" in record ? mergeableSize(record.event) : undefined),
        merge(earlier, later) {
          const merged =
            "event" in earlier && "event" in later ? mergeEvents(earlier.event, later.event) : undefined;
          return merged && { event: merged };
        },
      },
      onTaken,
      onClosed,
    });
  }

  /** Queues a control message. */
  control(control: ControlMessage): void {
    this.#pump.send({ control });
  }

  /** Queues the acceptance of a command. */
  ack(id: Json): void {
    this.control({ type: "ack", id });
  }

  /** Queues the end of a command, with what it came to. */
  done(id: Json, extra: Omit<DoneMessage, "type" | "id"> = {}): void {
    this.control({ type: "done", id, ...extra });
  }

  /** Queues the refusal of a command. */
  refuse(id: Json, error: string, code: ControlErrorCode): void {
    this.control({ type: "error", id, error, recoverable: true, code });
  }

  /** Queues the refusal of a command that needs an idle agent. */
  busy(id: Json, name: string): void {
    this.refuse(id, `${name}: a run is active; wait for its done, or send abort, steer or follow_up`, "busy");
  }

  /** Queues an event; what it returns resolves when the run may go on. */
  event(event: Event): Promise<void> | undefined {
    this.#pump.send({ event });
    return this.#pump.room(waitsEarly(event) ? SOFT_MARK : HARD_MARK);
  }

  /** Undefined while commands may be read; otherwise resolves when they may again. */
  inputRoom(): Promise<void> | undefined {
    return this.#pump.size > INPUT_MARK ? this.#pump.room(SOFT_MARK) : undefined;
  }

  /** Resolves when everything is with the pipe, or the pipe is gone. */
  flush(): Promise<void> {
    return this.#pump.flush();
  }

  /** Drops what waits; nothing more is written. */
  close(): void {
    this.#pump.close();
  }
}
