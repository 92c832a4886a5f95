import { expect, test } from "vitest";
import { earlyTty } from "../../src/terminal/early-tty.ts";
import { createStyle } from "../../src/terminal/style.ts";
import type { Tty, TtyListener } from "../../src/terminal/tty.ts";
import { answer } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { World } from "../print/command.ts";
import { openTerminal } from "./terminal.ts";

/** A terminal that notes what is written to it, and whoever listens to it. */
function start({ columns = 20, isDumb = false } = {}) {
  const written: string[] = [];
  let listener: TtyListener | undefined;
  const inner: Tty = {
    ...{ columns, rows: 10, isDumb, isXtermJs: false },
    write: (text) => void written.push(text),
    start(to) {
      listener = to;
    },
    stop: () => void written.push("STOP"),
    resume: () => {},
    suspend: () => {},
  };
  const tty = earlyTty(inner, createStyle(false));
  const heard: string[] = [];
  return {
    tty,
    written,
    heard,
    type: (text: string) => listener?.bytes(Buffer.from(text)),
    close: () => listener?.closed(),
    listen: () =>
      tty.start({
        bytes: (bytes) => void heard.push(Buffer.from(bytes).toString()),
        resized: () => {},
        resumed: () => {},
        closed: () => void heard.push("CLOSED"),
      }),
  };
}

test("what is typed before the editor is there is shown, and whoever starts listening gets it first", () => {
  const { written, heard, type, listen } = start();
  type("ab");
  type("c");
  expect(written).toEqual([
    "\u001b[?2026h\u001b[?7l\r\u001b[2K> ask, or /help\r\n\u001b[2Kstarting…\u001b[?7h\u001b[A\r\u001b[2C\u001b[?2026l",
    "\u001b[?2026h\r\u001b[2K> ab\u001b[?2026l",
    "\u001b[?2026h\r\u001b[2K> abc\u001b[?2026l",
  ]);
  listen();
  type("d");
  expect(heard).toEqual(["ab", "c", "d"]);
  expect(written).toHaveLength(3);
});

test.each([
  ["a key that is no character", "\u001b[D"],
  ["a wide character", "世"],
  ["a line end", "x\r"],
  ["more than the line has room for", "x".repeat(18)],
])("%s is kept and not shown, and neither is what follows", (_, text) => {
  const { written, heard, type, listen } = start();
  type(text);
  type("a");
  expect(written).toHaveLength(1);
  listen();
  expect(heard).toEqual([text, "a"]);
});

test("a terminal that is closed or left early is told so, and nothing stays on the screen", () => {
  const { tty, written, heard, type, close, listen } = start();
  type("a");
  close();
  tty.stop();
  expect(written.slice(2)).toEqual(["\r\u001b[C\u001b[J\r\u001b[K", "STOP"]);
  listen();
  expect(heard).toEqual(["a", "CLOSED"]);
});

test("a dumb terminal is shown nothing before its time", () => {
  const { written, type } = start({ isDumb: true });
  type("a");
  expect(written).toEqual([]);
});

test("a prompt that is written and sent before letscode is there is answered", async () => {
  const server = await startProviderServer();
  server.reply(answer("Here."));
  const terminal = openTerminal(new World(), { args: ["--base-url", server.baseUrl, "--model", "m"] });
  terminal.type("are you there?\r");
  await terminal.shows("Here.");
  expect(server.requests[0]?.json.messages.at(-1)).toEqual({ role: "user", content: "are you there?" });
  await server.close();
});
