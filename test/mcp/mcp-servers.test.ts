import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../src/testing/manual-clock.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import { EVERYTHING, FILESYSTEM } from "./real-servers.ts";
import { callTool, namesOf, noted, oddServer, openServers, testFolder } from "./servers.ts";

const text = (content: string) => ({ content: [{ type: "text", text: content }], isError: false });

describe("a server's tools", () => {
  test("have its name before theirs, its schemas, and need permission alone", async () => {
    const { all } = openServers([{ name: "all", command: process.execPath, args: [EVERYTHING] }]);
    expect(all.tools).toEqual([]);
    await all.ready();
    const sum = all.tools.find(({ name }) => name === "all__get-sum");
    expect(sum).toMatchObject({
      description: "Returns the sum of two numbers",
      parameters: { type: "object", properties: { a: { type: "number" } }, required: ["a", "b"] },
    });
    const annotated = all.tools.map((tool) => [tool.access?.({}), tool.concurrency?.({})]);
    expect(new Set(annotated.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([{ kind: "external" }, "exclusive"])]),
    );
    expect(await callTool(all, "all__get-sum", { a: 1, b: 2 })).toEqual(text("The sum of 1 and 2 is 3."));
  });

  test("are listed page by page", async () => {
    const tools = Array.from({ length: 23 }, (_, at) => `t${at}`);
    const log = join(testFolder(), "log");
    const { all } = openServers([oddServer("odd", { tools, page: 5, log })]);
    await all.ready();
    expect(namesOf(all)).toEqual(tools.map((name) => `odd__${name}`));
    expect(noted(log).filter((line) => line === "tools/list")).toHaveLength(5);
  });

  test("get names that every provider takes, each its own, and the same ones each time", async () => {
    const long = "x".repeat(80);
    const tools = ["a b", "a.b", "a_b", "a_b", "ü", long, `${long}y`];
    const names = async () => {
      const { all } = openServers([oddServer("odd", { tools }), oddServer("odd2", { tools: ["a b"] })]);
      await all.ready();
      return namesOf(all);
    };
    const first = await names();
    expect(first).toEqual([
      "odd__a_b",
      "odd__a_b_8dc4c6d8",
      "odd__a_b_a08557fc",
      "odd___",
      `odd__${"x".repeat(50)}_ab82913a`,
      `odd__${"x".repeat(50)}_c03f261f`,
      "odd2__a_b",
    ]);
    expect(await names()).toEqual(first);
  });

  test("are listed again when the server says that they have changed", async () => {
    const { all } = openServers([oddServer("odd", { tools: ["grow"] })]);
    await all.ready();
    expect(await callTool(all, "odd__grow", { name: "give" })).toEqual(text("grown"));
    await all.ready();
    expect(namesOf(all)).toEqual(["odd__grow", "odd__give"]);
  });
});

describe("a call", () => {
  test("tells of its progress", async () => {
    const { all } = openServers([{ name: "all", command: process.execPath, args: [EVERYTHING] }]);
    await all.ready();
    const updates: string[] = [];
    const args = { duration: 0.1, steps: 2 };
    await callTool(all, "all__trigger-long-running-operation", args, { updates });
    // The last one may come together with the result, and then tells nobody anything.
    expect(updates[0]).toBe("1/2\n");
  });

  test("that is aborted is cancelled at the server too, which goes on serving", async () => {
    const log = join(testFolder(), "log");
    const { all } = openServers([oddServer("odd", { tools: ["hang", "give"], log })]);
    await all.ready();
    const stop = new AbortController();
    const hanging = callTool(all, "odd__hang", {}, { signal: stop.signal });
    await within(5000, "the call", () => noted(log).includes("call hang"));
    stop.abort();
    await expect(hanging).rejects.toThrow();
    await within(5000, "the cancelling", () => noted(log).includes("notifications/cancelled"));
    expect(await callTool(all, "odd__give", { result: text("here") })).toEqual(text("here"));
    expect(noted(log).filter((line) => line.startsWith("start"))).toHaveLength(1);
  });

  test("fails with what the server says is wrong", async () => {
    const { all } = openServers([oddServer("odd", { tools: ["fail"] })]);
    await all.ready();
    await expect(callTool(all, "odd__fail")).rejects.toThrow("The MCP server odd failed: bad news");
  });

  test("runs in the workspace, with a plain environment and what its settings add", async () => {
    const server = { ...oddServer("odd", { tools: ["environment"] }), env: { EXTRA: "1", PATH: "/nowhere" } };
    const { all, workspace } = openServers([server]);
    await all.ready();
    const output = await callTool(all, "odd__environment");
    const [{ text: json = "{}" } = {}] = output.content as { text?: string }[];
    const { PWD, _, SHLVL, OLDPWD, ...environment } = JSON.parse(json);
    expect(environment).toEqual({ EXTRA: "1", PATH: "/nowhere", HOME: workspace });
    expect(PWD).toBe(workspace);
  });
});

