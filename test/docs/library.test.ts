import { expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import * as library from "../../src/index.ts";
import { prose, read } from "./pages.ts";

const page = prose(read("docs/library.md"));

test("docs/library.md names everything the library exports", () => {
  expect(Object.keys(library).filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test("docs/library.md names everything an agent can do", () => {
  const names = Object.getOwnPropertyNames(Agent.prototype).filter((name) => name !== "constructor");
  expect(names).toContain("prompt");
  // The door of RPC asks for time limits; nobody else needs to.
  expect(names.filter((name) => name !== "timeLimit" && !page.includes(`\`${name}`))).toEqual([]);
});
