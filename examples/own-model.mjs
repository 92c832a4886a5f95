/**
 * An agent with a model and a tool of your own: the loop, the conversation and the events, and nothing else of letscode.
 *
 *     node examples/own-model.mjs
 */
import assert from "node:assert/strict";
import { Agent, foldStream } from "letscode";

/** A model is an object with a `stream`. This one calls the tool once and then says what came of it. */
const model = {
  provider: "example",
  model: "two-step",
  async *stream({ messages }) {
    const last = messages.at(-1);
    if (last.role === "user") {
      yield { type: "tool_call_start", tool_call_id: "call_1", name: "add", index: 0 };
      yield { type: "tool_call_end", tool_call_id: "call_1", arguments: { a: 19, b: 23 } };
      yield { type: "stop", stop_reason: "tool_use" };
    } else {
      yield { type: "text_delta", delta: "The sum is ", index: 0 };
      yield { type: "text_delta", delta: last.content[0].text, index: 0 };
      yield { type: "stop", stop_reason: "end_turn" };
    }
    return { usage: { ...NOTHING, input_tokens: 10, output_tokens: 5, cost_usd: 0.001 } };
  },
};
const NOTHING = { cache_read_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0 };

/** A tool says what it takes, as JSON Schema, and returns content for the model. */
const add = {
  name: "add",
  description: "Add two numbers.",
  parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
  execute: async ({ a, b }) => ({ content: [{ type: "text", text: `${a + b}` }] }),
};

const agent = new Agent({ model, tools: [add], systemPrompt: "You add numbers." });

const types = new Set();
let partial;
agent.subscribe((event) => {
  types.add(event.type);
  if (event.type === "message_start") partial = event.message;
  if (event.type === "message_update") partial = foldStream(partial, event.stream_event);
  if (event.type === "message_end" && event.message.role === "assistant")
    assert.deepEqual(partial.content, event.message.content);
});

assert.deepEqual(await agent.prompt("What is 19 and 23?"), { error: null, stop_reason: "end_turn" });

const roles = agent.state.messages.map(({ role }) => role);
assert.deepEqual(roles, ["user", "assistant", "tool_result", "assistant"]);
assert.deepEqual(agent.state.messages.at(-1).content, [{ type: "text", text: "The sum is 42" }]);
assert.equal(agent.state.usage.output_tokens, 10);
assert(types.has("tool_execution_start") && types.has("agent_end"));
console.log(`${agent.state.messages.at(-1).content[0].text}, for $${agent.state.usage.cost_usd}`);
