import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, calls, content, DONE, finish, usage } from "../loopback/chunks.ts";
import { HANG } from "../loopback/provider-server.ts";
import { type Letscode, type Line, startLetscode } from "./letscode.ts";
import { modelHost } from "./model-host.ts";

const model = modelHost();

const doneOf = (host: Letscode, id: string) => host.waitFor((line) => line.type === "done" && line.id === id);
const refusalOf = (host: Letscode, id: string) =>
  host.waitFor((line) => line.type === "error" && line.id === id);

async function prompted(host: Letscode, id: string, text: string): Promise<void> {
  host.send({ cmd: "prompt", id, text });
  await doneOf(host, id);
}

async function ended(host: Letscode): Promise<void> {
  host.end();
  expect(await host.exited).toEqual({ code: 0, signal: null });
}

/** An answer with this usage. */
const spent = (text: string, input: number, output: number) => [
  content(text),
  finish("stop"),
  usage({ prompt_tokens: input, completion_tokens: output }),
  DONE,
];

describe("get_state", () => {
  it("says what is known, of an idle agent and in the middle of a run [X4]", async () => {
    model.server().reply(spent("Hello.", 1000, 50), [content("x"), HANG]);
    const host = model.start(["--thinking", "low", "--no-session"]);
    host.send({ cmd: "get_state", id: "new" });
    const nothing = {
      input_tokens: 0,
      output_tokens: 0,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      cost_usd: null,
    };
    const fresh = {
      session: null,
      model: { provider: "openai-compatible", id: "m", context_window: null },
      thinking: "low",
      running: false,
      messages_count: 0,
      last_message_id: null,
      queued: { steer: 0, follow_up: 0 },
      usage: nothing,
      context_tokens: 0,
    };
    expect((await doneOf(host, "new")).state).toEqual(fresh);
    await prompted(host, "p", "Hi");
    host.send({ cmd: "get_state", id: "later" });
    const last = host.lines.findLast(({ type }) => type === "message_end");
    expect((await doneOf(host, "later")).state).toEqual({
      ...fresh,
      messages_count: 2,
      last_message_id: last?.message.id,
      usage: { ...nothing, input_tokens: 1000, output_tokens: 50 },
      context_tokens: 1050,
    });
    host.send({ cmd: "prompt", id: "q", text: "more" }, { cmd: "follow_up", text: "then" });
    await host.waitFor((line) => line.type === "message_update" && line.stream_event.delta === "x");
    host.send({ cmd: "get_state", id: "busy" }, { cmd: "abort", clear_queue: true });
    expect((await doneOf(host, "busy")).state).toMatchObject({
      running: true,
      messages_count: 3,
      queued: { steer: 0, follow_up: 1 },
    });
    await ended(host);
  });

  it("knows the context window of a known model once it was called [X4]", async () => {
    model.server().reply(answer("a"));
    const host = startLetscode(
      ["--mode", "rpc", "--model", "groq/openai/gpt-oss-120b", "--base-url", model.server().baseUrl],
      { env: { GROQ_API_KEY: "gsk-secret" } },
    );
    const stateOf = async (id: string) => {
      host.send({ cmd: "get_state", id });
      return (await doneOf(host, id)).state.model;
    };
    const known = { provider: "groq", id: "openai/gpt-oss-120b" };
    expect(await stateOf("before")).toEqual({ ...known, context_window: null });
    await prompted(host, "p", "go");
    expect(await stateOf("after")).toEqual({ ...known, context_window: 131_072 });
    await ended(host);
  });
});

