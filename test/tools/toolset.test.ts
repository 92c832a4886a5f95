import { mkdir, symlink, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { createToolset, type ToolsetOptions } from "../../src/tools/toolset.ts";
import type { JsonObject } from "../../src/wire/messages.ts";
import { callError, callText, createWorkspace } from "./workspace.ts";

async function setUp(options: Partial<ToolsetOptions> = {}) {
  const workspace = await createWorkspace();
  const { home, clock, processes, tempFolder } = workspace.environment;
  const environment = { PATH: process.env.PATH, OPENAI_API_KEY: "sk-S1", MY_KEY: "S2", LETSCODE_X: "y" };
  const redactor = createRedactor([]);
  const given = { workspace: workspace.folder, environment, home, redactor, clock, processes, tempFolder };
  const toolset = createToolset({ ...given, ...options });
  const tool = (name: string) => {
    const found = toolset.tools.find((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };
  return { ...workspace, toolset, tool };
}

describe("a toolset", () => {
  test("has the seven tools, each with all of its parameters described", async () => {
    const { toolset } = await setUp();
    expect(toolset.tools.map(({ name }) => name)).toEqual([
      "read",
      "write",
      "edit",
      "bash",
      "grep",
      "find",
      "ls",
    ]);
    for (const { name, description, parameters } of toolset.tools) {
      expect(description, name).not.toBe("");
      expect(undescribed(parameters), name).toEqual([]);
    }
  });

  test("runs each of them", async () => {
    const { tool, toolset } = await setUp();
    expect(await callText(tool("write"), { path: "src/a.txt", content: "one\nneedle\n" })).toBe(
      "Created src/a.txt (11 bytes).",
    );
    expect(await callText(tool("read"), { path: "src/a.txt" })).toBe("one\nneedle\n");
    expect(await callText(tool("grep"), { pattern: "needle" })).toContain("src/a.txt");
    expect(await callText(tool("find"), { pattern: "*.txt" })).toContain("src/a.txt");
    expect(await callText(tool("ls"), {})).toBe("src/");
    expect(
      await callText(tool("edit"), { path: "src/a.txt", edits: [{ old_text: "one", new_text: "1" }] }),
    ).toBe("Edited src/a.txt: 1 replacement, at line 1.");
    expect(await callText(tool("bash"), { command: "head -1 src/a.txt" })).toBe("1");
    await toolset.endRun();
  });

  test("shows commands no provider's key, nor what it was told to hide", async () => {
    const { tool } = await setUp({ hiddenVariables: ["MY_KEY"] });
    const shown = await callText(tool("bash"), { command: 'echo "[$OPENAI_API_KEY][$MY_KEY][$LETSCODE_X]"' });
    expect(shown).toBe("[][][y]");
  });

  test("works in the folder that a linked workspace really is", async () => {
    const { root, folder } = await createWorkspace();
    await symlink(folder, `${root}/link`);
    await writeFile(`${folder}/f`, "x");
    const { tool } = await setUp({ workspace: `${root}/link` });
    expect(await tool("read").access?.({ path: `${folder}/f` })).toEqual({ kind: "read" });
    expect(await callText(tool("read"), { path: `${root}/link/f` })).toBe("x");
  });

  test("cannot be made for a folder that is not there", async () => {
    await expect(setUp({ workspace: "/no/such/folder" })).rejects.toThrow(UsageError);
  });

  test("forgets what was read when it is reset", async () => {
    const { file, tool, toolset } = await setUp();
    await file("f", "old");
    await callText(tool("read"), { path: "f" });
    toolset.reset();
    expect(await callError(tool("write"), { path: "f", content: "new" })).toBe(
      "f exists and you have not read it. Read it first, or use edit.",
    );
  });

  test("remembers only what its own conversation read", async () => {
    const { file, tool, folder } = await setUp();
    const other = await setUp({ workspace: folder });
    await file("f", "old");
    await callText(tool("read"), { path: "f" });
    expect(await callError(other.tool("write"), { path: "f", content: "new" })).toMatch(
      /you have not read it/,
    );
    expect(await callText(tool("write"), { path: "f", content: "new" })).toBe("Replaced f (3 bytes).");
  });
});

describe("every tool with a path names what lies outside the workspace", () => {
  const more: Readonly<Record<string, JsonObject>> = {
    write: { content: "" },
    edit: { edits: [{ old_text: "a", new_text: "b" }] },
    grep: { pattern: "x" },
    find: { pattern: "*" },
  };
  test.each(["read", "write", "edit", "grep", "find", "ls"])("%s", async (name) => {
    const { root, path, tool } = await setUp();
    await mkdir(`${root}/outside/sub`, { recursive: true });
    await symlink("../outside", path("out"));
    await symlink(`${root}/outside/new`, path("dangling"));
    const { access } = tool(name);
    const outside = async (asked: string) => (await access?.({ path: asked, ...more[name] }))?.outside;
    expect(await outside("out/sub")).toEqual([`${root}/outside/sub`]);
    expect(await outside("out/new")).toEqual([`${root}/outside/new`]);
    expect(await outside("dangling")).toEqual([`${root}/outside/new`]);
    expect(await outside("../outside/sub")).toEqual([`${root}/outside/sub`]);
    expect(await outside("out/../../outside")).toEqual([`${root}/outside`]);
    expect(await outside("~/x")).toEqual([`${root}/home/x`]);
    expect(await outside("/etc")).toEqual(["/etc"]);
    expect(await outside("inside")).toBeUndefined();
    expect(await outside("../ws/inside")).toBeUndefined();
  });

  test("and bash is execution, which is judged as such", async () => {
    const { tool } = await setUp();
    expect(await tool("bash").access?.({ command: "cat ../x" })).toEqual({ kind: "execute" });
  });
});

/** The places in a schema of properties that have no description. */
function undescribed(schema: unknown, place = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, items } = schema as { properties?: Record<string, JsonObject>; items?: unknown };
  const own = Object.entries(properties).flatMap(([name, property]) => [
    ...(typeof property.description === "string" && property.description !== "" ? [] : [`${place}${name}`]),
    ...undescribed(property, `${place}${name}.`),
  ]);
  return [...own, ...undescribed(items, place)];
}
