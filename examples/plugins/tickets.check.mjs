/**
 * What tickets.mjs does, in a conversation with a scripted model.
 *
 *     node examples/plugins/tickets.check.mjs
 */
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testConversation } from "letscode/testing";

const workspace = mkdtempSync(join(tmpdir(), "tickets-"));
const call = (name, args) => ({ calls: [{ name, arguments: args }] });

/** The results of these calls, in a conversation of their own: what is known of the tickets comes from the file. */
async function results(...answers) {
  const plugins = [new URL("tickets.mjs", import.meta.url)];
  const conversation = await testConversation({ plugins, workspace, script: [...answers, "Done."] });
  await conversation.prompt("Go on.");
  await conversation.end();
  assert.deepEqual(conversation.lines, []);
  return conversation.messages
    .filter(({ role }) => role === "tool_result")
    .map(({ content, is_error }) => `${is_error ? "error: " : ""}${content[0].text}`);
}

try {
  assert.deepEqual(
    await results(
      call("ticket_add", { title: "Parser hangs on empty input", details: "Seen with an empty file." }),
      call("ticket_add", { title: "Rename the parser" }),
      call("ticket_find", { words: "PARSER empty" }),
      call("ticket_add", { name: "no title" }),
    ),
    [
      "Filed as T1.",
      "Filed as T2.",
      "T1 Parser hangs on empty input\nSeen with an empty file.",
      "error: Invalid arguments for ticket_add: title is missing, expected string. The tool was not run.",
    ],
  );

  appendFileSync(join(workspace, ".tickets.jsonl"), '{"id":3,"title":"cut sho');
  assert.deepEqual(
    await results(
      call("ticket_close", { id: 1 }),
      call("ticket_close", { id: 1 }),
      call("ticket_find", {}),
      call("ticket_add", { title: "A third" }),
    ),
    [
      "Closed T1.",
      "error: There is no open ticket T1; ticket_find lists them.",
      "T2 Rename the parser",
      "Filed as T3.",
    ],
  );
} finally {
  rmSync(workspace, { recursive: true });
}
console.log("tickets: filed, found, closed, and still there in the next conversation");
