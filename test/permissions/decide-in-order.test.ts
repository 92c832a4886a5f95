import { describe, expect, test } from "vitest";
import { decideInOrder } from "../../src/permissions/decide-in-order.ts";
import type { Decide, PendingCall } from "../../src/permissions/decision.ts";
import { createPolicy } from "../../src/permissions/policy.ts";
import type { Access } from "../../src/tools/tool.ts";
import type { JsonObject } from "../../src/wire/messages.ts";

const context = { signal: new AbortController().signal };
const call: PendingCall = {
  toolCallId: "c1",
  toolName: "write",
  arguments: { path: "a" },
  access: { kind: "read" },
};
const allow: Decide = async () => ({ type: "allow" });
const deny =
  (reason: string): Decide =>
  async () => ({ type: "deny", reason });
const change =
  (args: JsonObject): Decide =>
  async () => ({ type: "changed", arguments: args });
const accessOf = async (_call: PendingCall, { path }: JsonObject): Promise<Access> =>
  String(path).startsWith("/") ? { kind: "read", outside: [String(path)] } : { kind: "read" };

describe("several deciders", () => {
  test("allow what none of them denies, also when there are none", async () => {
    expect(await decideInOrder([], accessOf)(call, context)).toEqual({ type: "allow" });
    expect(await decideInOrder([allow, allow], accessOf)(call, context)).toEqual({ type: "allow" });
  });

  test("end with the first denial", async () => {
    const decide = decideInOrder([allow, deny("one"), deny("two")], accessOf);
    expect(await decide(call, context)).toEqual({ type: "deny", reason: "one" });
  });

  test("see the arguments that earlier ones changed", async () => {
    const seen: unknown[] = [];
    const watch: Decide = async ({ arguments: args, access }) => {
      seen.push([args, access]);
      return { type: "allow" };
    };
    const decide = decideInOrder(
      [watch, change({ path: "b" }), watch, change({ path: "/c" }), watch],
      accessOf,
    );
    expect(await decide(call, context)).toEqual({ type: "changed", arguments: { path: "/c" } });
    expect(seen).toEqual([
      [{ path: "a" }, { kind: "read" }],
      [{ path: "b" }, { kind: "read" }],
      [{ path: "/c" }, { kind: "read", outside: ["/c"] }],
    ]);
  });

  test("let no change slip past the policy", async () => {
    const decide = decideInOrder(
      [change({ path: "/etc/passwd" }), createPolicy({ mode: "read-only" })],
      accessOf,
    );
    expect(await decide(call, context)).toEqual({
      type: "deny",
      reason: "write reads outside the workspace: /etc/passwd, and --permission-mode is read-only",
    });
  });

  test("deny when one of them throws, or what changed arguments would touch cannot be told", async () => {
    const broken: Decide = async () => {
      throw new Error("oops");
    };
    const failed = { type: "deny", reason: "the permission check failed: oops" };
    expect(await decideInOrder([allow, broken, allow], accessOf)(call, context)).toEqual(failed);
    const noAccess = () => Promise.reject(new Error("oops"));
    expect(await decideInOrder([change({})], noAccess)(call, context)).toEqual(failed);
  });
});
