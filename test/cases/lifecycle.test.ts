/** The lives of runs and processes, as reported of others: what went wrong there, tried through the built command. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answer, calls, content, toolCalls } from "../loopback/chunks.ts";
import { RESET, type Reply } from "../loopback/provider-server.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import type { Letscode } from "../process/letscode.ts";
import { messages, ofType, outline, textOf } from "../process/model-host.ts";
import { createGate } from "./gate.ts";
import { inRoom, promptDone, runOf } from "./room.ts";
import { runSteerRounds } from "./steer-rounds.ts";
import { conversation, HALF_OF_A_CALL, scriptTwoAborts } from "./two-doors.ts";

const bash = (command: string) => calls({ id: "c", name: "bash", arguments: { command } });
const none = (mark: string) => () => processesWith(mark).length === 0;

/** The commands' answers in order: type and id. */
function answersTo({ lines }: Letscode, id: string): string[] {
  return lines.filter((line) => line.id === id).map(({ type }) => type);
}

describe("the end of the input", () => {
  it(
    "does not end a run that waits for its model: the whole run comes, then bye and exit 0 [B01]",
    inRoom(async ({ server, start }) => {
      const slow = new Promise((resolve) => setTimeout(resolve, 500));
      server.reply([{ wait: slow }, ...bash("echo worked")], answer("Done."));
      const host = start();
      host.write('{"cmd":"prompt","id":"p1","text":"go"}\n');
      host.end();
      expect(await host.exited).toEqual({ code: 0, signal: null });
      expect(outline(host.lines)).toEqual([
        ...["ready", "ack", "agent_start", "turn_start", "message_start:user", "message_end:user"],
        ...["message_start:assistant", "update:tool_call_start", "update:tool_call_args_delta"],
        ...["update:tool_call_end", "update:usage", "update:stop", "message_end:assistant"],
        ...["tool_execution_start:c", "tool_execution_update:c", "tool_execution_end:c"],
        ...["message_start:tool_result", "message_end:tool_result", "turn_end", "turn_start"],
        ...["message_start:assistant", "update:text_delta", "update:usage", "update:stop"],
        ...["message_end:assistant", "turn_end", "agent_end:end_turn", "done", "bye"],
      ]);
    }),
  );
});

