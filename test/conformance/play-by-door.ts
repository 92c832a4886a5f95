/** Transcripts of rpc, played through the doors besides it. */
import { expect } from "vitest";
import { createBindings, fill, isObject } from "../../conformance/engine/match.mjs";
import { Reader } from "../../conformance/engine/reader.mjs";
import { Stage } from "../../conformance/engine/stage.mjs";
import type { Expected, Step, Transcript } from "../../conformance/engine/transcript.mjs";
import type { Json } from "../../src/wire/messages.ts";
import { runLetscode } from "../process/letscode.ts";
import { EventList } from "./event-list.ts";
import { type DoorKind, modeOf, type SharedCommand } from "./other-doors.ts";
import { allTranscripts, type Named } from "./transcript-files.ts";

const SHARED = ["prompt", "steer", "follow_up", "abort", "reset"];
const CONTROL = ["ready", "ack", "done", "bye"];

/** The transcripts of what every door can do. */
export const transcripts: readonly Named[] = allTranscripts({ rpcOnly: true }).filter(({ transcript }) =>
  isShared(transcript),
);

/** Those of one prompt and nothing else. */
export const single: readonly Named[] = transcripts.filter(
  ({ transcript }) => promptsIn(transcript) !== undefined,
);

/** Plays the commands by another door and holds its events to those of the transcript. */
export async function playBy(kind: DoorKind, { args, steps }: Transcript): Promise<void> {
  const stage = kind.stage(args);
  const events = new EventList((text) => stage.general(text));
  const bindings = createBindings();
  const reader = new Reader(events, bindings);
  /** What became of each command, by the JSON of its id. */
  const outcomes = new Map<string, Promise<{ refused: boolean }>>();
  let door: Awaited<ReturnType<DoorKind["open"]>> | undefined;
  try {
    for (const step of steps) {
      if (step.type === "file") {
        stage.write(step.path, step.text);
        continue;
      }
      door ??= await kind.open(stage, args, (event) => events.add(event));
      if (step.type === "send")
        for (const [id, command] of commandsIn(step)) {
          const filled = JSON.parse(fill(stage.particular(JSON.stringify(command)), bindings));
          const outcome = door.command(filled).then(
            () => ({ refused: false }),
            () => ({ refused: true }),
          );
          outcomes.set(id, outcome);
        }
      if (step.type !== "expect") continue;
      for (const part of eventsAndAnswers(step))
        if ("lanes" in part) await reader.expect(part.lanes);
        else expect([part.id, await outcomes.get(part.id)]).toEqual([part.id, { refused: part.refused }]);
    }
    await door?.end();
    events.end();
    await reader.expectEnd(0);
  } finally {
    await door?.end().catch(() => {});
    await stage.close();
  }
}

/** Gives the only prompt to a one-shot process. */
export async function playOnce(transcript: Transcript): Promise<void> {
  const { args, steps } = transcript;
  const stage = new Stage({ command: [], door: "rpc", over: "stdio", args });
  try {
    for (const step of steps) if (step.type === "file") stage.write(step.path, step.text);
    const words = args.map((word) => stage.particular(word, (place) => place));
    const mode = args.includes("--permission-mode") ? [] : ["--permission-mode", modeOf(args)];
    const text = promptsIn(transcript) ?? "";
    const { stdout } = await runLetscode(["-p", "--output", "json", ...words, ...mode, text], "", {
      cwd: stage.workspace,
      env: stage.env as Record<string, string>,
    });
    const events = new EventList((line) => stage.general(line));
    for (const line of stdout.split("\n")) if (line !== "") events.add(JSON.parse(line));
    events.end();
    const reader = new Reader(events, createBindings());
    for (const step of steps)
      if (step.type === "expect")
        for (const part of eventsAndAnswers(step)) if ("lanes" in part) await reader.expect(part.lanes);
    await reader.expectEnd(0);
  } finally {
    await stage.close();
  }
}

/** Whether nothing is in it but runs, by commands that every door has, and their events. */
function isShared({ steps }: Transcript): boolean {
  const sends = steps.filter((step) => step.type === "send");
  const shared = sends.every(({ parts }) =>
    parts.every((part) => {
      if (part.kind !== "message") return false;
      const command = parsed(part.text);
      return isObject(command) && SHARED.includes(String(command.cmd));
    }),
  );
  const last = steps.findLast(
    (step) => step.type === "expect" && eventsAndAnswers(step).some((part) => "lanes" in part),
  );
  const closed = steps.findIndex(({ type }) => type === "end of input");
  const errors = steps.some((step) => step.type === "stderr");
  return shared && !errors && last !== undefined && (closed < 0 || steps.indexOf(last) < closed);
}

/** The text of the prompt of a transcript that has one, without images, and no other command. */
function promptsIn({ steps }: Transcript): string | undefined {
  const commands = steps.flatMap((step) => (step.type === "send" ? commandsIn(step) : []));
  const [, command] = commands[0] ?? [];
  const isOne = commands.length === 1 && command?.cmd === "prompt" && command.images === undefined;
  return isOne ? command.text : undefined;
}

function commandsIn(step: Extract<Step, { type: "send" }>): [id: string, SharedCommand][] {
  return step.parts.flatMap((part) => {
    const { id = null, ...command } = part.kind === "message" ? JSON.parse(part.text) : {};
    return [[JSON.stringify(id), command]];
  });
}

/** What of an expectation is about events, and in between which commands are done, or refused. */
function eventsAndAnswers({
  form,
  lanes,
}: Extract<Step, { type: "expect" }>): ({ lanes: Expected[][] } | { id: string; refused: boolean })[] {
  if (form !== "in order") return [{ lanes }];
  const found: ReturnType<typeof eventsAndAnswers> = [];
  for (const line of lanes.flat()) {
    const { type = "", id } = isObject(line.pattern) ? line.pattern : {};
    const refused = type === "error" && id !== undefined;
    const last = found.at(-1);
    if (type === "done" || refused) found.push({ id: JSON.stringify(id), refused });
    else if (CONTROL.includes(String(type))) continue;
    else if (last && "lanes" in last) last.lanes[0]?.push(line);
    else found.push({ lanes: [[line]] });
  }
  return found;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
