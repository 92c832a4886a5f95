import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answer, calls, type WholeCall } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { World } from "./command.ts";
import { onTerminal, type Typing } from "./on-terminal.ts";

const ASK = "Allow it? [y/a/N] ";
const ASK_ONCE = "Allow it? [y/N] ";
const bash = (command: string): WholeCall => ({ id: command, name: "bash", arguments: { command } });
const write = (path: string): WholeCall => ({ id: path, name: "write", arguments: { path, content: "x\n" } });

/** A project in which the model makes these calls, one after the other, and then says "Done." */
async function project(...made: WholeCall[]) {
  const provider = await startProviderServer({ otherwise: answer("Done.") });
  onTestFinished(() => provider.close());
  const world = new World();
  const memory = join(world.root, "home/.local/state/letscode/permissions.json");
  const flags = ["--no-session", "--base-url", provider.baseUrl, "--model", "test-model"];
  world.environment.F = flags.join(" ");
  const script = () => provider.reply(...made.map((call) => calls(call)));
  /** What the model read of the last call of a run. */
  const result = () => {
    const messages = provider.requests.at(-1)?.json.messages;
    return messages?.at(-1)?.content as string;
  };
  return {
    world,
    memory,
    result,
    made: (path: string) => existsSync(join(world.project, path)),
    kept: () => JSON.parse(readFileSync(memory, "utf8")),
    async terminal(line: string, ...typings: Typing[]) {
      script();
      const { code, shown } = await onTerminal(world, line, typings);
      return { code, shown, asked: shown.split("Allow it?").length - 1 };
    },
    async piped(...more: string[]) {
      script();
      return world.run(["-p", "go", ...flags, ...more]);
    },
  };
}

describe("one shot on a terminal", () => {
  test("asks what needs an answer on stderr, with the whole call, and does as it says", async () => {
    const { terminal, made, result } = await project(bash("touch made"));
    const yes = await terminal("$L -p go $F", [ASK, "y\r"]);
    expect(yes).toMatchObject({ code: 0, asked: 1 });
    expect(yes.shown).toContain(
      "letscode: bash runs a command\n  command: touch made\n  a: always allow exactly this command\n",
    );
    expect(yes.shown).toMatch(/\nDone\.\n$/);
    expect(made("made")).toBe(true);

    for (const typed of ["n\r", "\r", "yess\r", "\u0004"]) {
      const no = await terminal("$L -p go $F", [ASK, typed]);
      expect([no.code, no.asked, typed]).toEqual([0, 1, typed]);
      expect(result()).toMatch(/^Denied: bash runs a command, and (the answer was no|there was no answer)$/);
    }
  });

  test("keeps an always for the project, for that kind of command and nothing joined to it", async () => {
    const { terminal, piped, kept, memory, world, result } = await project(
      bash("git init --quiet"),
      bash("git status"),
      bash("git status --short; echo pwned"),
    );
    const first = await terminal("$L -p go $F", [ASK, "y\r"], [ASK, "a\r"], [ASK_ONCE, "a\r"]);
    expect(first).toMatchObject({ code: 0, asked: 3 });
    expect(first.shown).toContain("  a: always allow commands that begin with git status\n");
    expect(result()).toMatch(/^Denied: /);
    const rule = { tool: "bash", command: { words: ["git", "status"], exact: false } };
    expect(kept()).toEqual({ [world.project]: [rule] });
    expect(statSync(memory).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(memory)).mode & 0o777).toBe(0o700);

    const again = await terminal("$L -p go $F", [ASK, "y\r"], [ASK_ONCE, "n\r"]);
    expect(again).toMatchObject({ code: 0, asked: 2 });
    const { stderr } = await piped();
    expect(stderr.split("\n").filter((line) => line.includes("denied"))).toEqual([
      "letscode: bash was denied: bash runs a command, and nobody is there to be asked; --permission-mode allow permits it",
      "letscode: bash was denied: bash runs a command, and nobody is there to be asked; --permission-mode allow permits it",
    ]);

    mkdirSync(join(world.project, "../other"));
    const elsewhere = await terminal(
      "cd ../other && $L -p go $F",
      [ASK, "n\r"],
      [ASK, "n\r"],
      [ASK_ONCE, "n\r"],
    );
    expect(elsewhere.asked).toBe(3);
  });

  test("asks one question at a time, and none that the answer before has settled", async () => {
    const { terminal, made, world } = await project();
    const provider = await startProviderServer({ otherwise: answer("Done.") });
    onTestFinished(() => provider.close());
    provider.reply(calls(write("a"), write("b"), write("c")));
    world.environment.F = `--no-session --base-url ${provider.baseUrl} --model test-model`;
    const { asked } = await terminal("$L -p go $F", [ASK, "y\r"], [ASK, "a\r"]);
    expect([asked, ...["a", "b", "c"].map(made)]).toEqual([2, true, true, true]);
  });

  test("ends the run at Ctrl+C, and runs nothing", async () => {
    const { terminal, made } = await project(bash("touch made"), bash("touch more"));
    expect(await terminal("$L -p go $F; echo code $?", [ASK, "\u0003"])).toMatchObject({ asked: 1 });
    const { shown } = await terminal("$L -p go $F; echo code $?", [ASK, "\u0003"]);
    expect(shown).toMatch(/\ncode 130\n$/);
    expect([made("made"), made("more")]).toEqual([false, false]);
  });

  test("shows a call whole and harmless, and says what it leaves out", async () => {
    const command = `echo \u001b[2J\u202e${"x".repeat(2000)}\n\techo two\n${"y\n".repeat(100)}`;
    const { terminal } = await project(bash(command));
    const { shown } = await terminal("$L -p go $F", [ASK_ONCE, "n\r"]);
    expect(shown).toContain("echo \\u{1b}[2J\\u{202e}xxx");
    expect(shown).toContain("x (and 1010 more characters, which are not shown)");
    expect(shown).toContain("\n        echo two\n");
    expect(shown).toContain("(and 43 more lines, which are not shown)");
    expect(shown).not.toContain("\u202e");
  });

  test("asks nothing in the other modes, or where stdout or stdin is no terminal", async () => {
    const { terminal, result, made, world } = await project(bash("touch made"));
    expect((await terminal("$L -p go $F --permission-mode read-only")).asked).toBe(0);
    expect(result()).toBe("Denied: bash runs a command, and --permission-mode is read-only");
    const nobody =
      "Denied: bash runs a command, and nobody is there to be asked; --permission-mode allow permits it";
    for (const line of ['out=$($L -p go $F); echo "[$out]"', "$L -p go $F </dev/null", "$L -p go $F 2>err"]) {
      expect((await terminal(line)).asked).toBe(0);
      expect(result()).toBe(nobody);
    }
    expect(made("made")).toBe(false);
    expect(readFileSync(join(world.project, "err"), "utf8")).toContain("bash was denied");
    expect((await terminal("$L -p go $F --permission-mode allow")).asked).toBe(0);
    expect(made("made")).toBe(true);
  });
});

