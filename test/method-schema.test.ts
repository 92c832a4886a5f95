import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { validateParams, validateResult } from "../src/wire/generated/validate-method.gen.js";
import type { ClientRequests, ServerNotifications, ServerRequests } from "../src/wire/methods.ts";

const schema = JSON.parse(
  readFileSync(new URL("../schema/letscode-jsonrpc-1.schema.json", import.meta.url), "utf8"),
);
const methodsOf = (table: string) => Object.keys(schema.definitions[table].properties);

describe("the published schema of the methods", () => {
  test("names its protocol and its major version", () => {
    expect({ id: schema.$id, title: schema.title }).toEqual({
      id: "urn:letscode:jsonrpc:1",
      title: "letscode-jsonrpc/1",
    });
  });

  test("names every method of either side with its params and its result", () => {
    const ours: Record<keyof ClientRequests, true> = {
      initialize: true,
      ping: true,
      "models.list": true,
      "session.create": true,
      "session.resume": true,
      "session.fork": true,
      "session.list": true,
      "session.get": true,
      "session.delete": true,
      "session.close": true,
      "session.send": true,
      "session.steer": true,
      "session.follow_up": true,
      "session.abort": true,
      "session.reset": true,
      "session.compact": true,
      "session.set_model": true,
      "session.set_thinking": true,
      "session.messages": true,
      "session.events": true,
      shutdown: true,
    };
    const theirs: Record<keyof ServerRequests, true> = {
      "tool.invoke": true,
      "permission.request": true,
      "user.ask": true,
      "hook.call": true,
    };
    const told: Record<keyof ServerNotifications, true> = {
      "session.event": true,
      "session.idle": true,
      "session.gap": true,
    };
    expect([
      methodsOf("ClientRequests"),
      methodsOf("ServerRequests"),
      methodsOf("ServerNotifications"),
    ]).toEqual([Object.keys(ours), Object.keys(theirs), Object.keys(told)]);
    for (const table of ["ClientRequests", "ServerRequests"])
      for (const method of methodsOf(table))
        expect(Object.keys(schema.definitions[table].properties[method].properties)).toEqual([
          "params",
          "result",
        ]);
  });

  test("describes every definition in words, and leaves no object closed", () => {
    const silent = Object.keys(schema.definitions).filter((name) => !schema.definitions[name].description);
    expect(silent).toEqual([]);
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
    expect(Object.keys(schema.definitions).filter((name) => name.includes("<"))).toEqual([]);
  });

  test("is a schema that any validator takes", () => {
    const ajv = new Ajv({ strictTypes: false, schemas: [schema] });
    const event = { session_id: "s", seq: 1, event: { type: "turn_start", turn: 1, later: 1 }, later: true };
    const fits = (value: unknown) => ajv.validate(`${schema.$id}#/definitions/SessionEventParams`, value);
    expect([fits(event), fits({ ...event, seq: "1" })]).toEqual([true, false]);
  });
});

describe("validateParams", () => {
  test.each<[string, object, string | null]>([
    ["ping", { anything: 1 }, null],
    ["session.create", {}, null],
    [
      "session.create",
      { cwd: "/", tools: ["read"], headers: { a: "b" }, host_tools: [], persist: false, later: 1 },
      null,
    ],
    ["session.create", { cwd: 3 }, "session.create.cwd: expected a string, got a number"],
    ["session.create", { headers: { a: 1 } }, "session.create.headers.a: expected a string, got a number"],
    [
      "session.create",
      { host_tools: [{ name: "x" }] },
      "session.create.host_tools[0].description: expected a string, it is missing",
    ],
    [
      "session.create",
      { permission_mode: "never" },
      'session.create.permission_mode: expected "ask", "allow" or "read-only", got "never"',
    ],
    ["session.send", { session_id: "s" }, "session.send.text: expected a string, it is missing"],
    [
      "session.events",
      { session_id: "s", after: "1" },
      'session.events.after: expected a whole number, got "1"',
    ],
    [
      "initialize",
      { protocol: "p", client: { name: "n", version: "1" }, capabilities: { hooks: ["on_fire"] } },
      'initialize.capabilities.hooks[0]: expected "before_tool_call", "after_tool_call" or "user_prompt", got "on_fire"',
    ],
  ])("answers %s with %j", (method, params, answer) => {
    expect(validateParams(method, params)).toBe(answer);
  });

  test("counts own properties only and knows no method by chance", () => {
    const hostile = JSON.parse('{"__proto__":{"session_id":"x"},"constructor":1}');
    expect(validateParams("session.get", hostile)).toBe(
      "session.get.session_id: expected a string, it is missing",
    );
    expect(validateParams("constructor", {})).toBe("constructor: unknown");
  });
});

describe("validateResult", () => {
  test.each<[string, unknown, string | null]>([
    ["tool.invoke", { content: "text", details: [1], later: 1 }, null],
    ["tool.invoke", { content: [{ type: "text", text: "x" }], is_error: true }, null],
    ["tool.invoke", null, "tool.invoke: expected an object, got null"],
    ["tool.invoke", { content: 5 }, "tool.invoke.content: expected a string or a list, got a number"],
    [
      "tool.invoke",
      { content: [{ type: "audio" }] },
      'tool.invoke.content[0].type: expected "text" or "image", got "audio"',
    ],
    ["user.ask", { answer: "" }, null],
    ["hook.call", {}, null],
    ["hook.call", { output: "x" }, 'hook.call.output: expected an object, got "x"'],
    [
      "permission.request",
      { decision: "yes" },
      'permission.request.decision: expected "allow", "allow_always" or "deny", got "yes"',
    ],
  ])("answers %s with %j", (method, result, answer) => {
    expect(validateResult(method, result)).toBe(answer);
  });
});
