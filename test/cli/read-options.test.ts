import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kindOf } from "../../src/cli/kind-of.ts";
import { beginOptions, type Surroundings } from "../../src/cli/read-options.ts";
import { UNTRUSTED } from "../../src/cli/trust.ts";
import { UsageError } from "../../src/errors.ts";
import { makeWorld } from "./surroundings.ts";

describe("the options without any configuration", () => {
  test("all of them have their documented defaults", () => {
    const world = makeWorld();
    expect(world.read(["-p", "say", "hi"])).toEqual({
      notices: [],
      options: {
        mode: "print",
        output: "text",
        model: undefined,
        baseUrl: undefined,
        apiKeyEnv: undefined,
        models: undefined,
        headers: undefined,
        maxOutputTokens: undefined,
        plugins: undefined,
        plugin: undefined,
        noPlugins: false,
        continue: false,
        resume: undefined,
        session: undefined,
        sessionDir: undefined,
        noSession: false,
        idleTimeout: 1800,
        listModels: false,
        listen: "127.0.0.1:0",
        maxSessions: undefined,
        noToken: false,
        tokenEnv: undefined,
        thinking: "off",
        systemPrompt: undefined,
        appendSystemPrompt: undefined,
        tools: undefined,
        permissionMode: "ask",
        cwd: world.project,
        maxRetries: 2,
        retryBaseDelay: 1,
        retryMaxDelay: 10,
        providerTimeout: 300,
        maxTurns: undefined,
        shutdownGrace: 300,
        shutdownMax: 3600,
        parentPid: undefined,
        messageUpdates: "reference",
        record: undefined,
        replaySpeed: 0,
        replayStrict: false,
        trustProject: false,
        logFile: undefined,
        verbose: false,
        version: false,
        help: false,
        words: ["say", "hi"],
        project: { folder: world.project, trusted: false },
        configFolder: join(world.home, ".config", "letscode"),
        sources: { mode: "-p" },
      },
    });
  });

  test("nobody has to answer in rpc mode, so nothing is asked there", () => {
    const { read } = makeWorld();
    expect(read(["--mode", "rpc"]).options.permissionMode).toBe("allow");
    expect(read(["--mode", "rpc", "--permission-mode", "ask"]).options.permissionMode).toBe("ask");
  });
});

describe("the door", () => {
  test("a prompt, or a stdin that is no terminal, means one shot", () => {
    const { read } = makeWorld();
    expect(read(["hi"]).options.mode).toBe("print");
    expect(read([], { isStdinTerminal: false }).options.mode).toBe("print");
    expect(read(["--mode", "print"]).options.mode).toBe("print");
  });

  test("bare on a terminal opens it, and with a captured stdout says in one line what to do instead", () => {
    const { read, complaint } = makeWorld();
    expect(read([]).options).toMatchObject({ mode: "terminal", permissionMode: "ask" });
    expect(complaint([], { isStdoutTerminal: false })).toBe(
      'there is no prompt, and stdout is no terminal to ask for one on: letscode -p "PROMPT" answers once, --help tells more',
    );
  });

  test("a mode that does not exist is refused with those that do", () => {
    const { complaint } = makeWorld();
    for (const mode of ["interactive", "serve", "acp"])
      expect(complaint(["--mode", mode])).toBe(`--mode: expected print, rpc or jsonrpc, got "${mode}"`);
  });

  test("flags that contradict each other are refused, repeated ones are not", () => {
    const { read, complaint } = makeWorld();
    expect(complaint(["--mode", "rpc", "-p"])).toBe("--mode and -p contradict each other");
    expect(complaint(["--no-tools", "--tools", "read"])).toBe("--no-tools and --tools contradict each other");
    expect(read(["-p", "--mode", "print", "--model", "a/b", "--model", "demo", "x"]).options.model).toBe(
      "demo",
    );
  });

  test("a flag of another door is refused", () => {
    const { complaint } = makeWorld();
    expect(complaint(["--mode", "rpc", "--output", "json"])).toBe(
      "--output belongs to --mode print, and this is --mode rpc",
    );
    expect(complaint(["hi", "--parent-pid", "1"])).toBe(
      "--parent-pid belongs to --mode rpc, --mode jsonrpc or letscode serve, and this is --mode print",
    );
  });

  test("that the word serve opens has its own flags, and takes neither a mode nor a prompt", () => {
    const { read, complaint } = makeWorld();
    expect(read(["--listen", "unix:a"], { door: "serve", isStdinTerminal: true }).options).toMatchObject({
      mode: "serve",
      listen: "unix:a",
      noToken: false,
      idleTimeout: 1800,
      maxSessions: undefined,
      permissionMode: "ask",
    });
    expect(complaint(["--mode", "rpc"], { door: "serve" })).toBe(
      "letscode serve and --mode contradict each other",
    );
    expect(complaint(["hello"], { door: "serve" })).toBe(
      'letscode serve takes its prompts from its clients, not from the command line (got "hello")',
    );
    expect(complaint(["--continue"], { door: "serve" })).toBe(
      "--continue belongs to --mode print, --mode rpc or letscode without a prompt, and this is letscode serve",
    );
    expect(complaint(["hi", "--no-token"])).toBe(
      "--no-token belongs to letscode serve, and this is --mode print",
    );
  });

  test("rpc mode takes no prompt on the command line", () => {
    expect(makeWorld().complaint(["--mode", "rpc", "hello"])).toBe(
      '--mode rpc takes its prompts from stdin, not from the command line (got "hello")',
    );
  });
});