describe("get_messages", () => {
  it("gives the transcript, or what lies behind a message, that one excluded [X4]", async () => {
    model.server().reply(answer("one"), answer("two"));
    const host = model.start();
    await prompted(host, "p", "first");
    await prompted(host, "q", "second");
    const told = host.lines.filter(({ type }) => type === "message_end").map(({ message }) => message);
    host.send(
      { cmd: "get_messages", id: "all" },
      { cmd: "get_messages", id: "some", after: told[1].id },
      { cmd: "get_messages", id: "none", after: told[3].id },
      { cmd: "get_messages", id: "lost", after: "nonsense" },
    );
    expect((await doneOf(host, "all")).messages).toEqual(told);
    expect((await doneOf(host, "some")).messages).toEqual(told.slice(2));
    expect(await doneOf(host, "none")).toEqual({ type: "done", id: "none", messages: [] });
    expect(await refusalOf(host, "lost")).toEqual({
      type: "error",
      id: "lost",
      error: 'get_messages.after: the conversation has no message "nonsense"',
      recoverable: true,
      code: "invalid_command",
    });
    await ended(host);
  });

  it("comes in parts that fit a line, each of which says that more follows [X4]", async () => {
    const long = "x".repeat(7 * 1024 * 1024);
    model.server().reply(...["a", "b", "c"].map((text) => answer(text)));
    const host = model.start();
    for (const id of ["p", "q", "r"]) await prompted(host, id, `${id}${long}`);
    const parts: Line[] = [];
    for (let after: string | undefined; ; after = parts.at(-1)?.messages.at(-1).id) {
      const id = `part ${parts.length}`;
      host.send({ cmd: "get_messages", id, ...(after === undefined ? {} : { after }) });
      parts.push(await doneOf(host, id));
      if (!parts.at(-1)?.truncated) break;
    }
    const told = host.lines.filter(({ type }) => type === "message_end").map(({ message }) => message);
    expect(parts.map(({ messages, truncated }) => [messages.length, truncated])).toEqual([
      [4, true],
      [2, undefined],
    ]);
    expect(parts.flatMap(({ messages }) => messages)).toEqual(told);
    await ended(host);
  });
});

describe("set_model and set_thinking", () => {
  it("count from the next model call on, in a running run too [X4]", async () => {
    model
      .server()
      .reply(
        calls({ id: "c", name: "bash", arguments: { command: "until [ -e go ]; do sleep 0.02; done" } }),
        answer("a"),
        answer("b"),
      );
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor("tool_execution_start");
    host.send({ cmd: "set_model", id: "m", model: "other" }, { cmd: "set_thinking", id: "t", level: "high" });
    await doneOf(host, "t");
    writeFileSync(join(host.cwd, "go"), "");
    await doneOf(host, "p");
    await prompted(host, "q", "again");
    await ended(host);
    const asked = model.server().requests.map(({ json }) => [json.model, json.reasoning_effort]);
    expect(asked).toEqual([
      ["m", undefined],
      ["other", "high"],
      ["other", "high"],
    ]);
  });

  it("refuse what there is not, and change nothing [X4]", async () => {
    model.server().reply(answer("a"));
    const host = model.start();
    host.send(
      { cmd: "set_model", id: "m", model: "replay/" },
      { cmd: "set_model", id: "n" },
      { cmd: "set_thinking", id: "t", level: "most" },
    );
    expect((await refusalOf(host, "m")).error).toBe(
      "set_model.model: model replay/ (set_model): expected replay/FILE, a saved event stream",
    );
    expect((await refusalOf(host, "n")).error).toBe("set_model.model: expected a string, it is missing");
    expect((await refusalOf(host, "t")).error).toBe(
      'set_thinking.level: expected "off", "low", "medium" or "high", got "most"',
    );
    await prompted(host, "p", "go");
    await ended(host);
    expect(model.server().requests[0]?.json.model).toBe("m");
  });
});

