import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { groupExists, groupIsAlive, signalPlan } from "../../src/tools/group-signals.ts";

it("signals go to the group, or on Windows to the tree through taskkill [C16]", () => {
  expect(signalPlan("linux", 12, "SIGTERM")).toEqual({ type: "kill", pid: -12, signal: "SIGTERM" });
  expect(signalPlan("darwin", 12, "SIGKILL")).toEqual({ type: "kill", pid: -12, signal: "SIGKILL" });
  expect(signalPlan("win32", 12, "SIGTERM")).toEqual({
    type: "run",
    file: "taskkill",
    args: ["/PID", "12", "/T"],
  });
  expect(signalPlan("win32", 12, "SIGKILL")).toEqual({
    type: "run",
    file: "taskkill",
    args: ["/PID", "12", "/T", "/F"],
  });
});

it("a group is alive while one of its processes is, and not for its zombies", async () => {
  // The job has a group of its own and nobody collects it: `sleep` took its parent's place.
  const shell = spawn("bash", ["-c", "set -m; sleep 0.1 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void shell.kill("SIGKILL"));
  const [line] = await once(shell.stdout, "data");
  const group = Number(String(line));
  expect(groupIsAlive("linux", group)).toBe(true);
  while (groupIsAlive("linux", group)) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(groupExists("linux", group)).toBe(true);
  expect(groupExists("linux", 2 ** 22 + 1)).toBe(false);
});