describe("the values of flags", () => {
  test("each arrives in its own type", () => {
    const { home, project, read } = makeWorld();
    mkdirSync(join(home, "other"));
    const { options } = read([
      "--mode=rpc",
      "--base-url=http://127.0.0.1:8080/v1",
      "--api-key-env=MY_KEY",
      "--thinking",
      "--tools=read, grep,",
      "--retry-base-delay=0.25",
      "--provider-timeout=0",
      "--cwd=../../other",
      "--record=out.jsonl",
      "--log-file=~/log.txt",
      "--message-updates=full",
      "--verbose",
    ]);
    expect(options).toMatchObject({
      mode: "rpc",
      baseUrl: "http://127.0.0.1:8080/v1",
      apiKeyEnv: "MY_KEY",
      thinking: "medium",
      tools: ["read", "grep"],
      retryBaseDelay: 0.25,
      providerTimeout: 0,
      cwd: join(home, "other"),
      record: join(project, "out.jsonl"),
      logFile: join(home, "log.txt"),
      messageUpdates: "full",
      verbose: true,
    });
    expect(options.sources.retryBaseDelay).toBe("--retry-base-delay");
  });

  test("--no-tools is an empty list of tools", () => {
    expect(makeWorld().read(["--no-tools", "hi"]).options.tools).toEqual([]);
  });

  test("a prompt text may be a file, read without its byte order mark", () => {
    const { write, read, home, complaint } = makeWorld();
    write("code/app/system.md", "\uFEFFBe terse.\n");
    write("more.md", "Be kind.");
    const { options } = read(["--system-prompt", "@system.md", "--append-system-prompt", "@~/more.md", "hi"]);
    expect([options.systemPrompt, options.appendSystemPrompt]).toEqual(["Be terse.\n", "Be kind."]);
    expect(read(["--system-prompt=", "hi"]).options.systemPrompt).toBe("");
    expect(complaint(["--system-prompt", "@~/none.md", "hi"])).toBe(
      `--system-prompt: cannot read ${home}/none.md: there is no such file`,
    );
    expect(complaint(["--system-prompt", "@~", "hi"])).toBe(
      `--system-prompt: cannot read ${home}: it is a folder`,
    );
  });

  test("a wrong value names the flag, what was expected, and what was there", () => {
    const { complaint } = makeWorld();
    const wrong: [string[], string][] = [
      [["--max-retries", "two"], '--max-retries: expected a whole number from 0 to 100, got "two"'],
      [["--max-retries", "1.5"], "--max-retries: expected a whole number from 0 to 100, got 1.5"],
      [["--max-retries", "-1"], "--max-retries: expected a whole number from 0 to 100, got -1"],
      [["--max-turns", "0"], "--max-turns: expected a whole number from 1 to 1000000, got 0"],
      [["--provider-timeout", "1e3"], '--provider-timeout: expected a number from 0 to 86400, got "1e3"'],
      [
        ["--provider-timeout", "Infinity"],
        '--provider-timeout: expected a number from 0 to 86400, got "Infinity"',
      ],
      [["--provider-timeout", "0x10"], '--provider-timeout: expected a number from 0 to 86400, got "0x10"'],
      [["--provider-timeout="], '--provider-timeout: expected a number from 0 to 86400, got ""'],
      [
        ["--provider-timeout", "9".repeat(400)],
        `--provider-timeout: expected a number from 0 to 86400, got "${"9".repeat(60)}…"`,
      ],
      [["--replay-speed", "2"], "--replay-speed: expected 0 or 1, got 2"],
      [["--thinking=lots"], '--thinking: expected off, low, medium or high, got "lots"'],
      [["--permission-mode", "yes"], '--permission-mode: expected ask, allow or read-only, got "yes"'],
      [
        ["--tools", "read,raed"],
        '--tools: expected a list of read, write, edit, bash, grep, find, ls, got "raed"',
      ],
      [["--model", " "], '--model: expected PROVIDER/ID, got " "'],
      [
        ["--base-url", "localhost:1234"],
        '--base-url: expected a URL such as http://127.0.0.1:8080/v1, got "localhost:1234"',
      ],
      [["--cwd="], '--cwd: expected a path, got ""'],
    ];
    for (const [argv, message] of wrong) expect(complaint([...argv, "--", "hi"])).toBe(message);
  });

  test("a key given where its variable's name belongs is not repeated", () => {
    expect(makeWorld().complaint(["--api-key-env", "sk-test-SECRET123", "hi"])).toBe(
      "--api-key-env: expected the name of an environment variable, not the key itself",
    );
  });

  test("a current folder that is gone matters only where it is needed", () => {
    const { home, project } = makeWorld();
    const surroundings = (argv: string[]): Surroundings => ({
      argv,
      environment: {},
      get cwd(): string {
        throw new UsageError("gone");
      },
      home,
      platform: "linux",
      isStdinTerminal: true,
      isStdoutTerminal: true,
      readFile: (path) => readFileSync(path, "utf8"),
      kindOf,
    });
    expect(() => beginOptions(surroundings(["hi"]))).toThrow("gone");
    expect(() => beginOptions(surroundings(["--log-file", "log", "--cwd", project, "hi"]))).toThrow("gone");
    expect(beginOptions(surroundings(["--cwd", project, "hi"])).finish(UNTRUSTED).options.cwd).toBe(project);
    expect(beginOptions(surroundings(["--help"])).finish(UNTRUSTED).options.help).toBe(true);
  });

  test("the workspace must be a folder", () => {
    const { home, write, complaint } = makeWorld();
    const file = write("file", "");
    expect(complaint(["--cwd", "~/none", "hi"])).toBe(`--cwd: there is no folder: ${home}/none`);
    expect(complaint(["--cwd", file, "hi"])).toBe(`--cwd: no folder: ${file}`);
  });
});

