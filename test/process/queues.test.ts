import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGate } from "../cases/gate.ts";
import { answer, calls, content, DONE, finish } from "../loopback/chunks.ts";
import { HANG, type Reply } from "../loopback/provider-server.ts";
import { processesWith, sleepMark, within } from "./alive.ts";
import { type Letscode, newFolder } from "./letscode.ts";
import { messages, modelHost, ofType, textOf } from "./model-host.ts";

const model = modelHost();

/** What each request said, message by message, the system prompt left out. */
const said = () =>
  model
    .server()
    .requests.map(({ json }) =>
      json.messages.slice(1).map(({ content: words }: { content: unknown }) => words),
    );

const doneOf = (host: Letscode, id: string) => host.waitFor((line) => line.type === "done" && line.id === id);

/** A command that runs until somebody opens this named pipe of its folder. */
function gatedCommand(cwd: string): { reply: Reply; open: () => void } {
  const path = join(cwd, "gate");
  execFileSync("mkfifo", [path]);
  return {
    reply: calls({ id: "c1", name: "bash", arguments: { command: "cat gate; echo over" } }),
    open: () => writeFileSync(path, ""),
  };
}

describe("messages", () => {
  it("take images along, whichever command brings them [C4 C5]", async () => {
    model.server().reply(answer("ok"), answer("ok"));
    const host = model.start();
    const [png, jpeg, gif] = ["png", "jpeg", "gif"].map((kind) => ({
      mime_type: `image/${kind}`,
      data: Buffer.from(kind).toString("base64"),
    }));
    host.send(
      { cmd: "steer", id: "s", text: "and this", images: [jpeg] },
      { cmd: "follow_up", id: "f", text: "", images: [gif] },
      { cmd: "prompt", id: "p", text: "look", images: [png] },
    );
    host.end();
    await host.exited;
    const shown = (image: typeof png) => ({
      type: "image_url",
      image_url: { url: `data:${image?.mime_type};base64,${image?.data}` },
    });
    expect(said()).toEqual([
      [
        [{ type: "text", text: "look" }, shown(png)],
        [{ type: "text", text: "and this" }, shown(jpeg)],
      ],
      [
        [{ type: "text", text: "look" }, shown(png)],
        [{ type: "text", text: "and this" }, shown(jpeg)],
        "ok",
        [shown(gif)],
      ],
    ]);
    expect(messages(host.lines, "user").map((message) => message.content)).toEqual([
      [
        { type: "text", text: "look" },
        { type: "image", ...png },
      ],
      [
        { type: "text", text: "and this" },
        { type: "image", ...jpeg },
      ],
      [{ type: "image", ...gif }],
    ]);
  });

  it("that steer are all delivered behind the turn's calls, before the next model call; follow-ups one by one, only when the run would end [C5]", async () => {
    const cwd = newFolder();
    const command = gatedCommand(cwd);
    const look = calls({ id: "c2", name: "ls", arguments: {} });
    model.server().reply(command.reply, look, answer("first"), answer("second"), answer("third"));
    const host = model.start([], { cwd });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor("tool_execution_start");
    host.send(
      { cmd: "follow_up", id: "f1", text: "c" },
      { cmd: "steer", id: "s1", text: "a" },
      { cmd: "follow_up", id: "f2", text: "d" },
      { cmd: "steer", id: "s2", text: "b" },
    );
    await doneOf(host, "s2");
    command.open();
    host.end();
    await host.exited;
    const [over, list] = messages(host.lines, "tool_result").map(textOf);
    const all = ["go", null, over, "a", "b", null, list, "first", "c", "second", "d"];
    expect(said()).toEqual([1, 5, 7, 9, 11].map((length) => all.slice(0, length)));
    expect(ofType(host.lines, "agent_end")).toHaveLength(1);
  });

  it("that steer a model about to stop make the run go on; their done does not wait for that [C5]", async () => {
    const { opened, open } = createGate();
    model.server().reply([content("par"), { wait: opened }, content("tial"), finish(), DONE], answer("more"));
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor("message_update");
    host.send({ cmd: "steer", id: "s", text: "left" });
    await doneOf(host, "s");
    open();
    host.end();
    await host.exited;
    expect(said()).toEqual([["go"], ["go", "partial", "left"]]);
    expect(ofType(host.lines, "agent_end")).toHaveLength(1);
  });
});

describe("what waits", () => {
  it("outlives a run that failed [C6 C5]", async () => {
    const { opened, open } = createGate();
    model.server().reply({ status: 401, body: [{ wait: opened }, "{}"] }, answer("ok"), answer("ok"));
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "one" });
    await model.server().received(1);
    await queueBoth(host);
    open();
    await doneOf(host, "p");
    host.send({ cmd: "prompt", id: "q", text: "two" });
    host.end();
    await host.exited;
    expect(said()).toEqual([["one"], ["one", "two", "left"], ["one", "two", "left", "ok", "then"]]);
  });

  it("outlives a run that reached --max-turns [C6 C5]", async () => {
    const cwd = newFolder();
    const command = gatedCommand(cwd);
    model
      .server()
      .reply(calls({ id: "c0", name: "ls", arguments: {} }), command.reply, answer("ok"), answer("ok"));
    const host = model.start(["--max-turns", "2"], { cwd });
    host.send({ cmd: "prompt", id: "p", text: "one" });
    await host.waitFor((line) => line.type === "tool_execution_start" && line.tool_name === "bash");
    await queueBoth(host);
    command.open();
    await doneOf(host, "p");
    expect(ofType(host.lines, "agent_end")[0]?.stop_reason).toBe("max_turns");
    host.send({ cmd: "prompt", id: "q", text: "two" });
    host.end();
    await host.exited;
    expect(said().map((words) => words.slice(5))).toEqual([
      [],
      [],
      ["two", "left"],
      ["two", "left", "ok", "then"],
    ]);
  });

  it("is forgotten at reset, with the conversation [C7]", async () => {
    model.server().reply(answer("ok"), answer("ok"));
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "one" });
    await doneOf(host, "p");
    await queueBoth(host);
    host.send({ cmd: "reset", id: "r" }, { cmd: "prompt", id: "q", text: "two" });
    host.end();
    await host.exited;
    expect(said()).toEqual([["one"], ["two"]]);
    expect(host.stderr()).toBe("");
  });
});

describe("abort", () => {
  it("ends the provider's stream at once [C6]", async () => {
    model.server().reply([content("x"), HANG]);
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await host.waitFor("message_update");
    host.send({ cmd: "abort", id: "a" });
    await model.server().requests[0]?.closed;
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
  });

  it("ends what a running command started, not only its shell [C6 C14]", async () => {
    const mark = sleepMark();
    const sleeping = () => processesWith(`sleep\0${mark}`).length;
    model
      .server()
      .reply(calls({ id: "c1", name: "bash", arguments: { command: `sleep ${mark} & sleep ${mark}` } }));
    const host = model.start();
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await within(5000, "both sleep", () => sleeping() === 2);
    host.send({ cmd: "abort", id: "a" });
    await doneOf(host, "p");
    expect(sleeping()).toBe(0);
    host.end();
    await host.exited;
  });
});

/** A steer and a follow-up, accepted. */
async function queueBoth(host: Letscode): Promise<void> {
  host.send({ cmd: "steer", id: "s", text: "left" }, { cmd: "follow_up", id: "f", text: "then" });
  await doneOf(host, "f");
}