describe("a server that ends", () => {
  test("fails its call at once with its last words, and is started again by the next", async () => {
    const log = join(testFolder(), "log");
    const { all, details } = openServers([oddServer("odd", { tools: ["die", "give"], log })]);
    await all.ready();
    await expect(callTool(all, "odd__die")).rejects.toThrow(
      /^The MCP server odd failed: it ended with exit code 3: the disk is on fire$/,
    );
    expect(details).toContain("MCP server odd: the disk is on fire");
    expect(await callTool(all, "odd__give", { result: text("back") })).toEqual(text("back"));
    expect(noted(log).filter((line) => line.startsWith("start"))).toHaveLength(2);
  });

  test("says which signal has ended it", async () => {
    const log = join(testFolder(), "log");
    const { all } = openServers([oddServer("odd", { tools: ["hang"], log })]);
    await all.ready();
    const hanging = expect(callTool(all, "odd__hang")).rejects.toThrow(
      "The MCP server odd failed: it was ended by SIGKILL",
    );
    await within(5000, "the call", () => noted(log).includes("call hang"));
    process.kill(Number(noted(log)[0]?.slice("start ".length)), "SIGKILL");
    await hanging;
  });

  test("is not started for ever", async () => {
    const log = join(testFolder(), "log");
    const { all } = openServers([oddServer("odd", { tools: ["die"], log })]);
    await all.ready();
    for (let time = 0; time < 3; time++)
      await expect(callTool(all, "odd__die")).rejects.toThrow("it ended with exit code 3");
    await expect(callTool(all, "odd__die")).rejects.toThrow("it is not started again");
    expect(noted(log).filter((line) => line.startsWith("start"))).toHaveLength(3);
  });

  test("leaves nothing running that it has started, before it is started again", async () => {
    const mark = sleepMark();
    const { all } = openServers([oddServer("odd", { tools: ["breed", "die", "give"] })]);
    await all.ready();
    await callTool(all, "odd__breed", { mark });
    await expect(callTool(all, "odd__die")).rejects.toThrow("it ended with exit code 3");
    await callTool(all, "odd__give", { result: text("back") });
    expect(processesWith(mark)).toEqual([]);
  });

  test("leaves nothing running that it has started, nor does one that does not want to leave", async () => {
    const mark = sleepMark();
    const server = oddServer(`deaf-${process.pid}`, { tools: ["breed"], deaf: true });
    const { all } = openServers([server]);
    await all.ready();
    await callTool(all, `deaf-${process.pid}__breed`, { mark });
    expect(processesWith(mark)).toHaveLength(1);
    await all.close();
    expect(processesWith(mark)).toEqual([]);
    expect(processesWith(JSON.stringify({ tools: ["breed"], deaf: true }))).toEqual([]);
  });
});

describe("a server that does not start", () => {
  test("is named in one line and left out, and the others are there", async () => {
    const { all, reports } = openServers([
      { name: "none", command: "no-such-program" },
      { name: "path", command: "./no/such" },
      oddServer("dies", { start: "die" }),
      { name: "net", url: "http://127.0.0.1:1/mcp" },
      oddServer("good", { tools: ["give"] }),
    ]);
    await all.ready();
    expect(namesOf(all)).toEqual(["good__give"]);
    expect(reports.sort()).toEqual([
      "the MCP server dies did not start: it ended with exit code 2: no licence found",
      expect.stringMatching(/^the MCP server net did not start: fetch failed \(.*\)$/),
      'the MCP server none did not start: there is no program "no-such-program" on PATH',
      expect.stringMatching(/^the MCP server path did not start: there is no program \/.*\/no\/such$/),
    ]);
    expect(all.failed.map(({ name }) => name).sort()).toEqual(["dies", "net", "none", "path"]);
  });

  test("is waited for no longer than 30 seconds, and nothing of it remains", async () => {
    const clock = manualClock();
    const log = join(testFolder(), "log");
    const { all, reports } = openServers([oddServer("slow", { start: "hang", log })], { clock });
    const ready = all.ready();
    await within(5000, "the greeting", () => noted(log).includes("initialize"));
    clock.pass(29_999);
    expect(reports).toEqual([]);
    clock.pass(1);
    await within(5000, "the report", () => reports.length > 0);
    expect(reports).toEqual(["the MCP server slow did not start: no answer within 30 seconds"]);
    await within(5000, "its end", () => {
      clock.pass(50);
      return processesWith(log).length === 0;
    });
    clock.pass(5000);
    await ready;
  });

  test("does not keep the others from being closed", async () => {
    const log = join(testFolder(), "log");
    const { all, reports } = openServers([oddServer("slow", { start: "hang", log })]);
    const ready = all.ready();
    await within(5000, "the greeting", () => noted(log).includes("initialize"));
    await all.close();
    await ready;
    expect(processesWith(log)).toEqual([]);
    expect(reports).toEqual([]);
  });
});

