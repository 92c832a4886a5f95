/** What people write for the agent, as the provider and the host see it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import type { Letscode } from "./letscode.ts";
import { messages, modelHost, ofType, textOf } from "./model-host.ts";

const { server, start } = modelHost();

/** A home, the user's configuration in it, and a repository with the workspace in a folder of it. */
function makeWorld() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "letscode-prompts-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const path = (name: string) => join(root, name);
  const write = (name: string, content = "") => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), content);
    return path(name);
  };
  write("home/repo/.git/HEAD");
  mkdirSync(path("home/repo/app"));
  const options = { cwd: path("home/repo/app"), env: { HOME: path("home") } };
  return {
    path,
    write,
    start(...flags: string[]) {
      const host = start(["--no-session", ...flags], options);
      onTestFinished(async () => {
        host.end();
        await host.exited;
      });
      return host;
    },
  };
}

const SKILL = "---\nname: notes\ndescription: Takes notes.\n---\nWrite to notes.md.\n";
const CONFIG = "home/.config/letscode";

/** The system prompt of a request. */
function systemOf(at: number): string {
  return server().requests[at]?.json.messages[0].content;
}

/** Runs one prompt; the lines of its run, from `ack` to `done`. */
async function prompt(host: Letscode, text: string) {
  const id = `p${host.sent.length}`;
  host.send({ cmd: "prompt", id, text });
  const done = await host.waitFor((line) => line.type === "done" && line.id === id);
  const from = host.lines.findIndex((line) => line.type === "ack" && line.id === id);
  return host.lines.slice(from, host.lines.indexOf(done) + 1);
}

describe("instructions", () => {
  it("of the user, the repository and the workspace reach the provider, the nearest last, behind any system prompt", async () => {
    const world = makeWorld();
    const files = [
      world.write(`${CONFIG}/AGENTS.md`, "Speak plainly."),
      world.write("home/repo/CLAUDE.md", "Use tabs."),
      world.write("home/repo/app/AGENTS.md", "Use blanks."),
    ];
    world.write("home/AGENTS.md", "Nobody's.");
    for (const flags of [[], ["--system-prompt", "You are terse.", "--append-system-prompt", "The end."]]) {
      server().reply(answer("Yes."));
      const host = world.start(...flags);
      await prompt(host, "go");
      host.end();
      await host.exited;
      expect(host.stderr()).toBe("");
    }
    const tags = files.map((file) => `<instructions file="${file}">`);
    for (const at of [0, 1]) {
      const places = [...tags, "Speak plainly.", "Use tabs.", "Use blanks."].map((text) =>
        systemOf(at).indexOf(text),
      );
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places.slice(0, 3)).toEqual(places.slice(0, 3).toSorted((a, b) => a - b));
      expect(systemOf(at)).not.toContain("Nobody's.");
    }
    expect(systemOf(0)).toMatch(/^You are letscode/);
    expect(systemOf(1)).toMatch(/^You are terse\.\n\n/);
    expect(systemOf(1)).toMatch(/<\/instructions>\n\nThe end\.$/);
  });

  it("that cannot be read are named on stderr", async () => {
    const world = makeWorld();
    mkdirSync(world.path("home/repo/app/AGENTS.md"));
    server().reply(answer("Yes."));
    const host = world.start();
    await prompt(host, "go");
    host.end();
    await host.exited;
    expect(host.stderr()).toBe(
      `letscode: ${world.path("home/repo/app/AGENTS.md")}: these instructions are left out: it is not a regular file\n`,
    );
  });
});

