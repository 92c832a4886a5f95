import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { askTrust } from "../../src/cli/trust-question.ts";

const QUESTION = { project: "/p", keys: ["tools"], parts: ["plugins/x.mjs"], changed: false };

/** Asks, types this and ends the input when there is no line end in it. */
async function ask(typed: string, question = QUESTION) {
  const input = new PassThrough();
  const output = new PassThrough();
  const answer = askTrust(question, { input, output });
  input.write(typed);
  input.end();
  return { answer: await answer, text: String(output.read()) };
}

describe("the question whether to trust a project", () => {
  test("names the project and what it would bring", async () => {
    const { text } = await ask("\n");
    expect(text.split("\n").slice(0, 3)).toEqual([
      'letscode: the project "/p"',
      '  sets "tools" in .letscode/config.json',
      '  brings "plugins/x.mjs" in .letscode',
    ]);
    expect(text).toContain("Trust it? [y/N] ");
  });

  test("says that the project has changed, and nothing of what it does not bring", async () => {
    const { text } = await ask("\n", { ...QUESTION, keys: [], changed: true });
    expect(text.split("\n").slice(0, 2)).toEqual([
      'letscode: the project "/p" has changed since you trusted it. It',
      '  brings "plugins/x.mjs" in .letscode',
    ]);
  });

  test("shows names without what could drive the terminal", async () => {
    const { text } = await ask("\n", {
      ...QUESTION,
      project: "/\u001b[2J",
      parts: ["plugins/\u001b]0;x\u0007"],
    });
    expect(text).toContain('"/\\u001b[2J"');
    expect(text).toContain('"plugins/\\u001b]0;x\\u0007"');
  });

  test.each([
    ["y\r", true],
    [" YES \n", true],
    ["\r", false],
    ["n\r", false],
    ["yes please\r", false],
    ["maybe\n", false],
    ["y\rrm -rf x\r", undefined],
    ["\u001b[200~y\r\u001b[201~", undefined],
    ["\u001b[200~y\rxx\r\u001b[201~n\r", false],
    ["\u009b2Jy\u202e\r", false],
    ["\u001b", undefined],
    ["\u0003", undefined],
    ["\u0004", undefined],
    ["", undefined],
  ])("with %j typed is answered %s", async (typed, answer) => {
    expect((await ask(typed)).answer).toBe(answer);
  });
});
