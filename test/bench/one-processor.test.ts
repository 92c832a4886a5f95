import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { maskOf, onOneProcessor } from "../../bench/one-processor.mjs";

test("what is measured together runs on one processor, and afterwards where it ran before", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  onTestFinished(() => void child.kill());
  const pids = [process.pid, child.pid as number];
  const masks = () => pids.map(maskOf);
  const before = maskOf(process.pid);
  const one = before === undefined ? undefined : before & -before;
  expect(await onOneProcessor(pids, async () => masks())).toEqual([one, one]);
  expect(masks()).toEqual([before, before]);
  await expect(onOneProcessor(pids, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(masks()).toEqual([before, before]);
});
