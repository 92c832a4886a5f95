/** Writes a transcript anew from what the built command says now: `LETSCODE_UPDATE=1`. */
import type { Connection } from "../../conformance/engine/connection.mjs";
import { isObject } from "../../conformance/engine/match.mjs";
import { type Pipe, Stage } from "../../conformance/engine/stage.mjs";
import type { Expected, Step, Transcript } from "../../conformance/engine/transcript.mjs";
import type { Json } from "../../src/wire/messages.ts";
import { LETSCODE } from "../process/letscode.ts";
import { lineWriter } from "./write-lines.ts";

/** What one connection has said, and how much of it is in the transcript. */
interface Progress {
  connection: Connection;
  written: number;
  /** How many messages must have come before the next step. */
  reached: number;
  /** How often each kind was expected. */
  counts: Map<string, number>;
}

/**
 * The transcript's text with its expected lines replaced by those that came. What is sent goes out when the line before
 * it, counted by its kind, has come: a new transcript needs only those.
 */
export async function record(text: string, { door, args, steps }: Transcript): Promise<string> {
  const over: Pipe = door === "serve" ? "tcp" : "stdio";
  const stage = new Stage({ command: [process.execPath, LETSCODE], door, over, args });
  const writer = lineWriter({ door, numbered: /\$seq\d/.test(text) });
  const progress = new Map<number, Progress>();
  const out: string[] = [];
  let number = 1;
  /** The first step that was not looked at for what it expects. */
  let next = 0;
  const current = async () => {
    const known = progress.get(number);
    if (known) return known;
    const made = { connection: await stage.connection(number), written: 0, reached: 0, counts: new Map() };
    progress.set(number, made);
    return made;
  };
  /** Prose before a step stays with it. */
  let prose: string[] = [];
  const flush = (
    { connection: { messages }, reached, ...at }: Progress,
    to = Math.max(reached, at.written),
  ) => writer.write(messages.slice(at.written, to));
  const place = (lines: readonly string[]) => {
    out.push(...(out.some((line) => line.startsWith("<")) ? [...lines, ...prose] : [...prose, ...lines]));
    prose = [];
  };

  const byLine = new Map(steps.map((step) => [step.at, step]));
  try {
    for (const [at, line] of kept(text)) {
      for (let step = steps[next]; step && step.at < at; step = steps[++next])
        if (step.type === "expect") await reach(await started(), step);
      const step = byLine.get(at);
      if (step?.type === "file") {
        place(stage.started ? await written() : []);
        stage.write(step.path, step.text);
      } else if (step?.type === "send") {
        place(await written());
        const { connection } = await current();
        const parts = step.parts.map((part) =>
          part.kind === "message" ? { ...part, text: writer.fill(stage.particular(part.text)) } : part,
        );
        for (const part of parts) if (part.kind === "message") writer.sent(part.text);
        connection.send(parts);
      } else if (step?.type === "end of input") {
        place(await written());
        (await current()).connection.endInput();
      } else if (step?.type === "gone") {
        place(await written());
        (await current()).connection.leave();
      } else if (step?.type === "deaf") {
        place(await written());
        (await current()).connection.deaf();
      } else if (step?.type === "hear") {
        (await current()).connection.hear();
      } else if (step?.type === "connection") {
        place(await written());
        number = step.number;
      } else if (step?.type === "closed") {
        place(await ended());
      } else if (!/^[|>]/.test(line)) {
        prose.push(line);
        continue;
      }
      out.push(line);
    }
    if (door === "serve") return `${[...out, ...prose].join("\n")}\n`;
    place(await ended());
    const { code, stderr } = await stage.end();
    const errors = stderr.split("\n").slice(0, -1);
    return `${[...out, ...errors.map((line) => `! ${line}`), `= exit ${code}`].join("\n")}\n`;
  } finally {
    await stage.close();
  }

  async function started(): Promise<Progress> {
    if (!stage.started) await stage.start();
    return current();
  }

  async function written(): Promise<string[]> {
    const now = await started();
    const lines = flush(now);
    now.written = Math.max(now.reached, now.written);
    return lines;
  }

  async function ended(): Promise<string[]> {
    const now = await started();
    await now.connection.when(() => false);
    now.reached = now.connection.messages.length;
    return written();
  }
}

/** Waits for what this step expects. */
async function reach(progress: Progress, { form, lanes }: Extract<Step, { type: "expect" }>): Promise<void> {
  const lines: Expected[] = lanes.flat();
  for (const { pattern, repeated } of lines) {
    const kind = kindOf(pattern);
    if (!repeated) progress.counts.set(kind, (progress.counts.get(kind) ?? 0) + 1);
  }
  for (const { pattern } of form === "in order" ? lines.slice(-1) : lines) {
    const kind = kindOf(pattern);
    const { connection } = progress;
    const index = () => {
      let seen = 0;
      const count = progress.counts.get(kind) ?? 1;
      return connection.messages.findIndex((message) => kindOf(message) === kind && ++seen === count);
    };
    await connection.when(() => index() >= 0);
    if (index() < 0) throw new Error(`the end came before ${kind}`);
    progress.reached = Math.max(progress.reached, index() + 1);
  }
}

/** The lines that people write, by their number in the file, without those that a session writes. */
function kept(text: string): [number, string][] {
  const mine: [number, string][] = [];
  let written = false;
  for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
    written = /^(<|! |= exit)/.test(line) || (written && line.startsWith("  "));
    if (!written) mine.push([index + 1, line]);
  }
  return mine;
}

/** What a message is, in a word or two. */
function kindOf(message: Json): string {
  if (!isObject(message)) return "";
  const { event } = isObject(message.params) ? message.params : {};
  if (isObject(event)) return `event ${event.type}`;
  if (message.id !== undefined && message.method === undefined && message.type === undefined)
    return `answer ${JSON.stringify(message.id)}`;
  return String(message.type ?? message.method);
}
