import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseMcpServers } from "../../src/cli/mcp-servers.ts";
import { TRUSTED } from "../../src/cli/trust.ts";
import { takeInventory } from "../../src/cli/trust-inventory.ts";
import type { McpServer } from "../../src/wire/session-methods.ts";
import { makeWorld, type World } from "./surroundings.ts";

const USER = ".config/letscode/config.json";
const PROJECT = "code/app/.letscode/config.json";

/** What a start with these flags would start. */
function choose(world: World, argv: string[] = [], { trusted = true, named = [] as McpServer[] } = {}) {
  const begun = world.begin(["hi", ...argv]);
  const { options, notices } = trusted ? begun.finish(TRUSTED) : world.read(["hi", ...argv]);
  return { ...chooseMcpServers(options, { TOKEN: "t-123456" }, named), ignored: notices };
}

/** What a reference to a variable begins with. */
const D = "$";

describe("MCP servers of the configuration", () => {
  test("stand in a list, or by name as other programs write them, whose own fields are passed over", () => {
    const world = makeWorld();
    world.write(USER, {
      mcp_servers: {
        a: { type: "stdio", command: "x", args: ["1"], env: { PORT: 1, ON: true }, autoApprove: ["y"] },
        off: { command: "x", disabled: true },
      },
    });
    world.write(PROJECT, {
      mcp_servers: [{ name: "b", url: "http://x/", headers: { Authorization: `Bearer ${D}{TOKEN}` } }],
    });
    expect(choose(world)).toEqual({
      servers: [
        { name: "a", command: "x", args: ["1"], env: { PORT: "1", ON: "true" } },
        { name: "b", url: "http://x/", headers: { Authorization: "Bearer t-123456" } },
      ],
      secrets: ["Bearer t-123456", "t-123456", "t-123456"],
      notices: [],
      ignored: [],
    });
  });

  test("of a project count only when it is trusted", () => {
    const world = makeWorld();
    world.write(PROJECT, { mcp_servers: [{ name: "b", command: "x" }] });
    expect(choose(world, [], { trusted: false })).toMatchObject({
      servers: [],
      ignored: [expect.stringMatching(/config\.json: ignored "mcp_servers": the project is not trusted/)],
    });
  });

  test("are beaten by those of a flag's file, and these by a client's, of the same name", () => {
    const world = makeWorld();
    world.write(USER, { mcp_servers: { a: { command: "a1" }, b: { command: "b1" }, c: { command: "c1" } } });
    const file = world.write("mcp.json", { mcpServers: { b: { command: "b2" }, c: { command: "c2" } } });
    const named = [{ name: "c", command: `${D}{TOKEN}` }];
    expect(choose(world, ["--mcp-config", file], { named }).servers).toEqual([
      { name: "a", command: "a1" },
      { name: "b", command: "b2" },
      { name: "c", command: `${D}{TOKEN}` },
    ]);
  });

  test("find a program that a relative path names from where it was written", () => {
    const world = makeWorld();
    world.write(PROJECT, { mcp_servers: { a: { command: "./bin/a", args: ["./x"] } } });
    const file = world.write("elsewhere/mcp.json", { mcp_servers: [{ name: "b", command: "../b" }] });
    expect(choose(world, ["--mcp-config", file]).servers).toEqual([
      { name: "a", command: join(world.project, "bin/a"), args: ["./x"] },
      { name: "b", command: join(world.home, "b") },
    ]);
  });

  test("that need a variable which is not set are left out, and it is named", () => {
    const world = makeWorld();
    world.write(USER, {
      mcp_servers: { a: { command: "x", env: { KEY: `${D}{A_KEY}` } }, b: { command: "y" } },
    });
    expect(choose(world)).toMatchObject({
      servers: [{ name: "b", command: "y" }],
      notices: [
        `the MCP server a is left out: it needs the variable A_KEY, which is not set; set it, or write ${D}{A_KEY:-} for none`,
      ],
    });
  });

  test.each<[unknown, string]>([
    [7, "expected a list of MCP servers, or an object by their names, got 7"],
    [[7], "[0]: expected an object with name, command, args, env, url, headers, disabled, got 7"],
    [[{ name: "a", comand: "x" }], '[0]: unknown key "comand"; did you mean "command"?'],
    [{ a: { comand: "x" } }, '"a": expected either a command or a url of the server "a"'],
    [{ "a b": { command: "x" } }, '"a b".name: expected 1 to 32 of the characters'],
    [{ a: { command: 1 } }, '"a".command: expected a text'],
    [{ a: { command: "x", args: "y" } }, '"a".args: expected a list of texts'],
    [{ a: { command: "x", env: { KEY: ["secret"] } } }, '"a".env.KEY: expected a text'],
    [
      [
        { name: "a", command: "x" },
        { name: "a", command: "y" },
      ],
      'there is more than one server "a"',
    ],
  ])("%j are refused by name, and no value is shown", (written, complaint) => {
    const world = makeWorld();
    const path = world.write(USER, { mcp_servers: written });
    const refused = () => choose(world);
    expect(refused).toThrow(`"mcp_servers" in ${path}: ${complaint}`);
    expect(refused).not.toThrow("secret");
  });

  test("of a flag's file are refused with its name", () => {
    const world = makeWorld();
    const missing = join(world.home, "none.json");
    expect(() => choose(world, ["--mcp-config", missing])).toThrow(
      `--mcp-config: there is no file ${missing}`,
    );
    const other = world.write("other.json", { servers: 1 });
    expect(() => choose(world, ["--mcp-config", other])).toThrow(`${other}: expected {"mcpServers"`);
  });

  test("make a project ask for trust anew when a file that they run has changed", () => {
    const world = makeWorld();
    const server = world.write("code/app/tools/server.mjs", "1");
    world.write("elsewhere.mjs", "1");
    world.write(PROJECT, {
      mcp_servers: {
        a: { command: "node", args: ["tools/server.mjs", ".", "--x", "x".repeat(300), "\0"] },
        b: { command: process.execPath, args: [server, "../../elsewhere.mjs"] },
      },
    });
    const digest = () => {
      const { programs = [] } = world.begin(["hi"]).trustCase ?? {};
      expect(programs).toEqual(["tools/server.mjs", server]);
      return takeInventory(world.project, programs).digest;
    };
    const before = digest();
    expect(digest()).toBe(before);
    writeFileSync(server, "2");
    expect(digest()).not.toBe(before);
  });
});
