import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { createWatchdog } from "../../src/tools/watchdog.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";

/** A process group that sleeps, found by its mark. */
function sleeper(): { group: number; alive(): boolean } {
  const mark = sleepMark();
  const child = spawn("sh", ["-c", `sleep ${mark} & sleep ${mark}; :`], { detached: true, stdio: "ignore" });
  const group = child.pid ?? 0;
  onTestFinished(() => {
    try {
      process.kill(-group, "SIGKILL");
    } catch {
      // It is gone, as it should be.
    }
  });
  return { group, alive: () => processesWith(mark).length > 0 };
}

/** A watchdog, and how to find its shell. */
function setUp() {
  const shells: number[] = [];
  const watchdog = createWatchdog(((...args: Parameters<typeof spawn>) => {
    const child = spawn(...args);
    shells.push(child.pid ?? 0);
    return child;
  }) as typeof spawn);
  onTestFinished(() => watchdog.close());
  return { watchdog, shells };
}

const session = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /, "")
    .split(" ")[3];

it("kills the registered groups, all of each, when its pipe closes [C14]", async () => {
  const { watchdog } = setUp();
  const [one, two] = [sleeper(), sleeper()];
  watchdog.add(one.group);
  watchdog.add(two.group);
  watchdog.close();
  await within(2000, "both groups end", () => !one.alive() && !two.alive());
});

it("leaves alone what was removed: its number may be somebody else's [C14]", async () => {
  const { watchdog } = setUp();
  const [kept, removed, last] = [sleeper(), sleeper(), sleeper()];
  watchdog.add(removed.group);
  watchdog.add(kept.group);
  watchdog.add(last.group);
  watchdog.remove(removed.group);
  watchdog.close();
  await within(2000, "the others end", () => !kept.alive() && !last.alive());
  expect(removed.alive()).toBe(true);
});

it("starts with the first group, in a session of its own, and stays away from signals to ours [C14]", async () => {
  const { watchdog, shells } = setUp();
  expect(shells).toEqual([]);
  const group = sleeper();
  watchdog.add(group.group);
  expect(shells).toHaveLength(1);
  const [shell = 0] = shells;
  expect(session(shell)).toBe(String(shell));
  await within(2000, "it ignores signals", () =>
    /^SigIgn:\s+[0-9a-f]*4007$/m.test(readFileSync(`/proc/${shell}/status`, "utf8")),
  );
});

it("comes back with all groups when somebody kills it [C14]", async () => {
  const { watchdog, shells } = setUp();
  const [one, two, three] = [sleeper(), sleeper(), sleeper()];
  watchdog.add(one.group);
  watchdog.add(three.group);
  watchdog.remove(three.group);
  process.kill(shells[0] ?? 0, "SIGKILL");
  await within(2000, "the next group starts another", () => {
    watchdog.add(two.group);
    return shells.length === 2;
  });
  watchdog.close();
  await within(2000, "both groups end", () => !one.alive() && !two.alive());
  expect(three.alive()).toBe(true);
});
