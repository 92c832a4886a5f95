/** Conversations that outgrow their model, as reported of others, tried through the built command. */
import { describe, expect, it } from "vitest";
import { answer, calls, content, DONE, finish, toolCalls, usage } from "../loopback/chunks.ts";
import {
  errorReply,
  HANG,
  jsonReply,
  RESET,
  type RecordedRequest,
  type Reply,
} from "../loopback/provider-server.ts";
import type { Line } from "../process/letscode.ts";
import { messages, ofType, textOf } from "../process/model-host.ts";
import { inRoom, promptDone, type Room } from "./room.ts";

const long = (letter: string, tokens = 1000) => letter.repeat(4 * tokens);
const isSummary = ({ text }: RecordedRequest) => text.includes("You write hand-over notes");
const overflow = () =>
  errorReply(
    400,
    "This model's maximum context length is 8192 tokens. However, your prompt contains at least 8193 input tokens.",
  );

/** A model whose window letscode knows: 4,000 tokens. */
async function knownWindow({ file, start }: Room, flags: string[] = []) {
  await file(
    "../home/.config/letscode/config.json",
    JSON.stringify({ models: [{ id: "m", provider: "openai-compatible", context_window: 4000 }] }),
  );
  return start(["--retry-base-delay", "0.01", ...flags]);
}

/** An answer after which the context has as many tokens. */
const until = (tokens: number, text = long("x", 500)): Reply => [
  content(text),
  finish(),
  usage({ prompt_tokens: tokens - 10, completion_tokens: 10 }),
  DONE,
];

/** What was asked, in order: `turn` or `summary`, the same one after the other once. */
function asked(requests: readonly RecordedRequest[]): string[] {
  const kinds = requests.map((request) => (isSummary(request) ? "summary" : "turn"));
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}

const callsIn = (transcript: readonly Line[]): string[] =>
  transcript.flatMap(({ role, content: blocks }) =>
    role === "assistant" ? blocks.flatMap((block: Line) => block.tool_call_id ?? []) : [],
  );
const resultsIn = (transcript: readonly Line[]): string[] =>
  transcript.flatMap(({ role, tool_call_id }) => (role === "tool_result" ? [tool_call_id] : []));

const roles = (request: RecordedRequest | undefined) =>
  request?.json.messages.map(({ role }: { role: string }) => role).join(" ");

describe("a summary", () => {
  it(
    "is cut between answers only: of calls and results both go or both stay, wherever the cut would fall [F01]",
    inRoom(async (room) => {
      await room.file("f", `${long("f", 60)}\n`);
      const host = await knownWindow(room);
      let round = 0;
      room.respond((request) => {
        if (isSummary(request)) return answer("The notes.");
        const last = request.json.messages.at(-1);
        if (last.role === "tool") return answer(`Read. ${long("r", 40 * round)}`);
        const call = (nth: number) => ({
          id: `c${round}_${nth}`,
          name: "read",
          arguments: { path: "f", limit: nth },
        });
        return calls(...Array.from({ length: 1 + (round % 3) }, (_, nth) => call(nth + 1)));
      });
      for (round = 1; round <= 12; round++) {
        await promptDone(host, `p${round}`, `${round} ${long("p", 30 * round)}`);
        if (round % 2 === 1) continue;
        host.send({ cmd: "compact", id: `c${round}` });
        const done = await host.waitFor((line) => line.type === "done" && line.id === `c${round}`);
        expect(done.compaction).toMatchObject({ message_id: expect.any(String) });
      }
      const transcript: Line[] = ofType(host.lines, "message_end").map(({ message }) => message);
      const made = transcript.filter(({ kind }) => kind === "compaction");
      expect(made).toHaveLength(6);
      for (const { data } of made) {
        const cut = transcript.findIndex(({ id }) => id === data.first_kept_id);
        expect(transcript[cut]?.role).toMatch(/^(user|assistant)$/);
        const [older, kept] = [transcript.slice(0, cut), transcript.slice(cut)];
        expect([callsIn(older), callsIn(kept)]).toEqual([resultsIn(older), resultsIn(kept)]);
      }
    }),
  );

  it(
    "waits for the results of calls that cross the limit, and both reach the model [F03]",
    inRoom(async (room) => {
      await room.file("a", "seen a");
      await room.file("b", "seen b");
      room.server.reply(
        until(2000),
        [
          content(long("t", 1200)),
          toolCalls({ index: 0, id: "c1", name: "read", arguments: '{"path":"a"}' }),
          toolCalls({ index: 1, id: "c2", name: "read", arguments: '{"path":"b"}' }),
          finish("tool_calls"),
          usage({ prompt_tokens: 2300, completion_tokens: 1300 }),
          DONE,
        ],
        answer("The notes."),
        answer("Both."),
      );
      const host = await knownWindow(room);
      await promptDone(host, "p1", long("p", 300));
      const run = await promptDone(host, "p2", "go");
      expect(asked(room.server.requests)).toEqual(["turn", "summary", "turn"]);
      expect(messages(run, "custom")).toHaveLength(1);
      expect(textOf(messages(run, "assistant").at(-1))).toBe("Both.");
      const sent = room.server.requests.at(-1)?.json.messages;
      expect(sent.slice(-2).map((message: { content: string }) => message.content)).toEqual([
        "seen a",
        "seen b",
      ]);
      const order = run.map((line) => (line.message ? `${line.type} ${line.message.role}` : line.type));
      expect(order.indexOf("message_end custom")).toBeGreaterThan(
        order.lastIndexOf("message_end tool_result"),
      );
    }),
  );
});

