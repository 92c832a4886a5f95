import { describe, expect, test } from "vitest";
import { answer, content } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const NFD = "e\u0301te\u0301 a\u030a";
const ODD = [
  "来自上游来自上游来自上游来自上游来自上游来自上游来自上游来自上游来自上游来自上游来自上游",
  "ㅤㅤ✅",
  "👨‍👩‍👧‍👦 family",
  NFD,
  "a\tb",
  "x".repeat(500),
  "שלום עולם",
  "| 上游 | b |\n|---|---|\n| ✅ | ㅤㅤ |",
];

/** Without what a terminal breaks at: words stay whole. */
const squeezed = (text: string) => text.replace(/\s+/g, "");

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("wide, combining and right-to-left characters fit, stay as they are, and the conversation can be resumed [G06]", async () => {
    const { server, open, prompts } = await setScene();
    server.reply(answer(ODD.join("\n\n")), answer("Still here."));
    const terminal = await open({ columns, rows });
    terminal.type(`来自上游 ${NFD} 👨‍👩‍👧‍👦\r`);
    await terminal.shown("שלום עולם");
    await terminal.shows(AT_REST);
    const everything = squeezed(terminal.everything());
    for (const text of [...ODD.slice(0, 4), "ab", ...ODD.slice(5, 7), "上游│b"])
      expect(everything).toContain(squeezed(text));
    expect(terminal.everything()).toContain("a    b");
    expect(terminal.everything()).toContain(`> 来自上游 ${NFD}`);
    expect(prompts()).toEqual([[`来自上游 ${NFD} 👨‍👩‍👧‍👦`]]);
    terminal.type("\u0004");
    expect(await terminal.exited).toMatchObject({ code: 0 });

    const resumed = await open({ columns, rows, args: ["--continue"] });
    await resumed.shown("שלום עולם");
    expect(squeezed(resumed.everything())).toContain(squeezed(ODD[0] ?? ""));
    resumed.type("more\r");
    await resumed.shows("Still here.");
  });

  test("they come whole when they are cut anywhere, and break no line while they stream [G06]", async () => {
    const { server, open } = await setScene();
    const text = ODD.slice(0, 5).join(" ");
    const pieces = Array.from({ length: Math.ceil(text.length / 3) }, (_, at) =>
      content(text.slice(3 * at, 3 * at + 3)),
    );
    server.reply([...pieces, ...answer(" END")]);
    const terminal = await open({ columns, rows });
    terminal.type("go\r");
    await terminal.shows(/END\s+> ask/);
    expect(squeezed(terminal.everything())).toContain(squeezed(`${text} END`));
    expect(terminal.everything()).not.toContain("\ufffd");
  });

  test("the cursor stands behind what was typed, and goes over a character at a time [G06]", async () => {
    const { open } = await setScene();
    const terminal = await open({ columns, rows });
    terminal.type("上游");
    await terminal.shows("> 上游");
    terminal.type("\u001b[D!");
    await terminal.shows("> 上!游");
    terminal.type("\u0001");
    terminal.type("👨‍👩‍👧‍👦");
    await terminal.shows("> 👨‍👩‍👧‍👦上!游");
    terminal.type("\u007f");
    await terminal.shows("> 上!游");
  });
});
