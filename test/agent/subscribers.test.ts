import { describe, expect, it } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { answer, scriptedModel } from "./scripted-model.ts";

describe("subscribers of an agent", () => {
  it("are awaited one after the other, event by event, in the order in which they came", async () => {
    const agent = new Agent({ model: scriptedModel(answer("hi")) });
    const seen: string[] = [];
    agent.subscribe(async ({ type }) => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`first ${type}`);
    });
    agent.subscribe(({ type }) => void seen.push(`second ${type}`));
    await agent.prompt("hello");
    expect(seen.slice(0, 4)).toEqual([
      "first agent_start",
      "second agent_start",
      "first turn_start",
      "second turn_start",
    ]);
    expect(seen.at(-1)).toBe("second agent_end");
  });

  it("that throw are reported and skipped, and neither the run nor the others notice [E5]", async () => {
    const reports: string[] = [];
    const agent = new Agent({ model: scriptedModel(answer("hi")), report: (line) => reports.push(line) });
    agent.subscribe(({ type }) => {
      if (type === "agent_start") throw new Error("disk full");
    });
    agent.subscribe(async ({ type }) => {
      if (type === "agent_end") throw new Error("gone");
    });
    const seen: string[] = [];
    agent.subscribe(({ type }) => void seen.push(type));
    expect(await agent.prompt("hello")).toEqual({ error: null, stop_reason: "end_turn" });
    expect([seen[0], seen.at(-1)]).toEqual(["agent_start", "agent_end"]);
    expect(reports).toEqual([
      "a subscriber failed on agent_start and was skipped: disk full",
      "a subscriber failed on agent_end and was skipped: gone",
    ]);
  });

  it("hear nothing more once they have left", async () => {
    const agent = new Agent({ model: scriptedModel(answer("hi")) });
    const seen: string[] = [];
    const leave = agent.subscribe(({ type }) => void seen.push(type));
    leave();
    await agent.prompt("hello");
    expect(seen).toEqual([]);
  });
});
