import { describe, expect, test } from "vitest";
import { createGate } from "../cases/gate.ts";
import { answer, calls, content } from "../loopback/chunks.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const LINES = 10_000;
const PIECE = 400;
/** Clear the screen, the scrollback, all of the terminal; go to another screen. */
const CLEARS = ["\u001b[2J", "\u001b[3J", "\u001bc", "\u001b[?1049h"];
const number = (at: number) => `n${String(at).padStart(5, "0")}`;

/** Markdown in which every number stands once, and in order: prose, lists in lists, code and tables, some of them long. */
function numbered(count: number): string {
  const lines: string[] = [];
  let at = 0;
  const some = (most: number, line: (name: string) => string) => {
    for (const end = Math.min(count, at + most); at < end; at++) lines.push(line(number(at)));
    lines.push("");
  };
  while (at < count) {
    some(1, (name) => `## ${name}`);
    some(5, (name) => `${name} is **bold** and \`code\`  `);
    some(20, (name) => `- ${name}\n  - inner`);
    lines.push("```ts");
    some(30, (name) => `const ${name} = 1;`);
    lines.push("```", "", "| name | value |", "| --- | --- |");
    some(10, (name) => `| ${name} | 1 |`);
    some(1000, (name) => `1. ${name}`);
  }
  return lines.join("\n");
}

/** What each frame writes below the lines that are finished. */
function liveParts(raw: string): string[] {
  return raw.split("\u001b[?2026h").flatMap((frame) => frame.split("\u001b[?7l").slice(1));
}

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("an answer of 10,000 lines is in the scrollback, each line once and in its place", async () => {
    const { server, open } = await setScene();
    const text = numbered(LINES);
    const pieces = text.match(new RegExp(`[^]{1,${PIECE}}`, "g")) ?? [];
    server.reply([...pieces.map(content), ...answer("")]);
    const terminal = await open({ columns, rows });
    terminal.type("count\r");
    await terminal.shown(number(LINES - 1));
    await terminal.shows(AT_REST);
    expect(terminal.everything().match(/n\d{5}/g)).toEqual(
      Array.from({ length: LINES }, (_, at) => number(at)),
    );
    // Nothing of what is scrolled away is ever touched, and no frame draws more than the screen holds.
    const raw = terminal.raw();
    expect(CLEARS.filter((command) => raw.includes(command))).toEqual([]);
    expect(Math.max(...liveParts(raw).map((part) => part.length))).toBeLessThan(rows * (columns + 40));
    expect(raw.length).toBeLessThan(3 * text.length);
  });
});

describe.each(SIZES)("in a window of %i×%i, while it is still being written,", (columns, rows) => {
  const COUNT = 60;
  const all = (line: (at: number) => string) => Array.from({ length: COUNT }, (_, at) => line(at)).join("\n");

  test.each<[string, string]>([
    ["a list", all((at) => `- ${number(at)}`)],
    ["a list behind its words", `So:\n${all((at) => `1. ${number(at)}`)}`],
    ["code in an item", `- so:\n\n  \`\`\`\n${all((at) => `  ${number(at)}`)}`],
    ["a table", `| a | b |\n|---|--:|\n${all((at) => `| ${number(at)} | 1 |`)}`],
    ["a paragraph", all((at) => `${number(at)} word word word`).replaceAll("\n", " ")],
    ["a quotation", all((at) => `> ${number(at)}`)],
  ])("%s can be read from its beginning, and little of it is drawn anew", async (_, text) => {
    const { server, open } = await setScene();
    const gate = createGate();
    server.reply([
      ...(text.match(/.{1,50}/gs) ?? []).map(content),
      { wait: gate.opened },
      ...answer("\n\nThe end."),
    ]);
    const terminal = await open({ columns, rows });
    terminal.type("count\r");
    await terminal.shows(number(COUNT - 1));
    await terminal.shows(/say more/);
    expect(terminal.everything().match(/n\d{5}/g)).toEqual(
      Array.from({ length: COUNT }, (_, at) => number(at)),
    );
    const live = (liveParts(terminal.raw()).at(-1) ?? "").split("\n");
    expect(live.length).toBeLessThanOrEqual(Math.max(7, rows / 2));
    gate.open();
    await terminal.shows(AT_REST);
    expect(terminal.everything().match(/n\d{5}/g)).toEqual(
      Array.from({ length: COUNT }, (_, at) => number(at)),
    );
  });
});

test("a command that prints 100,000 lines leaves one line, and shows no more than the last few meanwhile", async () => {
  const { server, open } = await setScene();
  const call = { id: "c1", name: "bash", arguments: { command: "seq 100000" } };
  server.reply(calls(call), answer("Counted."));
  const terminal = await open({ args: ["--permission-mode", "allow"] });
  terminal.type("count\r");
  await terminal.shows("Counted.");
  await terminal.shows(AT_REST);
  expect(
    terminal
      .everything()
      .split("\n")
      .filter((line) => /^\s*\d+$/.test(line)),
  ).toEqual([]);
  expect(terminal.everything()).toMatch(/✓ bash seq 100000 · [\d,]+ lines/);
  expect(Math.max(...liveParts(terminal.raw()).map((part) => part.length))).toBeLessThan(24 * 120);
});

test("a key writes the line that it changes, and no other", async () => {
  const { open } = await setScene();
  const terminal = await open();
  const before = terminal.raw().length;
  terminal.type("x");
  await terminal.shows("> x");
  const written = terminal.raw().slice(before);
  expect(written).not.toContain("openai-compatible");
});
