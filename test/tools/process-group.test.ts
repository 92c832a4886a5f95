import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { startGroup } from "../../src/tools/process-group.ts";
import { createWorkspace } from "./workspace.ts";

it("runs nothing before the watchdog knows the group [C14]", async () => {
  const { folder, path } = await createWorkspace();
  const known: (number | "ran already")[] = [];
  const group = await startGroup(
    { file: "/bin/sh", args: ["-c", "touch ran"], cwd: folder, environment: { PATH: "/usr/bin:/bin" } },
    {
      clock: systemClock,
      platform: "linux",
      spawn,
      pipes: undefined,
      onGone: () => {},
      watchdog: {
        add(id) {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
          known.push(existsSync(path("ran")) ? "ran already" : id);
        },
        remove: () => {},
        close: () => {},
      },
    },
  );
  onTestFinished(() => group.kill());
  expect(await group.exited).toEqual({ code: 0, signal: null });
  expect(existsSync(path("ran"))).toBe(true);
  expect(known).toEqual([group.id]);
});

it("tells the watchdog and the registry when the last process is gone, not the program alone", async () => {
  const { folder } = await createWorkspace();
  const told: string[] = [];
  const group = await startGroup(
    { file: "/bin/sh", args: ["-c", "sleep 60 & exit 4"], cwd: folder, environment: {} },
    {
      clock: systemClock,
      platform: "linux",
      spawn,
      pipes: undefined,
      onGone: () => told.push("gone"),
      watchdog: { add: () => told.push("add"), remove: () => told.push("remove"), close: () => {} },
    },
  );
  expect(await group.exited).toEqual({ code: 4, signal: null });
  expect([group.alive(), told]).toEqual([true, ["add"]]);
  await group.end();
  expect([group.alive(), told]).toEqual([false, ["add", "remove", "gone"]]);
  await group.end();
  expect(told).toEqual(["add", "remove", "gone"]);
});
