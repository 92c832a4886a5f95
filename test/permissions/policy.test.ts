import { describe, expect, test } from "vitest";
import type {
  Asker,
  PendingCall,
  PermissionAnswer,
  PermissionRequest,
} from "../../src/permissions/decision.ts";
import { createPolicy, type PermissionMode, type PolicyOptions } from "../../src/permissions/policy.ts";
import { createRules } from "../../src/permissions/rules.ts";
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

  test("lets nobody be asked after an abort", async () => {
    const { port, requests } = asker({ decision: "allow" });
    const decide = createPolicy({ mode: "ask", asker: port });
    const aborted = { signal: AbortSignal.abort() };
    expect((await decide(call("bash", { kind: "execute" }), aborted)).type).toBe("deny");
    expect(requests).toEqual([]);
  });

  test("reads its options anew for each call", async () => {
    let options: PolicyOptions = { mode: "allow" };
    const decide = createPolicy(() => options);
    const write = call("write", { kind: "write" });
    expect(await decide(write, { signal })).toEqual({ type: "allow" });
    options = { mode: "ask", asker: asker({ decision: "deny", reason: "no" }).port };
    expect(await decide(write, { signal })).toEqual({ type: "deny", reason: "no" });
  });
});

describe("always", () => {
  const bash = (command: string): PendingCall => ({
    ...call("bash", { kind: "execute" }),
    arguments: { command },
  });
  const always = () => asker({ decision: "allow_always" });

  test("is asked once for what it covers, and again for what it does not", async () => {
    const { port, requests } = always();
    const decide = createPolicy({ mode: "ask", asker: port, rules: createRules() });
    const calls = [
      call("write", { kind: "write" }),
      call("write", { kind: "write" }),
      call("edit", { kind: "write" }),
      call("write", { kind: "write", outside: ["/a"] }),
      call("write", { kind: "write", outside: ["/a"] }),
      call("write", { kind: "write", outside: ["/a", "/b"] }),
      bash("git push origin main"),
      bash("git push --force"),
      bash("git push; true"),
      bash("git push; true"),
      bash("ls -la"),
      bash("ls"),
    ];
    for (const one of calls) expect(await decide(one, { signal })).toEqual({ type: "allow" });
    expect(requests.map(({ toolName, arguments: args, always }) => [toolName, args.command, always])).toEqual(
      [
        ["write", undefined, "every call of write that stays in the workspace"],
        ["edit", undefined, "every call of edit that stays in the workspace"],
        ["write", undefined, "write with /a"],
        ["write", undefined, "write with /a, /b"],
        ["bash", "git push origin main", "commands that begin with git push"],
        ["bash", "git push; true", undefined],
        ["bash", "git push; true", undefined],
        ["bash", "ls -la", "exactly this command"],
        ["bash", "ls", "exactly this command"],
      ],
    );
  });

  test("is not offered, and is once, where no rules are kept", async () => {
    const { port, requests } = always();
    const decide = createPolicy({ mode: "ask", asker: port });
    for (let time = 0; time < 2; time++) await decide(call("write", { kind: "write" }), { signal });
    expect(requests).toHaveLength(2);
    expect(requests.filter(({ always }) => always !== undefined)).toEqual([]);
  });

  test("holds where nobody is there to be asked, and not against read-only", async () => {
    const rules = createRules([{ tool: "write" }]);
    const write = call("write", { kind: "write" });
    expect(await createPolicy({ mode: "ask", rules })(write, { signal })).toEqual({ type: "allow" });
    expect((await createPolicy({ mode: "read-only", rules })(write, { signal })).type).toBe("deny");
  });

  test("is taken for once and no more when only this call can be allowed", async () => {
    const { port } = always();
    const rules = createRules();
    const decide = createPolicy({ mode: "ask", asker: port, rules });
    await decide(bash("git push && rm -rf x"), { signal });
    expect(await createPolicy({ mode: "ask", rules })(bash("git push"), { signal })).toMatchObject({
      type: "deny",
    });
  });
});

describe("an asker that shows one question at a time", () => {
  /** Each question waits for `answer`. */
  function slow() {
    const asked: string[] = [];
    const waiting: ((answer: PermissionAnswer) => void)[] = [];
    const port: Asker = {
      oneAtATime: true,
      permission({ toolName }) {
        asked.push(toolName);
        return new Promise((resolve) => waiting.push(resolve));
      },
    };
    const answer = async (decision: PermissionAnswer["decision"]) => {
      while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
      waiting.shift()?.({ decision });
    };
    return { asked, port, answer };
  }

  test("gets the next one after the answer, which may have settled it", async () => {
    const { asked, port, answer } = slow();
    const decide = createPolicy({ mode: "ask", asker: port, rules: createRules() });
    const decisions = ["write", "write", "edit"].map((tool) =>
      decide(call(tool, { kind: "write" }), { signal }),
    );
    await answer("allow_always");
    await answer("deny");
    expect((await Promise.all(decisions)).map(({ type }) => type)).toEqual(["allow", "allow", "deny"]);
    expect(asked).toEqual(["write", "edit"]);
  });

  test("is not asked what an abort or a failure has passed over", async () => {
    const { asked, port, answer } = slow();
    const decide = createPolicy({ mode: "ask", asker: port });
    const abort = new AbortController();
    const first = decide(call("write", { kind: "write" }), { signal: abort.signal });
    const second = decide(call("write", { kind: "write" }), { signal: abort.signal });
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect((await Promise.all([first, second])).map(({ type }) => type)).toEqual(["deny", "deny"]);
    const third = decide(call("edit", { kind: "write" }), { signal });
    await answer("deny");
    await answer("allow");
    expect(await third).toEqual({ type: "allow" });
    expect(asked).toEqual(["write", "edit"]);
  });
});
