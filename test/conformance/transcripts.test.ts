import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { withoutProofs } from "../../conformance/engine/checks.mjs";
import { isObject } from "../../conformance/engine/match.mjs";
import { pipesOf, play } from "../../conformance/engine/play.mjs";
import { foldStream } from "../../src/agent/fold.ts";
import type { AssistantMessage, Json } from "../../src/wire/messages.ts";
import type { RpcOutput } from "../../src/wire/rpc.ts";
import { LETSCODE } from "../process/letscode.ts";
import { record } from "./record.ts";
import { allTranscripts, folder } from "./transcript-files.ts";

const update = process.env.LETSCODE_UPDATE === "1";
const command = [process.execPath, LETSCODE];

const schema = JSON.parse(
  readFileSync(new URL("../../schema/letscode-rpc-1.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strictTypes: false, schemas: [schema] });
const output = ajv.getSchema(`${schema.$id}#/definitions/RpcOutput`);

if (update)
  test.each(allTranscripts())("what does not hold is written anew: $name", async ({ name, transcript }) => {
    const [over = "stdio"] = pipesOf(transcript);
    const holds = await play(transcript, { command, over }).then(
      () => true,
      () => false,
    );
    const file = new URL(name, folder);
    if (!holds) writeFileSync(file, await record(readFileSync(file, "utf8"), transcript));
  });

describe.concurrent("a transcript holds against the built command:", () => {
  test.each(allTranscripts())("$name", async ({ transcript }) => {
    expect(["exit", "closed"]).toContain(transcript.steps.at(-1)?.type);
    const [over = "stdio"] = pipesOf(transcript);
    const talks = await play(transcript, { command, over });
    const messages = talks.flatMap((talk) => talk.messages);
    const lines = transcript.door === "rpc" ? messages : messages.flatMap(eventIn);
    expect(lines.filter((line) => !output?.(line))).toEqual([]);
    if (transcript.door === "rpc") expect(folded(lines)).toEqual(assistantEnds(lines));
  });
});

/** The event that a frame brings. */
function eventIn(message: Json): Json[] {
  const { params } = isObject(message) ? message : {};
  return isObject(params) && params.event !== undefined ? [params.event] : [];
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
  return { id, content: withoutProofs(content) };
}
