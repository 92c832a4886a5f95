import { describe, expect, test } from "vitest";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { answer, calls, scriptedModel, untilAborted } from "../agent/scripted-model.ts";
import { kinds, type MemoryClient, memoryServer } from "./memory-server.ts";

/** Waits for the beginning of an answer that never ends by itself. */
const streams = (client: MemoryClient, id?: string) =>
  client.waitFor(
    (one) =>
      one.method === "session.event" &&
      one.params.event.type === "message_update" &&
      (id === undefined || one.params.session_id === id),
  );

/** An answer of so many mebibytes, in pieces of 256 KiB; `onPiece` is called for each. */
async function* flood(
  mebibytes: number,
  onPiece: () => void = () => {},
): AsyncGenerator<StreamEvent, void, void> {
  for (let at = 0; at < mebibytes * 4; at++) {
    onPiece();
    // Its length differs from one to the next, so that a piece that is lost shows.
    yield { type: "text_delta", delta: "x".repeat(256 * 1024 - 1) + (at % 10), index: 0 };
    if (at % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  yield { type: "stop", stop_reason: "end_turn" };
}

/** Resolves when the event loop has turned so often. */
async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await new Promise((resolve) => setImmediate(resolve));
}

describe("two clients on one session", () => {
  test("both get every event under the same numbers, and idle", async () => {
    const { connect } = memoryServer();
    const [one, two] = [await connect(), await connect()];
    const { session_id } = await one.call("session.create");
    expect(await two.call("session.resume", { session_id })).toMatchObject({
      session_id,
      messages_count: 0,
      running: false,
    });
    await one.call("session.send", { session_id, text: "go" });
    await two.waitFor(({ method }) => method === "session.idle");
    expect(two.told).toEqual(one.told);
    expect(one.told.length).toBeGreaterThan(5);
  });

  test("in which one comes later learns what it missed by number", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const [one, two] = [await connect(), await connect()];
    const { session_id } = await one.call("session.create");
    const sent = one.call("session.send", { session_id, text: "go" });
    await streams(one);
    expect(await two.call("session.resume", { session_id })).toMatchObject({ running: true });
    const missed = await two.call("session.events", { session_id, after: 0 });
    await two.call("session.abort", { session_id });
    await sent;
    await two.waitFor(({ method }) => method === "session.idle");
    const all = one.told.flatMap((told) =>
      "method" in told && told.method === "session.event"
        ? [{ seq: told.params.seq, event: told.params.event }]
        : [],
    );
    const seen = two.told.flatMap((told) =>
      "method" in told && told.method === "session.event"
        ? [{ seq: told.params.seq, event: told.params.event }]
        : [],
    );
    expect("events" in missed && [...missed.events, ...seen]).toEqual(all);
    expect(await two.call("session.events", { session_id, after: all.length })).toEqual({ events: [] });
  });

  test("where the second reads slowly: it gets a gap, and nobody waits for it [J8]", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(() => flood(2)) });
    const [owner, slow] = [await connect(), await connect()];
    const { session_id } = await slow.call("session.create");
    await owner.call("session.resume", { session_id });
    slow.pause();
    expect(await owner.call("session.send", { session_id, text: "go" })).toMatchObject({
      stop_reason: "end_turn",
    });
    slow.resume();
    const gap = await slow.waitFor(({ method }) => method === "session.gap");
    const after = (gap.params as { after: number }).after;
    await slow.waitFor(({ method }) => method === "session.idle");
    const numbers = slow.told.flatMap((told) =>
      "method" in told && told.method === "session.event" ? [told.params.seq] : [],
    );
    expect(after).toBe(numbers.at(-1));
    const missed = await slow.call("session.events", { session_id, after });
    expect("events" in missed ? missed.events.at(-1)?.event.type : missed.gap).toBe("agent_end");
    expect(kinds(owner.told)).not.toContain("session.gap");
  });

  test("where the owner has 1 MiB to read: the next model call waits until it is read [J8]", async () => {
    const model = scriptedModel(async function* () {
      for await (const event of flood(2)) if (event.type !== "stop") yield event;
      yield* calls({ id: "c1", name: "ls", arguments: "{}" });
    }, answer("done"));
    const { connect } = memoryServer({ model: () => model });
    const [owner, reader] = [await connect(), await connect()];
    const { session_id } = await reader.call("session.create");
    await owner.call("session.resume", { session_id });
    owner.pause();
    const sent = owner.call("session.send", { session_id, text: "go" });
    await reader.waitFor((one) => one.method === "session.event" && one.params.event.type === "turn_end");
    await turns(200);
    expect(model.requests.length).toBe(1);
    owner.resume();
    expect(await sent).toMatchObject({ stop_reason: "end_turn" });
    expect(model.requests.length).toBe(2);
  });

  test("where the owner reads slowly: its session waits and loses nothing, and another one does not wait [J8]", async () => {
    let pieces = 0;
    const { connect } = memoryServer({
      model: ({ system_prompt }) =>
        system_prompt === "flood"
          ? scriptedModel(() =>
              flood(14, () => {
                pieces++;
              }),
            )
          : scriptedModel(answer("quick")),
    });
    const [slow, quick] = [await connect(), await connect()];
    const { session_id } = await slow.call("session.create", { system_prompt: "flood" });
    slow.pause();
    let ended = false;
    const sent = slow.call("session.send", { session_id, text: "go" }).finally(() => {
      ended = true;
    });
    const other = (await quick.call("session.create")).session_id;
    await quick.call("session.send", { session_id: other, text: "go" });
    for (let seen = -1; seen !== pieces; await turns(200)) seen = pieces;
    // 8 MiB wait, and what the pipe holds; the model is not asked for more.
    expect([pieces > 30, pieces < 40, ended]).toEqual([true, true, false]);
    slow.resume();
    await sent;
    const events = slow.events(session_id);
    const text = events.map((event) =>
      event.type === "message_update" && event.stream_event.type === "text_delta"
        ? event.stream_event.delta
        : "",
    );
    expect(text.join("").length).toBe(14 * 1024 * 1024);
    expect(events.at(-1)?.type).toBe("agent_end");
    const merged = slow.told.flatMap((told) =>
      "method" in told && told.method === "session.event" ? [told.params] : [],
    );
    // Every number is there, alone or counted by the one that it was merged into.
    let last = 0;
    for (const { seq, merged: more = 0 } of merged) {
      expect(seq - more).toBe(last + 1);
      last = seq;
    }
  });
});