describe("an abort", () => {
  it(
    "leaves what the provider accepts: each call with one result when it had begun, nothing of a cut answer [B04 B19]",
    inRoom(async ({ server, start }) => {
      scriptTwoAborts(server);
      const host = start();
      host.send({ cmd: "prompt", id: "p1", text: "begin" });
      await host.waitFor("tool_execution_start");
      host.send({ cmd: "abort" });
      await runOf(host, "p1");
      await promptDone(host, "p2", "continue");
      host.send({ cmd: "prompt", id: "p3", text: "cut" });
      await host.waitFor(({ stream_event }) => stream_event?.delta === HALF_OF_A_CALL);
      host.send({ cmd: "abort" });
      await runOf(host, "p3");
      await promptDone(host, "p4", "go on");
      expect(conversation(server.requests[3])).toEqual([
        ["user", "begin"],
        ["assistant", ["c1"]],
        ["tool", expect.stringContaining("aborted")],
        ["user", "continue"],
        ["assistant", "one"],
        ["user", "cut"],
        ["user", "go on"],
      ]);
      const [, , cut] = messages(host.lines, "assistant");
      expect(cut).toMatchObject({
        stop_reason: "aborted",
        content: [{ type: "text" }, { type: "tool_call", arguments: {}, arguments_text: HALF_OF_A_CALL }],
      });
    }),
  );

  it(
    "keeps a steer that waited for the tools: the next run says it, once [B08]",
    inRoom(async ({ server, start }) => {
      server.reply(bash("sleep 60"), answer("one"), answer("two"));
      const host = start();
      host.send({ cmd: "prompt", id: "p1", text: "go" });
      await host.waitFor("tool_execution_start");
      host.send({ cmd: "steer", id: "s1", text: "steered" }, { cmd: "abort", id: "a1" });
      await runOf(host, "p1");
      expect(host.lines.find((line) => line.type === "done" && line.id === "a1")).toEqual({
        type: "done",
        id: "a1",
        queued: { steer: 1, follow_up: 0 },
      });
      await promptDone(host, "p2", "continue");
      await promptDone(host, "p3", "more");
      expect(conversation(server.requests[2])).toEqual([
        ["user", "go"],
        ["assistant", ["c"]],
        ["tool", expect.stringContaining("aborted")],
        ["user", "continue"],
        ["user", "steered"],
        ["assistant", "one"],
        ["user", "more"],
      ]);
    }),
  );

  it(
    "in one write with everything before it is answered at once; the run ends and no steer starts another [B17]",
    inRoom(async ({ server, respond, start }) => {
      respond(() => answer("ok"));
      const host = start();
      host.send(
        { cmd: "prompt", id: "p1", text: "one" },
        { cmd: "prompt", id: "p2", text: "two" },
        { cmd: "steer", id: "s1", text: "steered" },
        { cmd: "abort", id: "a1" },
        { cmd: "abort", id: "a2" },
      );
      await runOf(host, "p1");
      const told = host.lines.filter((line) => "id" in line).map(({ type, id, code }) => [type, id, code]);
      expect(told).toEqual([
        ["ack", "p1", undefined],
        ["error", "p2", "busy"],
        ...["s1", "a1", "a2"].flatMap((id) => [
          ["ack", id, undefined],
          ["done", id, undefined],
        ]),
        ["done", "p1", undefined],
      ]);
      expect(ofType(host.lines, "agent_end")).toMatchObject([{ stop_reason: "aborted", error: null }]);
      const asked = server.requests.length;
      await promptDone(host, "p3", "three");
      expect(server.requests.length - asked).toBe(1);
      const said = conversation(server.requests.at(-1)).filter((message) =>
        String(message).includes("steered"),
      );
      expect(said).toEqual([["user", "steered"]]);
    }),
  );

  it(
    "of nothing does nothing to the prompt that follows in the same write, nor between agent_end and the next [B18]",
    inRoom(async ({ server, start }) => {
      server.reply(answer("one"), answer("two"));
      const host = start();
      host.send({ cmd: "abort", id: "a1" }, { cmd: "prompt", id: "p1", text: "go" });
      await host.waitFor("agent_end");
      host.send({ cmd: "abort", id: "a2" });
      await runOf(host, "p1");
      host.send({ cmd: "abort", id: "a3" }, { cmd: "prompt", id: "p2", text: "go" });
      await runOf(host, "p2");
      expect(["a1", "a2", "a3", "p1", "p2"].map((id) => answersTo(host, id))).toEqual(
        Array(5).fill(["ack", "done"]),
      );
      expect(ofType(host.lines, "agent_end").map(({ stop_reason }) => stop_reason)).toEqual([
        "end_turn",
        "end_turn",
      ]);
    }),
  );
});

describe("after a prompt's done", () => {
  it(
    "nothing of its run still runs, ended or aborted [B18]",
    inRoom(async ({ server, start }) => {
      const [left, hidden] = [sleepMark(), sleepMark()];
      server.reply(bash(`sleep ${left} & (sleep ${left} &) ; echo left`), answer("ok"));
      const host = start();
      await promptDone(host, "p1", "go");
      expect(none(`sleep\0${left}`)()).toBe(true);
      server.reply(bash(`sleep ${hidden} & sleep ${hidden}`));
      host.send({ cmd: "prompt", id: "p2", text: "go" });
      await within(5000, "the command runs", () => processesWith(`sleep\0${hidden}`).length === 2);
      host.send({ cmd: "abort" });
      await runOf(host, "p2");
      expect(none(`sleep\0${hidden}`)()).toBe(true);
    }),
  );
});

describe("a steer", () => {
  it(
    "that comes at the last moment reaches the provider once, in order, in 30 rounds [B10]",
    inRoom(async (room) => {
      const seed = Number(process.env.LETSCODE_SEED ?? Math.floor(Math.random() * 2 ** 31));
      expect(await runSteerRounds(room, 30, seed), `LETSCODE_SEED=${seed}`).toEqual({
        prompts: [...Array.from({ length: 30 }, (_, round) => `prompt ${round}`), "prompt last"],
        steers: Array.from({ length: 30 }, (_, round) => `steer ${round}`),
        stranded: [],
      });
    }),
  );
});

