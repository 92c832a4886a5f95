/** What a plain start loads: one file until it is ready, and no room before it is needed. */
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newFolder, startLetscode } from "./letscode.ts";

const RECORDER = resolve(import.meta.dirname, "record-loaded.cjs");

test("nothing but the start itself is loaded and opened before ready, and what a plain conversation does not need by no prompt", async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const loaded = join(folder, "loaded");
  const env = { NODE_OPTIONS: `--require ${RECORDER}`, LOADED: loaded };
  const host = startLetscode(["--mode", "rpc", "--model", "demo"], { cwd: folder, env });
  host.send({ cmd: "prompt", text: "hi" });
  await host.waitFor("done");
  host.end();
  await host.exited;
  const files = readFileSync(loaded, "utf8").trim().split("\n");
  const ready = files.indexOf("(stdout)");
  expect(files.slice(0, ready)).toEqual(["letscode.cjs"]);
  const later = files.slice(ready + 1);
  expect(later).toEqual(expect.arrayContaining(["(stdin)", "conversation.cjs"]));
  const others =
    /^(load|import-typescript|jiti|plugin-tools|plugin-commands|memory|make-compaction|conversation-page|sessions-command|pick-session|trust|mcp-|live-server)/;
  expect(later.filter((file) => others.test(file))).toEqual([]);
});
