/** Where a one-shot prompt comes from: the command line, stdin, or both. */
import type { Readable } from "node:stream";
import { UsageError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";

/** What stdin is. `other`: such as `/dev/null`. */
export type StdinKind = "terminal" | "file" | "pipe" | "other";

/** The standard input, opened only when it is needed. */
export interface Stdin {
  kind: StdinKind;
  open(): Readable;
}

/** The prompt, and what a person should be told about it. */
export interface ReadPrompt {
  prompt: string;
  notice?: string;
}

/**
 * Without words, stdin is the prompt. With words, stdin follows them after a blank line when
 *
 * - the last word is `-`: read to its end, however long that takes;
 * - it is a file: read to its end;
 * - it is a pipe in which something (or its end) is waiting already: read to its end.
 *
 * A pipe that is open and silent is never waited for: whoever starts programs may leave one open for ever.
 * Throws a UsageError when there is no prompt.
 */
export async function readPrompt(words: readonly string[], stdin: Stdin): Promise<ReadPrompt> {
  const asked = words.at(-1) === "-";
  const text = (asked ? words.slice(0, -1) : words).join(" ");
  if (words.length > 0 && !asked && text.trim() === "") throw new UsageError("the prompt is empty");
  if (asked || words.length === 0) {
    if (!asked && stdin.kind === "terminal")
      throw new UsageError('there is no prompt: letscode -p "PROMPT", or write it to stdin');
    const piped = await readAll(stdin.open());
    if (piped.trim() === "")
      throw new UsageError('stdin is empty, so there is no prompt: letscode -p "PROMPT"');
    return { prompt: join(text, piped) };
  }
  if (stdin.kind === "file") return { prompt: join(text, await readAll(stdin.open())) };
  if (stdin.kind !== "pipe") return { prompt: text };
  const stream = stdin.open();
  if (await speaks(stream)) return { prompt: join(text, await readAll(stream)) };
  return {
    prompt: text,
    notice:
      "stdin is an open pipe with nothing in it yet and is not waited for; end the command with - to wait for it",
  };
}

function join(words: string, piped: string): string {
  const rest = piped.replace(/(?:\r?\n)+$/, "");
  return words === "" || rest === "" ? words + rest : `${words}\n\n${rest}`;
}

/** Whether data or the end can be read right now, found without a timer: a few turns of the event loop. */
async function speaks(stream: Readable): Promise<boolean> {
  let ready = stream.readableEnded;
  const onReady = () => {
    ready = true;
  };
  for (const name of ["readable", "end", "error"]) stream.on(name, onReady);
  for (let turn = 0; turn < 3 && !ready; turn++) await new Promise((resolve) => setImmediate(resolve));
  for (const name of ["readable", "end", ...(ready ? ["error"] : [])]) stream.off(name, onReady);
  if (!ready) stream.pause();
  return ready;
}

async function readAll(stream: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MAX_LINE_BYTES) break;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw new UsageError(`cannot read stdin: ${systemErrorText(error)}`);
  }
  if (bytes > MAX_LINE_BYTES) throw new UsageError(`stdin holds more than ${MAX_LINE_BYTES} bytes`);
  return text + decoder.decode();
}
