import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMPACT_COMMAND } from "../../src/prompts/compact-command.ts";
import { createNamedFiles, SKILL_NAMING, TEMPLATE_NAMING } from "../../src/prompts/named-files.ts";
import { createSlash, listSlash, type SlashCommand } from "../../src/prompts/slash.ts";
import type { CustomMessage, Json } from "../../src/wire/messages.ts";
import { makeTree } from "./tree.ts";

/** What the commands of these tests get. */
interface Context {
  who: string;
}

const greet: SlashCommand<Context> = {
  name: "greet",
  description: "Greets",
  run: async (args, { who }) => ({ output: `${who} says hello to ${args}` }),
};

function makeWorld(more: { builtins?: SlashCommand<Context>[]; commands?: SlashCommand<Context>[] } = {}) {
  const tree = makeTree();
  const folders = (kind: string) => [tree.path(`app/.letscode/${kind}`), `${tree.configFolder}/${kind}`];
  const reported: string[] = [];
  const sources = {
    builtins: more.builtins ?? [],
    templates: createNamedFiles(folders("prompts"), TEMPLATE_NAMING),
    skills: createNamedFiles(folders("skills"), SKILL_NAMING),
    commands: () => more.commands ?? [],
    report: (line: string) => void reported.push(line),
  };
  const slash = createSlash<Context>(sources);
  return { tree, sources, reported, run: (text: string) => slash(text, { who: "Ada" }) };
}

describe("a prompt that begins with a slash", () => {
  it("and a template's name becomes the template with its arguments", async () => {
    const { tree, run } = makeWorld();
    tree.write("app/.letscode/prompts/review.md", "---\ndescription: x\n---\nReview $1 for $2.\n");
    expect(await run('/review src/a.ts "off by one"')).toEqual({ prompt: "Review src/a.ts for off by one." });
    expect(await run("/review\nsrc")).toEqual({ prompt: "Review src for ." });
  });

  it("and a skill's name becomes the skill, its place and the arguments", async () => {
    const { tree, run } = makeWorld();
    tree.write("app/.letscode/skills/deploy/SKILL.md", "---\ndescription: x\n---\nRun ./go.sh $1.\n");
    expect(await run("/deploy to production")).toEqual({
      prompt: `Use this skill. Paths in it are relative to ${tree.path("app/.letscode/skills/deploy")}.\n\nRun ./go.sh $1.\n\nto production`,
    });
  });

  it("and a command's name runs the command", async () => {
    const ask: SlashCommand<Context> = {
      ...greet,
      name: "Ask:1",
      run: async (args) => ({ prompt: `? ${args}` }),
    };
    const { run } = makeWorld({ commands: [greet, ask] });
    expect(await run("/greet  the  world ")).toEqual({ output: "Ada says hello to the  world" });
    expect(await run("/Ask:1 why")).toEqual({ prompt: "? why" });
  });

  it.each([
    "/usr/bin/env is missing",
    "/tmp",
    "//",
    "// a comment",
    "/",
    "/ greet",
    "/greet! now",
    "/-greet",
    "/../greet",
    "/Greet",
    " /greet",
    "hello /greet",
    "/toString",
    "",
  ])("and no name that is known is sent as it is: %j", (text) => {
    const { tree, run } = makeWorld({ commands: [greet] });
    tree.write("app/.letscode/greet.md", "outside the folder of templates");
    expect(run(text)).toBeUndefined();
  });

  it("takes what an edit made of its file, and its removal, at once", async () => {
    const { tree, run } = makeWorld();
    const file = tree.write("app/.letscode/prompts/x.md", "one");
    expect(await run("/x")).toEqual({ prompt: "one" });
    tree.write("app/.letscode/prompts/x.md", "two");
    expect(await run("/x")).toEqual({ prompt: "two" });
    rmSync(file);
    expect(run("/x")).toBeUndefined();
  });

  it("and a file that cannot be used says why, and sends nothing", async () => {
    const { tree, run } = makeWorld();
    const long = tree.write("app/.letscode/prompts/long.md", "x".repeat(65_537));
    tree.write("app/.letscode/prompts/folder.md/x");
    await expect(run("/long")).rejects.toThrow(`${long} cannot be used: it is longer than 65536 bytes`);
    await expect(run("/folder")).rejects.toThrow("folder.md cannot be used: it is not a regular file");
  });

  it("means what is built in, then a template, the project's first, then a skill, then a plugin's command; said once", async () => {
    const builtin: SlashCommand<Context> = {
      ...greet,
      name: "all",
      run: async () => ({ output: "built in" }),
    };
    const plugin: SlashCommand<Context> = { ...greet, name: "all", run: async () => ({ output: "plugin" }) };
    const mine = makeWorld({ builtins: [builtin], commands: [plugin] });
    const template = mine.tree.write("app/.letscode/prompts/all.md", "project");
    mine.tree.write("ada/.config/letscode/prompts/all.md", "user");
    const skill = mine.tree.write("app/.letscode/skills/all/SKILL.md", "skill");
    expect(await mine.run("/all")).toEqual({ output: "built in" });
    expect(await mine.run("/all")).toEqual({ output: "built in" });
    expect(mine.reported).toEqual([
      `/all is built in; not used: ${template}, ${skill}, the command of a plugin`,
    ]);

    const rest = { ...mine.sources, builtins: [] };
    expect(await createSlash<Context>(rest)("/all", { who: "" })).toEqual({ prompt: "project" });
    rmSync(template);
    expect(await createSlash<Context>(rest)("/all", { who: "" })).toEqual({ prompt: "user" });
    rmSync(`${mine.tree.configFolder}/prompts/all.md`);
    expect(await createSlash<Context>(rest)("/all", { who: "" })).toEqual({
      prompt: expect.stringMatching(/\n\nskill$/),
    });
    rmSync(skill);
    expect(await createSlash<Context>(rest)("/all", { who: "" })).toEqual({ output: "plugin" });
  });
});

