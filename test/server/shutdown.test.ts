import { describe, expect, test } from "vitest";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";
import { answer, scriptedModel, untilAborted } from "../agent/scripted-model.ts";
import { kinds, type MemoryClient, memoryServer } from "./memory-server.ts";

const streams = (client: MemoryClient) =>
  client.waitFor((one) => one.method === "session.event" && one.params.event.type === "message_update");

/** A model that goes on when the test says so. */
function gated() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const model = scriptedModel(async function* () {
    yield { type: "text_delta", delta: "begun", index: 0 };
    await gate;
    yield { type: "stop", stop_reason: "end_turn" };
  });
  return { model, open: () => open() };
}

describe("the end of a pipe", () => {
  test("drains what runs, follow-ups included, and ends with 0", async () => {
    const { model, open } = gated();
    const { connect, server } = memoryServer({ model: () => model });
    const client = await connect({ life: "pipe" });
    const { session_id } = await client.call("session.create");
    void client.marked("session.send", { session_id, text: "go" });
    await streams(client);
    await client.call("session.follow_up", { session_id, text: "and then" });
    client.end();
    open();
    expect(await server.ended).toBe(0);
    await client.connection.ended;
    expect(kinds(client.told).slice(-3)).toEqual(["agent_end", "session.idle", "answer to session.send"]);
    expect(model.requests.length).toBe(2);
  });

  test("runs what was asked of a session that is still being opened", async () => {
    const { connect, server } = memoryServer();
    const first = await connect();
    const { session_id } = await first.call("session.create");
    await first.call("session.send", { session_id, text: "one" });
    await first.call("session.close", { session_id });
    const client = await connect({ life: "pipe" });
    void client.call("session.resume", { session_id });
    const sent = client.call("session.send", { session_id, text: "two" });
    client.end();
    expect([await sent, await server.ended]).toMatchObject([{ stop_reason: "end_turn", error: null }, 0]);
  });

  test("ends at once when nothing runs, and says what was dropped", async () => {
    const { connect, server, reports } = memoryServer();
    const client = await connect({ life: "pipe" });
    const { session_id } = await client.call("session.create");
    await client.call("session.follow_up", { session_id, text: "some day" });
    client.end();
    expect(await server.ended).toBe(0);
    await client.hungUp;
    expect(reports).toEqual(["1 queued message(s) were dropped: no run was left to take them"]);
  });

  test("ends a run that falls silent, and says so in its error", async () => {
    const clock = manualClock();
    const { connect, server } = memoryServer(
      { clock, model: () => scriptedModel(untilAborted) },
      { shutdownGraceMs: 5000 },
    );
    const client = await connect({ life: "pipe" });
    const { session_id } = await client.call("session.create");
    const sent = client.call("session.send", { session_id, text: "go" });
    await streams(client);
    client.end();
    while (!server.closing) await new Promise((resolve) => setImmediate(resolve));
    clock.pass(5000);
    expect(await sent).toMatchObject({
      stop_reason: "aborted",
      error: "the run was aborted at shutdown: it was silent for 5 s (--shutdown-grace)",
    });
    expect(await server.ended).toBe(0);
  });

  test("in the middle of a frame ends with 1", async () => {
    const { connect, server } = memoryServer();
    const client = await connect({ life: "pipe" });
    client.write("Content-Length: 10\r\n\r\n{");
    client.end();
    expect(await server.ended).toBe(1);
  });
});

describe("shutdown", () => {
  test("on a pipe drains, is answered, and ends the server", async () => {
    const { model, open } = gated();
    const { connect, server } = memoryServer({ model: () => model });
    const client = await connect({ life: "pipe" });
    const { session_id } = await client.call("session.create");
    void client.marked("session.send", { session_id, text: "go" });
    await streams(client);
    const done = client.marked("shutdown");
    await expect(client.call("session.create")).rejects.toMatchObject({
      code: CODES.closing,
      data: { code: "closing" },
    });
    open();
    expect([await done, await server.ended]).toEqual([null, 0]);
    expect(kinds(client.told).slice(-4)).toEqual([
      "agent_end",
      "session.idle",
      "answer to session.send",
      "answer to shutdown",
    ]);
  });

  test("is answered last: behind all that is told and answered, however much of it waits", async () => {
    const { connect, server } = memoryServer({ model: () => scriptedModel(answer("long ".repeat(10_000))) });
    const client = await connect({ life: "pipe" });
    const { session_id } = await client.call("session.create");
    void client.marked("session.send", { session_id, text: "go" });
    void client.marked("session.messages", { session_id });
    const done = [client.marked("shutdown"), client.marked("shutdown")];
    expect([await Promise.all(done), await server.ended]).toEqual([[null, null], 0]);
    expect(kinds(client.told).slice(-5)).toEqual([
      "agent_end",
      "session.idle",
      "answer to session.send",
      "answer to shutdown",
      "answer to shutdown",
    ]);
  });

  test("lets an abort through", async () => {
    const { connect, server } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const client = await connect({ life: "pipe" });
    const { session_id } = await client.call("session.create");
    const sent = client.call("session.send", { session_id, text: "go" });
    await streams(client);
    const done = client.call("shutdown");
    await client.call("session.abort", { session_id });
    expect([await sent, await done, await server.ended]).toMatchObject([{ stop_reason: "aborted" }, null, 0]);
  });

  test("on a socket ends that connection only", async () => {
    const { connect } = memoryServer();
    const [one, two] = [await connect(), await connect()];
    expect(await one.call("shutdown")).toBe(null);
    await one.hungUp;
    expect(await two.call("ping")).toEqual({ time: expect.any(Number) });
  });

  test("on a socket is answered behind what the client has not read yet", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(answer("long ".repeat(25_000))) });
    const [one, two] = [await connect(), await connect()];
    const { session_id } = await one.call("session.create");
    await two.call("session.resume", { session_id });
    one.pause();
    void one.marked("session.send", { session_id, text: "go" });
    await two.waitFor(({ method }) => method === "session.idle");
    const done = one.marked("shutdown");
    await two.call("ping");
    one.resume();
    expect(await done).toBe(null);
    await one.hungUp;
    expect(kinds(one.told).slice(-4)).toEqual([
      "agent_end",
      "session.idle",
      "answer to session.send",
      "answer to shutdown",
    ]);
  });

  test("on a socket of a server that belongs to somebody ends the server", async () => {
    const { connect, server } = memoryServer({}, { socketsMayEnd: true });
    const [one, two] = [await connect(), await connect()];
    expect(await one.call("shutdown")).toBe(null);
    expect(await server.ended).toBe(0);
    await two.hungUp;
  });
});

test("a signal aborts everything, tells it, and ends with its code", async () => {
  const { connect, server } = memoryServer({ model: () => scriptedModel(untilAborted) });
  const client = await connect();
  const { session_id } = await client.call("session.create");
  const sent = client.call("session.send", { session_id, text: "go" });
  await streams(client);
  void server.terminate(143);
  expect([await sent, await server.ended]).toMatchObject([{ stop_reason: "aborted", error: null }, 143]);
  await client.hungUp;
});

test("a drain of a server with sockets answers everybody and closes every session", async () => {
  const { connect, server } = memoryServer({ model: () => scriptedModel(answer("done")) });
  const client = await connect();
  const { session_id } = await client.call("session.create");
  const sent = client.call("session.send", { session_id, text: "go" });
  await client.waitFor(({ method }) => method === "session.event");
  void server.shutdown();
  expect([await sent, await server.ended]).toMatchObject([{ stop_reason: "end_turn" }, 0]);
  await client.hungUp;
  expect([...server.sessions.all]).toEqual([]);
});
