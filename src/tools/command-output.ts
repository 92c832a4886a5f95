/** Everything a running command writes: cleaned, reported as it comes, kept in bounds. */
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Clock } from "../clock.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { createOutputFile, type OutputFile, type StoredOutput } from "./output-file.ts";
import { createOutputUpdates } from "./output-updates.ts";
import { createOutputWindow, type WindowedOutput, type WindowSize } from "./output-window.ts";
import { createEscapeFilter } from "./terminal-escapes.ts";
import { createTerminalText } from "./terminal-text.ts";

/** Where output goes and how much of it. */
export interface OutputOptions {
  clock: Clock;
  /** Told what is new, at most 20 times a second. */
  update(delta: string): void;
  /** How much a message may hold. */
  window: WindowSize;
  /** For the whole of a longer output. */
  tempFolder: string;
  /** UTF-8 bytes of that. */
  fileBytes: number;
  /** Keeps configured keys out of all that is kept and told. */
  redactor: Redactor;
}

/** What was written in the end. */
export interface CollectedOutput extends WindowedOutput {
  /** Bytes that came through the pipes, before anything was taken out. */
  rawBytes: number;
  /** Null when the message holds everything. */
  stored: StoredOutput | null;
}

/** A collector that reads the pipes from now on. */
export interface CommandOutput {
  /**
   * Resolves once what the program wrote before its end has been read: at the end of both pipes, or, when background
   * processes hold them open, as soon as they are silent, and in any case soon.
   */
  drained(): Promise<void>;
  /** Stops collecting; to be called once. Never rejects. */
  finish(): Promise<CollectedOutput>;
}

/** The loop shows a mebibyte and says when there was more: so a little more than that must reach it. */
const UPDATE_LIMITS = { everyMs: 50, characters: 1024 * 1024 + 1 };
const QUIET_MS = 10;
const LONGEST_DRAIN_MS = 100;

/** Collects both pipes in the order of arrival. */
export function collectOutput(pipes: readonly Readable[], options: OutputOptions): CommandOutput {
  const terminal = createTerminalText();
  const window = createOutputWindow(options.window);
  const mask = options.redactor.stream();
  let file: OutputFile | undefined;
  let rawBytes = 0;
  let open = pipes.length;
  let held = false;

  const resume = () => {
    held = false;
    for (const pipe of pipes) pipe.resume();
  };
  const keep = (given: string) => store(mask.add(given));
  const store = (text: string) => {
    if (text === "") return text;
    const before = window.whole;
    window.push(text);
    if (window.whole !== undefined) return text;
    file ??= createOutputFile(options.tempFolder, options.fileBytes, resume);
    if (!file.write((before ?? "") + text)) {
      held = true;
      for (const pipe of pipes) pipe.pause();
    }
    return text;
  };
  const updates = createOutputUpdates(options.clock, UPDATE_LIMITS, options.update, () =>
    keep(terminal.release()),
  );
  let onAllClosed = () => {};
  const sources = pipes.map((pipe) => {
    const decoder = new StringDecoder("utf8");
    const escapes = createEscapeFilter();
    const take = (text: string) => updates.push(keep(terminal.push(escapes.push(text))));
    const onData = (bytes: Buffer) => {
      rawBytes += bytes.length;
      take(decoder.write(bytes));
    };
    pipe.on("data", onData).once("close", () => {
      open--;
      if (open === 0) onAllClosed();
    });
    pipe.on("error", () => {});
    return {
      end() {
        pipe.off("data", onData);
        take(decoder.end());
      },
    };
  });

  return {
    async drained() {
      const { clock } = options;
      const deadline = clock.now() + LONGEST_DRAIN_MS;
      for (let seen = -1; open > 0 && (held || (rawBytes !== seen && clock.now() <= deadline)); ) {
        seen = rawBytes;
        await new Promise<void>((resolve) => {
          const cancel = clock.after(QUIET_MS, resolve);
          onAllClosed = () => {
            cancel();
            resolve();
          };
        });
        // A timer comes before the reads of the same round: look only after those.
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
    async finish() {
      for (const source of sources) source.end();
      updates.push(keep(terminal.end()));
      updates.push(store(mask.end()));
      updates.end();
      return { ...window.result(), rawBytes, stored: file === undefined ? null : await file.close() };
    },
  };
}
