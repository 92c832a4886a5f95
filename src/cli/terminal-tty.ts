/** This process's terminal. */
import type { Tty } from "../terminal/tty.ts";
import { leaveLostTerminal } from "./lost-terminal.ts";
import type { output as stdout } from "./stdout-guard.ts";

const PASTES_IN_BRACKETS = "\u001b[?2004h";
/**
 * Shift+Enter and the like are told apart, in the words of the kitty protocol, in which keys of other scripts then come with
 * their Latin letters, and in those of xterm.
 */
const ALL_KEYS = "\u001b[>5u\u001b[>4;1m";
const KEYS_AS_THEY_WERE = "\u001b[<u\u001b[>4m";
const AS_IT_WAS = "\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?2026l";

/** The streams, taken over when the door says so, and given back however the process ends. */
export function processTty(output: typeof stdout): Tty {
  const { stdin, stdout } = process;
  const isDumb = process.env.TERM === "dumb";
  // The console of Linux may show what it does not know.
  const knowsKeys = process.env.TERM !== "linux";
  let isOurs = false;
  /** Another program of ours has it. */
  let isLent = false;
  let suspend = () => {};

  const take = () => {
    if (isOurs) return;
    isOurs = true;
    if (!isDumb) {
      stdin.setRawMode(true);
      output.write(PASTES_IN_BRACKETS + (knowsKeys ? ALL_KEYS : ""));
    }
    stdin.resume();
  };
  const giveBack = () => {
    if (!isOurs) return;
    isOurs = false;
    stdin.pause();
    if (isDumb) return;
    output.write((knowsKeys ? KEYS_AS_THEY_WERE : "") + AS_IT_WAS);
    try {
      stdin.setRawMode(false);
    } catch {
      // The terminal is gone: there is nothing to give back.
    }
  };
  // The whole job stops, as with any other program; where nobody could bring it back, the system stops nothing.
  const stopJob = (goOn: () => void) => {
    giveBack();
    process.removeAllListeners("SIGTSTP");
    process.kill(0, "SIGTSTP");
    setImmediate(goOn);
  };
  return {
    get columns() {
      return Math.max(10, stdout.columns || 80);
    },
    get rows() {
      return Math.max(4, stdout.rows || 24);
    },
    isDumb,
    isXtermJs: process.env.TERM_PROGRAM === "vscode",
    write: (text) => output.write(text),
    start(to) {
      take();
      stdin.on("data", (bytes: Buffer) =>
        to.bytes(isDumb ? bytes.map((byte) => (byte === 10 ? 13 : byte)) : bytes),
      );
      stdin.on("end", () => to.closed());
      stdin.on("error", () => to.closed());
      stdout.on("resize", () => to.resized());
      process.once("exit", () => {
        giveBack();
        leaveLostTerminal();
      });
      const goOn = () => {
        // After a stop that nobody could see coming.
        giveBack();
        if (process.listenerCount("SIGTSTP") === 0) process.on("SIGTSTP", suspend);
        if (isLent) return;
        take();
        to.resumed();
      };
      suspend = () => stopJob(goOn);
      process.on("SIGTSTP", suspend);
      process.on("SIGCONT", goOn);
    },
    stop() {
      isLent = true;
      giveBack();
    },
    resume() {
      isLent = false;
      take();
    },
    suspend: () => suspend(),
  };
}
