import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, calls } from "../loopback/chunks.ts";
import { type Letscode, newFolder } from "./letscode.ts";
import { messages, modelHost, ofType, outline, textOf } from "./model-host.ts";

const model = modelHost();

const doneOf = (host: Letscode, id: string) => host.waitFor((line) => line.type === "done" && line.id === id);
const refusalOf = (host: Letscode, id: string) =>
  host.waitFor((line) => line.type === "error" && line.id === id);
const requestOf = (host: Letscode, call: string) =>
  host.waitFor((line) => line.type === "tool_call_request" && line.tool_call_id === call);
const results = (host: Letscode) => messages(host.lines, "tool_result");

interface Tool {
  function: { name: string };
}

const LOOKUP = {
  name: "lookup",
  description: "Looks up an order.",
  parameters: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
};
const hello = (...tools: object[]) => ({ cmd: "hello", id: "h", protocol: "letscode-rpc/1", tools });
const lookup = (id: string, order: unknown) => ({ id, name: "lookup", arguments: { order } });

function started(tools: readonly object[], flags: readonly string[] = []): Letscode {
  const host = model.start(["--no-session", ...flags]);
  host.send(hello(...tools));
  return host;
}

async function ended(host: Letscode): Promise<void> {
  host.end();
  expect(await host.exited).toEqual({ code: 0, signal: null });
}

