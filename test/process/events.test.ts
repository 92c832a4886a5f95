import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldStream } from "../../src/agent/fold.ts";
import { zeroUsage } from "../../src/usage.ts";
import type { AssistantMessage } from "../../src/wire/messages.ts";
import type { MessageStreamEvent } from "../../src/wire/stream.ts";
import { answer, calls, content, DONE, finish, reasoning, toolCalls, usage } from "../loopback/chunks.ts";
import { CLOSE, HANG, type Reply } from "../loopback/provider-server.ts";
import { pairViolations } from "../rpc/interleavings.ts";
import { type Line, newFolder } from "./letscode.ts";
import { messages, modelHost, ofType, outline, textOf } from "./model-host.ts";

const model = modelHost();

/** Folds the deltas of every answer as a host would. */
function folded(lines: readonly Line[]): AssistantMessage["content"][] {
  const partials = new Map<string, AssistantMessage>();
  for (const line of lines) {
    if (line.type === "message_start" && line.message.role === "assistant")
      partials.set(line.message.id, line.message);
    const partial = line.type === "message_update" && partials.get(line.message.id);
    if (partial) partials.set(partial.id, foldStream(partial, line.stream_event as MessageStreamEvent));
  }
  return [...partials.values()].map((message) => message.content);
}

