import { describe, expect, test } from "vitest";
import { CODES, rpcError } from "../../src/jsonrpc/errors.ts";
import { answer, calls, scriptedModel, untilAborted } from "../agent/scripted-model.ts";
import { kinds, memoryServer } from "./memory-server.ts";

describe("a run", () => {
  test("is told event by event under growing numbers, then idle, then answered", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(answer("hello")) });
    const client = await connect();
    const { session_id, model, tools } = await client.call("session.create");
    expect([model, tools]).toEqual([
      "scripted/test",
      ["read", "write", "edit", "bash", "grep", "find", "ls"],
    ]);
    const result = await client.marked("session.send", { session_id, text: "hi" });
    expect(kinds(client.told)).toEqual([
      "agent_start",
      "turn_start",
      "message_start",
      "message_end",
      "message_start",
      "message_update",
      "message_update",
      "message_end",
      "turn_end",
      "agent_end",
      "session.idle",
      "answer to session.send",
    ]);
    const numbers = client.told.flatMap((one) =>
      "method" in one && one.method === "session.event" ? [one.params.seq] : [],
    );
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const { messages } = await client.call("session.messages", { session_id });
    expect(result).toEqual({
      message_id: messages[0]?.id,
      last_message_id: messages[1]?.id,
      stop_reason: "end_turn",
      error: null,
    });
    expect(client.told.at(-2)).toEqual({
      method: "session.idle",
      params: { session_id, stop_reason: "end_turn" },
    });
  });

  test("makes the session busy until idle is told, and a send read after idle is accepted", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(answer("one"), answer("two")) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    const first = client.call("session.send", { session_id, text: "1" });
    const refused = await Promise.allSettled([
      client.call("session.send", { session_id, text: "2" }),
      client.call("session.compact", { session_id }),
      client.call("session.reset", { session_id }),
    ]);
    const busy = { status: "rejected", reason: { code: CODES.busy, data: { code: "busy" } } };
    expect(refused).toMatchObject([busy, busy, busy]);
    await client.waitFor(({ method }) => method === "session.idle");
    const second = client.call("session.send", { session_id, text: "3" });
    expect([(await first).stop_reason, (await second).stop_reason]).toEqual(["end_turn", "end_turn"]);
  });

  test("that is aborted is answered like any other", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    const sent = client.marked("session.send", { session_id, text: "go" });
    await client.waitFor(
      (one) => one.method === "session.event" && one.params.event.type === "message_update",
    );
    await client.call("session.follow_up", { session_id, text: "later" });
    expect(await client.call("session.abort", { session_id })).toEqual({
      queued: { steer: 0, follow_up: 1 },
    });
    expect(await sent).toMatchObject({ stop_reason: "aborted", error: null });
    expect(await client.call("session.abort", { session_id, clear_queue: true })).toEqual({
      queued: { steer: 0, follow_up: 0 },
    });
    expect(kinds(client.told).slice(-3)).toEqual(["agent_end", "session.idle", "answer to session.send"]);
  });

  test("whose request is cancelled is aborted, and answered so behind its idle [J6]", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    const stop = new AbortController();
    const sent = client.call("session.send", { session_id, text: "go" }, { signal: stop.signal });
    sent.catch(() => {});
    await client.waitFor(
      (one) => one.method === "session.event" && one.params.event.type === "message_update",
    );
    stop.abort(new Error("no more"));
    await expect(sent).rejects.toThrow("no more");
    await client.waitFor(({ method }) => method === "session.idle");
    expect(client.events(session_id).at(-1)).toMatchObject({ type: "agent_end", stop_reason: "aborted" });
    expect((await client.call("session.get", { session_id })).running).toBe(false);
  });

  test("whose request was cancelled is answered with that, behind idle [J6]", async () => {
    const { connect, server } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    const session = await server.sessions.live(session_id);
    const cancel = new AbortController();
    const sent = session.send({ session_id, text: "go" }, { id: 1, lane: "", signal: cancel.signal });
    const idle = client.waitFor(({ method }) => method === "session.idle");
    await client.waitFor(
      (one) => one.method === "session.event" && one.params.event.type === "message_update",
    );
    cancel.abort(rpcError("cancelled", "the call was cancelled"));
    await expect(sent).rejects.toMatchObject({ code: CODES.cancelled });
    expect((await idle).params).toEqual({ session_id, stop_reason: "aborted" });
  });

  test("that is aborted before its agent is there never begins, and still ends", async () => {
    const { connect } = memoryServer();
    const client = await connect();
    const { session_id } = await client.call("session.create");
    const sent = client.call("session.send", { session_id, text: "go" });
    await client.call("session.abort", { session_id });
    expect(await sent).toEqual({
      message_id: null,
      last_message_id: null,
      stop_reason: "aborted",
      error: null,
    });
    expect(kinds(client.told)).toEqual(["session.idle"]);
  });

  test("takes a steer that came before it", async () => {
    const model = scriptedModel(answer("one"));
    const { connect } = memoryServer({ model: () => model });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.steer", { session_id, text: "before" });
    await client.call("session.send", { session_id, text: "go" });
    const said = model.requests[0]?.messages.map(({ content }) => content);
    expect(JSON.stringify(said)).toContain("before");
  });

  test("runs a tool in the folder of its session", async () => {
    const { connect, conversations } = memoryServer({
      model: () => scriptedModel(calls({ id: "c1", name: "bash", arguments: '{"command":"pwd"}' })),
    });
    const client = await connect();
    const { session_id } = await client.call("session.create", { permission_mode: "allow" });
    await client.call("session.send", { session_id, text: "where?" });
    const ended = client.events(session_id).find(({ type }) => type === "tool_execution_end");
    expect(JSON.stringify(ended)).toContain(conversations.workspace);
  });

  test("that is a slash command has an answer of its own and no run", async () => {
    const { connect } = memoryServer();
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "a run before" });
    client.told.length = 0;
    expect(await client.call("session.send", { session_id, text: "/compact" })).toEqual({
      message_id: null,
      last_message_id: null,
      stop_reason: "command",
      error: null,
      output: expect.any(String),
    });
    expect(kinds(client.told)).toEqual(["message_start", "message_end", "session.idle"]);
  });
});
