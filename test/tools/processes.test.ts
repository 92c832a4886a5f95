import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createProcesses, type ProcessGroups } from "../../src/tools/processes.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import { createWorkspace } from "./workspace.ts";

async function setUp() {
  const { folder, path, environment } = await createWorkspace();
  const processes = createProcesses({
    clock: systemClock,
    platform: process.platform,
    tempFolder: environment.tempFolder,
  });
  onTestFinished(() => processes.killAll());
  const start = (command: string, groups: ProcessGroups = processes) =>
    groups.start({
      file: "/bin/bash",
      args: ["-c", command],
      cwd: folder,
      environment: { PATH: process.env.PATH ?? "" },
    });
  return { folder, path, processes, start };
}

const sleeps = (mark: string) => processesWith(mark).length;

it("a program gets a session of its own, no input and no terminal [D18]", async () => {
  const { start } = await setUp();
  const count = "ls /proc/$$/fd | wc -l";
  // Whoever started the tests may have left something open that every program inherits.
  const usual = Number(execFileSync("/bin/bash", ["-c", count], { encoding: "utf8" }));
  const group = await start(`cut -d' ' -f5-7 /proc/$$/stat; readlink /proc/$$/fd/0; ${count}`);
  const [ids, stdin, open] = (await text(group.stdout)).trim().split("\n");
  expect(ids).toBe(`${group.id} ${group.id} 0`);
  expect(stdin).toBe("/dev/null");
  expect(Number(open)).toBeLessThanOrEqual(usual);
  expect(await group.exited).toEqual({ code: 0, signal: null });
});

it("what cannot be started is an error that says why", async () => {
  const { processes, start, folder } = await setUp();
  const command = { file: "/bin/bash", args: [], cwd: `${folder}/gone`, environment: {} };
  await expect(processes.start(command)).rejects.toThrow(
    `Could not start /bin/bash: the folder ${folder}/gone or the program is missing.`,
  );
  await expect(start(`: ${"x".repeat(200_000)}`)).rejects.toThrow(
    "Could not start /bin/bash: the command is too long for the system (200005 characters); write it to a file and run that.",
  );
});

it("a group that is ended may say goodbye first", async () => {
  const { start } = await setUp();
  const group = await start("trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.01; done");
  await new Promise((resolve) => group.stdout.once("data", resolve));
  const rest = text(group.stdout);
  await group.end();
  expect([await rest, await group.exited]).toEqual(["bye\n", { code: 5, signal: null }]);
});

it("a group that does not heed SIGTERM is killed, children too [B11]", async () => {
  const { start } = await setUp();
  const mark = sleepMark();
  const group = await start(`trap '' TERM; (sleep ${mark}; :) & sleep ${mark}; :`);
  await within(2000, "both sleep", () => sleeps(mark) >= 2);
  await group.end();
  expect(sleeps(mark)).toBe(0);
  expect(await group.exited).toEqual({ code: null, signal: "SIGKILL" });
});

it("the end of a run ends what was left in the background, in this conversation alone [C14]", async () => {
  const { processes, start } = await setUp();
  const [mine, yours] = [processes.child(), processes.child()];
  const [a, b] = [sleepMark(), sleepMark()];
  const first = await start(`sleep ${a} & echo`, mine);
  await start(`sleep ${b} & echo`, yours);
  await first.exited;
  await within(2000, "both sleep", () => sleeps(a) === 1 && sleeps(b) === 1);
  await mine.endRun();
  expect([sleeps(a), sleeps(b)]).toEqual([0, 1]);
  await start("true", mine);
  await processes.endRun();
  expect(sleeps(b)).toBe(0);
});

it("a command that comes when the run has just ended is not started [C14]", async () => {
  const { start, processes, path } = await setUp();
  const started = start("touch ran");
  const ended = processes.endRun();
  await expect(started).rejects.toThrow("Not started: the run ended first.");
  await ended;
  expect(existsSync(path("ran"))).toBe(false);
});

it("everything can be killed without waiting [C13]", async () => {
  const { start, processes } = await setUp();
  const mark = sleepMark();
  const group = await start(`trap '' TERM; sleep ${mark} & sleep ${mark}; :`, processes.child());
  await within(2000, "both sleep", () => sleeps(mark) >= 2);
  processes.killAll();
  expect(await group.exited).toEqual({ code: null, signal: "SIGKILL" });
  await within(2000, "nothing sleeps", () => sleeps(mark) === 0);
});

it("what runs on after its output was given up is neither stopped nor killed by that [D14]", async () => {
  const { start, path } = await setUp();
  const group = await start("mkfifo go; (read -r < go; head -c 3000000 /dev/zero; echo survived > ok) &");
  await group.exited;
  await new Promise((resolve) => setImmediate(resolve));
  group.stdout.pause();
  group.discard();
  const go = await start("echo > go; while [ ! -s ok ]; do sleep 0.01; done");
  expect(await go.exited).toEqual({ code: 0, signal: null });
  expect(readFileSync(path("ok"), "utf8")).toBe("survived\n");
});

it("a process that left the group cannot keep our pipes open for ever [C14]", async () => {
  const { start } = await setUp();
  const mark = sleepMark();
  const group = await start(`setsid sleep ${mark} & sleep 0.5 &`);
  await group.exited;
  await within(2000, "it has left", () => processesWith(mark).length === 1);
  const [escaped = 0] = processesWith(mark);
  onTestFinished(() => void process.kill(escaped));
  group.discard();
  expect(group.stdout.destroyed).toBe(false);
  await within(5000, "they are closed", () => group.stdout.destroyed && group.stderr.destroyed);
  expect(processesWith(mark)).toEqual([escaped]);
});

it("zombies that nobody collects hold nobody up", async () => {
  const { start } = await setUp();
  const mark = sleepMark();
  // The subshell leaves the group and turns into a program that does not collect its child.
  const group = await start(`(sleep 0.1 & exec setsid sleep ${mark}) & echo; sleep 60`);
  const zombies = () => readdirSync("/proc").filter((pid) => isZombieOf(group.id, pid));
  await within(5000, "there is a zombie", () => zombies().length === 1);
  onTestFinished(() => {
    for (const pid of processesWith(mark)) process.kill(pid);
  });
  const started = Date.now();
  await group.end();
  expect(Date.now() - started).toBeLessThan(1500);
  expect([group.alive(), zombies().length]).toEqual([false, 1]);
});

function isZombieOf(group: number, pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return /^\d+$/.test(pid) && stat[0] === "Z" && stat[2] === String(group);
  } catch {
    return false;
  }
}