describe("a server that is noisy", () => {
  test("neither stops nor fails, and the log gets no flood", async () => {
    const { all, details } = openServers([oddServer("odd", { tools: ["flood"], start: "garbage" })]);
    await all.ready();
    expect(await callTool(all, "odd__flood")).toEqual(text("still here"));
    expect(details).toContain("MCP server odd: no message on stdout: Welcome!");
    expect(details.filter((line) => line.includes("no message on stdout"))).toHaveLength(20);
    const last = "MCP server odd: [more than 1000 lines: no more is logged]";
    await within(10_000, "the end of the log", () => details.includes(last));
    expect(details.filter((line) => line.includes("noise"))).toHaveLength(1000);
    expect(Math.max(...details.map((line) => line.length))).toBeLessThan(400);
  });
});

describe("a server over HTTP", () => {
  /** The server for everything, listening. */
  async function everything(mode: string, port: number) {
    const child = spawn(process.execPath, [EVERYTHING, mode], {
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const exited = new Promise((resolve) => child.once("exit", resolve));
    const kill = async () => {
      child.kill("SIGKILL");
      await exited;
    };
    onTestFinished(kill);
    await new Promise<void>((resolve) => {
      child.stderr.on("data", (bytes: Buffer) => /port|running/i.test(String(bytes)) && resolve());
    });
    return kill;
  }

  test.each([
    ["streamableHttp", "/mcp"],
    ["sse", "/sse"],
  ])("is spoken to as it speaks: %s", async (mode, path) => {
    const port = await freePort();
    await everything(mode, port);
    const { all, reports } = openServers([{ name: "web", url: `http://127.0.0.1:${port}${path}` }]);
    await all.ready();
    expect(reports).toEqual([]);
    expect(await callTool(all, "web__echo", { message: "hey" })).toEqual(text("Echo: hey"));
  });

  test("that was started anew is asked in a new session", async () => {
    const port = await freePort();
    const kill = await everything("streamableHttp", port);
    const { all } = openServers([{ name: "web", url: `http://127.0.0.1:${port}/mcp` }]);
    await all.ready();
    await kill();
    await expect(callTool(all, "web__echo", { message: "1" })).rejects.toThrow(
      /^The MCP server web failed: fetch failed \(.*\)$/,
    );
    await everything("streamableHttp", port);
    expect(await callTool(all, "web__echo", { message: "2" })).toEqual(text("Echo: 2"));
  });

  test("gets the headers, on no redirect to another place, and says what it wants", async () => {
    const seen: unknown[] = [];
    const other = await listen((request) => {
      seen.push(request.headers["x-key"]);
      return { status: 200 };
    });
    const first = await listen((request) => {
      seen.push(request.headers["x-key"]);
      return { status: 307, headers: { location: other } };
    });
    const wanting = await listen(() => ({ status: 401 }));
    const { all, reports } = openServers([
      { name: "moved", url: first, headers: { "X-Key": "1" } },
      { name: "shut", url: wanting },
    ]);
    await all.ready();
    expect(seen).toEqual(["1"]);
    expect(reports.sort()).toEqual([
      expect.stringMatching(/^the MCP server moved did not start: HTTP 307: Redirect to .* not followed/),
      "the MCP server shut did not start: HTTP 401: it wants authorization, such as a header Authorization",
    ]);
  });
});

test("a server gets the folders it is given, and none of ours", async () => {
  const { all, workspace } = openServers([
    { name: "files", command: process.execPath, args: [FILESYSTEM, "."] },
  ]);
  await all.ready();
  expect(await callTool(all, "files__list_allowed_directories")).toEqual(
    text(`Allowed directories:\n${workspace}`),
  );
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Answer = { status: number; headers?: Record<string, string> };

async function listen(answer: (request: { headers: Record<string, unknown> }) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    const { status, headers } = answer(request);
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
