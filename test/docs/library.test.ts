import { describe, expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import * as library from "../../src/index.ts";
import { fieldsOf } from "./interface-fields.ts";
import { prose, read } from "./pages.ts";

const page = prose(read("docs/library.md"));

describe("docs/library.md", () => {
  test("names everything the library exports", () => {
    expect(Object.keys(library).filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });

  test("names everything an agent can do", () => {
    const names = Object.getOwnPropertyNames(Agent.prototype).filter((name) => name !== "constructor");
    expect(names).toContain("prompt");
    // The door of RPC asks for time limits; nobody else needs to.
    expect(names.filter((name) => name !== "timeLimit" && !page.includes(`\`${name}`))).toEqual([]);
  });

  test.each([
    ["CreateAgentOptions", "src/create-agent.ts"],
    ["AgentOptions", "src/agent/agent-options.ts"],
  ])("documents every field of %s, and no other", (name, file) => {
    const [, table = ""] = page.split(`<!-- fields: ${name} -->\n\n`)[1]?.match(/^((?:\|.*\n)*)/) ?? [];
    const cells = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(
      ([, cell = ""]) => cell.match(/[\w?]+/g) ?? [],
    );
    expect(cells.sort()).toEqual(fieldsOf(name, file).sort());
  });
});
