/** Writes a transcript anew from what the built command says now: `LETSCODE_UPDATE=1`. */
import type { Json } from "../../src/wire/messages.ts";
import { isObject } from "./match.ts";
import { Session } from "./session.ts";
import { joinSends, type Transcript } from "./transcript.ts";
import { writeLines } from "./write-lines.ts";

/**
 * The transcript's text with its expected lines replaced by those that came. What is sent goes out when the line before
 * it, counted by its `type`, has come: a new transcript needs only those.
 */
export async function record(text: string, { args, steps }: Transcript): Promise<string> {
  const session = new Session();
  /** After how many lines each step that stays in the file took place, by its line in the file. */
  const places = new Map<number, number>();
  try {
    let last: string | undefined;
    let reached = 0;
    const counts = new Map<string, number>();
    for (const step of joinSends(steps)) {
      if (step.type !== "file" && !session.started) session.start(args);
      if (step.type === "expect") {
        const type = typeOf(step.pattern);
        if (step.how !== "repeated") counts.set(type, (counts.get(type) ?? 0) + 1);
        last = type;
        continue;
      }
      if (step.type === "exit" || step.type === "stderr") continue;
      if (last !== undefined) {
        reached = Math.max(reached, await placeOf(session, last, counts.get(last) ?? 1));
        last = undefined;
      }
      places.set(step.at, reached);
      if (step.type === "file") session.write(step.path, step.text);
      else if (step.type === "send") session.send(step.bytes);
      else if (step.type === "end of input") session.endInput();
    }
    const { code, stderr } = await session.end();
    const ends = [
      ...stderr
        .split("\n")
        .slice(0, -1)
        .map((line) => `! ${line}`),
      `= exit ${code}`,
    ];
    return `${weave(kept(text), places, session.lines, ends).join("\n")}\n`;
  } finally {
    session.close();
  }
}

/** How many lines had come when `type` had come `count` times. */
async function placeOf(session: Session, type: string, count: number): Promise<number> {
  const index = (lines: readonly Json[]) => {
    let seen = 0;
    return lines.findIndex((line) => typeOf(line) === type && ++seen === count);
  };
  await session.when((lines) => index(lines) >= 0);
  const found = index(session.lines);
  if (found < 0) throw new Error(`the process ended before ${type} came ${count} times`);
  return found + 1;
}

/** The lines that people write, by their number in the file, without those that a session writes. */
function kept(text: string): [number, string][] {
  const lines = text.replace(/\n$/, "").split("\n");
  const mine: [number, string][] = [];
  let written = false;
  for (const [index, line] of lines.entries()) {
    written = /^(<|! |= )/.test(line) || (written && line.startsWith("  "));
    if (!written) mine.push([index + 1, line]);
  }
  return mine;
}

function weave(
  mine: readonly [number, string][],
  places: ReadonlyMap<number, number>,
  lines: readonly Json[],
  ends: readonly string[],
): string[] {
  const writer = writeLines();
  const out: string[] = [];
  /** Prose before a step stays with it. */
  let prose: string[] = [];
  let from = 0;
  for (const [at, line] of mine) {
    const to = places.get(at);
    if (to !== undefined) {
      const written = writer.write(lines.slice(from, to));
      out.push(...(from === 0 ? [...prose, ...written] : [...written, ...prose]), line);
      prose = [];
      from = to;
    } else if (/^[|>]/.test(line)) out.push(line);
    else prose.push(line);
  }
  return [...out, ...writer.write(lines.slice(from)), ...prose, ...ends];
}

function typeOf(line: Json): string {
  return isObject(line) ? String(line.type) : "";
}
