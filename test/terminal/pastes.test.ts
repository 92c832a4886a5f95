import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("a paste of 5,000 lines is one message, byte for byte", async () => {
    const { server, open, prompts } = await setScene();
    server.reply(answer("Read."));
    const terminal = await open({ columns, rows });
    const odd = [
      "\tindented",
      "  two blanks  ",
      "",
      "来自上游 👨‍👩‍👧‍👦",
      "e\u0301 and \u00e9",
      "שלום",
      "`$HOME` \\n",
    ];
    const lines = Array.from({ length: 5000 }, (_, at) => `${at} ${odd[at % odd.length]}`);
    terminal.type(`sum up: ${pasted(lines.join("\r"))}`);
    await terminal.shows("> sum up: [paste of 5000 lines]");
    terminal.type("\r");
    await terminal.shows("Read.");
    const [[prompt = ""] = []] = prompts();
    // Compared by line: what differs is to be read.
    expect(
      prompt.split("\n").filter((line, at) => line !== (at === 0 ? `sum up: ${lines[0]}` : lines[at])),
    ).toEqual([]);
    expect(prompt.length).toBe(`sum up: ${lines.join("\n")}`.length);
    expect(terminal.everything()).toContain("more lines\n");
  });

  test.each([
    ["in one piece", async (type: (text: string) => void) => type("a\rb\rc")],
    [
      "letter by letter",
      async (type: (text: string) => void) => {
        for (const letter of "a\rb\rc") type(letter);
      },
    ],
    [
      "letter by letter, a turn of the event loop each",
      async (type: (text: string) => void) => {
        for (const letter of "a\rb\rc") {
          type(letter);
          await turn();
        }
      },
    ],
  ])(
    "a paste that the terminal does not mark, %s, is one draft and sends nothing [G04]",
    async (_how, paste) => {
      const { server, open, prompts } = await setScene();
      const terminal = await open({ columns, rows });
      await paste(terminal.type);
      await terminal.shows("> a\n  b\n  c\n");
      expect(server.requests).toEqual([]);
      server.reply(answer("One."));
      terminal.type("\r");
      await terminal.shows("One.");
      await terminal.shows(AT_REST);
      expect(prompts()).toEqual([["a\nb\nc"]]);
    },
  );
});

test("23 lines that the terminal does not mark are no steers of a run [G04]", async () => {
  const { server, open, prompts } = await setScene();
  const terminal = await open();
  const lines = Array.from({ length: 23 }, (_, at) => `line ${at}`);
  terminal.type(lines.join("\r"));
  await terminal.shows("  line 22\n");
  server.reply(answer("One."));
  terminal.type("\r");
  await terminal.shows("One.");
  await terminal.shows(AT_REST);
  expect(prompts()).toEqual([[lines.join("\n")]]);
});

test("a paste goes as one, comes back with undo, and is no end of the draft", async () => {
  const { server, open, prompts } = await setScene();
  server.reply(answer("Read."));
  const terminal = await open();
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n");
  terminal.type(pasted(`${lines}\n`));
  await terminal.shows(/^> \[paste of 30 lines\]$/m);
  terminal.type("\u0015");
  await terminal.shows(AT_REST);
  terminal.type(`a ${pasted(lines)} b`);
  await terminal.shows("> a [paste of 30 lines] b");
  terminal.type("\u001b[D\u001b[D\u007f");
  await terminal.shows("> a  b");
  terminal.type("\u001f");
  await terminal.shows("> a [paste of 30 lines] b");
  terminal.type("\r");
  await terminal.shows("Read.");
  expect(prompts()).toEqual([[`a ${lines} b`]]);
});

test("what a paste holds for the terminal is taken out of it", async () => {
  const { server, open, prompts } = await setScene();
  server.reply(answer("Read."));
  const terminal = await open();
  terminal.type(pasted("\u001b[31mred\u001b[0m \u0007and \u001b]0;title\u0007plain"));
  await terminal.shows("> red and plain");
  terminal.type("\r");
  await terminal.shows("Read.");
  expect(prompts()).toEqual([["red and plain"]]);
});
