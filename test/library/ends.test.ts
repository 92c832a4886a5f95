import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const LIBRARY = pathToFileURL(new URL("../../dist/lib/index.js", import.meta.url).pathname).href;

/** A program that has its agent run a command, and then has nothing more to do. */
const PROGRAM = `
  import { createAgent } from ${JSON.stringify(LIBRARY)};
  const [workspace] = process.argv.slice(1);
  const agent = await createAgent({ model: "demo", workspace, environment: process.env, permissionMode: "allow" });
  await agent.prompt('demo:tool bash {"command":"echo hi"}');
  const result = agent.state.messages.find(({ role }) => role === "tool_result");
  console.log(result.content[0].text);
`;

test("a program whose agent ran a command ends when it is done, without being told to", async () => {
  const workspace = mkdtempSync(join(tmpdir(), "letscode-test-"));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  const ended = new Promise((resolve) => {
    const words = ["--input-type=module", "-e", PROGRAM, workspace];
    execFile(process.execPath, words, { timeout: 15_000 }, (error, stdout) => resolve([error, stdout]));
  });
  expect(await ended).toEqual([null, "hi\n"]);
});
