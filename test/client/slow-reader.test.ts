import { describe, expect, test } from "vitest";
import { Feed } from "../../src/client/feed.ts";
import type { SessionEventsResult } from "../../src/wire/methods.ts";
import { all, connect } from "./connect.ts";
import { answer, begin, delta, end, runOf, sent } from "./fake-server.ts";

/** A feed for about ten short events, before which there is nothing. */
function smallFeed(fetch: (after: number) => SessionEventsResult = () => ({ events: [] })) {
  return new Feed({ after: 0, maxChars: 3000, fetch: async (after) => fetch(after) });
}

describe("a loop that is slow", () => {
  test("gets every event, of which few wait and the rest is fetched", async () => {
    const events = Array.from({ length: 1000 }, (_, n) => ({ seq: n + 1, event: delta(`${n}`) }));
    const asked: number[] = [];
    const feed = smallFeed((after) => {
      asked.push(after);
      return { events: events.slice(after, after + 100) };
    });
    for (const { seq, event } of events) feed.push(seq, event);
    feed.finish(1000);
    expect(await all(feed.read())).toEqual(events);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked[0]).toBeLessThan(20);
  });

  test("goes on live once it has caught up", async () => {
    const held = [1, 2, 3].map((seq) => ({ seq, event: delta(`${seq}`) }));
    const feed = smallFeed((after) => ({ events: held.slice(after) }));
    feed.leaveOut();
    const loop = feed.read();
    expect((await loop.next()).value).toEqual(held[0]);
    feed.push(3, delta("3 again"));
    feed.push(4, delta("4"));
    feed.finish(4);
    expect((await all(loop)).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });

  test("is told of a gap when letscode does not hold the events any more", async () => {
    const feed = smallFeed(() => ({ gap: true, messages: [answer("so far")], seq: 70, running: true }));
    feed.leaveOut();
    const loop = feed.read();
    expect((await loop.next()).value).toEqual({
      seq: 70,
      event: { type: "gap", messages: [answer("so far")], running: true },
    });
    feed.push(70, delta("known"));
    feed.push(71, delta("new"));
    feed.finish(71);
    expect(await all(loop)).toEqual([{ seq: 71, event: delta("new") }]);
  });

  test("gets nothing of what comes after the end", async () => {
    const events = [1, 2, 3, 4].map((seq) => ({ seq, event: delta(`${seq}`) }));
    const feed = smallFeed(() => ({ events }));
    feed.leaveOut();
    feed.finish(2);
    expect((await all(feed.read())).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test("throws when what was left out cannot be had", async () => {
    const feed = smallFeed(() => {
      throw new Error("no such session");
    });
    feed.leaveOut();
    await expect(all(feed.read())).rejects.toThrow("no such session");
  });
});

test("a run that nobody loops over costs bounded memory, and its result is whole [A05]", async () => {
  const piece = "x".repeat(16 * 1024);
  const { client } = await connect({
    "session.send": async ({ session_id }, peer) => {
      peer.emit(session_id, ...begin());
      for (let n = 0; n < 10_000; n++) {
        peer.emit(session_id, delta(piece));
        if (n % 100 === 0) await peer.connection.room(0);
      }
      peer.emit(session_id, ...end("whole"));
      return sent();
    },
  });
  const session = await client.createSession({ permissions: "allow" });
  const before = process.memoryUsage().rss;
  const run = session.send("go");
  expect(await run.result).toMatchObject({ text: "whole" });
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150);
});

test("a loop that waits for another session while its own is flooded does not block either", async () => {
  const flood = Array.from({ length: 500 }, (_, n) => delta(`${n} `));
  const { client } = await connect(
    {
      "session.send": ({ session_id, text }, peer) =>
        runOf(peer, session_id, [`echo: ${text}`], session_id === "s1" ? flood : []),
      "session.events": ({ after }) => ({
        events: [...begin(), ...flood, delta("echo: go"), ...end("echo: go")]
          .map((event, n) => ({ seq: n + 1, event }))
          .slice(after as number),
      }),
    },
    { maxWaitingChars: 2000 },
  );
  const [one, two] = [
    await client.createSession({ permissions: "allow" }),
    await client.createSession({ permissions: "allow" }),
  ];
  let seen = 0;
  for await (const event of one.send("go"))
    if (event.type === "message_update") {
      seen++;
      if (seen % 100 === 0) expect((await two.sendAndWait(`${seen}`)).text).toBe(`echo: ${seen}`);
    }
  expect(seen).toBe(501);
});

describe("events that letscode left out", () => {
  test("are fetched before what comes after them, and the result is made of the messages", async () => {
    const events = [...begin(), delta("a"), delta("b"), ...end("ab")];
    const { client, server } = await connect({
      "session.send": ({ session_id }, peer) => {
        peer.emit(session_id, ...events.slice(0, 6));
        peer.connection.notify("session.gap", { session_id, after: 6 }, { lane: `${session_id}` });
        return sent();
      },
      "session.events": ({ after }) => ({
        events: events.map((event, n) => ({ seq: n + 1, event })).slice(after as number),
      }),
      "session.messages": ({ after }) =>
        after === "u1"
          ? { messages: [answer("first")], truncated: true }
          : { messages: [{ ...answer("last"), id: "a2" }] },
    });
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("go");
    expect(await run.result).toMatchObject({ text: "last", usage: { output_tokens: 10, cost_usd: 1 } });
    expect(server.asked.filter(({ method }) => method === "session.messages").length).toBe(2);
    const seen = [];
    for await (const event of run) if (seen.push(event) === 6) break;
    expect(seen).toEqual(events.slice(0, 6));
  });
});

describe("watching a session", () => {
  test("gives the events of every run, with their numbers, from the call on", async () => {
    const { client } = await connect();
    const session = await client.createSession({ permissions: "allow" });
    const watch = session.watch()[Symbol.asyncIterator]();
    const first = watch.next();
    await session.sendAndWait("one");
    await session.sendAndWait("two");
    expect((await first).value).toEqual({ seq: 1, event: begin()[0] });
    const rest = [];
    for (let n = 2; n <= 14; n++) rest.push((await watch.next()).value);
    expect(rest.map((item) => item?.seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    await session.close();
    expect(await watch.next()).toEqual({ done: true, value: undefined });
  });

  test("misses nothing between the call and the loop", async () => {
    const events = [...begin(), delta("echo: one"), ...end("echo: one")];
    const { client } = await connect({
      "session.events": ({ after }) => ({
        events: events.map((event, n) => ({ seq: n + 1, event })).slice(after as number),
      }),
    });
    const session = await client.createSession({ permissions: "allow" });
    const watch = session.watch();
    await session.sendAndWait("one");
    const seen = [];
    for await (const { event } of watch) if (seen.push(event) === events.length) break;
    expect(seen).toEqual(events);
  });

  test("ends when its signal aborts, also while nothing happens", async () => {
    const { client } = await connect();
    const session = await client.createSession({ permissions: "allow" });
    const controller = new AbortController();
    const { signal } = controller;
    const watch = session.watch({ signal })[Symbol.asyncIterator]();
    const first = watch.next();
    await session.sendAndWait("one");
    expect((await first).value?.seq).toBe(1);
    const rest = all({ [Symbol.asyncIterator]: () => watch });
    controller.abort();
    expect((await rest).length).toBeLessThan(7);
    expect(await all(session.watch({ signal }))).toEqual([]);
  });

  test("begins behind a number, with what was missed", async () => {
    const events = [5, 6].map((seq) => ({ seq, event: delta(`${seq}`) }));
    const { client, server } = await connect({ "session.events": () => ({ events }) });
    const session = await client.resumeSession("old", { permissions: "allow" });
    const watch = session.watch({ after: 4 })[Symbol.asyncIterator]();
    expect([(await watch.next()).value, (await watch.next()).value]).toEqual(events);
    expect(server.asked.at(-1)).toEqual({
      method: "session.events",
      params: { session_id: "old", after: 4 },
    });
  });
});
