import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/args.ts";

function taken(...argv: string[]) {
  const { flags, words } = parseArguments(argv);
  return { flags: flags.map(({ name, text }) => (text === undefined ? name : `${name}: ${text}`)), words };
}

function complaint(...argv: string[]): string {
  try {
    parseArguments(argv);
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return "(no complaint)";
}

describe("the command line", () => {
  test("a value follows its flag as the next word or after an equals sign", () => {
    expect(taken("--model", "demo", "--max-turns=3")).toEqual({
      flags: ["model: demo", "maxTurns: 3"],
      words: [],
    });
  });

  test("everything after an equals sign is the value, also another one, and also nothing", () => {
    expect(taken("--system-prompt=a=b --model", "--append-system-prompt=")).toEqual({
      flags: ["systemPrompt: a=b --model", "appendSystemPrompt: "],
      words: [],
    });
  });

  test("words may stand anywhere and keep their order", () => {
    expect(taken("fix", "-p", "the", "--model", "demo", "bug", "-")).toEqual({
      flags: ["print", "model: demo"],
      words: ["fix", "the", "bug", "-"],
    });
  });

  test("two dashes end the flags", () => {
    expect(taken("-p", "--", "--help", "me", "--")).toEqual({
      flags: ["print"],
      words: ["--help", "me", "--"],
    });
  });

  test("--thinking takes the next word only when it is one of the four levels", () => {
    expect(taken("--thinking", "high", "why")).toEqual({ flags: ["thinking: high"], words: ["why"] });
    expect(taken("--thinking", "why")).toEqual({ flags: ["thinking"], words: ["why"] });
    expect(taken("--thinking", "--verbose")).toEqual({ flags: ["thinking", "verbose"], words: [] });
    expect(taken("--thinking=lots")).toEqual({ flags: ["thinking: lots"], words: [] });
  });

  test("a value may begin with a dash when it is no flag", () => {
    expect(taken("--max-turns", "-1", "--append-system-prompt", "- be brief")).toEqual({
      flags: ["maxTurns: -1", "appendSystemPrompt: - be brief"],
      words: [],
    });
  });

  test("a flag is never the value of another one", () => {
    expect(complaint("--model", "--verbose")).toBe("UsageError: --model needs a value: --model PROVIDER/ID");
    expect(complaint("--model", "-p", "hi")).toBe("UsageError: --model needs a value: --model PROVIDER/ID");
    expect(complaint("--model", "--")).toBe("UsageError: --model needs a value: --model PROVIDER/ID");
    expect(complaint("--model", "--nonsense")).toBe("UsageError: --model needs a value: --model PROVIDER/ID");
    expect(complaint("--output")).toBe("UsageError: --output needs a value: --output text|json");
  });

  test("a switch takes no value", () => {
    expect(complaint("--verbose=false")).toBe('UsageError: --verbose takes no value (got "false")');
  });

  test("an unknown flag is named with what was probably meant", () => {
    const meant: Record<string, string> = {
      "--modle": "--model",
      "--max_turns": "--max-turns",
      "--Verbose": "--verbose",
      "--perm": "--permission-mode",
      "--output-format": "--output",
      "--json": "--output json",
      "--yolo": "--permission-mode allow",
      "-v": "--verbose or --version",
    };
    for (const [flag, better] of Object.entries(meant))
      expect(complaint(flag)).toBe(`UsageError: unknown flag ${flag}; did you mean ${better}?`);
  });

  test("an unknown flag that resembles nothing points to the help", () => {
    expect(complaint("--frobnicate=1")).toBe("UsageError: unknown flag --frobnicate; --help lists them all");
    expect(complaint("-7")).toBe("UsageError: unknown flag -7; --help lists them all");
    expect(complaint("--=x")).toBe("UsageError: unknown flag --; --help lists them all");
  });

  test("what only a configuration file can say is no flag", () => {
    for (const [flag, key] of [
      ["--models", "models"],
      ["--headers", "headers"],
      ["--max-output-tokens", "max_output_tokens"],
    ])
      expect(complaint(flag ?? "", "1")).toBe(`UsageError: ${flag} is no flag; set "${key}" in config.json`);
  });

  test("names of the language's own objects are no flags", () => {
    expect(complaint("--constructor")).toMatch(/^UsageError: unknown flag --constructor/);
    expect(complaint("--__proto__")).toMatch(/^UsageError: unknown flag --__proto__/);
  });

  test("a complaint stays on one line and harmless to a terminal", () => {
    expect(complaint("--a\nb\u001b[2J\u009b")).toBe(
      "UsageError: unknown flag --a\\nb\\u001b[2J\\u009b; --help lists them all",
    );
  });
});
