import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openPrompts, type PromptPlaces } from "../../src/prompts/open-prompts.ts";
import { makeTree, type Tree } from "./tree.ts";

const skill = (description: string, more = "") => `---\ndescription: ${description}\n${more}---\nDo it.\n`;

function open(tree: Tree, more: Partial<PromptPlaces> = {}) {
  return openPrompts({
    workspace: tree.path("app"),
    home: tree.home,
    configFolder: tree.configFolder,
    projectFolder: tree.path("app"),
    trusted: true,
    tools: ["read", "bash"],
    ...more,
  });
}

const lines = (section: string | undefined) => section?.split("\n").slice(2) ?? [];

describe("prompts", () => {
  it("are none where nobody wrote any", async () => {
    const tree = makeTree();
    mkdirSync(tree.path("app"));
    const { sections, readableFolders, notices, skills, templates } = await open(tree);
    expect({ sections, readableFolders, notices }).toEqual({
      sections: [],
      readableFolders: [],
      notices: [],
    });
    expect([...skills.all(), ...templates.all()]).toEqual([]);
  });

  it("list the skills of a trusted project and of the user with the file to read, behind the instructions", async () => {
    const tree = makeTree();
    tree.write("app/AGENTS.md", "Be brief.");
    const deploy = tree.write("app/.letscode/skills/deploy/SKILL.md", skill("Ships\n  it", "name: deploy\n"));
    tree.write("ada/.config/letscode/skills/deploy/SKILL.md", skill("The user's way"));
    const notes = tree.write("ada/.config/letscode/skills/notes/SKILL.md", skill('"Takes notes: briefly"'));
    const { sections, readableFolders, notices } = await open(tree);
    expect(notices).toEqual([]);
    expect(sections.length).toBe(2);
    expect(sections[0]).toContain("Be brief.");
    expect(lines(sections[1])).toEqual([
      `- deploy: Ships it (${deploy})`,
      `- notes: Takes notes: briefly (${notes})`,
    ]);
    expect(readableFolders).toEqual([
      tree.path("app/.letscode/skills/deploy"),
      `${tree.configFolder}/skills/notes`,
    ]);
  });

  it("are the user's alone, but for the instructions, when the project is not trusted", async () => {
    const tree = makeTree();
    tree.write("app/AGENTS.md", "Be brief.");
    tree.write("app/.letscode/skills/deploy/SKILL.md", skill("Ships it"));
    tree.write("app/.letscode/prompts/review.md", "Review.");
    const mine = tree.write("ada/.config/letscode/prompts/mine.md", "Mine.");
    const { sections, readableFolders, skills, templates } = await open(tree, { trusted: false });
    expect(sections.length).toBe(1);
    expect(sections[0]).toContain("Be brief.");
    expect(readableFolders).toEqual([]);
    expect([...skills.all(), ...templates.all()]).toEqual([{ name: "mine", path: mine }]);
    expect(templates.find("review")).toBeUndefined();
  });

  it("tell a model that cannot read of no skill; as slash commands they are there", async () => {
    const tree = makeTree();
    mkdirSync(tree.path("app"));
    const path = tree.write("ada/.config/letscode/skills/notes/SKILL.md", "no front matter");
    const { sections, readableFolders, notices, skills } = await open(tree, { tools: ["bash"] });
    expect({ sections, readableFolders, notices }).toEqual({
      sections: [],
      readableFolders: [],
      notices: [],
    });
    expect(skills.find("notes")).toBe(path);
  });

  it("leave a skill out that says nothing of itself, and name it", async () => {
    const tree = makeTree();
    const folder = "app/.letscode/skills";
    const none = tree.write(`${folder}/none/SKILL.md`, "Do it.");
    const broken = tree.write(`${folder}/broken/SKILL.md`, "---\na: b: c\n---\n");
    mkdirSync(tree.path(`${folder}/pipe/SKILL.md`), { recursive: true });
    const other = tree.write(`${folder}/other/SKILL.md`, skill("Other", "name: another\n"));
    tree.write(`${folder}/not a name/SKILL.md`, skill("x"));
    tree.write(`${folder}/empty/README.md`);
    const { sections, notices } = await open(tree);
    expect(lines(sections[0])).toEqual([`- other: Other (${other})`]);
    expect(notices).toEqual([
      expect.stringContaining(`${broken}: this skill is left out: its front matter is no YAML: `),
      `${none}: this skill is left out: its front matter has no description: TEXT`,
      `${other}: this skill is called other, as its folder is, and not "another"`,
      `${tree.path(folder)}/pipe/SKILL.md: this skill is left out: it is not a regular file`,
    ]);
  });

  it("let a model read the user's skills where links lead, and no project's outside the project", async () => {
    const tree = makeTree();
    tree.write("elsewhere/linked/SKILL.md", skill("Linked"));
    const file = tree.write("elsewhere/one.md", skill("One file"));
    tree.write("app/shared/SKILL.md", skill("Inside"));
    mkdirSync(tree.path("app/.letscode/skills/file"), { recursive: true });
    mkdirSync(tree.path("ada/.config/letscode/skills/one"), { recursive: true });
    symlinkSync(tree.path("elsewhere/linked"), `${tree.configFolder}/skills/linked`);
    symlinkSync(file, `${tree.configFolder}/skills/one/SKILL.md`);
    symlinkSync(tree.path("elsewhere/linked"), tree.path("app/.letscode/skills/out"));
    symlinkSync(file, tree.path("app/.letscode/skills/file/SKILL.md"));
    symlinkSync("../../shared", tree.path("app/.letscode/skills/inside"));
    const { readableFolders, notices } = await open(tree);
    expect(readableFolders).toEqual([
      tree.path("app/shared"),
      tree.path("elsewhere/linked"),
      `${tree.configFolder}/skills/one`,
      file,
    ]);
    expect(notices).toEqual(
      ["file", "out"].map(
        (name) =>
          `${tree.path("app/.letscode/skills")}/${name}/SKILL.md: this skill is left out: it is a link out of the project`,
      ),
    );
  });
});
