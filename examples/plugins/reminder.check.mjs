/**
 * What reminder.ts does, in a conversation with a scripted model.
 *
 *     node examples/plugins/reminder.check.mjs
 */
import assert from "node:assert/strict";
import { testConversation } from "letscode/testing";

const look = { calls: [{ name: "ls", arguments: {} }] };
const conversation = await testConversation({
  plugins: [new URL("reminder.ts", import.meta.url)],
  script: [...Array(11).fill(look), "Done.", "Here."],
});
await conversation.prompt("Tidy up the tests");
await conversation.prompt("And now?");
await conversation.end();

// Behind the fifth and the tenth answer; each joined the conversation once.
const reminders = conversation.messages.filter(({ role }) => role === "custom");
assert.deepEqual(
  reminders.map(({ kind, data }) => ({ kind, data })),
  Array(2).fill({ kind: "reminder", data: { task: "Tidy up the tests" } }),
);
const places = reminders.map((reminder) => conversation.messages.indexOf(reminder));
const answersBefore = places.map((at) => conversation.messages.slice(0, at).filter(isAnswer).length);
assert.deepEqual(answersBefore, [5, 10]);

// The model sees them where they stand, from then on.
const seen = conversation.calls.map(
  ({ messages }) =>
    messages.filter(({ role, content }) => role === "user" && content[0].text.startsWith("<reminder>"))
      .length,
);
assert.deepEqual(seen, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2]);
assert.deepEqual(conversation.lines, []);
console.log(`reminder: the model was reminded ${reminders.length} times in ${seen.length} calls`);

function isAnswer({ role }) {
  return role === "assistant";
}
