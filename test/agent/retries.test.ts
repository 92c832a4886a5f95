import { describe, expect, it } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import type { Event } from "../../src/wire/events.ts";
import type { RetryEvent } from "../../src/wire/stream.ts";
import { answer, scriptedModel } from "./scripted-model.ts";

function retry(attempt: number): RetryEvent {
  return {
    type: "retry",
    attempt,
    total_attempts: 3,
    delay_seconds: attempt - 1,
    reason: "APIStatusError: HTTP 503",
  };
}

describe("a model that is asked again", () => {
  it("has each retry as an event of its own, before the answer's message_start [E3]", async () => {
    const agent = new Agent({ model: scriptedModel([retry(2), retry(3), ...answer("hi")]) });
    const events: Event[] = [];
    agent.subscribe((event) => void events.push(event));
    await agent.prompt("hello");
    expect(events.filter(({ type }) => type === "retry")).toEqual([retry(2), retry(3)]);
    expect(events.map(({ type }) => type)).toEqual([
      "agent_start",
      "turn_start",
      "message_start",
      "message_end",
      "retry",
      "retry",
      "message_start",
      "message_update",
      "message_update",
      "message_end",
      "turn_end",
      "agent_end",
    ]);
  });
});