describe("compact", () => {
  const LONG = [spent("A", 2500, 1), spent("B", 5000, 1), spent("C", 7500, 1)];
  const summarised = async (host: Letscode) => {
    for (const id of ["p", "q", "r"]) await prompted(host, id, `question ${id}: ${"word ".repeat(2000)}`);
  };

  it("puts a summary in place of what was said, for the model and not for the transcript [X4]", async () => {
    model.server().reply(...LONG, answer("THE SUMMARY"), answer("D"));
    const host = model.start();
    await summarised(host);
    host.send({ cmd: "compact", id: "c", instructions: "Mind the names." });
    const { compaction } = await doneOf(host, "c");
    await prompted(host, "s", "go on");
    host.send({ cmd: "get_messages", id: "all" });
    const { messages } = await doneOf(host, "all");
    await ended(host);

    const told = host.lines.filter(({ type }) => type === "message_end").map(({ message }) => message);
    expect(messages).toEqual(told);
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      ...["user", "assistant", "user", "assistant", "user", "assistant"],
      ...["custom", "user", "assistant"],
    ]);
    expect(messages[6]).toMatchObject({
      id: compaction.message_id,
      kind: "compaction",
      data: {
        summary: "THE SUMMARY",
        trigger: "manual",
        instructions: "Mind the names.",
        tokens_before: compaction.tokens_before,
        tokens_after: compaction.tokens_after,
      },
    });
    expect(compaction.tokens_after).toBeLessThan(compaction.tokens_before);
    const requests = model.server().requests.map(({ text }) => text);
    expect(requests[3]).toContain("Mind the names.");
    expect(requests[4]).toContain("THE SUMMARY");
    expect(requests[4]).not.toContain("question p");
    const order = host.lines.map(({ type, id }) => `${type} ${id ?? ""}`);
    const [ack, done] = [order.indexOf("ack c"), order.indexOf("done c")];
    expect(order.slice(ack + 1, done)).toEqual(["message_start ", "message_end "]);
  });

  it("is refused while a run is active, refuses a prompt itself, and ends at an abort with nothing changed [X4 C4]", async () => {
    model.server().reply(...LONG, [content("half"), HANG], answer("D"));
    const host = model.start();
    await summarised(host);
    host.send(
      { cmd: "compact", id: "c" },
      { cmd: "prompt", id: "busy", text: "now" },
      { cmd: "compact", id: "d" },
    );
    expect((await refusalOf(host, "busy")).code).toBe("busy");
    expect((await refusalOf(host, "d")).code).toBe("busy");
    await model.server().received(4);
    host.send({ cmd: "abort", id: "a" });
    expect(await doneOf(host, "c")).toEqual({ type: "done", id: "c", compaction: null });
    await prompted(host, "s", "go on");
    await ended(host);
    expect(model.server().requests[4]?.text).toContain("question p");
  });

  it("says in its done when it failed, after retries that are told, and changes nothing [X4 L1]", async () => {
    const down = { status: 500, body: ['{"error":{"message":"down"}}'] };
    model.server().reply(...LONG, down, down, answer("D"));
    const host = model.start(["--max-retries", "1", "--retry-base-delay", "0"]);
    await summarised(host);
    host.send({ cmd: "compact", id: "c" });
    const done = await doneOf(host, "c");
    expect(done.error).toContain("answered HTTP 500 for model m: down");
    expect(host.lines.filter(({ type }) => type === "retry")).toHaveLength(1);
    expect(host.lines.filter(({ type }) => type === "error")).toEqual([]);
    await prompted(host, "s", "go on");
    await ended(host);
    expect(model.server().requests[5]?.text).toContain("question p");
  });

  it("comes to nothing when there is nothing to summarise [X4]", async () => {
    const host = model.start();
    host.send({ cmd: "compact", id: "c" });
    expect(await doneOf(host, "c")).toEqual({ type: "done", id: "c", compaction: null });
    await ended(host);
  });

  it("is what the prompt /compact does, and done says what came of it [X4]", async () => {
    model.server().reply(...LONG, answer("THE SUMMARY"));
    const host = model.start();
    await summarised(host);
    host.send({ cmd: "prompt", id: "c", text: "/compact the names" });
    const { output } = await doneOf(host, "c");
    expect(output).toMatch(/^summarised the conversation: about [\d,]+ tokens before, [\d,]+ after$/);
    await ended(host);
    expect(model.server().requests[3]?.text).toContain("the names");
  });
});