describe("skills", () => {
  it("of the user are told to the model, which may read them and nothing beside them without being allowed to", async () => {
    const world = makeWorld();
    const file = world.write(`${CONFIG}/skills/notes/SKILL.md`, SKILL);
    world.write(`${CONFIG}/skills/notes/more.md`, "More.");
    const secret = world.write("home/secret", "private");
    const config = world.write(`${CONFIG}/config.json`, "{}");
    symlinkSync(secret, world.path(`${CONFIG}/skills/notes/link`));
    const host = world.start("--permission-mode", "ask");
    const folder = dirname(file);
    const paths = [file, `${folder}/more.md`, `${folder}/link`, `${folder}/../../config.json`, config];
    server().reply(
      calls(...paths.map((path, at) => ({ id: `c${at}`, name: "read", arguments: { path } }))),
      calls({ id: "w", name: "write", arguments: { path: `${folder}/new.md`, content: "x" } }),
      answer("Read."),
    );
    const lines = await prompt(host, "go");
    expect(systemOf(0)).toContain(`\n- notes: Takes notes. (${file})`);
    expect(messages(lines, "tool_result").map(textOf)).toEqual([
      SKILL,
      "More.",
      expect.stringMatching(/^Denied: /),
      expect.stringMatching(/^Denied: /),
      expect.stringMatching(/^Denied: /),
      expect.stringMatching(/^Denied: /),
    ]);
  });

  it("are not told to a model that cannot read them", async () => {
    const world = makeWorld();
    world.write(`${CONFIG}/skills/notes/SKILL.md`, SKILL);
    server().reply(answer("Yes."));
    await prompt(world.start("--tools", "bash"), "go");
    expect(systemOf(0)).not.toContain("notes");
  });
});

describe("slash commands", () => {
  it("are templates and skills: what they say is the prompt, for the host and for the model", async () => {
    const world = makeWorld();
    world.write(`${CONFIG}/prompts/review.md`, "---\ndescription: x\n---\nReview $1.");
    const skill = world.write(`${CONFIG}/skills/notes/SKILL.md`, SKILL);
    const host = world.start();
    const said = async (text: string) => {
      server().reply(answer("Yes."));
      const lines = await prompt(host, text);
      const asked = server().requests.at(-1)?.json.messages.at(-1);
      expect(asked.role).toBe("user");
      expect(messages(lines, "user").map(textOf)).toEqual([asked.content]);
      return asked.content;
    };
    expect(await said('/review "a b"')).toBe("Review a b.");
    expect(await said("/notes now")).toBe(
      `Use this skill. Paths in it are relative to ${dirname(skill)}.\n\nWrite to notes.md.\n\nnow`,
    );
    expect(await said("/unknown thing")).toBe("/unknown thing");
    expect(await said("/usr/bin/env is missing")).toBe("/usr/bin/env is missing");
    world.write(`${CONFIG}/prompts/unknown.md`, "Known now: $@");
    expect(await said("/unknown thing")).toBe("Known now: thing");
  });

  it("that answer by themselves start no run: the answer is in done", async () => {
    const host = makeWorld().start();
    const lines = await prompt(host, "/compact");
    expect(lines.map(({ type }) => type)).toEqual(["ack", "done"]);
    expect(ofType(lines, "done")).toEqual([
      expect.objectContaining({ output: "there was nothing to summarise" }),
    ]);
    expect(server().requests).toEqual([]);
  });

  it("whose file cannot be used fail with its reason, and the next prompt works", async () => {
    const world = makeWorld();
    world.write(`${CONFIG}/prompts/folder.md/x`);
    const host = world.start();
    const lines = await prompt(host, "/folder");
    expect(ofType(lines, "done")[0]?.error).toBe(
      `${world.path(`${CONFIG}/prompts/folder.md`)} cannot be used: it is not a regular file`,
    );
    server().reply(answer("Yes."));
    expect(messages(await prompt(host, "go"), "assistant").map(textOf)).toEqual(["Yes."]);
  });
});

describe("a project that is not trusted", () => {
  it("has its skills and templates ignored, named on one line; with --trust-project they count", async () => {
    const world = makeWorld();
    world.write("home/repo/.letscode/skills/notes/SKILL.md", SKILL);
    world.write("home/repo/.letscode/prompts/review.md", "Review.");
    const run = async (...flags: string[]) => {
      server().reply(answer("Yes."));
      const host = world.start(...flags);
      await prompt(host, "/review");
      host.end();
      await host.exited;
      const request = server().requests.at(-1)?.json.messages;
      return [host.stderr(), request[0].content.includes("- notes: "), request.at(-1).content];
    };
    expect(await run()).toEqual([
      `letscode: ${world.path("home/repo/.letscode")}: ignored "skills/notes", "prompts/review.md": the project is not trusted (--trust-project trusts it)\n`,
      false,
      "/review",
    ]);
    expect(await run("--trust-project")).toEqual(["", true, "Review."]);
  });
});