describe("tools of the host", () => {
  it("are offered to the model, run by the host, and their results are the model's to read [X3]", async () => {
    model.server().reply(calls(lookup("c1", 7)), calls(lookup("c2", 8), lookup("c3", 9)), answer("done"));
    const host = started([LOOKUP]);
    expect((await doneOf(host, "h")).features).toEqual({ tools: ["lookup"] });
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const request = await requestOf(host, "c1");
    expect(request).toEqual({
      type: "tool_call_request",
      request_id: expect.any(String),
      tool_call_id: "c1",
      tool_name: "lookup",
      arguments: { order: 7 },
    });
    host.send({ cmd: "tool_result", id: "t1", request_id: request.request_id, content: "shipped \ud800" });
    const failed = await requestOf(host, "c2");
    const content = [{ type: "text", text: "no such order" }];
    host.send({
      cmd: "tool_result",
      request_id: failed.request_id,
      content,
      is_error: true,
      details: { status: 404 },
    });
    const last = await requestOf(host, "c3");
    const image = { type: "image", mime_type: "image/png", data: "iVBORw0KGgo=" };
    host.send({ cmd: "tool_result", request_id: last.request_id, content: [image] });
    await doneOf(host, "p");
    await ended(host);
    expect(results(host).map(({ content, is_error, details }) => ({ content, is_error, details }))).toEqual([
      { content: [{ type: "text", text: "shipped \ufffd" }], is_error: false, details: undefined },
      { content, is_error: true, details: { status: 404 } },
      { content: [image], is_error: false, details: undefined },
    ]);
    const [asked, then] = model.server().requests;
    expect(asked?.json.tools.at(-1).function).toEqual(LOOKUP);
    expect(then?.text).toContain("shipped");
    expect(outline(host.lines).filter((word) => /tool_exec|request/.test(word))).toEqual(
      ["c1", "c2", "c3"].flatMap((id) => [
        `tool_execution_start:${id}`,
        "tool_call_request",
        `tool_execution_end:${id}`,
      ]),
    );
  });

  it("get arguments that fit their schema, and no others [X3]", async () => {
    model.server().reply(calls(lookup("c1", "7"), lookup("c2", "seven")), answer("done"));
    const host = started([LOOKUP]);
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const { request_id, arguments: args } = await requestOf(host, "c1");
    host.send({ cmd: "tool_result", request_id, content: "" });
    await doneOf(host, "p");
    await ended(host);
    expect(args).toEqual({ order: 7 });
    expect(ofType(host.lines, "tool_call_request")).toHaveLength(1);
    expect(results(host).map(textOf)).toEqual(["(no output)", expect.stringContaining("order")]);
  });

  it("run one by one, unless they are declared parallel [X3]", async () => {
    for (const parallel of [false, true]) {
      model.server().reply(calls(lookup("c1", 1), lookup("c2", 2)), answer("done"));
      const host = started([{ ...LOOKUP, parallel }]);
      host.send({ cmd: "prompt", id: "p", text: "go" });
      const order: string[] = [];
      const settle = async (call: string) => {
        const { request_id } = await requestOf(host, call);
        order.push(
          call,
          ...ofType(host.lines, "tool_execution_end").map(({ tool_call_id: id }) => `${id} ended`),
        );
        return () => host.send({ cmd: "tool_result", request_id, content: call });
      };
      if (parallel) for (const go of await Promise.all([settle("c2"), settle("c1")])) go();
      else for (const call of ["c1", "c2"]) (await settle(call))();
      await doneOf(host, "p");
      await ended(host);
      expect(order.sort()).toEqual(parallel ? ["c1", "c2"] : ["c1", "c1 ended", "c2"]);
    }
  });

  it("that are declared wrongly are refused on hello, which may then be sent again [X3 C8]", async () => {
    const refusals: [object[], string][] = [
      [
        [{ ...LOOKUP, name: "bash" }],
        'tools[0].name: "bash" is a built-in tool; leave it out of --tools, or name yours otherwise',
      ],
      [[LOOKUP, LOOKUP], 'tools[1].name: "lookup" is there twice'],
      [
        [{ ...LOOKUP, name: "a b" }],
        'tools[0].name: expected 1 to 64 of the characters A-Z a-z 0-9 _ -, got "a b"',
      ],
      [[{ ...LOOKUP, description: " " }], "tools[0].description: expected a text for the model"],
      [
        [{ ...LOOKUP, parameters: { type: "string" } }],
        'tools[0].parameters.type: expected "object", got "string"',
      ],
      [[{ name: "x", description: "y" }], "tools[0].parameters: expected an object, it is missing"],
    ];
    const host = model.start(["--no-session", "--tools", "bash,read"]);
    for (const [at, [tools, error]] of refusals.entries()) {
      host.send({ ...hello(...tools), id: at });
      expect(await host.waitFor((line) => line.type === "error" && line.id === at)).toEqual({
        type: "error",
        id: at,
        error: `hello.${error}`,
        recoverable: true,
        code: "invalid_command",
      });
    }
    host.send({ ...hello({ ...LOOKUP, name: "write" }) });
    expect((await doneOf(host, "h")).features).toEqual({ tools: ["write"] });
    await ended(host);
  });

  it("are there without any built-in tool, and after a reset [X3]", async () => {
    model.server().reply(answer("a"), answer("b"));
    const host = started([LOOKUP], ["--no-tools"]);
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await doneOf(host, "p");
    host.send({ cmd: "reset" }, { cmd: "prompt", id: "q", text: "go" });
    await doneOf(host, "q");
    await ended(host);
    for (const { json } of model.server().requests)
      expect(json.tools.map((tool: Tool) => tool.function.name)).toEqual(["lookup"]);
  });

  it("need the consent of whoever is asked, unless they were declared to need none [X3 X2]", async () => {
    model.server().reply(calls(lookup("c1", 1), { id: "c2", name: "free", arguments: {} }), answer("done"));
    const host = model.start(["--no-session"]);
    const free = { name: "free", description: "Free.", parameters: {}, needs_permission: false };
    host.send({ ...hello(LOOKUP, free), permissions: true }, { cmd: "prompt", id: "p", text: "go" });
    const asked = await host.waitFor("permission_request");
    expect(asked).toMatchObject({ tool_call_id: "c1", reason: "lookup acts outside letscode" });
    host.send({ cmd: "permission", request_id: asked.request_id, decision: "allow" });
    for (const call of ["c1", "c2"]) {
      const { request_id } = await requestOf(host, call);
      host.send({ cmd: "tool_result", request_id, content: call });
    }
    await doneOf(host, "p");
    await ended(host);
    expect(results(host).map(textOf)).toEqual(["c1", "c2"]);
    expect(ofType(host.lines, "permission_request")).toHaveLength(1);
  });
});

