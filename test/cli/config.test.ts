import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProject } from "../../src/cli/config.ts";
import { makeWorld } from "./surroundings.ts";

const TOOLS = "a list of read, write, edit, bash, grep, find, ls";
const USER_FILE = ".config/letscode/config.json";

describe("the user's configuration", () => {
  test("is refused when two of its keys contradict each other", () => {
    const { write, read, complaint } = makeWorld();
    const file = write(USER_FILE, { no_tools: true, tools: ["read"] });
    expect(complaint(["hi"])).toBe(`"no_tools" in ${file} and "tools" in ${file} contradict each other`);
    write(USER_FILE, { tools: ["read"], no_tools: true });
    expect(complaint(["hi"])).toBe(`"tools" in ${file} and "no_tools" in ${file} contradict each other`);
    write(USER_FILE, { tools: [], no_tools: true });
    expect(read(["hi"]).options.tools).toEqual([]);
    write(USER_FILE, { tools: ["read"], no_tools: false });
    expect(read(["hi"]).options.tools).toEqual(["read"]);
  });

  test.runIf(process.platform !== "win32")(
    "must be a file, be it the user's or the project's: a device has no end",
    () => {
      for (const place of [USER_FILE, "code/app/.letscode/config.json"]) {
        const { home, write, complaint } = makeWorld();
        const path = join(home, place);
        write(`${place}.other`, "");
        const only = { readFile: (file: string) => (file === path ? "" : readFileSync(file, "utf8")) };
        symlinkSync("/dev/zero", path);
        expect(complaint(["hi"], only)).toBe(`cannot read ${path}: it is a pipe or a device, not a file`);
        rmSync(path);
        execFileSync("mkfifo", [path]);
        expect(complaint(["hi"], only)).toBe(`cannot read ${path}: it is a pipe or a device, not a file`);
      }
    },
  );

  test("sets any option under its name in snake_case", () => {
    const { write, read, home } = makeWorld();
    write(".config/letscode/style.md", "Be terse.");
    write(USER_FILE, {
      model: "demo",
      base_url: "http://127.0.0.1:1",
      tools: ["read", "ls"],
      permission_mode: "read-only",
      append_system_prompt: "@style.md",
      retry_base_delay: 0.5,
      log_file: "log.txt",
      verbose: true,
    });
    const { options, notices } = read(["hi"]);
    expect(notices).toEqual([]);
    expect(options).toMatchObject({
      model: "demo",
      baseUrl: "http://127.0.0.1:1",
      tools: ["read", "ls"],
      permissionMode: "read-only",
      appendSystemPrompt: "Be terse.",
      retryBaseDelay: 0.5,
      logFile: join(home, ".config", "letscode", "log.txt"),
      verbose: true,
    });
  });

  test("may begin with a byte order mark", () => {
    const { write, read } = makeWorld();
    write(USER_FILE, '\uFEFF{"model": "demo"}');
    expect(read(["hi"]).options.model).toBe("demo");
  });

  test("that is no JSON is refused with its file, line and column", () => {
    const { write, complaint } = makeWorld();
    const file = write(USER_FILE, '{\n  "model": "demo",\n}\n');
    expect(complaint(["hi"])).toBe(`${file}:3:1: expected a key in double quotes`);
    write(USER_FILE, "");
    expect(complaint(["hi"])).toBe(`${file}:1:1: the file ends where a value was expected`);
  });

  test("that holds no object is refused", () => {
    const { write, complaint } = makeWorld();
    const file = write(USER_FILE, '["demo"]');
    expect(complaint(["hi"])).toBe(`${file}: expected a JSON object, such as {"model": "demo"}`);
  });

  test("with a wrong type names the key, the file, what was expected, and what was there", () => {
    const { write, complaint } = makeWorld();
    const wrong: [object, string, string][] = [
      [{ max_turns: "ten" }, "max_turns", 'a whole number from 1 to 1000000, got "ten"'],
      [{ max_turns: "10" }, "max_turns", 'a whole number from 1 to 1000000, got "10"'],
      [{ verbose: "yes" }, "verbose", 'true or false, got "yes"'],
      [{ no_tools: 1 }, "no_tools", "true or false, got 1"],
      [{ tools: "read" }, "tools", `${TOOLS}, got "read"`],
      [{ tools: ["read", 1] }, "tools", `${TOOLS}, got 1`],
      [{ model: null }, "model", "PROVIDER/ID, got null"],
      [{ thinking: true }, "thinking", "off, low, medium or high, got true"],
      [
        { permission_mode: { mode: "allow" } },
        "permission_mode",
        'ask, allow or read-only, got {"mode":"allow"}',
      ],
    ];
    for (const [values, key, rest] of wrong) {
      const file = write(USER_FILE, values);
      expect(complaint(["hi"])).toBe(`"${key}" in ${file}: expected ${rest}`);
    }
  });

  test("with unknown keys is used, and each is named on stderr", () => {
    const { write, read } = makeWorld();
    const file = write(
      USER_FILE,
      '{"modell": "x", "zzzzzz": 1, "__proto__": {"verbose": true}, "model": "demo"}',
    );
    const { options, notices } = read(["hi"]);
    expect(notices).toEqual([
      `${file}: unknown key "modell"; did you mean "model"?`,
      `${file}: unknown key "zzzzzz"`,
      `${file}: unknown key "__proto__"`,
    ]);
    expect(options).toMatchObject({ model: "demo", verbose: false });
  });

  test("cannot set what belongs to one start only", () => {
    const { write, read } = makeWorld();
    const file = write(USER_FILE, { mode: "rpc", trust_project: true });
    const { options, notices } = read(["hi"]);
    expect(notices).toEqual([
      `${file}: "mode" is ignored: it works only as the flag --mode`,
      `${file}: "trust_project" is ignored: it works only as the flag --trust-project`,
    ]);
    expect(options).toMatchObject({ mode: "print", trustProject: false, project: { trusted: false } });
  });

  test("that cannot be read is refused", () => {
    const { complaint, home } = makeWorld();
    mkdirSync(join(home, USER_FILE), { recursive: true });
    expect(complaint(["hi"])).toBe(`cannot read ${join(home, USER_FILE)}: it is a folder`);
    const denied = {
      readFile: () => {
        throw Object.assign(new Error("no"), { code: "EACCES" });
      },
    };
    expect(complaint(["hi"], denied)).toBe(`cannot read ${join(home, USER_FILE)}: permission denied`);
  });
});

