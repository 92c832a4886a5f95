import { describe, expect, test } from "vitest";
import { SilenceError } from "../../src/client/errors.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";
import type { Event } from "../../src/wire/events.ts";
import { all, connect } from "./connect.ts";
import { type Answer, begin, delta, end, type Peer, sent } from "./fake-server.ts";

/** A server whose runs go on until they are aborted, unless it is told not to heed that. */
function endless({ heedsAbort = true } = {}) {
  let stop = () => {};
  let peer: Peer | undefined;
  let began = () => {};
  const running = new Promise<void>((resolve) => {
    began = resolve;
  });
  const answers: Record<string, Answer> = {
    "session.send": async ({ session_id }, to) => {
      peer = to;
      to.emit(session_id, ...begin());
      began();
      await new Promise<void>((resolve) => {
        stop = resolve;
      });
      to.emit(session_id, ...end("so far"));
      return { ...sent(), stop_reason: "aborted" };
    },
    "session.abort": () => {
      if (heedsAbort) stop();
      return { queued: { steer: 1, follow_up: 0 } };
    },
  };
  return { answers, running, emit: (...events: Event[]) => peer?.emit("s1", ...events) };
}

/** Lets what was sent arrive: the answer to a ping comes behind it. */
const arrived = (client: { ping(): Promise<unknown> }) => client.ping();

const start: Event = { type: "tool_execution_start", tool_call_id: "c", tool_name: "bash", arguments: {} };
const over: Event = {
  type: "tool_execution_end",
  tool_call_id: "c",
  tool_name: "bash",
  result: {
    role: "tool_result",
    id: "t1",
    timestamp: 1,
    tool_call_id: "c",
    tool_name: "bash",
    content: [],
    is_error: false,
  },
};
const retry: Event = { type: "retry", attempt: 2, total_attempts: 3, delay_seconds: 60, reason: "HTTP 429" };

describe("an abort", () => {
  test("of the run ends it, and its result says so", async () => {
    const { answers, running } = endless();
    const { client, server } = await connect(answers);
    const run = (await client.createSession({ permissions: "allow" })).send("go");
    await running;
    await run.abort();
    expect(await run.result).toMatchObject({ stopReason: "aborted", text: "so far", error: null });
    await run.abort();
    expect(server.asked.filter(({ method }) => method === "session.abort").length).toBe(1);
  });

  test("of the signal does the same", async () => {
    const { answers, running } = endless();
    const { client } = await connect(answers);
    const controller = new AbortController();
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("go", { signal: controller.signal });
    await running;
    controller.abort();
    expect(await run.result).toMatchObject({ stopReason: "aborted" });
  });

  test("that came before the prompt runs nothing", async () => {
    const { client, server } = await connect();
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("go", { signal: AbortSignal.abort(new Error("too late")) });
    await expect(run.result).rejects.toThrow("too late");
    await expect(all(run)).rejects.toThrow("too late");
    expect(server.asked.some(({ method }) => method === "session.send")).toBe(false);
  });

  test("of the session tells what waits, and can drop it", async () => {
    const { answers, running } = endless();
    const { client, server } = await connect(answers);
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("go");
    await running;
    expect(await session.abort({ clearQueue: true })).toEqual({ steer: 1, follow_up: 0 });
    expect(server.asked.at(-1)?.params).toEqual({ session_id: "s1", clear_queue: true });
    expect(await run.result).toMatchObject({ stopReason: "aborted" });
  });

  test("that does not end the run is given up after a silence", async () => {
    const clock = manualClock();
    const { answers, running, emit } = endless({ heedsAbort: false });
    const { client } = await connect(answers, { clock, abortTimeoutMs: 1000 });
    const run = (await client.createSession({ permissions: "allow" })).send("go");
    await running;
    const aborted = run.abort();
    aborted.catch(() => {});
    await arrived(client);
    clock.pass(900);
    emit(delta("still here"));
    await arrived(client);
    clock.pass(900);
    clock.pass(100);
    const silent = new SilenceError("the run did not end: silent for 1000 ms since its abort");
    await expect(run.result).rejects.toThrow(silent);
    await expect(aborted).rejects.toThrow(silent);
  });
});