describe("a file of permissions that is not what it should be", () => {
  test("allows nothing, is told once, and stays as it is", async () => {
    for (const text of ["{", "[]", '{"a": }']) {
      const { terminal, memory } = await project(write("a"), write("b"));
      mkdirSync(dirname(memory), { recursive: true });
      writeFileSync(memory, text);
      const { shown, asked } = await terminal("$L -p go $F", [ASK, "a\r"]);
      expect([asked, shown.split("nothing is allowed by it").length - 1]).toEqual([1, 1]);
      expect(readFileSync(memory, "utf8")).toBe(text);
    }
  });

  test("loses what is no rule and nothing else, and keeps what it does not know", async () => {
    const { piped, memory, world, made } = await project(write("a"));
    const rules = [
      7,
      { tool: "edit", until: "friday" },
      { tool: "bash", command: { words: [] } },
      { tool: "write" },
    ];
    mkdirSync(dirname(memory), { recursive: true });
    writeFileSync(memory, JSON.stringify({ [world.project]: rules.slice(0, 3), "/elsewhere": "?" }));
    await piped();
    expect(made("a")).toBe(false);
    writeFileSync(memory, JSON.stringify({ [world.project]: rules }));
    await piped();
    expect(made("a")).toBe(true);
  });

  test("that cannot be written is told, and the answer counts for this run", async () => {
    const { terminal, memory, made } = await project(write("a"), write("b"));
    mkdirSync(dirname(memory), { recursive: true });
    mkdirSync(memory);
    const { asked, shown } = await terminal("$L -p go $F", [ASK, "a\r"]);
    expect([asked, made("a"), made("b")]).toEqual([1, true, true]);
    expect(shown).toContain("permissions.json");
  });
});