describe("what is said while a run ends its last processes", () => {
  it.each(["steer", "follow_up"])("still belongs to it: a %s is answered before agent_end [B10]", (cmd) =>
    inRoom(async ({ server, start }) => {
      server.reply(bash(`(trap "" TERM; sleep ${sleepMark()}) & echo left`), answer("one"), answer("two"));
      const host = start();
      host.send({ cmd: "prompt", id: "p", text: "go" });
      await host.waitFor(({ type, turn }) => type === "turn_end" && turn === 2);
      host.send({ cmd, id: "s", text: "wait" }, { cmd: "bye", id: "b" });
      expect(await host.exited).toEqual({ code: 0, signal: null });
      const said = host.lines.map(({ type, message }) => (type === "message_end" ? textOf(message) : type));
      expect(said.slice(said.lastIndexOf("ack"))).toEqual([
        ...["ack", "turn_start", "message_start", "wait", "message_start"],
        ...["message_update", "message_update", "message_update", "two", "turn_end", "agent_end"],
        ...["done", "done", "bye"],
      ]);
    })(),
  );
});

describe("a command that is ended", () => {
  it.each([
    ["an abort", undefined, "[aborted: the command and everything it had started were ended]"],
    ["its timeout", 0.5, "[timed out after 0.5 s: the command and everything it had started were ended]"],
  ])("by %s takes its children with it, and its result says so [B11]", (_by, timeout, said) =>
    inRoom(async ({ server, start, path }) => {
      const mark = sleepMark();
      const args = {
        command: `(sleep ${mark} & echo $! > c.pid; sleep ${mark})`,
        ...(timeout && { timeout }),
      };
      server.reply(calls({ id: "c", name: "bash", arguments: args }));
      if (timeout !== undefined) server.reply(answer("ok"));
      const host = start();
      host.send({ cmd: "prompt", id: "p", text: "go" });
      await within(5000, "its child runs", () => existsSync(path("c.pid")));
      if (timeout === undefined) host.send({ cmd: "abort" });
      const run = await runOf(host, "p");
      expect(none(mark)()).toBe(true);
      expect(textOf(messages(run, "tool_result")[0])).toBe(`(no output)\n${said}`);
    })(),
  );
});

describe("a connection that breaks in mid-answer", () => {
  it(
    "leaves nothing of the failed answer in the next one, which is a message of its own [B19 C36]",
    inRoom(async ({ server, start, path }) => {
      const read = createGate();
      const half = toolCalls({ index: 0, id: "c", name: "bash", arguments: '{"command":"echo x >> ran' });
      const failing: Reply = [content("Hello wor"), half, { wait: read.opened }, RESET];
      const whole: Reply = [content("Hello world"), ...bash("echo x >> ran; wc -l < ran")];
      server.reply(failing, whole, answer("done"));
      const host = start(["--retry-base-delay", "0.01"]);
      host.send({ cmd: "prompt", id: "p1", text: "go" });
      await host.waitFor(({ stream_event }) => stream_event?.type === "tool_call_args_delta");
      read.open();
      const failed = await runOf(host, "p1");
      expect(ofType(failed, "retry")).toEqual([]);
      expect(ofType(failed, "agent_end")).toMatchObject([
        { stop_reason: "error", error: expect.any(String) },
      ]);
      expect(existsSync(path("ran"))).toBe(false);
      const run = await promptDone(host, "p2", "again");
      expect(messages(run, "assistant").map(textOf)).toEqual(["Hello world", "done"]);
      expect(messages(run, "tool_result").map(textOf)).toEqual(["1"]);
      const ids = messages(host.lines, "assistant").map(({ id }) => id);
      expect(new Set(ids).size).toBe(3);
      const [called] = messages(run, "assistant");
      const { tool_call_id: id } = called.content[1];
      expect(conversation(server.requests[2])).toEqual([
        ["user", "go"],
        ["user", "again"],
        ["assistant", "Hello world", [id]],
        ["tool", "1"],
      ]);
    }),
  );
});
