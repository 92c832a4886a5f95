import { describe, expect, test, vi } from "vitest";
import type { Plugin, PluginContext } from "../../src/plugins/plugin.ts";
import { manualClock } from "../../src/testing/manual-clock.ts";
import { pluginErrors, talk } from "./talk.ts";

const hang = () => new Promise<never>(() => {});
/** A hook that hangs, and a promise for its context. */
function hanging(hook: string) {
  let entered = (_context: PluginContext) => {};
  const context = new Promise<PluginContext>((resolve) => {
    entered = resolve;
  });
  const plugin: Plugin = {
    [hook]: (...words: unknown[]) => {
      entered(words.at(-1) as PluginContext);
      return hang();
    },
  };
  return { plugin: { name: "slow", plugin }, context };
}

describe("a hook that never settles", () => {
  test.each(["letscode_transform_context", "letscode_system_prompt", "letscode_after_tool_call"])(
    "%s is left behind after ten seconds, its signal aborted",
    async (hook) => {
      const clock = manualClock();
      const { plugin, context } = hanging(hook);
      const conversation = await talk({
        plugins: [plugin],
        script: [{ calls: [{ name: "ls" }] }, "Done."],
        clock,
      });
      const running = conversation.prompt("Hello");
      const { signal } = await context;
      clock.pass(9_999);
      expect(signal.aborted).toBe(false);
      clock.pass(1);
      expect(signal.aborted).toBe(true);
      // Each model call waits for it anew.
      await vi.waitFor(() => {
        clock.pass(10_000);
        expect(conversation.agent.state.running).toBe(false);
      });
      expect(await running).toEqual({ error: null, stop_reason: "end_turn" });
      const line = `plugin slow: ${hook} failed and was skipped: it took longer than 10 s`;
      expect([conversation.lines, pluginErrors(conversation)]).toEqual([[line], [line]]);
    },
  );

  test.each([
    "letscode_transform_context",
    "letscode_render_custom_message",
    "letscode_system_prompt",
    "letscode_before_tool_call",
    "letscode_after_tool_call",
  ])("%s is left at once when the run is aborted, and nothing is said of it", async (hook) => {
    const { plugin, context } = hanging(hook);
    const conversation = await talk({
      plugins: [plugin],
      script: [{ calls: [{ name: "ls" }] }, "Done."],
      clock: manualClock(),
    });
    conversation.agent.append({ id: "c", timestamp: 0, role: "custom", kind: "x", data: null });
    const running = conversation.prompt("Hello");
    const { signal } = await context;
    await conversation.agent.abort();
    expect(signal.aborted).toBe(true);
    expect(await running).toEqual({ error: null, stop_reason: "aborted" });
    expect([conversation.lines, pluginErrors(conversation)]).toEqual([[], []]);
  });

  test("letscode_before_tool_call denies the call when its time is up", async () => {
    const clock = manualClock();
    const { plugin, context } = hanging("letscode_before_tool_call");
    const conversation = await talk({
      plugins: [plugin],
      script: [{ calls: [{ name: "ls" }] }, "Done."],
      clock,
    });
    const running = conversation.prompt("Hello");
    await context;
    clock.pass(10_000);
    await running;
    expect(conversation.messages[2]).toMatchObject({
      is_error: true,
      content: [{ text: "Denied: plugin slow could not decide on this call: it took longer than 10 s" }],
    });
  });

  test("letscode_session_start and letscode_session_end hold up nothing for longer than they may", async () => {
    const clock = manualClock();
    const { plugin, context } = hanging("letscode_session_start");
    const end = hanging("letscode_session_end");
    const conversation = await talk({ plugins: [plugin, end.plugin], clock });
    const running = conversation.prompt("Hello");
    expect((await context).signal.aborted).toBe(false);
    clock.pass(10_000);
    expect(await running).toEqual({ error: null, stop_reason: "end_turn" });
    const ending = conversation.end();
    await end.context;
    clock.pass(2_000);
    await ending;
    expect(conversation.lines).toEqual([
      "plugin slow: letscode_session_start failed and was skipped: it took longer than 10 s",
      "plugin slow: letscode_session_end failed and was skipped: it took longer than 2 s",
    ]);
  });

  test("letscode_event never holds up the run, and is not called again in this conversation", async () => {
    const clock = manualClock();
    const seen: string[] = [];
    const conversation = await talk({
      plugins: [
        {
          name: "slow",
          plugin: {
            letscode_event(event) {
              seen.push(event.type);
              return hang();
            },
          },
        },
      ],
      clock,
    });
    await conversation.prompt("Hello");
    expect(seen).toEqual(["agent_start"]);
    clock.pass(10_000);
    await vi.waitFor(() => expect(conversation.lines).toHaveLength(1));
    await conversation.prompt("Hello again");
    expect([seen, conversation.lines]).toEqual([
      ["agent_start"],
      ["plugin slow: letscode_event failed and was skipped: it took longer than 10 s"],
    ]);
  });
});

describe("a model call of a hook", () => {
  test("does not count as the hook's time", async () => {
    const clock = manualClock();
    let answer = () => {};
    const conversation = await talk({
      plugins: [
        {
          name: "titles",
          plugin: {
            async letscode_system_prompt(prompt, context) {
              const { text } = await context.complete({ prompt: "A title, please" });
              return `${prompt}\n${text}`;
            },
          },
        },
      ],
      script: [
        () =>
          new Promise<string>((resolve) => {
            answer = () => resolve("The title");
          }),
        "Done.",
      ],
      clock,
    });
    const running = conversation.prompt("Hello");
    await vi.waitFor(() => expect(conversation.calls).toHaveLength(1));
    clock.pass(60_000);
    answer();
    await running;
    expect([conversation.lines, conversation.calls[1]?.system.slice(-10)]).toEqual([[], "\nThe title"]);
  });
});
