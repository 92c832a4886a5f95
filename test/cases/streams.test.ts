/** What providers stream, as reported of others: what it did to whole conversations, tried through the built command. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  answer,
  calls,
  content,
  DONE,
  delta,
  finish,
  reasoning,
  toolCalls,
  usage,
} from "../loopback/chunks.ts";
import { errorReply, type Reply } from "../loopback/provider-server.ts";
import { messages, ofType, textOf } from "../process/model-host.ts";
import { inRoom, promptDone } from "./room.ts";

const called = (...pieces: Parameters<typeof toolCalls>): Reply => [
  toolCalls(...pieces),
  finish("tool_calls"),
  usage(),
  DONE,
];

describe("a call", () => {
  it.each([[""], [undefined], ["  "]])("without arguments is run, and goes back with {}: %j [C04]", (text) =>
    inRoom(async ({ server, start, file }) => {
      await file("only", "");
      const args = text === undefined ? {} : { arguments: text };
      server.reply(called({ index: 0, id: "c", name: "ls", ...args }), answer("ok"));
      const run = await promptDone(start(), "p", "go");
      expect(messages(run, "tool_result").map(textOf)).toEqual(["only"]);
      expect(server.requests[1]?.json.messages.at(-2).tool_calls[0].function.arguments).toBe("{}");
    })(),
  );

  it(
    "has an id of its own and its own result, whatever ids the provider gives [C29]",
    inRoom(async ({ server, start, path }) => {
      const long = `${"x".repeat(90)}|call:1/2`;
      const append = (index: number, id: string | null | undefined) => ({
        index,
        ...(id === undefined ? {} : { id }),
        name: "bash",
        arguments: JSON.stringify({ command: `echo ${index} >> ran; wc -l < ran` }),
      });
      const given = [
        ["", ""],
        ["x", "x"],
        ["x", null],
        [long, long],
        [undefined, "x"],
      ] as const;
      server.reply(...given.map(([a, b]) => called(append(0, a), append(1, b))), answer("ok"));
      const run = await promptDone(start(), "p", "go");
      const results = messages(run, "tool_result");
      expect(results.map(textOf)).toEqual(Array.from({ length: 10 }, (_, at) => String(at + 1)));
      expect((await readFile(path("ran"), "utf8")).split("\n").length - 1).toBe(10);
      const ids = results.map(({ tool_call_id }) => tool_call_id);
      expect(new Set(ids).size).toBe(10);
      expect(ids[6]).toBe(long);
      const sent = server.requests.at(-1)?.json.messages.slice(2);
      const pairs = sent.flatMap((message: { tool_calls?: { id: string }[] }, at: number) =>
        (message.tool_calls ?? []).map(({ id }, nth) => [id, sent[at + 1 + nth].tool_call_id]),
      );
      expect(pairs).toEqual(ids.map((id) => [id, id]));
    }),
  );

  it(
    "whose arguments are of the wrong shape is understood, or refused in one sentence that names the field [C37]",
    inRoom(async ({ server, start, file, path }) => {
      await file("f", "a\n1\n2\n");
      const texts: [string, string][] = [
        ["edit", JSON.stringify({ path: "f", edits: '[{"oldText":"a","newText":"b"}]' })],
        ["read", JSON.stringify(JSON.stringify({ path: "f", limit: "1" }))],
        ["read", "null"],
        ["read", "[]"],
        ["edit", JSON.stringify({ path: "f", edits: '[{"new_text":"b"}]' })],
        ["edit", JSON.stringify({ path: "f", edits: '[{"old_text":"1\n2","new_text":"3\n4"}]' })],
        ["read", JSON.stringify({ path: "f", depth: 3 })],
      ];
      server.reply(
        ...texts.map(([name, text], at) => called({ index: 0, id: `c${at}`, name, arguments: text })),
        answer("ok"),
      );
      const run = await promptDone(start(), "p", "go");
      const results = messages(run, "tool_result").map((result) => [result.is_error, textOf(result)]);
      expect(results).toEqual([
        [false, expect.stringContaining("Edited f")],
        [false, expect.stringMatching(/^b\n\n\[/)],
        [true, expect.stringMatching(/^Invalid arguments for read: path is missing, expected string/)],
        [true, expect.stringMatching(/^Invalid arguments for read: path is missing, expected string/)],
        [
          true,
          expect.stringMatching(
            /^Invalid arguments for edit: edits\[0\]\.old_text is missing, expected string/,
          ),
        ],
        [false, expect.stringContaining("Edited f")],
        [false, "b\n3\n4\n"],
      ]);
      expect(await readFile(path("f"), "utf8")).toBe("b\n3\n4\n");
    }),
  );
});

describe("an answer", () => {
  it(
    "of thinking alone, or of nothing, ends its run and leaves nothing blank in the next request [C22]",
    inRoom(async ({ server, start }) => {
      server.reply(
        [reasoning("hm"), finish(), usage(), DONE],
        [content(null), finish(), DONE],
        calls({ id: "c", name: "bash", arguments: { command: "true" } }),
        answer("ok"),
      );
      const host = start();
      for (const id of ["p1", "p2", "p3"]) {
        const run = await promptDone(host, id, id);
        expect(ofType(run, "agent_end")).toMatchObject([{ error: null, stop_reason: "end_turn" }]);
      }
      expect(messages(host.lines, "tool_result").map(textOf)).toEqual(["(no output)"]);
      const sent = server.requests.at(-1)?.json.messages.slice(1);
      expect(sent.map(({ role, content: text }: Record<string, unknown>) => [role, text])).toEqual([
        ["user", "p1"],
        ["user", "p2"],
        ["user", "p3"],
        ["assistant", null],
        ["tool", "(no output)"],
      ]);
    }),
  );

  it.each<[string, Reply, string]>([
    ["content_filter without content", [finish("content_filter"), DONE], "content filter"],
    ["a refusal", [delta({ refusal: "I will not." }), finish(), DONE], "I will not."],
  ])(
    "that is refused is told, asked for once, and does not stop the next prompt: %s [C31]",
    (_what, reply, said) =>
      inRoom(async ({ server, start }) => {
        server.reply(reply);
        const run = await promptDone(start(), "p", "go");
        expect(textOf(messages(run, "assistant")[0])).toContain(said);
        expect(ofType(run, "agent_end")).toMatchObject([{ error: null }]);
        expect(server.requests).toHaveLength(1);
      })(),
  );
});

describe("a rate limit", () => {
  it(
    "is waited for as long as Retry-After says, and the event says so too [C17]",
    inRoom(async ({ server, start }) => {
      const times: number[] = [];
      const limited = () => {
        times.push(Date.now());
        return errorReply(429, "slow down", { "retry-after": "0.4" });
      };
      server.reply(limited, limited, () => {
        times.push(Date.now());
        return answer("ok");
      });
      const run = await promptDone(start(["--retry-base-delay", "0.01"]), "p", "go");
      expect(ofType(run, "retry").map(({ delay_seconds }) => delay_seconds)).toEqual([0.4, 0.4]);
      const [first = 0, second = 0, third = 0] = times;
      expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(400);
    }),
  );
});
