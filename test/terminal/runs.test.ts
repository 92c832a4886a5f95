import { expect, test } from "vitest";
import { World } from "../print/command.ts";
import { openTerminal } from "./terminal.ts";

test("a prompt is echoed, sent and answered, and the terminal is left as it was", async () => {
  const world = new World();
  const terminal = openTerminal(world, { args: ["--model", "demo"] });
  await terminal.shows("ask, or /help");
  terminal.type("demo:text 40");
  await terminal.shows("> demo:text 40");
  terminal.type("\r");
  await terminal.shown(/> demo:text 40[\s\S]+\n> ask/);
  console.error(terminal.everything());
  terminal.type("/quit\r");
  expect(await terminal.exited).toMatchObject({ code: 0 });
  console.error(terminal.everything());
});