it("the list of slash commands has each as it would run, by name", async () => {
  const { tree, sources } = makeWorld({
    builtins: [{ ...greet, name: "b", argumentHint: "[who]" }],
    commands: [greet, { ...greet, name: "t" }],
  });
  tree.write("app/.letscode/prompts/t.md", "---\ndescription: A template\nargument_hint: FILE\n---\nx");
  tree.write("app/.letscode/prompts/b.md", "hidden");
  tree.write("app/.letscode/prompts/plain.md", "# First line\n\nmore");
  tree.write("app/.letscode/prompts/broken.md", "---\n- a\n---\n");
  tree.write("app/.letscode/prompts/not a name.md", "x");
  tree.write("app/.letscode/prompts/notes.txt", "x");
  tree.write("ada/.config/letscode/skills/s/SKILL.md", "---\ndescription: A skill\n---\n");
  expect(await listSlash<Context>(sources)).toEqual([
    { name: "b", description: "Greets", kind: "builtin", argumentHint: "[who]" },
    {
      name: "broken",
      description: "its front matter has no fields such as description: TEXT",
      kind: "template",
    },
    { name: "greet", description: "Greets", kind: "plugin" },
    { name: "plain", description: "# First line", kind: "template" },
    { name: "s", description: "A skill", kind: "skill" },
    { name: "t", description: "A template", kind: "template", argumentHint: "FILE" },
  ]);
});

describe("/compact", () => {
  const message = (data: Json): CustomMessage => ({
    id: "c",
    timestamp: 0,
    role: "custom",
    kind: "compaction",
    data,
  });
  const run = async (args: string, result: CustomMessage | undefined) => {
    const asked: (string | undefined)[] = [];
    const compact = async (instructions?: string) => {
      asked.push(instructions);
      return result;
    };
    return [await COMPACT_COMMAND.run(args, { compact }), ...asked];
  };

  it("summarises and says in one line what that saved", async () => {
    const summary = message({ tokens_before: 52_000, tokens_after: 9000 });
    expect(await run("", summary)).toEqual([
      { output: "summarised the conversation: about 52,000 tokens before, 9,000 after" },
      undefined,
    ]);
    expect(await run("keep the names", message("other"))).toEqual([
      { output: "summarised the conversation" },
      "keep the names",
    ]);
  });

  it("says when there was nothing to summarise", async () => {
    expect(await run("", undefined)).toEqual([{ output: "there was nothing to summarise" }, undefined]);
  });
});