describe("results of the host", () => {
  it("are checked like messages, and a refused one leaves the call open [X3 C9]", async () => {
    model.server().reply(calls(lookup("c1", 1)), answer("done"));
    const host = started([LOOKUP]);
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const { request_id } = await requestOf(host, "c1");
    const refusals: [content: unknown, error: string][] = [
      [undefined, "content: expected a string or a list, it is missing"],
      [7, "content: expected a string or a list, got a number"],
      [[{ type: "video" }], 'content[0].type: expected "text" or "image", got "video"'],
      [[{ type: "text" }], "content[0].text: expected a string, it is missing"],
      [
        [
          { type: "text", text: "x" },
          { type: "image", mime_type: "text/html", data: "" },
        ],
        'content[1].mime_type: expected one such as image/png, got "text/html"',
      ],
      [
        [{ type: "image", mime_type: "image/png", data: "a b" }],
        "content[0].data: expected base64 without line breaks",
      ],
    ];
    for (const [at, [content]] of refusals.entries())
      host.send({ cmd: "tool_result", id: at, request_id, content });
    host.send({ cmd: "tool_result", id: "good", request_id, content: "fine" });
    await doneOf(host, "p");
    await ended(host);
    const refused = host.lines.filter(({ type }) => type === "error");
    expect(refused.map(({ error }) => error)).toEqual(refusals.map(([, error]) => `tool_result.${error}`));
    expect(results(host).map(textOf)).toEqual(["fine"]);
  });

  it("come before those of a plugin's tool of the same name [X3]", async () => {
    model.server().reply(calls(lookup("c1", 1)), answer("done"));
    const plugin = join(newFolder(), "plugin.mjs");
    writeFileSync(
      plugin,
      'export const letscode_tools = () => [{ name: "lookup", description: "x", execute: () => "from the plugin" }];',
    );
    const host = started([LOOKUP], ["--plugin", plugin]);
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const { request_id } = await requestOf(host, "c1");
    host.send({ cmd: "tool_result", request_id, content: "from the host" });
    await doneOf(host, "p");
    await ended(host);
    expect(results(host).map(textOf)).toEqual(["from the host"]);
    const offered = model.server().requests[0]?.json.tools.map((tool: Tool) => tool.function.name);
    expect(offered.filter((name: string) => name === "lookup")).toHaveLength(1);
  });
});

describe("calls that the host does not answer", () => {
  it("end with an abort, and their late answer is refused [X3]", async () => {
    model.server().reply(calls(lookup("c1", 1), lookup("c2", 2)));
    const host = started([LOOKUP]);
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const { request_id } = await requestOf(host, "c1");
    host.send({ cmd: "abort" });
    await doneOf(host, "p");
    host.send({ cmd: "tool_result", id: "late", request_id, content: "x" });
    expect((await refusalOf(host, "late")).error).toBe(
      `tool_result.request_id: no tool_call_request ${JSON.stringify(request_id)} waits for an answer`,
    );
    await ended(host);
    expect(ofType(host.lines, "tool_call_request")).toHaveLength(1);
    expect(results(host).map(({ is_error: failed, ...result }) => [failed, textOf(result)])).toEqual([
      [true, "Aborted."],
      [true, "Aborted before this tool ran."],
    ]);
  });

  it("become error results at the end of stdin, and the run goes on [X3]", async () => {
    model.server().reply(calls(lookup("c1", 1), lookup("c2", 2)), answer("done"));
    const host = started([LOOKUP]);
    host.send({ cmd: "prompt", id: "p", text: "go" });
    await requestOf(host, "c1");
    host.end();
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(ofType(host.lines, "tool_call_request")).toHaveLength(1);
    const lost = [true, "the host has closed its input and can answer no more"];
    expect(results(host).map(({ is_error: failed, ...result }) => [failed, textOf(result)])).toEqual([
      lost,
      lost,
    ]);
    expect(textOf(messages(host.lines, "assistant").at(-1))).toBe("done");
  });

  it("may still be answered after bye [X3 C10]", async () => {
    model.server().reply(calls(lookup("c1", 1)), answer("done"));
    const host = started([LOOKUP]);
    host.send({ cmd: "prompt", id: "p", text: "go" });
    const { request_id } = await requestOf(host, "c1");
    host.send({ cmd: "bye", id: "b" }, { cmd: "tool_result", id: "t", request_id, content: "found" });
    expect(await host.exited).toEqual({ code: 0, signal: null });
    expect(results(host).map(textOf)).toEqual(["found"]);
    expect(await doneOf(host, "t")).toEqual({ type: "done", id: "t" });
  });
});
