/** `--record`: one conversation's events as they come, in a file that replays. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { Clock } from "../../clock.ts";
import { errorText, LetscodeError, UsageError } from "../../errors.ts";
import { encodeLine } from "../../framing/ndjson.ts";
import type { Redactor } from "../../secrets/redactor.ts";
import { systemErrorText } from "../../system-errors.ts";
import type { Event } from "../../wire/events.ts";
import type { AssistantMessage } from "../../wire/messages.ts";

/** What a recording needs from outside. */
export interface CassetteWriterOptions {
  /** Gives the pace that `--replay-speed 1` keeps. */
  clock: Clock;
  redactor: Redactor;
}

/** An open recording. Each line is with the system before the call returns: a kill costs at most the last one. */
export interface CassetteWriter {
  /** Throws when the file cannot be written, once; after that, and after `close`, nothing more is recorded. */
  record(event: Event): void;
  /** Records a model call outside a turn, which no event tells of; throws as `record` does. */
  modelCall(call: { purpose: string; message: AssistantMessage }): void;
  /** Twice is once. */
  close(): void;
}

/** Makes the file at `path` (absolute), for its owner only. Throws a UsageError when there is one, or none can be made. */
export function openCassetteWriter(path: string, { clock, redactor }: CassetteWriterOptions): CassetteWriter {
  const file = create(path);
  const began = clock.now();
  let ms = -1;
  let open = true;

  function put(line: object): void {
    writeWhole(file, Buffer.from(redactor.line(line, encodeLine)));
  }

  function add(line: object): void {
    if (!open) return;
    try {
      const now = Math.max(ms, clock.now() - began);
      if (now !== ms) put({ type: "clock", ms: now });
      ms = now;
      put(line);
    } catch (thrown) {
      // A line after half a line would spoil the recording; as it is, it ends torn, and that replays.
      close();
      throw new LetscodeError(`the recording ${path} ends here: ${errorText(thrown)}`);
    }
  }

  function close(): void {
    if (open) closeSync(file);
    open = false;
  }

  return {
    record: add,
    modelCall: ({ purpose, message }) => add({ type: "model_call", purpose, message }),
    close,
  };
}

function create(path: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (thrown) {
    const exists = thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST";
    throw new UsageError(
      exists
        ? `--record ${path}: the file exists and is not overwritten; name another or remove it`
        : `--record ${path} cannot be written: ${systemErrorText(thrown)}`,
    );
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
