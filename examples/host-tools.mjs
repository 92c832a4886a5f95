/**
 * A program whose own functions are tools of the agent: one looks into its memory, one asks the person in front of it.
 *
 *     node examples/host-tools.mjs
 *     node examples/host-tools.mjs "Is order 1002 late? If so, offer to refund it." --model PROVIDER/ID
 */
import assert from "node:assert/strict";
import { createInterface } from "node:readline/promises";
import { LetscodeClient, tool } from "letscode/client";

const orders = new Map([
  [1001, { item: "a red bicycle", state: "delivered" }],
  [1002, { item: "a blue lamp", state: "three weeks late" }],
]);

const findOrder = tool({
  name: "find_order",
  description: "Find an order of the shop by its number.",
  parameters: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
  needsPermission: false,
  run({ number }) {
    const order = orders.get(number);
    if (!order)
      throw new Error(`There is no order ${number}; there are ${[...orders.keys()].join(" and ")}.`);
    return `Order ${number}: ${order.item}, ${order.state}.`;
  },
});

const askPerson = tool({
  name: "ask_person",
  description: "Ask the person who takes care of the shop, and wait for the answer.",
  parameters: { type: "object", properties: { question: { type: "string" } }, required: ["question"] },
  needsPermission: false,
  async run({ question }, { signal }) {
    const answer = await ask(question, signal);
    return { content: `They say: ${answer}`, details: { question, answer } };
  },
});

/** On a terminal the person answers; elsewhere they are an easy-going one. */
async function ask(question, signal) {
  if (!process.stdin.isTTY) return "yes, of course";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(`\n${question} `, { signal });
  } finally {
    terminal.close();
  }
}

const DEMO = `demo:tool find_order {"number":1002}
demo:tool find_order {"number":7}
demo:tool ask_person {"question":"Order 1002 is three weeks late. Refund it?"}`;

const words = process.argv.slice(2);
const flag = words.indexOf("--model");
const [, model = "demo"] = flag < 0 ? [] : words.splice(flag, 2);
const prompt = words.join(" ") || DEMO;

const client = await LetscodeClient.start();
const session = await client.createSession({
  model,
  permissions: "read-only",
  tools: [findOrder, askPerson],
  builtInTools: [],
  persist: false,
});

const results = [];
const run = session.send(prompt);
for await (const event of run)
  if (event.type === "tool_execution_end") {
    const [{ text }] = event.result.content;
    console.log(`${event.result.is_error ? "✗" : "✓"} ${event.tool_name}: ${text}`);
    results.push(event.result);
  }
const { error, text } = await run.result;
console.log(`\n${error ?? text}`);
await client.close();

if (prompt === DEMO) {
  assert.equal(error, null);
  assert.deepEqual(
    results.map(({ tool_name, is_error }) => [tool_name, is_error]),
    [
      ["find_order", false],
      ["find_order", true],
      ["ask_person", false],
    ],
  );
  assert.equal(results[2].details.answer, "yes, of course");
}
