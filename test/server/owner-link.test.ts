import { expect, test } from "vitest";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { OwnerLink } from "../../src/server/owner-link.ts";
import type { Peer } from "../../src/server/peer.ts";

/** A client that answers every call at once, and what it was asked. */
function peer(): { peer: Peer; asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    peer: {
      capabilities: {},
      gone: false,
      async call(method, params) {
        asked.push({ method, params });
        return { content: "answer" } as never;
      },
      tell() {},
      room: () => undefined,
    },
  };
}

function linked() {
  const { peer: owner, asked } = peer();
  const watched: string[] = [];
  const link = new OwnerLink(owner, {
    hostTools: [{ name: "t", description: "x", parameters: {} }],
  });
  link.belongTo("s", createRedactor(["sk-0123456789"]), {
    onAsked: (id) => watched.push(`asked ${id}`),
    onSettled: (id) => watched.push(`settled ${id}`),
  });
  const call = (signal: AbortSignal) =>
    link.hostTools()[0]?.execute({ key: "sk-0123456789" }, { toolCallId: "c1", signal, update() {} });
  const start = () =>
    link.onEvent({ type: "tool_execution_start", tool_call_id: "c1", tool_name: "t", arguments: {} });
  return { link, asked, watched, call, start };
}

test("the owner is asked about a call when it knows of it, and never before", async () => {
  const { asked, watched, call, start } = linked();
  const result = call(new AbortController().signal);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
  start();
  expect(await result).toMatchObject({ content: [{ type: "text", text: "answer" }] });
  expect(asked).toEqual([
    {
      method: "tool.invoke",
      params: { session_id: "s", tool_call_id: "c1", tool_name: "t", arguments: { key: "***" } },
    },
  ]);
  expect(watched).toEqual(["asked c1", "settled c1"]);
});

test("a call that is aborted before the owner knows of it is never asked", async () => {
  const { asked, call, start } = linked();
  const stop = new AbortController();
  const result = call(stop.signal);
  stop.abort(new Error("aborted"));
  await expect(result).rejects.toThrow("aborted");
  start();
  expect(asked).toEqual([]);
});

test("tools and mode stay when the next owner brings none", () => {
  const { link } = linked();
  const { peer: next } = peer();
  expect([link.toolNames, link.consent().mode]).toEqual([["t"], undefined]);
  link.handOver(next, { permissionMode: "read-only" });
  expect([link.toolNames, link.consent().mode, link.owner === next]).toEqual([["t"], "read-only", true]);
  link.handOver(next, { hostTools: [] });
  expect([link.toolNames, link.consent().mode]).toEqual([[], "read-only"]);
});
