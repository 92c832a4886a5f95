import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { foldStream } from "../../src/agent/fold.ts";
import type { AssistantMessage, Json } from "../../src/wire/messages.ts";
import type { RpcOutput } from "../../src/wire/rpc.ts";
import { record } from "./record.ts";
import { replay } from "./replay.ts";
import { parseTranscript, type Step } from "./transcript.ts";

const folder = new URL("../../conformance/transcripts/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const update = process.env.LETSCODE_UPDATE === "1";

const schema = JSON.parse(
  readFileSync(new URL("../../schema/letscode-rpc-1.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strictTypes: false, schemas: [schema] });
const output = ajv.getSchema(`${schema.$id}#/definitions/RpcOutput`);

describe.concurrent("a transcript holds against the built command:", () => {
  test.each(names)("%s", async (name) => {
    const file = new URL(name, folder);
    if (update && !(await holds(file))) writeFileSync(file, await updated(readFileSync(file, "utf8")));
    const transcript = parseTranscript(readFileSync(file, "utf8"));
    expect(transcript.steps.at(-1)).toMatchObject({ type: "exit" });
    const lines = await replay(transcript);
    expect(lines.filter((line) => !output?.(line))).toEqual([]);
    expect(unanswered(transcript.steps, lines)).toEqual([]);
    const finals = assistantEnds(lines);
    expect(folded(lines)).toEqual(finals);
  });
});

async function holds(file: URL): Promise<boolean> {
  return replay(parseTranscript(readFileSync(file, "utf8"))).then(
    () => true,
    () => false,
  );
}

async function updated(text: string): Promise<string> {
  return record(text, parseTranscript(text));
}

/** What the deltas of every answer amount to, without what only its end tells. */
function folded(lines: readonly Json[]): object[] {
  const partial = new Map<string, AssistantMessage>();
  for (const line of lines as unknown as RpcOutput[]) {
    if (line.type === "message_start" && line.message.role === "assistant")
      partial.set(line.message.id, line.message);
    if (line.type !== "message_update") continue;
    const before = partial.get(line.message.id);
    if (before) partial.set(line.message.id, foldStream(before, line.stream_event));
  }
  return [...partial.values()].map(contentOf);
}

function assistantEnds(lines: readonly Json[]): object[] {
  return (lines as unknown as RpcOutput[]).flatMap((line) =>
    line.type === "message_end" && line.message.role === "assistant" ? [contentOf(line.message)] : [],
  );
}

function contentOf({ id, content }: AssistantMessage): object {
  return { id, content };
}

/** The ids of the commands that got neither an ack and a done nor one error, unless the process was ended. */
function unanswered(steps: readonly Step[], lines: readonly Json[]): Json[] {
  if (lines.some((line) => (line as { fatal?: boolean }).fatal)) return [];
  return steps.flatMap((step) => {
    const id = step.type === "send" ? idIn(Buffer.from(step.bytes).toString("utf8")) : undefined;
    if (id === undefined) return [];
    const answers = (lines as { type: string; id?: Json }[]).filter(
      (line) => JSON.stringify(line.id) === JSON.stringify(id),
    );
    const types = answers.map(({ type }) => type).join(" ");
    return types === "ack done" || types === "error" ? [] : [id];
  });
}

function idIn(line: string): Json | undefined {
  try {
    return JSON.parse(line)?.id;
  } catch {
    return undefined;
  }
}
