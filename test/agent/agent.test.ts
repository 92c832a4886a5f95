import { describe, expect, it } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { BusyError, ProviderError } from "../../src/errors.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { zeroUsage } from "../../src/usage.ts";
import type { Event } from "../../src/wire/events.ts";
import { answer, calls, type ScriptedCall, scriptedModel, untilAborted } from "./scripted-model.ts";

const echo: Tool = {
  name: "echo",
  description: "Says it again.",
  parameters: { type: "object", properties: { text: { type: "string" } } },
  concurrency: () => "parallel",
  access: () => ({ kind: "read" }),
  execute: async ({ text }, { update }) => {
    update(`${text}!`);
    return { content: [{ type: "text", text: String(text) }] };
  },
};

function start(...script: ScriptedCall[]) {
  const model = scriptedModel(...script);
  const agent = new Agent({ model, tools: [echo] });
  const events: Event[] = [];
  agent.subscribe((event) => void events.push(event));
  return { agent, model, events };
}

/** A run as one word per event, what tells it apart behind a colon. */
function outline(events: readonly Event[]): string[] {
  return events.map((event) => {
    if (event.type === "message_start" || event.type === "message_end")
      return `${event.type}:${event.message.role}`;
    if (event.type === "message_update") return event.stream_event.type;
    if (event.type === "agent_end") return `agent_end:${event.stop_reason}`;
    return event.type;
  });
}

describe("one run", () => {
  it("emits the events of a prompt, a tool call and the answer in order", async () => {
    const { agent, events } = start(
      calls({ id: "c1", name: "echo", arguments: '{"text":"hi"}' }),
      answer("done"),
    );
    expect(await agent.prompt("go")).toEqual({ error: null, stop_reason: "end_turn" });
    expect(outline(events)).toEqual([
      "agent_start",
      "turn_start",
      "message_start:user",
      "message_end:user",
      "message_start:assistant",
      "tool_call_start",
      "tool_call_args_delta",
      "tool_call_end",
      "stop",
      "message_end:assistant",
      "tool_execution_start",
      "tool_execution_update",
      "tool_execution_end",
      "message_start:tool_result",
      "message_end:tool_result",
      "turn_end",
      "turn_start",
      "message_start:assistant",
      "text_delta",
      "stop",
      "message_end:assistant",
      "turn_end",
      "agent_end:end_turn",
    ]);
  });

  it("keeps an aborted run's pairs whole and out of what the model sees next", async () => {
    const { agent, events, model } = start(untilAborted, answer("later"));
    agent.subscribe((event) => {
      if (event.type === "message_update") void agent.abort();
    });
    expect(await agent.prompt("go")).toEqual({ error: null, stop_reason: "aborted" });
    expect(outline(events)).toEqual([
      "agent_start",
      "turn_start",
      "message_start:user",
      "message_end:user",
      "message_start:assistant",
      "text_delta",
      "message_end:assistant",
      "turn_end",
      "agent_end:aborted",
    ]);
    await agent.prompt("again");
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "user"]);
  });

  it("ends with the provider's failure and takes the next prompt", async () => {
    const failure = new ProviderError("it broke", { status: 500, code: "server_error", recoverable: true });
    const { agent, events } = start(async function* () {
      yield { type: "text_delta", delta: "par", index: 0 };
      throw failure;
    });
    expect(await agent.prompt("go")).toEqual({ error: "it broke", stop_reason: "error" });
    expect(outline(events).slice(-5)).toEqual([
      "text_delta",
      "message_end:assistant",
      "error",
      "turn_end",
      "agent_end:error",
    ]);
    expect(events.find(({ type }) => type === "error")).toEqual({
      type: "error",
      error: "it broke",
      recoverable: true,
      status: 500,
      code: "server_error",
    });
    expect(await agent.prompt("again")).toEqual({ error: null, stop_reason: "end_turn" });
  });

  it("refuses a second prompt while one runs", async () => {
    const { agent } = start(answer("x"));
    const first = agent.prompt("one");
    await expect(agent.prompt("two")).rejects.toBeInstanceOf(BusyError);
    await first;
  });

  it("delivers a steer before the next call and a follow-up at the end", async () => {
    const { agent, events, model } = start(
      calls({ id: "c1", name: "echo", arguments: '{"text":"hi"}' }),
      answer("one"),
      answer("two"),
    );
    agent.followUp("and then");
    agent.subscribe((event) => {
      if (event.type === "tool_execution_start") agent.steer("left");
    });
    await agent.prompt("go");
    expect(model.requests.map(({ messages }) => messages.at(-1)?.content[0])).toEqual([
      { type: "text", text: "go" },
      { type: "text", text: "left" },
      { type: "text", text: "and then" },
    ]);
    expect(outline(events).filter((word) => word === "agent_end:end_turn")).toHaveLength(1);
  });
});

describe("what only the end of an answer knows", () => {
  it("replaces the fold under the conversation's own call ids, and shows no key either", async () => {
    const model = {
      provider: "p",
      model: "m",
      async *stream() {
        yield { type: "thinking_delta", delta: "key-SEC", index: 0 } as const;
        yield { type: "thinking_delta", delta: "RET", index: 0 } as const;
        yield { type: "tool_call_start", tool_call_id: "", name: "none", index: 1 } as const;
        yield { type: "tool_call_end", tool_call_id: "", arguments: {} } as const;
        yield { type: "stop", stop_reason: "tool_use" } as const;
        return {
          usage: zeroUsage(),
          content: [
            { type: "thinking" as const, thinking: "key-SECRET", signature: "s" },
            { type: "tool_call" as const, tool_call_id: "", name: "none", arguments: {} },
          ],
        };
      },
    };
    const agent = new Agent({ model, maxTurns: 1, redactor: createRedactor(["key-SECRET"]) });
    await agent.prompt("go");
    const [, answered, result] = agent.state.messages;
    expect(answered?.role === "assistant" && answered.content).toMatchObject([
      { type: "thinking", thinking: "***", signature: "s" },
      { type: "tool_call", tool_call_id: result?.role === "tool_result" ? result.tool_call_id : "" },
    ]);
    expect(result?.role === "tool_result" && result.tool_call_id).toMatch(/^call_/);
  });
});
