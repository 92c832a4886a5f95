import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { HANG } from "../loopback/provider-server.ts";
import { type Letscode, newFolder } from "./letscode.ts";
import { modelHost } from "./model-host.ts";

const model = modelHost();

function home(): string {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What is below a folder, without folders. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function done(host: Letscode, command: { cmd: string; id: string } & Record<string, unknown>) {
  host.send(command);
  return host.waitFor((line) => line.type === "done" && line.id === command.id);
}

const roles = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line).message.role);

describe("the conversation of a host", () => {
  it("is where get_state says, and after reset another one begins beside it [C7 X4]", async () => {
    const HOME = home();
    model.server().reply(answer("one"), answer("two"));
    const host = model.start([], { env: { HOME } });
    const { state: first } = await done(host, { cmd: "get_state", id: "s1" });
    expect(first.session.file).toMatch(
      new RegExp(`^${HOME}/\\.local/state/letscode/sessions/.*/${first.session.id}\\.jsonl$`),
    );
    expect(existsSync(first.session.file)).toBe(false);
    await done(host, { cmd: "prompt", id: "p1", text: "go" });
    expect(filesBelow(HOME)).toEqual([first.session.file, `${first.session.file}.lock`]);
    await done(host, { cmd: "reset", id: "r" });
    expect(filesBelow(HOME)).toEqual([first.session.file]);
    const { state: second } = await done(host, { cmd: "get_state", id: "s2" });
    await done(host, { cmd: "prompt", id: "p2", text: "go on" });
    host.end();
    await host.exited;
    expect([roles(first.session.file), roles(second.session.file)]).toEqual([
      ["user", "assistant"],
      ["user", "assistant"],
    ]);
    expect(filesBelow(HOME).sort()).toEqual([first.session.file, second.session.file].sort());
  });

  it("is nowhere with --no-session", async () => {
    const HOME = home();
    model.server().reply(answer("one"));
    const host = model.start(["--no-session"], { env: { HOME } });
    await done(host, { cmd: "prompt", id: "p", text: "go" });
    const { state } = await done(host, { cmd: "get_state", id: "s" });
    host.end();
    await host.exited;
    expect([state.session, filesBelow(HOME)]).toEqual([null, []]);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("is free for the next one after %s", async (signal) => {
    const HOME = home();
    model.server().reply([HANG]);
    const host = model.start([], { env: { HOME } });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await model.server().received(1);
    host.child.kill(signal);
    await host.exited;
    const [file = "", ...others] = filesBelow(HOME);
    expect(others).toEqual([]);
    expect(roles(file)).toEqual(["user", "assistant"]);
  });

  it("comes back whole to the model and to the host", async () => {
    const HOME = home();
    const cwd = home();
    model.server().reply(answer("one"), answer("two"));
    const host = model.start([], { env: { HOME }, cwd });
    await done(host, { cmd: "prompt", id: "p", text: "go" });
    const before = await done(host, { cmd: "get_messages", id: "m" });
    host.end();
    await host.exited;
    const next = model.start(["--continue"], { env: { HOME }, cwd });
    expect((await done(next, { cmd: "get_messages", id: "m" })).messages).toEqual(before.messages);
    await done(next, { cmd: "prompt", id: "p", text: "go on" });
    next.end();
    await next.exited;
    const said = model.server().requests.at(-1)?.json.messages;
    expect(said.filter(({ role }: { role: string }) => role !== "system")).toEqual([
      { role: "user", content: "go" },
      { role: "assistant", content: "one" },
      { role: "user", content: "go on" },
    ]);
  });
});