describe("a context that is refused as too long", () => {
  it(
    "whatever is sent, is sent once more, shorter; then the run ends, and the next one works [F04]",
    inRoom(async (room) => {
      const { server, start } = room;
      server.reply(answer(long("x")), answer(long("y")));
      const host = start();
      await promptDone(host, "p1", "one");
      await promptDone(host, "p2", "two");
      room.respond((request) => (isSummary(request) ? answer("The notes.") : overflow()));
      const run = await promptDone(host, "p3", "three");
      expect(asked(server.requests.slice(2))).toEqual(["turn", "summary", "turn"]);
      expect(server.requests.filter((request) => !isSummary(request))).toHaveLength(4);
      expect(ofType(run, "error")).toHaveLength(1);
      expect(ofType(run, "agent_end")).toEqual([
        expect.objectContaining({
          stop_reason: "error",
          error: expect.stringContaining("maximum context length"),
        }),
      ]);
      room.respond(overflow);
      const all = server.requests.length;
      await promptDone(host, "p4", "four");
      expect(server.requests.length - all).toBeLessThanOrEqual(6);
    }),
  );

  it(
    "because of the prompt alone ends the run at once [F04]",
    inRoom(async (room) => {
      room.respond(overflow);
      const run = await promptDone(room.start(), "p", long("p", 9000));
      expect(room.server.requests).toHaveLength(1);
      expect(ofType(run, "error")).toHaveLength(1);
      expect(ofType(run, "agent_end")).toEqual([expect.objectContaining({ stop_reason: "error" })]);
    }),
  );

  it.each<[string, Reply]>([
    ["OpenAI", jsonReply(400, { error: { message: "Too long.", code: "context_length_exceeded" } })],
    ["vLLM", overflow()],
    [
      "llama.cpp",
      errorReply(
        400,
        "request (8193 tokens) exceeds the available context size (8192 tokens), try increasing it",
      ),
    ],
    ["a proxy", errorReply(413, "Payload Too Large")],
  ])(
    "in the words of %s is summarised once and sent once more; the same is never sent twice [C19]",
    (_of, refusal) =>
      inRoom(async ({ server, start }) => {
        server.reply(
          answer("First."),
          answer(long("y", 500)),
          refusal,
          answer("The notes."),
          answer("Done."),
        );
        const host = start();
        await promptDone(host, "p1", long("p", 200));
        await promptDone(host, "p2", "two");
        const run = await promptDone(host, "p3", "three");
        expect(server.requests.map(isSummary)).toEqual([false, false, false, true, false]);
        expect(server.requests[4]?.text.length).toBeLessThan(server.requests[2]?.text.length ?? 0);
        expect(textOf(messages(run, "assistant").at(-1))).toBe("Done.");
        expect([ofType(run, "retry"), ofType(run, "error")]).toEqual([[], []]);
        expect(messages(run, "custom")[0]?.data).toMatchObject({
          summary: "The notes.",
          trigger: "overflow",
        });
      })(),
  );
});

describe("a summary that fails", () => {
  it.each<[string, Reply[], number]>([
    ["with 500 three times", Array(3).fill(errorReply(500, "down")), 2],
    ["with a reset connection", Array(3).fill([RESET]), 2],
    ["because it is too long itself", Array(4).fill(overflow()), 0],
  ])(
    "%s leaves all as it was: told, with its retries, and the whole conversation is sent [F06]",
    (_how, replies, retries) =>
      inRoom(async (room) => {
        const { server } = room;
        server.reply(until(2000), until(3500), ...replies, answer("On."));
        const host = await knownWindow(room);
        await promptDone(host, "p1", "one");
        await promptDone(host, "p2", "two");
        const run = await promptDone(host, "p3", "three");
        expect(ofType(run, "retry")).toHaveLength(retries);
        expect(ofType(run, "error")).toEqual([
          expect.objectContaining({
            code: "compaction",
            recoverable: true,
            error: expect.stringContaining("could not be summarised"),
          }),
        ]);
        expect(messages(run, "custom")).toEqual([]);
        expect(roles(server.requests.at(-1))).toBe("system user assistant user assistant user");
        expect(textOf(messages(run, "assistant").at(-1))).toBe("On.");
      })(),
  );

  it(
    "because it is aborted leaves all as it was, and is no error [F06]",
    inRoom(async (room) => {
      const { server } = room;
      server.reply(until(2000), until(2500), [content("Half the no"), HANG], answer("On."));
      const host = await knownWindow(room);
      await promptDone(host, "p1", "one");
      await promptDone(host, "p2", "two");
      host.send({ cmd: "compact", id: "c" });
      const { closed } = await server.received(3);
      host.send({ cmd: "abort", id: "a" });
      expect(await host.waitFor((line) => line.type === "done" && line.id === "c")).toEqual({
        ...{ type: "done", id: "c", compaction: null },
      });
      await closed;
      const run = await promptDone(host, "p3", "three");
      expect(messages(run, "custom")).toEqual([]);
      expect(roles(server.requests.at(-1))).toBe("system user assistant user assistant user");
    }),
  );
});
