/** What a person sees who has no model yet. */
import { expect, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { errorReply } from "../loopback/provider-server.ts";
import { World } from "../print/command.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";
import { openTerminal } from "./terminal.ts";

test.each(SIZES)(
  "in a window of %i×%i a start without a model says so and how to get one, and no prompt is lost",
  async (columns, rows) => {
    const terminal = openTerminal(new World(), { columns, rows });
    await terminal.shows(/start again\s+> ask, or \/help\nno model$/);
    expect(terminal.everything()).toMatch(
      columns > 40
        ? /^no model yet: no key is set, and no server answers on this machine\n\/model demo {8}is built in and needs no key\n\/model {13}shows /
        : /^no model yet: no key is set, and no\nserver answers on this machine\n\/model demo\n {2}is built in and needs no key\n\/model\n/,
    );
    terminal.type("what is this?\r");
    await terminal.shows(
      /there is no model yet, so nothing was\s+sent:\s+\/model\s+chooses\s+one\s+> what is this\?\nno model$/,
    );
    terminal.type("\u0003");
    await terminal.shows("Ctrl+C again");
    terminal.type("/model demo\r");
    await terminal.shown("the model is now demo");
    await terminal.shows(/> ask, or \/help\ndemo/);
    terminal.type("\u001b[A\u001b[A");
    await terminal.shows("> what is this?");
    terminal.type("\r");
    await terminal.shows(/demo · .*context/);
  },
);

test("a prompt that was typed before the start is over is a draft again too", async () => {
  const terminal = openTerminal(new World());
  terminal.type("early words\r");
  await terminal.shows(/so nothing was sent: \/model chooses one\s+> early words\nno model$/);
});

test("what a server says of a model is followed by what the terminal can do about it", async () => {
  const { server, open } = await setScene();
  server.reply(errorReply(404, "model m not found"));
  const terminal = await open();
  terminal.type("hello\r");
  await terminal.shown(/Choose another with\s\/model\./);
  expect(terminal.everything()).not.toContain("--model");
  server.reply(answer("Hello."));
  terminal.type("again\r");
  await terminal.shows("Hello.");
  await terminal.shows(AT_REST);
});
