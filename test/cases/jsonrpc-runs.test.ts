/** Lives of runs, as reported of others, through the door for many conversations: over stdio, against a strict provider. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import { errorReply, type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { processesOf, processesWith, sleepMark, within } from "../process/alive.ts";
import { type JsonrpcHost, startJsonrpc, testFolder } from "../process/jsonrpc-host.ts";
import { conversation, HALF_OF_A_CALL, scriptTwoAborts } from "./two-doors.ts";

const KEY = "sk-case-SECRET-0123456789";
const ABORTED = { stop_reason: "aborted", error: null };
const ENDED = { stop_reason: "end_turn", error: null };

/** A session and what is around it. */
interface Room {
  server: ProviderServer;
  host: JsonrpcHost;
  session_id: string;
  send(text: string): Promise<unknown>;
  abort(): Promise<unknown>;
}

/**
 * A test in a session. When its own part is over there is one more prompt, whose request the strict provider must accept, and
 * the end of the input: letscode ends well, no request was refused, nothing is left running, nothing stands on stderr, the
 * key is in no stream, every run has its idle, and no event is missing.
 */
function inSession(body: (room: Room) => Promise<void>): () => Promise<void> {
  return async () => {
    const home = testFolder();
    const server = await startProviderServer();
    onTestFinished(() => server.close());
    const host = await startJsonrpc(["--base-url", server.baseUrl, "--model", "m"], {
      env: { HOME: home, OPENAI_API_KEY: KEY },
    });
    let idles = 0;
    host.connection.onNotification("session.idle", () => void idles++);
    const { session_id } = await host.call("session.create", { permission_mode: "allow" });
    const send = (text: string) => host.call("session.send", { session_id, text });
    await body({ server, host, session_id, send, abort: () => host.call("session.abort", { session_id }) });
    server.reply(answer("Still here."));
    expect(await send("And now?")).toMatchObject(ENDED);
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(server.requests.map(({ complaint }) => complaint?.message).filter(Boolean)).toEqual([]);
    await within(2000, "no process is left", () => processesOf(home).length === 0);
    expect([host.stderr(), host.stdout().includes(KEY)]).toEqual(["", false]);
    const types = host.events.map(({ event }) => event.type);
    expect(types.filter((type) => type === "agent_start").length).toBe(idles);
    expect(types.filter((type) => type === "agent_end").length).toBe(idles);
    expect(host.events.map(({ seq }) => seq)).toEqual(host.events.map((_, at) => at + 1));
  };
}

const bash = (command: string, more: object = {}) =>
  calls({ id: "c1", name: "bash", arguments: { command, ...more } });
const none = (mark: string) => processesWith(`sleep\0${mark}`).length === 0;

describe("an abort", () => {
  it(
    "leaves what the provider accepts: each call with one result when it had begun, nothing of a cut answer [B04]",
    inSession(async ({ server, host, send, abort }) => {
      scriptTwoAborts(server);
      const first = send("begin");
      await host.waitFor(({ type }) => type === "tool_execution_start");
      await abort();
      expect(await first).toMatchObject(ABORTED);
      expect(await send("continue")).toMatchObject(ENDED);
      const cut = send("cut");
      await host.waitFor(
        (event) =>
          event.type === "message_update" &&
          event.stream_event.type === "tool_call_args_delta" &&
          event.stream_event.delta === HALF_OF_A_CALL,
      );
      await abort();
      expect(await cut).toMatchObject(ABORTED);
      expect(await send("go on")).toMatchObject(ENDED);
      expect(conversation(server.requests[3])).toEqual([
        ["user", "begin"],
        ["assistant", ["c1"]],
        ["tool", expect.stringContaining("aborted")],
        ["user", "continue"],
        ["assistant", "one"],
        ["user", "cut"],
        ["user", "go on"],
      ]);
    }),
  );

  it(
    "of nothing does nothing to the send that follows in the same write, nor between agent_end and idle [B18]",
    inSession(async ({ server, host, session_id, send, abort }) => {
      server.reply(answer("one"), answer("two"));
      const [nothingYet, first] = await Promise.all([
        abort(),
        send("go"),
        host
          .waitFor(({ type }) => type === "agent_end")
          .then(() => host.call("session.abort", { session_id })),
      ]);
      const [nothingMore, second] = await Promise.all([abort(), send("go")]);
      expect([first, second]).toMatchObject([ENDED, ENDED]);
      for (const queued of [nothingYet, nothingMore])
        expect(queued).toEqual({ queued: { steer: 0, follow_up: 0 } });
    }),
  );

  it(
    "keeps a steer that waited for the tools: the next run says it, once [B08]",
    inSession(async ({ server, host, session_id, send, abort }) => {
      server.reply(bash("sleep 60"), answer("one"), answer("two"));
      const first = send("go");
      await host.waitFor(({ type }) => type === "tool_execution_start");
      const steered = host.call("session.steer", { session_id, text: "steered" });
      expect(await abort()).toEqual({ queued: { steer: 1, follow_up: 0 } });
      expect([await steered, await first]).toMatchObject([null, ABORTED]);
      await send("continue");
      await send("more");
      expect(conversation(server.requests[2])).toEqual([
        ["user", "go"],
        ["assistant", ["c1"]],
        ["tool", expect.stringContaining("aborted")],
        ["user", "continue"],
        ["user", "steered"],
        ["assistant", "one"],
        ["user", "more"],
      ]);
    }),
  );
});

