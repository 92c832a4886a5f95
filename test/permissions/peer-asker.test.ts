import { describe, expect, test } from "vitest";
import { createPeerAsker } from "../../src/permissions/peer-asker.ts";
import type { PermissionQuestion } from "../../src/wire/control.ts";

const request = { toolCallId: "c1", toolName: "bash", arguments: { command: "ls" }, reason: "why" };
const { signal } = new AbortController();
const answered = (answer: unknown) => createPeerAsker(async () => answer).permission(request, signal);

describe("a peer that is asked", () => {
  test("gets the question in the words of the wire, and the signal", async () => {
    const asked: [PermissionQuestion, AbortSignal][] = [];
    const asker = createPeerAsker(async (...question) => {
      asked.push(question);
      return { decision: "allow" };
    });
    await asker.permission(request, signal);
    await asker.permission({ ...request, always: "all of it" }, signal);
    const question = { tool_call_id: "c1", tool_name: "bash", arguments: { command: "ls" }, reason: "why" };
    expect(asked).toEqual([
      [question, signal],
      [{ ...question, always: "all of it" }, signal],
    ]);
    expect(asker.oneAtATime).toBeUndefined();
  });

  test("answers with a decision, and with a reason when it gives one", async () => {
    expect(await answered({ decision: "allow_always", more: 1 })).toEqual({ decision: "allow_always" });
    expect(await answered({ decision: "deny", reason: " " })).toEqual({ decision: "deny" });
    expect(await answered({ decision: "deny", reason: "no\ud800" })).toEqual({
      decision: "deny",
      reason: "no\ufffd",
    });
    expect(await answered({ decision: "deny", reason: 7 })).toEqual({ decision: "deny" });
  });

  test.each([undefined, null, true, "allow", ["allow"], {}, { decision: "Allow" }, { decision: true }])(
    "denies with %j, which is no answer",
    async (answer) => {
      expect(await answered(answer)).toEqual({
        decision: "deny",
        reason: "the answer was neither allow nor deny",
      });
    },
  );

  test("denies when it cannot be asked, and says why", async () => {
    const asker = createPeerAsker(() => Promise.reject(new Error("the host is gone")));
    expect(await asker.permission(request, signal)).toEqual({ decision: "deny", reason: "the host is gone" });
  });
});
