import { describe, expect, test } from "vitest";
import { mcpServersProblem } from "../../src/mcp/check-servers.ts";
import { expandVariables } from "../../src/mcp/expand-variables.ts";
import { plainEnvironment } from "../../src/mcp/plain-environment.ts";
import { serverSecrets } from "../../src/mcp/server-secrets.ts";
import type { McpServer } from "../../src/wire/session-methods.ts";

/** What a reference to a variable begins with. */
const D = "$";

describe("what is wrong with a server", () => {
  const good: McpServer = { name: "a", command: "x" };

  test("is nothing when it has a name and a command or a URL", () => {
    expect(mcpServersProblem([good, { name: "B_c-9", url: "https://example.org/mcp" }])).toBeUndefined();
  });

  test.each<[McpServer[], string]>([
    [[good, good], '[1].name: there is a server "a" before it'],
    [
      [{ name: "a.b", command: "x" }],
      '[0].name: expected 1 to 32 of the characters A-Z a-z 0-9 _ -, got "a.b"',
    ],
    [[{ name: "a".repeat(33), command: "x" }], "[0].name: expected 1 to 32"],
    [[{ name: "a" }], '[0]: expected either a command or a url of the server "a"'],
    [[{ ...good, url: "http://x" }], "[0]: expected either a command or a url"],
    [[{ ...good, command: " " }], "[0].command: expected a program"],
    [[{ ...good, args: ["\0"] }], "[0]: a command, its arguments and its environment can hold no NUL"],
    [[{ ...good, env: { "A=B": "1" } }], '[0].env: "A=B" is no name of a variable'],
    [[{ name: "a", url: "ftp://x" }], "[0].url: expected an http:// or https:// URL"],
    [[{ name: "a", url: "http://x", headers: { "a b": "1" } }], '[0].headers: "a b" is no name of a header'],
    [
      [{ name: "a", url: "http://x", headers: { a: "secret\n" } }],
      "[0].headers.a: the value holds characters",
    ],
  ])("%j is named with its place, and no value is shown", (servers, problem) => {
    expect(mcpServersProblem(servers)).toContain(problem);
    expect(mcpServersProblem(servers)).not.toContain("secret");
  });
});

describe("variables", () => {
  const environment = { HOME: "/home/ada", TOKEN: "t-123456", EMPTY: "", ID: "a1b2c3d4e5f6a7b8" };

  test("are filled in everywhere but the name, and what is missing is named", () => {
    const server = {
      name: `${D}{HOME}`,
      command: `${D}{HOME}/bin/x`,
      args: ["--id", `${D}{ID}`, "$HOME", `${D}{NONE:-none} ${D}{EMPTY:-}`],
      env: { KEY: `Bearer ${D}{TOKEN}`, OTHER: `${D}{MISSING} ${D}{EMPTY}` },
    };
    expect(expandVariables(server, environment)).toEqual({
      server: {
        name: `${D}{HOME}`,
        command: "/home/ada/bin/x",
        args: ["--id", "a1b2c3d4e5f6a7b8", "$HOME", "none "],
        env: { KEY: "Bearer t-123456", OTHER: " " },
      },
      missing: ["MISSING", "EMPTY"],
      secrets: ["a1b2c3d4e5f6a7b8", "t-123456"],
    });
    const web = { name: "w", url: `https://${D}{HOST:-example.org}/`, headers: { "x-key": `${D}{TOKEN}` } };
    expect(expandVariables(web, environment).server).toEqual({
      name: "w",
      url: "https://example.org/",
      headers: { "x-key": "t-123456" },
    });
  });
});

test("what is a key in a server's settings is known by its name or its looks", () => {
  expect(
    serverSecrets({
      name: "a",
      url: "https://u:pass%20word@example.org/mcp?api_key=k1&lang=english",
      headers: { Authorization: "Bearer abc", Accept: "text/event-stream", "x-tenant": "9f86d081884c7d65" },
      env: { GITHUB_TOKEN: "ghp", LOG_LEVEL: "debug", DATA: "/home/ada/data/2024", MODE: "production" },
    }),
  ).toEqual(expect.arrayContaining(["ghp", "Bearer abc", "abc", "9f86d081884c7d65", "k1", "pass word"]));
  expect(
    serverSecrets({
      name: "a",
      url: "https://example.org/mcp?lang=english",
      headers: { Accept: "text/event-stream" },
      env: {
        LOG_LEVEL: "debug",
        DATA: "/home/ada/data/2024/01/02",
        MODE: "production",
        GIT_AUTHOR_NAME: "Ada Lovelace",
      },
    }),
  ).toEqual([]);
  expect(serverSecrets({ name: "a", env: { PROXY_AUTHORIZATION: "xyz" } })).toContain("xyz");
});

test("a server's environment is a plain one and what its settings add", () => {
  const ours = {
    PATH: "/bin",
    HOME: "/h",
    LANG: "C",
    OPENAI_API_KEY: "k",
    GITHUB_TOKEN: "g",
    LETSCODE_MODEL: "m",
  };
  expect(plainEnvironment(ours, "linux", { HOME: "/other", X: "1" })).toEqual({
    PATH: "/bin",
    HOME: "/other",
    LANG: "C",
    X: "1",
  });
  expect(plainEnvironment({ Path: "C:\\", SystemRoot: "W", KEY: "k" }, "win32")).toEqual({
    Path: "C:\\",
    SystemRoot: "W",
  });
  expect(plainEnvironment({ Path: "C:\\" }, "win32", { PATH: "D:\\" })).toEqual({ PATH: "D:\\" });
});
