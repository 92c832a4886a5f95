/** The built command in a real pseudo-terminal, and the screen that a person would see. */
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { onTestFinished } from "vitest";
import { COMMAND, type World } from "../print/command.ts";

/** How it is started. */
export interface TerminalStart {
  args?: readonly string[];
  columns?: number;
  rows?: number;
  environment?: Record<string, string>;
  /** A shell line in which `$L` is the command, in place of the command alone. */
  line?: string;
}

/** A letscode that somebody sits at. */
export interface TestTerminal {
  readonly pid: number;
  /** Every byte so far. */
  raw(): string;
  /** The lines of the screen, without blanks at their ends and empty lines below. */
  screen(): string;
  /** All of it, with what was scrolled away, as it would be copied: what the terminal broke is whole. */
  everything(): string;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves when the screen holds the text, or fits. */
  shows(what: string | RegExp): Promise<void>;
  /** Resolves when the screen, scrollback included, holds it. */
  shown(what: string | RegExp): Promise<void>;
  kill(signal: string): void;
  /** As somebody closes its window. */
  close(): void;
  exited: Promise<{ code: number; signal: number | undefined }>;
}

/** Opens it; it is killed when the test is over. */
export function openTerminal(world: World, start: TerminalStart = {}): TestTerminal {
  const { args = [], columns = 80, rows = 24, environment = {}, line } = start;
  const env = {
    ...world.environment,
    TERM: "xterm-256color",
    // As says the editor whose terminal is made of the same screen.
    TERM_PROGRAM: "vscode",
    L: `${process.execPath} ${COMMAND}`,
    ...environment,
  };
  const options = { cwd: world.project, cols: columns, rows, env };
  const pty =
    line === undefined
      ? spawn(process.execPath, [COMMAND, ...args], options)
      : spawn("sh", ["-c", line], options);
  const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 100_000, allowProposedApi: true });
  const checks = new Set<() => void>();
  let raw = "";
  let isOver = false;
  pty.onData((text) => {
    raw += text;
    screen.write(text, () => {
      for (const check of checks) check();
    });
  });
  onTestFinished(() => {
    try {
      process.kill(pty.pid, "SIGKILL");
    } catch {}
    screen.dispose();
  });
  const lines = (from: number, joins: boolean) => {
    const { active } = screen.buffer;
    const found: string[] = [];
    for (let at = from; at < active.baseY + screen.rows; at++) {
      const text = active.getLine(at)?.translateToString(true) ?? "";
      if (joins && active.getLine(at)?.isWrapped) found.push((found.pop() ?? "") + text);
      else found.push(text);
    }
    return found.join("\n").trimEnd();
  };
  const visible = () => lines(screen.buffer.active.baseY, false);
  const everything = () => lines(0, true);
  const exited = new Promise<{ code: number; signal: number | undefined }>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      isOver = true;
      screen.write("", () => {
        for (const check of checks) check();
        resolve({ code: exitCode, signal });
      });
    });
  });
  const until = (what: string | RegExp, of: () => string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        const text = of();
        if (typeof what === "string" ? text.includes(what) : what.test(text)) {
          checks.delete(check);
          clearTimeout(timer);
          resolve();
        } else if (isOver) fail("the command ended");
      };
      const fail = (why: string) => {
        checks.delete(check);
        clearTimeout(timer);
        reject(new Error(`${why}; not shown: ${String(what)}\n${everything()}`));
      };
      const timer = setTimeout(() => fail("it took too long"), 10_000);
      checks.add(check);
      check();
    });
  return {
    pid: pty.pid,
    raw: () => raw,
    screen: visible,
    everything,
    type: (text) => pty.write(text),
    resize(newColumns, newRows) {
      screen.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    shows: (what) => until(what, visible),
    shown: (what) => until(what, everything),
    kill: (signal) => process.kill(pty.pid, signal),
    close: () => (pty as unknown as { destroy(): void }).destroy(),
    exited,
  };
}