describe("the project", () => {
  test("is the nearest folder upward that holds .letscode", () => {
    const { write, read, home, project } = makeWorld();
    write("code/.letscode/config.json", { thinking: "low" });
    expect(read(["hi"]).options.project.folder).toBe(join(home, "code"));
    write("code/app/.letscode/config.json", { thinking: "high" });
    mkdirSync(join(project, "src", "deep"), { recursive: true });
    const { options } = read(["hi", "--cwd", "src/deep"]);
    expect([options.project.folder, options.thinking]).toEqual([project, "high"]);
  });

  test("ends at the repository's root, below home and below the root of the file system", () => {
    const find = (cwd: string, ...folders: string[]) =>
      findProject(cwd, "/home/ada", (path) => (folders.includes(path) ? "folder" : undefined));
    expect(find("/home/ada/a/b", "/home/ada/a/.letscode", "/home/ada/a/b/.git")).toBe("/home/ada/a/b");
    expect(find("/home/ada/a/b", "/home/ada/a/.letscode", "/home/ada/a/.git")).toBe("/home/ada/a");
    expect(find("/home/ada/a/b", "/home/ada/.letscode")).toBe("/home/ada/a/b");
    expect(find("/home/ada", "/home/ada/.letscode")).toBe("/home/ada");
    expect(find("/srv/x", "/.letscode")).toBe("/srv/x");
    expect(find("/", "/.letscode")).toBe("/");
  });

  test("gives relative paths in its file their start", () => {
    const { write, read, project } = makeWorld();
    write("code/app/.letscode/config.json", { log_file: "logs/x.log", system_prompt: "@docs/system.md" });
    write("code/app/docs/system.md", "From the project.");
    mkdirSync(join(project, "src"));
    const { options } = read(["hi", "--cwd", "src", "--trust-project"]);
    expect([options.logFile, options.systemPrompt]).toEqual([
      join(project, "logs", "x.log"),
      "From the project.",
    ]);
  });
});