describe("a client that goes away in the middle of a run", () => {
  test("leaves the run to itself, and another goes on with the session [J13]", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const gone = await connect();
    const { session_id } = await gone.call("session.create");
    void gone.call("session.send", { session_id, text: "go" }).catch(() => {});
    await streams(gone);
    gone.connection.close();
    gone.end();
    const next = await connect();
    expect(await next.call("session.resume", { session_id })).toMatchObject({ running: true });
    await next.call("session.abort", { session_id });
    await next.waitFor(({ method }) => method === "session.idle");
    expect(await next.call("session.send", { session_id, text: "again" })).toMatchObject({ error: null });
  });

  test("takes its session with it when nobody comes back in time [J13]", async () => {
    const clock = manualClock();
    const { connect } = memoryServer({ clock }, { idleTimeoutMs: 1000 });
    const gone = await connect();
    const other = await connect();
    const { session_id } = await gone.call("session.create");
    await gone.call("session.send", { session_id, text: "go" });
    clock.pass(5000);
    expect((await other.call("session.get", { session_id })).running).toBe(false);
    gone.end();
    await gone.hungUp;
    clock.pass(999);
    expect(await other.call("session.steer", { session_id, text: "there?" })).toBe(null);
    clock.pass(1);
    await expect(other.call("session.steer", { session_id, text: "there?" })).rejects.toMatchObject({
      code: CODES.session_not_found,
    });
    expect((await other.call("session.resume", { session_id })).messages_count).toBe(2);
  });
});

test("a client that closes its half gets the answer to what it asked for", async () => {
  const { connect } = memoryServer();
  const client = await connect();
  const { session_id } = await client.call("session.create");
  const sent = client.call("session.send", { session_id, text: "go" });
  client.end();
  expect(await sent).toMatchObject({ stop_reason: "end_turn" });
  await client.hungUp;
});

test("full updates are for the client that asked for them", async () => {
  const { connect } = memoryServer({ model: () => scriptedModel(answer("hello")) });
  const [full, plain] = [await connect(), await connect()];
  const { session_id } = await full.call("session.create", { message_updates: "full" });
  await plain.call("session.resume", { session_id });
  await full.call("session.send", { session_id, text: "go" });
  await plain.waitFor(({ method }) => method === "session.idle");
  const contents = (client: MemoryClient) =>
    client.events(session_id).flatMap((event) => (event.type === "message_update" ? [event.message] : []));
  expect(contents(full)[0]).toMatchObject({ role: "assistant", content: [{ type: "text", text: "hello" }] });
  expect(contents(plain)[0]).toEqual({ id: expect.any(String), role: "assistant" });
});
