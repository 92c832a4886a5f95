/** A terminal with a shell in it, and somebody who types. */
import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { COMMAND, type World } from "./command.ts";

/** What is typed once this has been shown, behind all that was waited for before. */
export type Typing = readonly [when: string, typed: string];

/** Runs a shell line, in which `$L` is the command. Resolves with what was shown, what was typed included. */
export function onTerminal(
  world: World,
  line: string,
  typings: readonly Typing[] = [],
): Promise<{ code: number; shown: string }> {
  const terminal = spawn("sh", ["-c", line], {
    cwd: world.project,
    cols: 200,
    env: { ...world.environment, L: `${process.execPath} ${COMMAND}`, TERM: "xterm-256color" },
  });
  onTestFinished(() => terminal.kill("SIGKILL"));
  const left = [...typings];
  let shown = "";
  let seen = 0;
  terminal.onData((text) => {
    shown += text;
    const [next] = left;
    const at = next ? shown.indexOf(next[0], seen) : -1;
    if (!next || at < 0) return;
    seen = at + next[0].length;
    left.shift();
    terminal.write(next[1]);
  });
  return new Promise((resolve) => {
    terminal.onExit(({ exitCode }) => resolve({ code: exitCode, shown: shown.replaceAll("\r\n", "\n") }));
  });
}
