import { describe, expect, test } from "vitest";
import type {
  Asker,
  PendingCall,
  PermissionAnswer,
  PermissionRequest,
} from "../../src/permissions/decision.ts";
import { createPolicy, type PermissionMode } from "../../src/permissions/policy.ts";
import type { Access } from "../../src/tools/tool.ts";

const signal = new AbortController().signal;
const call = (toolName: string, access: Access): PendingCall => ({
  toolCallId: "c1",
  toolName,
  arguments: { path: "a" },
  access,
});

const READ = call("read", { kind: "read" });
const EMPTY_OUTSIDE = call("read", { kind: "read", outside: [] });
/** Each with what a person would be told of it. */
const CONCERNS: [PendingCall, string][] = [
  [call("read", { kind: "read", outside: ["/etc/passwd"] }), "read reads outside the workspace: /etc/passwd"],
  [call("write", { kind: "write" }), "write changes files"],
  [
    call("edit", { kind: "write", outside: ["/a", "/b", "/c"] }),
    "edit changes files outside the workspace: /a and 2 more",
  ],
  [call("bash", { kind: "execute" }), "bash runs a command"],
  [call("deploy", { kind: "external" }), "deploy acts outside letscode"],
];

function asker(answer: PermissionAnswer) {
  const requests: PermissionRequest[] = [];
  const port: Asker = {
    async permission(request) {
      requests.push(request);
      return answer;
    },
  };
  return { requests, port };
}

describe("the policy", () => {
  test("lets every mode read in the workspace", async () => {
    for (const mode of ["ask", "allow", "read-only"] satisfies PermissionMode[])
      for (const free of [READ, EMPTY_OUTSIDE])
        expect(await createPolicy({ mode })(free, { signal })).toEqual({ type: "allow" });
  });

  test("allow allows everything and asks nobody", async () => {
    const { port, requests } = asker({ decision: "deny" });
    const decide = createPolicy({ mode: "allow", asker: port });
    for (const [pending] of CONCERNS) expect(await decide(pending, { signal })).toEqual({ type: "allow" });
    expect(requests).toEqual([]);
  });

  test("read-only denies the rest at once and asks nobody", async () => {
    const { port, requests } = asker({ decision: "allow" });
    const decide = createPolicy({ mode: "read-only", asker: port });
    for (const [pending, concern] of CONCERNS)
      expect(await decide(pending, { signal })).toEqual({
        type: "deny",
        reason: `${concern}, and --permission-mode is read-only`,
      });
    expect(requests).toEqual([]);
  });

  test("ask denies at once where nobody can answer, and names the way to permit it", async () => {
    const decide = createPolicy({ mode: "ask" });
    for (const [pending, concern] of CONCERNS)
      expect(await decide(pending, { signal })).toEqual({
        type: "deny",
        reason: `${concern}, and nobody is there to be asked; --permission-mode allow permits it`,
      });
  });

  test("ask asks for everything but reads in the workspace, and does what the answer says", async () => {
    for (const [pending, concern] of CONCERNS) {
      const yes = asker({ decision: "allow" });
      expect(await createPolicy({ mode: "ask", asker: yes.port })(pending, { signal })).toEqual({
        type: "allow",
      });
      const { toolCallId, toolName, arguments: args } = pending;
      expect(yes.requests).toEqual([{ toolCallId, toolName, arguments: args, reason: concern }]);

      const always = asker({ decision: "allow_always" });
      expect(await createPolicy({ mode: "ask", asker: always.port })(pending, { signal })).toEqual({
        type: "allow",
      });

      const no = asker({ decision: "deny" });
      expect(await createPolicy({ mode: "ask", asker: no.port })(pending, { signal })).toEqual({
        type: "deny",
        reason: `${concern}, and the answer was no`,
      });
      const because = asker({ decision: "deny", reason: "not on a Friday" });
      expect(await createPolicy({ mode: "ask", asker: because.port })(pending, { signal })).toEqual({
        type: "deny",
        reason: "not on a Friday",
      });
    }
  });

  test("stops waiting for an answer when the run is aborted", async () => {
    const abort = new AbortController();
    const deaf: Asker = { permission: () => new Promise(() => {}) };
    const decide = createPolicy({ mode: "ask", asker: deaf });
    const denied = { type: "deny", reason: "aborted before there was an answer" };
    const decision = decide(call("bash", { kind: "execute" }), { signal: abort.signal });
    abort.abort();
    expect(await decision).toEqual(denied);
    expect(await decide(call("bash", { kind: "execute" }), { signal: abort.signal })).toEqual(denied);
  });

  test("takes any other answer than a permission for a denial", async () => {
    const odd = asker({ decision: "yes" } as unknown as PermissionAnswer);
    const decision = await createPolicy({ mode: "ask", asker: odd.port })(call("bash", { kind: "execute" }), {
      signal,
    });
    expect(decision.type).toBe("deny");
  });
});
