import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { World } from "./command.ts";
import { onTerminal, type Typing } from "./on-terminal.ts";

const QUESTION = "Trust it? [y/N] ";
const LINE = "ignored";

/** A cloned project whose plugin leaves a file when it is loaded. */
async function clonedProject() {
  const provider = await startProviderServer({ otherwise: answer("The answer.") });
  onTestFinished(() => provider.close());
  const world = new World();
  const memory = join(world.root, "home/.local/state/letscode/trust.json");
  const loaded = join(world.root, "PWNED");
  const plugin = (comment: string) =>
    world.write(
      ".letscode/plugins/x.mjs",
      `import { writeFileSync } from "node:fs"; // ${comment}\nwriteFileSync(${JSON.stringify(loaded)}, "");\nexport function letscode_event() {}\n`,
    );
  plugin("first");
  const args = ["-p", "hi", "--no-session", "--base-url", provider.baseUrl, "--model", "test-model"];
  /** Whether the plugin was loaded since this was last asked. */
  const wasLoaded = () => {
    const there = existsSync(loaded);
    rmSync(loaded, { force: true });
    return there;
  };
  return {
    world,
    memory,
    plugin,
    /** On a terminal, in which `$F` are the flags. */
    async terminal(line: string, ...typings: Typing[]) {
      world.environment.F = args.slice(2).join(" ");
      const { code, shown } = await onTerminal(world, line, typings);
      return { code, shown, loaded: wasLoaded(), asked: shown.split(QUESTION).length - 1 };
    },
    /** Through pipes. */
    async piped(...more: string[]) {
      const { code, stdout, stderr } = await world.run([...args, ...more]);
      return {
        code,
        stdout,
        loaded: wasLoaded(),
        ignored: stderr.split("\n").filter((line) => line.includes(LINE)),
      };
    },
  };
}

const kept = (file: string) => Object.values(JSON.parse(readFileSync(file, "utf8")));

describe("one shot on a terminal in a project that brings plugins", () => {
  test("asks once; a yes is remembered, for this project as it is [H07]", async () => {
    const { terminal, piped, plugin, memory, world } = await clonedProject();
    const first = await terminal("$L -p hi $F", [QUESTION, "y\r"]);
    expect(first).toMatchObject({ code: 0, loaded: true, asked: 1 });
    expect(first.shown).toContain('letscode: the project "~/app"\n');
    expect(first.shown).toContain('  brings "plugins/x.mjs" in .letscode\n');
    expect(first.shown).toMatch(/\nThe answer\.\n$/);
    expect(statSync(memory).mode & 0o777).toBe(0o600);
    expect(await terminal("$L -p hi $F")).toEqual({
      code: 0,
      loaded: true,
      asked: 0,
      shown: "The answer.\n",
    });
    expect(await piped()).toMatchObject({ code: 0, loaded: true, ignored: [] });

    plugin("changed");
    expect(await piped()).toEqual({
      code: 0,
      stdout: "The answer.\n",
      loaded: false,
      ignored: [
        `letscode: ${world.project}/.letscode: ignored "plugins/x.mjs": the project has changed since it was trusted (--trust-project trusts it)`,
      ],
    });
    const again = await terminal("$L -p hi $F", [QUESTION, "\r"]);
    expect(again).toMatchObject({ code: 0, loaded: false, asked: 1 });
    expect(again.shown).toContain("has changed since you trusted it");
    expect(kept(memory)).toEqual([expect.objectContaining({ trusted: false })]);
  });

  test("takes neither what was typed before it asked nor a paste for an answer [H07]", async () => {
    const { terminal, memory } = await clonedProject();
    const pasted = "\u001b[200~y\rrm -rf x\r\u001b[201~\u0003";
    const asked = await terminal("echo ready; $L -p hi $F", ["ready", "y\r"], [QUESTION, pasted]);
    expect(asked).toMatchObject({ loaded: false, asked: 1 });
    expect(existsSync(memory)).toBe(false);
  });

  test("asks once; a no is remembered too, and --trust-project beats it for one start [H07]", async () => {
    const { terminal, piped, memory, world } = await clonedProject();
    const line = `letscode: ${world.project}/.letscode: ignored "plugins/x.mjs": the project is not trusted (--trust-project trusts it)`;
    const first = await terminal("$L -p hi $F", [QUESTION, "n\r"]);
    expect(first).toMatchObject({ code: 0, loaded: false, asked: 1 });
    expect(first.shown).toContain(`\n${line}\nThe answer.\n`);
    const second = await terminal("$L -p hi $F");
    expect(second).toEqual({ code: 0, loaded: false, asked: 0, shown: `${line}\nThe answer.\n` });
    const before = kept(memory);
    expect(await piped("--trust-project")).toMatchObject({ loaded: true, ignored: [] });
    expect(kept(memory)).toEqual(before);
    expect(await piped()).toMatchObject({ loaded: false, ignored: [line] });
  });

  test.each([
    ["Ctrl+C", "\u0003"],
    ["the end of the input", "\u0004"],
  ])("takes %s for a no that is not remembered", async (_, typed) => {
    const { terminal, memory } = await clonedProject();
    for (let time = 0; time < 2; time++) {
      const { shown, ...rest } = await terminal("$L -p hi $F", [QUESTION, typed]);
      expect(rest).toEqual({ code: 0, loaded: false, asked: 1 });
      expect(shown).toMatch(/ignored "plugins\/x\.mjs": .*\nThe answer\.\n$/);
    }
    expect(existsSync(memory)).toBe(false);
  });

  test("asks nobody when it could not be seen or answered, and waits for nothing [G11]", async () => {
    const { terminal, memory } = await clonedProject();
    for (const line of [
      'out=$($L -p hi $F 2>err); echo "[$out]"; cat err',
      'out=$($L -p hi $F 2>/dev/tty); echo "[$out]"',
      "$L -p hi $F 2>err; cat err",
      "$L -p hi $F </dev/null",
      "$L -p hi $F | cat",
    ]) {
      const { shown, ...rest } = await terminal(line);
      expect(rest).toEqual({ code: 0, loaded: false, asked: 0 });
      expect(shown).toContain("The answer.");
      expect(shown.split("\n").filter((one) => one.includes(LINE)).length).toBe(1);
    }
    expect(existsSync(memory)).toBe(false);
  });

  test("asks nothing when nothing is to be trusted, or what is harmless", async () => {
    const { terminal, world } = await clonedProject();
    rmSync(join(world.project, ".letscode"), { recursive: true });
    world.write(".letscode/config.json", '{"max_turns": 5}');
    world.write("AGENTS.md", "Be brief.");
    expect(await terminal("$L -p hi $F")).toEqual({
      code: 0,
      loaded: false,
      asked: 0,
      shown: "The answer.\n",
    });
  });
});
