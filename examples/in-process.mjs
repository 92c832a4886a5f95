/**
 * The agent inside a Node program, with the built-in tools and without a child process.
 *
 *     node examples/in-process.mjs
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createAgent } from "letscode";

const agent = await createAgent({
  model: "demo",
  workspace: fileURLToPath(new URL("..", import.meta.url)),
  environment: process.env,
  permissionMode: "read-only",
});

agent.subscribe((event) => {
  if (event.type === "message_update" && event.stream_event.type === "text_delta")
    process.stdout.write(event.stream_event.delta);
  if (event.type === "tool_execution_end") console.log(`\n[${event.tool_name}]`);
});

const result = await agent.prompt("What is in package.json?");

assert.deepEqual(result, { error: null, stop_reason: "end_turn" });
assert.equal(agent.state.messages.length, 4);
console.log(`\n\n${agent.state.usage.output_tokens} tokens, $${agent.state.usage.cost_usd}`);