describe("the events of a run", () => {
  it("come in the documented order, with whole values [E1 E2 E6]", async () => {
    const cwd = newFolder();
    const { lines } = await model.run(
      [
        [
          content("Look"),
          toolCalls({ index: 0, id: "c1", name: "ls", arguments: '{"path"' }),
          toolCalls({ index: 0, arguments: ':"."}' }),
          finish("tool_calls"),
          usage(),
          DONE,
        ],
        answer("Nothing there."),
      ],
      [],
      { cwd },
    );
    const [prompt] = messages(lines, "user");
    const [called, said] = messages(lines, "assistant");
    const [result] = messages(lines, "tool_result");
    expect(lines.slice(2)).toEqual([
      { type: "agent_start", messages: [prompt] },
      { type: "turn_start", turn: 1 },
      { type: "message_start", message: prompt },
      { type: "message_end", message: prompt },
      { type: "message_start", message: { ...called, content: [], stop_reason: null, usage: zeroUsage() } },
      ...updates(called.id, [
        { type: "text_delta", delta: "Look", index: 0 },
        { type: "tool_call_start", tool_call_id: "c1", name: "ls", index: 1 },
        { type: "tool_call_args_delta", tool_call_id: "c1", delta: '{"path"' },
        { type: "tool_call_args_delta", tool_call_id: "c1", delta: ':"."}' },
        { type: "tool_call_end", tool_call_id: "c1", arguments: { path: "." } },
        { type: "usage", ...called.usage },
        { type: "stop", stop_reason: "tool_use" },
      ]),
      { type: "message_end", message: called },
      { type: "tool_execution_start", tool_call_id: "c1", tool_name: "ls", arguments: { path: "." } },
      { type: "tool_execution_end", tool_call_id: "c1", tool_name: "ls", result },
      { type: "message_start", message: result },
      { type: "message_end", message: result },
      { type: "turn_end", turn: 1, message: called, tool_results: [result] },
      { type: "turn_start", turn: 2 },
      { type: "message_start", message: { ...said, content: [], stop_reason: null, usage: zeroUsage() } },
      ...updates(said.id, [
        { type: "text_delta", delta: "Nothing there.", index: 0 },
        { type: "usage", ...said.usage },
        { type: "stop", stop_reason: "end_turn" },
      ]),
      { type: "message_end", message: said },
      { type: "turn_end", turn: 2, message: said, tool_results: [] },
      { type: "agent_end", messages: [prompt, called, result, said], error: null, stop_reason: "end_turn" },
      { type: "done", id: "p" },
      { type: "bye" },
    ]);
    expect(called).toMatchObject({ provider: "openai-compatible", model: "m", stop_reason: "tool_use" });
    expect(called.usage).toMatchObject({ input_tokens: 10, output_tokens: 5, cost_usd: null });
    const ids = [prompt, called, result, said].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(12);
  });

  it.each<[string, Reply[]]>([
    ["a failure before any event", [{ status: 401, body: ["{}"] }]],
    ["a failure in mid-answer", [[content("par"), CLOSE]]],
    ["a cut call", [[toolCalls({ index: 0, id: "c", name: "ls", arguments: "{" }), CLOSE]]],
    ["an empty answer", [[finish(), DONE]]],
    [
      "calls that fail",
      [
        calls({ id: "a", name: "nope", arguments: {} }, { id: "b", name: "read", arguments: {} }),
        answer("ok"),
      ],
    ],
  ])("are paired after %s [E1 E2]", async (_what, replies) => {
    const { lines } = await model.run(replies, ["--max-retries", "0"]);
    expect(pairViolations(lines)).toEqual([]);
    expect(ofType(lines, "agent_end")).toHaveLength(1);
    expect(messages(lines, "assistant").length).toBeGreaterThan(0);
  });

  it("leave an empty answer of a run that failed before it began, and no model ever sees it [E1]", async () => {
    model.server().reply({ status: 400, body: ['{"error":{"message":"no"}}'] }, answer("ok"));
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "one" });
    await host.waitFor((line) => line.type === "done");
    host.send({ cmd: "prompt", id: "q", text: "two" });
    host.end();
    await host.exited;
    expect(messages(host.lines, "assistant")[0]).toMatchObject({
      content: [],
      stop_reason: "error",
      usage: zeroUsage(),
    });
    expect(ofType(host.lines, "agent_end")[0]?.messages).toEqual([
      messages(host.lines, "user")[0],
      messages(host.lines, "assistant")[0],
    ]);
    const roles = model.server().requests[1]?.json.messages.map(({ role }: { role: string }) => role);
    expect(roles).toEqual(["system", "user", "user"]);
  });

  it("leave an empty answer of a run that was aborted before it began [E1 L8]", async () => {
    model.server().reply([HANG]);
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await model.server().received(1);
    host.send({ cmd: "abort", id: "a" });
    host.end();
    await host.exited;
    const [prompt] = messages(host.lines, "user");
    const [answered] = messages(host.lines, "assistant");
    expect(answered).toMatchObject({ content: [], stop_reason: "aborted", usage: zeroUsage() });
    expect(host.lines.slice(6)).toEqual([
      { type: "ack", id: "a" },
      { type: "done", id: "a", queued: { steer: 0, follow_up: 0 } },
      { type: "message_start", message: { ...answered, stop_reason: null } },
      { type: "message_end", message: answered },
      { type: "turn_end", turn: 1, message: answered, tool_results: [] },
      { type: "agent_end", messages: [prompt, answered], error: null, stop_reason: "aborted" },
      { type: "done", id: "p" },
      { type: "bye" },
    ]);
  });

  it("fold to what message_end says: text, thinking and arguments [E4]", async () => {
    const { lines } = await model.run(
      [
        [
          reasoning("let me "),
          reasoning("think"),
          content("I will "),
          content("look. 🙂"),
          toolCalls(
            { index: 0, id: "a", name: "ls", arguments: "" },
            { index: 1, id: "b", name: "find", arguments: '{"patt' },
          ),
          toolCalls({ index: 1, arguments: 'ern":"*"}' }),
          finish("tool_calls"),
          DONE,
        ],
        answer("done"),
      ],
      ["--thinking"],
    );
    const ends = messages(lines, "assistant").map((message) => message.content);
    expect(folded(lines)).toEqual(ends);
    expect(ends[0]).toEqual([
      {
        type: "thinking",
        thinking: "let me think",
        ...(ends[0][0].provider_data ? { provider_data: ends[0][0].provider_data } : {}),
      },
      { type: "text", text: "I will look. 🙂" },
      { type: "tool_call", tool_call_id: "a", name: "ls", arguments: {} },
      { type: "tool_call", tool_call_id: "b", name: "find", arguments: { pattern: "*" } },
    ]);
  });

  it("never repeat content per delta, unless the host asked for the whole partial [X1 E4]", async () => {
    const script = (): Reply => answer("one ", "two ", "three");
    const brief = await model.run([script()]);
    const refs = ofType(brief.lines, "message_update").map((line) => Object.keys(line.message));
    expect(new Set(refs.flat())).toEqual(new Set(["id", "role"]));
    const full = await model.run([script()], ["--message-updates", "full"]);
    const partials = ofType(full.lines, "message_update")
      .filter((line) => line.stream_event.type === "text_delta")
      .map((line) => textOf(line.message));
    expect(partials).toEqual(["one ", "one two ", "one two three"]);
    const [end] = messages(full.lines, "assistant");
    expect(ofType(full.lines, "message_update").at(-1)?.message).toEqual({
      ...end,
      stop_reason: null,
      usage: zeroUsage(),
    });
  });

  it.each([
    ["full", [], ["one ", "one two ", "one two three"]],
    ["reference", ["--message-updates", "full"], ["", "", ""]],
  ])("carry what the host's hello asks for: %s [X1]", async (updates, flags, partials) => {
    model.server().reply(answer("one ", "two ", "three"));
    const host = model.start(flags);
    host.send(
      { cmd: "hello", id: "h", protocol: "letscode-rpc/1", message_updates: updates },
      { cmd: "prompt", id: "p", text: "go" },
    );
    host.end();
    await host.exited;
    const said = ofType(host.lines, "message_update").filter(
      (line) => line.stream_event.type === "text_delta",
    );
    expect(said.map((line) => textOf(line.message))).toEqual(partials);
  });

  it("pair a call that is denied, and run nothing of it [E7]", async () => {
    const cwd = newFolder();
    const call = { id: "c1", name: "write", arguments: { path: "a.txt", content: "x" } };
    const flags = ["--permission-mode", "read-only"];
    const { lines } = await model.run([calls(call), answer("ok")], flags, { cwd });
    const [result] = messages(lines, "tool_result");
    const ids = { tool_call_id: "c1", tool_name: "write" };
    expect(lines.filter(({ type }) => type.startsWith("tool_execution"))).toEqual([
      { type: "tool_execution_start", ...ids, arguments: call.arguments },
      { type: "tool_execution_end", ...ids, result },
    ]);
    expect(result).toMatchObject({ ...ids, is_error: true });
    expect(textOf(result)).toBe("Denied: write changes files, and --permission-mode is read-only");
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
  });

  it("go on when the file that records them is full: said once, and no error of the run [E5]", async () => {
    const record = join(newFolder(), "run.ndjson");
    const host = await model.run([answer("ok")], ["--record", record, "--no-session"], { fileBlocks: 0 });
    expect(host.stderr()).toBe(
      `letscode: a subscriber failed on agent_start and was skipped: the recording ${record} ends here: EFBIG: file too large, write\n`,
    );
    expect(ofType(host.lines, "error")).toEqual([]);
    expect(host.lines.slice(-3)).toMatchObject([
      { type: "agent_end", error: null, stop_reason: "end_turn" },
      { type: "done", id: "p" },
      { type: "bye" },
    ]);
  });

  it("pair every call that is taken up and give the rest only a result, in the order of the calls [E7]", async () => {
    const cwd = newFolder();
    model
      .server()
      .reply(
        calls(
          { id: "slow", name: "bash", arguments: { command: "sleep 63" } },
          { id: "never", name: "bash", arguments: { command: "touch made" } },
        ),
      );
    const host = model.start([], { cwd });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor("tool_execution_start");
    host.send({ cmd: "abort" });
    host.end();
    await host.exited;
    expect(outline(host.lines).filter((word) => word.startsWith("tool_exec"))).toEqual([
      "tool_execution_start:slow",
      "tool_execution_end:slow",
    ]);
    expect(messages(host.lines, "tool_result").map((result) => result.tool_call_id)).toEqual([
      "slow",
      "never",
    ]);
  });

  it("replace empty and repeated call ids, run every call once and pair every result [E7 C29]", async () => {
    const cwd = newFolder();
    const append = (id: string, index: number) =>
      toolCalls({
        index,
        id,
        name: "bash",
        arguments: JSON.stringify({ command: `echo x >> ran.txt; wc -l < ran.txt` }),
      });
    const twice = (id: string): Reply => [append(id, 0), append(id, 1), finish("tool_calls"), DONE];
    const { lines } = await model.run([twice(""), twice("x"), twice("x"), answer("done")], [], { cwd });
    const results = messages(lines, "tool_result");
    expect(results.map((result) => textOf(result).trim().split("\n").at(-1))).toEqual(
      ["1", "2", "3", "4", "5", "6"].map((n) => expect.stringContaining(n)),
    );
    const ids = results.map((result) => result.tool_call_id);
    expect(new Set(ids).size).toBe(6);
    expect(ids.every((id) => id !== "")).toBe(true);
    expect(model.server().requests.map(({ complaint }) => complaint)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the fold", () => {
  it("is the same however neighbouring deltas were cut", () => {
    const start: AssistantMessage = {
      id: "m",
      timestamp: 0,
      role: "assistant",
      content: [],
      provider: "p",
      model: "m",
      usage: zeroUsage(),
      stop_reason: null,
    };
    const whole = (deltas: readonly string[]): AssistantMessage["content"] =>
      deltas.reduce((message, delta) => foldStream(message, { type: "text_delta", delta, index: 0 }), start)
        .content;
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (deltas) => {
        expect(whole(deltas)).toEqual(whole([deltas.join("")]));
        expect(start.content).toEqual([]);
      }),
    );
  });
});

function updates(id: string, events: MessageStreamEvent[]): Line[] {
  return events.map((event) => ({
    type: "message_update",
    message: { id, role: "assistant" },
    stream_event: event,
  }));
}
