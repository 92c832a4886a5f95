/**
 * What deny-commands.mjs denies, in a conversation with a scripted model.
 *
 *     node examples/plugins/deny-commands.check.mjs
 */
import assert from "node:assert/strict";
import { testConversation } from "letscode/testing";

/** What became of a command that the model wants to run; it is run in an empty folder. */
async function outcome(command) {
  const conversation = await testConversation({
    plugins: [new URL("deny-commands.mjs", import.meta.url)],
    environment: { PATH: process.env.PATH },
    script: [{ calls: [{ name: "bash", arguments: { command } }] }, "Done."],
  });
  await conversation.prompt("Go on.");
  await conversation.end();
  assert.deepEqual(conversation.lines, []);
  const [result] = conversation.messages.filter(({ role }) => role === "tool_result");
  return result.content[0].text;
}

const DENIED = [
  "rm -rf build",
  "rm -r -f build",
  "rm --recursive --force build",
  "/bin/rm -fr build",
  "cd build && rm -rf .",
  "true; rm -rf build & wait",
  "ls || (rm -rf build)",
  "echo $(rm -rf build)",
  "echo `rm -rf build`",
  "FORCE=1 sudo -n rm -rf build",
  "find . -name build -exec rm -rf {} +",
  "ls | xargs rm -rf",
  'bash -c "rm -rf build"',
  "if true; then rm -rf build; fi",
  '"rm" -r"f" build',
  "git push --force",
  "git -C . push origin main -f",
  "git push origin +main",
  "true && git push --force",
];
const ALLOWED = [
  "echo rm -rf build",
  "rm -f gone.txt",
  "ls -rf . > /dev/null; echo ok",
  "git --version > /dev/null",
];

for (const command of DENIED) assert.match(await outcome(command), /^Denied: .* not allowed here/, command);
for (const command of ALLOWED) assert.doesNotMatch(await outcome(command), /^Denied/, command);
console.log(`deny-commands: ${DENIED.length} commands denied, ${ALLOWED.length} run`);
