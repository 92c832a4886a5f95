import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { pipesOf, play } from "../../conformance/engine/play.mjs";
import { parseTranscript } from "../../conformance/engine/transcript.mjs";
import { foldStream } from "../../src/agent/fold.ts";
import type { AssistantMessage, Json } from "../../src/wire/messages.ts";
import type { RpcOutput } from "../../src/wire/rpc.ts";
import { LETSCODE } from "../process/letscode.ts";
import { record } from "./record.ts";

const folder = new URL("../../conformance/transcripts/", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".txt"),
);
const update = process.env.LETSCODE_UPDATE === "1";
const command = [process.execPath, LETSCODE];

const schema = JSON.parse(
  readFileSync(new URL("../../schema/letscode-rpc-1.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strictTypes: false, schemas: [schema] });
const output = ajv.getSchema(`${schema.$id}#/definitions/RpcOutput`);

const plays = names.flatMap((name) => pipesOf(parseTranscript(read(name))).map((over) => ({ name, over })));

if (update)
  test.each(names)("what does not hold is written anew: %s", async (name) => {
    const text = read(name);
    const transcript = parseTranscript(text);
    const [over = "stdio"] = pipesOf(transcript);
    const holds = await play(transcript, { command, over }).then(
      () => true,
      () => false,
    );
    if (!holds) writeFileSync(new URL(name, folder), await record(text, transcript));
  });

describe.concurrent("a transcript holds against the built command:", () => {
  test.each(plays)("$name over $over", async ({ name, over }) => {
    const transcript = parseTranscript(read(name));
    expect(["exit", "closed"]).toContain(transcript.steps.at(-1)?.type);
    const talks = await play(transcript, { command, over });
    if (transcript.door !== "rpc") return;
    const lines = talks.flatMap(({ messages }) => messages);
    expect(lines.filter((line) => !output?.(line))).toEqual([]);
    expect(folded(lines)).toEqual(assistantEnds(lines));
  });
});

function read(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
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