describe("behind the answer to a send", () => {
  it(
    "nothing of its run still runs, ended or aborted [B18]",
    inSession(async ({ server, send, abort }) => {
      const [left, hidden] = [sleepMark(), sleepMark()];
      server.reply(bash(`sleep ${left} & (sleep ${left} &) ; echo left`), answer("ok"));
      await send("go");
      expect(none(left)).toBe(true);
      server.reply(bash(`sleep ${hidden} & sleep ${hidden}`));
      const sent = send("go");
      await within(5000, "the command runs", () => processesWith(`sleep\0${hidden}`).length === 2);
      await abort();
      await sent;
      expect(none(hidden)).toBe(true);
    }),
  );
});

describe("a command that is ended", () => {
  it.each([
    ["an abort", undefined, "[aborted: the command and everything it had started were ended]"],
    ["its timeout", 0.5, "[timed out after 0.5 s: the command and everything it had started were ended]"],
  ])("by %s takes its children with it, and its result says so [B11]", (_by, timeout, said) =>
    inSession(async ({ server, host, send, abort }) => {
      const mark = sleepMark();
      server.reply(bash(`(sleep ${mark} & echo $! > c.pid; sleep ${mark})`, timeout ? { timeout } : {}));
      if (timeout !== undefined) server.reply(answer("ok"));
      const sent = send("go");
      await within(5000, "its child runs", () => existsSync(join(host.cwd, "c.pid")));
      if (timeout === undefined) await abort();
      await sent;
      expect(none(mark)).toBe(true);
      const results = host.events.flatMap(({ event }) =>
        event.type === "tool_execution_end" ? event.result.content : [],
      );
      expect(results).toEqual([{ type: "text", text: `(no output)\n${said}` }]);
    })(),
  );
});

it(
  "a steer that comes at the last moment reaches the provider once, in order, in 30 rounds [B10]",
  inSession(async ({ server, host, session_id, send }) => {
    const rounds = Array.from({ length: 30 }, (_, round) => round);
    for (const round of rounds) {
      server.reply(answer("one"), answer("two"));
      const from = host.events.length;
      const sent = send(`prompt ${round}`);
      // At the n-th event from the end of a run that has no steer, or behind it.
      await within(5000, "so much has happened", () => host.events.length >= from + 6 + (round % 6));
      await host.call("session.steer", { session_id, text: `steer ${round}` });
      await sent;
    }
    server.reply(answer("last"));
    await send("prompt last");
    const last = server.requests.findLast(({ json }) => JSON.stringify(json).includes("prompt last"));
    const users = conversation(last).flatMap((said) =>
      (said as string[])[0] === "user" ? [(said as string[])[1]] : [],
    );
    expect(users.filter((text) => text?.startsWith("steer"))).toEqual(rounds.map((n) => `steer ${n}`));
    expect(users.filter((text) => text?.startsWith("prompt"))).toEqual([
      ...rounds.map((n) => `prompt ${n}`),
      "prompt last",
    ]);
  }),
);

it("a run that fails is an answer with its error, and no exit code of the process [B15]", async () => {
  const server = await startProviderServer();
  onTestFinished(() => server.close());
  server.reply(errorReply(401, "Incorrect API key provided"));
  const host = await startJsonrpc(["--base-url", server.baseUrl, "--model", "m"]);
  const { session_id } = await host.call("session.create");
  expect(await host.call("session.send", { session_id, text: "go" })).toMatchObject({
    stop_reason: "error",
    error: expect.stringContaining("Incorrect API key provided"),
  });
  expect(host.events.at(-1)?.event).toMatchObject({
    type: "agent_end",
    error: expect.stringContaining("401"),
  });
  host.end();
  expect(await host.exited).toEqual({ code: 0, signal: null });
});
