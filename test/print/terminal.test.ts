import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { World } from "./command.ts";
import { onTerminal } from "./on-terminal.ts";

async function serverThatSays(text: string) {
  const provider = await startProviderServer({ otherwise: answer(text) });
  onTestFinished(() => provider.close());
  return `--base-url ${provider.baseUrl} --model test-model`;
}

describe("on a terminal", () => {
  test("the bare command with a captured stdout says in one line what to do instead, and exits 2", async () => {
    const { code, shown } = await onTerminal(new World(), "out=$($L)");
    expect([code, shown.split("\n").length]).toEqual([2, 2]);
    expect(shown).toContain("letscode -p");
  });

  test("-p without a prompt does not wait for one to be typed", async () => {
    expect(await onTerminal(new World(), "$L -p --model demo")).toEqual({
      code: 2,
      shown: 'letscode: there is no prompt: letscode -p "PROMPT", or write it to stdin\n',
    });
  });

  test("the answer comes without colours and without what could drive the terminal", async () => {
    const flags = await serverThatSays("\u001b[31mred\u001b[0m\u001b[2J");
    for (const colour of ["", "NO_COLOR=1", "FORCE_COLOR=1"])
      expect(await onTerminal(new World(), `${colour} $L -p hi ${flags}`)).toEqual({
        code: 0,
        shown: "red\n",
      });
  });

  test("a captured stdout holds the answer only, and nobody is asked anything", async () => {
    const world = new World();
    world.write(".letscode/config.json", '{"plugins": ["./x.mjs"]}');
    const flags = await serverThatSays("The answer.");
    const { code, shown } = await onTerminal(
      world,
      `out=$($L -p hi ${flags} 2>err); code=$?; echo "[$out]"; exit $code`,
    );
    expect({ code, shown }).toEqual({ code: 0, shown: "[The answer.]\n" });
    expect(readFileSync(join(world.project, "err"), "utf8")).toContain('ignored "plugins"');

    const lost = await onTerminal(world, `out=$($L -p hi 2>err); code=$?; echo "[$out]"; exit $code`);
    expect(lost).toEqual({ code: 2, shown: "[]\n" });
  });
});

describe("through a pipe", () => {
  test("nothing is coloured, also when colours are forced, on stdout and on stderr", async () => {
    const flags = await serverThatSays("plain");
    const line = `FORCE_COLOR=1 $L -p hi --verbose ${flags} 2>err | cat -v; cat -v err`;
    const { shown } = await onTerminal(new World(), line);
    expect(shown).toMatch(/^plain\nletscode: 1 model call, /);
    expect(shown).not.toContain("^[");
  });

  test("a reader that takes one line ends the command quietly", async () => {
    const flags = await serverThatSays("x".repeat(200_000));
    const line = `{ $L -p hi --output json ${flags}; echo "code $?" >&2; } | head -n 1 | cut -c 1-21`;
    const { shown } = await onTerminal(new World(), line);
    expect(shown.split("\n").sort()).toEqual(["", "code 141", '{"type":"agent_start"']);
  });
});