describe("which source wins", () => {
  test("flags beat the environment, that beats the project's file, that beats the user's", () => {
    const { read, write, project } = makeWorld();
    const user = write(".config/letscode/config.json", {
      model: "demo/user",
      thinking: "low",
      max_turns: 1,
      max_retries: 7,
    });
    const own = write("code/app/.letscode/config.json", {
      model: "demo/project",
      thinking: "high",
      max_turns: 2,
    });
    const environment = { LETSCODE_MODEL: "demo/environment" };

    const all = read(["--max-turns", "9", "hi"], { environment }).options;
    expect([all.maxTurns, all.model, all.thinking, all.maxRetries]).toEqual([
      9,
      "demo/environment",
      "high",
      7,
    ]);
    expect(all.sources).toEqual({
      maxTurns: "--max-turns",
      model: "LETSCODE_MODEL",
      thinking: `"thinking" in ${own}`,
      maxRetries: `"max_retries" in ${user}`,
    });
    expect(all.project).toEqual({ folder: project, trusted: false });
    expect(read(["hi"]).options.model).toBe("demo/project");
    expect(read(["hi", "--model", "demo"], { environment }).options.model).toBe("demo");
  });

  test("an empty variable is as good as none", () => {
    expect(makeWorld().read(["hi"], { environment: { LETSCODE_MODEL: "" } }).options.model).toBeUndefined();
  });

  test("--no-tools gives way to a list of tools from a stronger source", () => {
    const { read, write } = makeWorld();
    write(".config/letscode/config.json", { no_tools: true });
    expect(read(["hi"]).options.tools).toEqual([]);
    expect(read(["hi", "--tools", "read"]).options.tools).toEqual(["read"]);
  });
});

describe("--list-models", () => {
  test("needs no prompt, also on a terminal, and takes none", () => {
    const { read, complaint } = makeWorld();
    expect(read(["--list-models"]).options).toMatchObject({ listModels: true, output: "text" });
    expect(read(["--list-models", "--output", "json"]).options.output).toBe("json");
    expect(complaint(["--list-models", "openai"])).toBe('--list-models takes no prompt (got "openai")');
  });
});

describe("help and version", () => {
  test("are given although the configuration is broken and other values are wrong", () => {
    const { read, write } = makeWorld();
    write(".config/letscode/config.json", "{");
    expect(read(["--help", "--max-turns", "x"]).options.help).toBe(true);
    expect(read(["-h"]).options.help).toBe(true);
    expect(read(["--version"]).options).toMatchObject({ version: true, help: false });
  });
});