describe("a time limit on silence", () => {
  test("aborts the run when nothing happens, and rejects", async () => {
    const clock = manualClock();
    const { answers, running } = endless();
    const { client, server } = await connect(answers, { clock });
    const session = await client.createSession({ permissions: "allow" });
    const result = session.sendAndWait("go", { activityTimeoutMs: 5000 });
    const rejected = expect(result).rejects.toThrow(
      new SilenceError("nothing happened for 5000 ms; the run was aborted"),
    );
    await running;
    await arrived(client);
    clock.pass(5000);
    await rejected;
    expect(server.asked.some(({ method }) => method === "session.abort")).toBe(true);
    expect(clock.pending).toEqual([]);
    expect(await session.abort()).toEqual({ steer: 1, follow_up: 0 });
  });

  test("counts from the last event, and not while a tool runs or a retry waits", async () => {
    const clock = manualClock();
    const { answers, running, emit } = endless();
    const { client } = await connect(answers, { clock });
    const session = await client.createSession({ permissions: "allow" });
    let over_ = false;
    const result = session.sendAndWait("go", { activityTimeoutMs: 5000 });
    result.catch(() => {
      over_ = true;
    });
    await running;
    for (const [event, ms] of [
      [delta("a"), 4000],
      [delta("b"), 4000],
      [start, 60_000],
      [over, 4000],
      [retry, 64_000],
      [delta("c"), 4999],
    ] as const) {
      emit(event);
      await arrived(client);
      clock.pass(ms);
    }
    await arrived(client);
    expect(over_).toBe(false);
    clock.pass(1);
    await expect(result).rejects.toBeInstanceOf(SilenceError);
  });

  test("is ten minutes of sendAndWait, and none of send", async () => {
    const clock = manualClock();
    const { answers, running } = endless();
    const { client } = await connect(answers, { clock });
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("go");
    await running;
    expect(clock.pending).toEqual([]);
    await run.abort();
    const waiting = session.sendAndWait("go");
    expect(clock.pending).toEqual([600_000]);
    await arrived(client);
    await session.abort();
    await waiting;
  });
});

test("every other method of a session is a method of the protocol", async () => {
  const calls: unknown[] = [];
  const note: Answer = (params) => {
    calls.push(params);
    return { saved_as: "s2", compaction: null, messages: [], sessions: [], models: [], session_id: "copy" };
  };
  const names = ["steer", "follow_up", "reset", "compact", "set_model", "set_thinking", "messages"];
  const { client, server } = await connect({
    ...Object.fromEntries(names.map((name) => [`session.${name}`, note])),
    "session.list": note,
    "session.fork": note,
    "session.delete": note,
    "models.list": note,
  });
  const session = await client.createSession({ permissions: "allow" });
  const images = [{ mime_type: "image/png", data: "aGk=" }];
  await session.steer("left", images);
  await session.followUp("then");
  expect(await session.reset()).toBe("s2");
  expect(await session.compact("the plan")).toBe(null);
  await session.setModel("demo");
  await session.setThinking("low");
  expect(await session.messages({ after: "m" })).toEqual([]);
  expect(await client.listSessions({ limit: 3 })).toEqual([]);
  expect(await client.listModels()).toEqual([]);
  expect(await client.forkSession("s1", "m1")).toBe("copy");
  await client.deleteSession("s1");
  const session_id = "s1";
  expect(server.asked.slice(2)).toEqual([
    { method: "session.steer", params: { session_id, text: "left", images } },
    { method: "session.follow_up", params: { session_id, text: "then" } },
    { method: "session.reset", params: { session_id } },
    { method: "session.compact", params: { session_id, instructions: "the plan" } },
    { method: "session.set_model", params: { session_id, model: "demo" } },
    { method: "session.set_thinking", params: { session_id, level: "low" } },
    { method: "session.messages", params: { session_id, after: "m" } },
    { method: "session.list", params: { limit: 3 } },
    { method: "models.list", params: {} },
    { method: "session.fork", params: { session_id, message_id: "m1" } },
    { method: "session.delete", params: { session_id } },
  ]);
});
