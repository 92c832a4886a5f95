/** Plays a transcript against the built command and holds every line to it. */
import type { Json } from "../../src/wire/messages.ts";
import { createBindings, mismatch } from "./match.ts";
import { Session } from "./session.ts";
import { joinSends, type Step, type Transcript } from "./transcript.ts";

type Expect = Extract<Step, { type: "expect" }>;

/** Plays it; the lines that came. Throws, naming the transcript's line, at the first that is another. */
export async function replay({ args, steps: each }: Transcript): Promise<readonly Json[]> {
  const steps = joinSends(each);
  const session = new Session();
  const bindings = createBindings();
  let next = 0;
  /** More lines of this form may still come. */
  let open: Expect | undefined;

  async function nextLine(at: number): Promise<Json> {
    for (;;) {
      const line = await session.line(next++).catch((error: Error) => {
        throw new Error(`line ${at}: ${error.message}`);
      });
      if (line === undefined) throw new Error(`line ${at}: the process ended instead`);
      if (!open || mismatch(open.pattern, line, bindings) !== null) return line;
    }
  }

  async function expectLine(step: Expect): Promise<void> {
    const problem = mismatch(step.pattern, await nextLine(step.at), bindings);
    if (problem !== null) throw new Error(`line ${step.at}: ${problem}`);
    open = step.how === "repeated" ? step : undefined;
  }

  async function expectAnyOrder(group: readonly Expect[]): Promise<void> {
    const left = [...group];
    while (left[0]) {
      const line = await nextLine(left[0].at);
      open = undefined;
      const found = left.findIndex(({ pattern }) => mismatch(pattern, line, bindings) === null);
      if (found < 0) throw new Error(`lines from ${left[0].at}: not among them: ${JSON.stringify(line)}`);
      left.splice(found, 1);
    }
  }

  try {
    const stderr: string[] = [];
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step;
      if (step.type !== "file" && !session.started) session.start(args);
      if (step.type === "file") session.write(step.path, step.text);
      else if (step.type === "send") session.send(step.bytes);
      else if (step.type === "end of input") session.endInput();
      else if (step.type === "stderr") stderr.push(`${step.text}\n`);
      else if (step.type === "expect" && step.how === "any order") {
        const group = anyOrderFrom(steps, index);
        await expectAnyOrder(group);
        index += group.length - 1;
      } else if (step.type === "expect") await expectLine(step);
      else if (step.type === "exit") {
        const extra = await session.line(next);
        if (extra !== undefined) throw new Error(`line ${step.at}: one more came: ${JSON.stringify(extra)}`);
        const end = await session.end();
        const expected = { code: step.code, stderr: stderr.join("") };
        if (end.code !== expected.code || end.stderr !== expected.stderr)
          throw new Error(
            `line ${step.at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(end)}`,
          );
      }
    }
    return session.lines;
  } finally {
    session.close();
  }
}

function anyOrderFrom(steps: readonly Step[], index: number): Expect[] {
  const rest = steps.slice(index);
  const end = rest.findIndex((step) => step.type !== "expect" || step.how !== "any order");
  return (end < 0 ? rest : rest.slice(0, end)) as Expect[];
}
