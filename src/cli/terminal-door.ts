/** The terminal on this process's streams. What is typed is shown before anything else is loaded. */
import { systemClock } from "../clock.ts";
import type { TerminalApp } from "../terminal/app.ts";
import { earlyTty } from "../terminal/early-tty.ts";
import { createStyle, wantsColours } from "../terminal/style.ts";
import { exit } from "./exit.ts";
import type { Log } from "./log.ts";
import { onSignals } from "./on-signals.ts";
import type { Options } from "./options.ts";
import type { output as stdout } from "./stdout-guard.ts";
import { processTty } from "./terminal-tty.ts";

const INTERRUPTED = 130;

/** Holds conversations with a person until they leave; resolves with the exit code. */
export async function run(options: Options, log: Log, output: typeof stdout): Promise<number> {
  const style = createStyle(wantsColours(process.env));
  let tty = processTty(output);
  let app: TerminalApp | undefined;
  // What is said while the terminal is drawn on is shown in its place.
  const writeError = process.stderr.write;
  const writeOutput = process.stdout.write;
  let connected: ReturnType<typeof connect> | undefined;
  const show = ((chunk: Uint8Array | string, ...rest: unknown[]) => {
    app?.note(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    for (const done of rest) if (typeof done === "function") process.nextTick(done);
    return true;
  }) as typeof process.stderr.write;
  const undivert = () => {
    process.stderr.write = writeError;
    process.stdout.write = writeOutput;
  };
  const divert = () => {
    if (process.stderr.isTTY !== true) return;
    process.stderr.write = show;
    process.stdout.write = show;
  };
  const quietLog: Log = {
    ...log,
    crash(thrown) {
      (app ?? tty).stop();
      undivert();
      log.crash(thrown);
    },
  };
  onSignals((code) => {
    if (app) return app.end(code);
    tty.stop();
    exit(code);
  });
  // A terminal that edits lines by itself makes a signal of Ctrl+C.
  if (tty.isDumb) {
    process.removeAllListeners("SIGINT");
    process.on("SIGINT", () => (app ? app.interrupt() : exit(INTERRUPTED)));
  }
  async function connect() {
    const { connectTerminal } = await import("./terminal-port.ts");
    return connectTerminal({ options, log: quietLog, tty });
  }
  try {
    // A list to pick from is shown before the terminal is drawn on.
    if (options.resume === "") connected = connect();
    await connected;
    tty = earlyTty(tty, style);
    // The keys that have come are drawn before the editor is loaded.
    await new Promise(setImmediate);
    const { TerminalApp } = await import("../terminal/app.ts");
    app = new TerminalApp({
      ...{ tty, style, clock: systemClock, workspace: options.cwd },
      connect: () => connected ?? connect(),
    });
    divert();
    return await app.run();
  } finally {
    undivert();
  }
}
