import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createBashTool } from "../../src/tools/bash.ts";
import { createProcesses } from "../../src/tools/processes.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import { createBash } from "./running.ts";
import { call, callError, createWorkspace } from "./workspace.ts";

const ALONE = /\p{Surrogate}/u;

describe("a command", () => {
  it("comes back with what it wrote, as it came, and how it ended in details", async () => {
    const { run } = await createBash();
    const { text, isError, details, deltas } = await run("echo out; sleep 0.02; echo err >&2");
    expect(text).toBe("out\nerr");
    expect(isError).toBe(false);
    expect(details).toEqual({
      exit_code: 0,
      signal: null,
      duration_ms: expect.any(Number),
      timed_out: false,
      aborted: false,
      truncated: false,
      output_file: null,
    });
    expect(deltas.join("")).toBe("out\nerr\n");
  });

  it("that holds a NUL character is refused in plain words", async () => {
    const { environment } = await createBash();
    expect(await callError(createBashTool(environment), { command: "echo a\0b" })).toBe(
      "command: holds a NUL character, which no command can. To make one use printf '\\0'.",
    );
  });

  it("is refused while LETSCODE_SHELL names a file that cannot be run", async () => {
    const { environment, root } = await createBash();
    writeFileSync(`${root}/shell`, "", { mode: 0o600 });
    for (const shell of [`${root}/shell`, `${root}/gone`, root]) {
      const tools = { ...environment, environment: { ...environment.environment, LETSCODE_SHELL: shell } };
      expect(await callError(createBashTool(tools), { command: "echo" })).toBe(
        `bash: LETSCODE_SHELL names ${shell}, which is no program that can be run. Only the user can change that: to the path of a shell, or to nothing, so that bash is looked for.`,
      );
    }
  });

  it("that says nothing has a body all the same [C22]", async () => {
    const { run } = await createBash();
    expect(await run("true")).toMatchObject({ text: "(no output)", isError: false, deltas: [] });
    expect((await run("head -c 1234567 /dev/zero")).text).toBe("(no visible output: 1.2 MB of it came)");
  });

  it("that fails is an error with its exit code, or the signal that ended it", async () => {
    const { run } = await createBash();
    const failed = await run("echo bad; exit 3");
    expect(failed).toMatchObject({ text: "bad\n[exit code 3]", isError: true, details: { exit_code: 3 } });
    const killed = await run("kill -9 $$");
    expect(killed).toMatchObject({
      text: "(no output)\n[ended by SIGKILL]",
      isError: true,
      details: { exit_code: null, signal: "SIGKILL" },
    });
  });

  it("starts in the workspace, each time anew", async () => {
    const { run, folder } = await createBash();
    expect((await run("cd /; A=1; pwd")).text).toBe("/");
    expect((await run('pwd; echo "[$A]"')).text).toBe(`${folder}\n[]`);
  });

  it("sees the environment it is given and nothing else, with what keeps programs from waiting [H06 D24]", async () => {
    const { run } = await createBash({ OWN: "1", FORCE_COLOR: "1", PAGER: "less" });
    const seen = Object.fromEntries((await run("env")).text.split("\n").map((line) => line.split("=", 2)));
    expect(
      Object.keys(seen)
        .filter((name) => !["_", "PWD", "SHLVL", "OLDPWD"].includes(name))
        .sort(),
    ).toEqual([
      "DEBIAN_FRONTEND",
      "EDITOR",
      "GIT_EDITOR",
      "GIT_PAGER",
      "GIT_SEQUENCE_EDITOR",
      "GIT_TERMINAL_PROMPT",
      "MANPAGER",
      "NO_COLOR",
      "OWN",
      "PAGER",
      "PATH",
      "SSH_ASKPASS_REQUIRE",
      "TERM",
      "VISUAL",
    ]);
    expect(seen).toMatchObject({ OWN: "1", NO_COLOR: "1", TERM: "dumb", PAGER: "cat", GIT_EDITOR: "true" });
  });

  it("that asks for input, a terminal or an editor gets none and does not wait [D18]", async () => {
    const { run } = await createBash({ HOME: "/nonexistent" });
    const commands = [
      "cat",
      "read x; echo $?",
      "cat < /dev/tty",
      "git init -q . && echo a > a && git add a && git -c user.name=n -c user.email=e commit",
    ];
    const [cat, read, tty, git] = await Promise.all(commands.map((command) => run(command)));
    expect(cat?.text).toBe("(no output)");
    expect(read?.text).toBe("1");
    expect(tty?.text).toMatch(/\/dev\/tty: No such device or address\n\[exit code 1\]$/);
    expect(git?.text).toMatch(/Aborting commit due to empty commit message\.\n\[exit code 1\]$/);
    for (const ran of [cat, read, tty, git]) expect(ran?.ms).toBeLessThan(5000);
  });

  it("cannot start where the workspace is gone, and says so", async () => {
    const { folder, environment } = await createBash();
    await rm(folder, { recursive: true });
    expect(await callError(createBashTool(environment), { command: "pwd" })).toMatch(
      new RegExp(`^Could not start /.*bash: the folder ${folder} or the program is missing\\.$`),
    );
  });

  it("is checked before it is run", async () => {
    const { environment } = await createWorkspace();
    const bash = createBashTool(environment);
    expect(await callError(bash, {})).toMatch(/command/);
    expect(await callError(bash, { command: "" })).toMatch(/command/);
    expect(await callError(bash, { command: "true", timeout: 601 })).toMatch(/timeout.*600/);
    expect(await callError(bash, { command: "true", timeout: 0 })).toMatch(/timeout/);
  });

  it("takes no longer than its own timeout and a little, or 120 s", async () => {
    const { environment } = await createWorkspace();
    const bash = createBashTool(environment);
    expect([bash.timeLimitMs?.({ command: "x" }), bash.timeLimitMs?.({ command: "x", timeout: 5 })]).toEqual([
      123_000, 8_000,
    ]);
    expect(await bash.access?.({ command: "x" })).toEqual({ kind: "execute" });
    expect(await bash.concurrency?.({ command: "x" })).toBe("exclusive");
  });
});

describe("what a command leaves in the background", () => {
  it.each([
    ["a silent process", (mark: string) => `sleep ${mark} & echo hi`],
    ["one that writes now and then", (mark: string) => `(while :; do sleep 1; echo ${mark}; done) & echo hi`],
    ["one that holds stderr alone", (mark: string) => `nohup sleep ${mark} > /dev/null & echo hi`],
  ])("does not hang the call, and ends with the run: %s [D14 C14]", async (_title, command) => {
    const { run, environment } = await createBash();
    const mark = sleepMark();
    const ran = await run(command(mark));
    expect(ran).toMatchObject({
      text: "hi\n[processes started in the background still run; they are ended when this run ends]",
      isError: false,
      details: { exit_code: 0 },
    });
    expect(ran.ms).toBeLessThan(2000);
    expect(processesWith(mark).length).toBeGreaterThan(0);
    await environment.processes.endRun();
    expect(processesWith(mark)).toEqual([]);
  });

  it("serves the commands that follow in the run", async () => {
    const { run } = await createBash();
    await run('mkfifo in out; (while read -r line < in; do echo noise; echo "got $line" > out; done) &');
    expect((await run("echo one > in; cat out")).text).toBe("got one");
    expect((await run("echo two > in; cat out")).text).toBe("got two");
  });

  it("does not make an endless writer endless", async () => {
    const { run, environment } = await createBash();
    const ran = await run("(while :; do echo background; done) & echo hi");
    expect(ran.ms).toBeLessThan(2000);
    expect(ran.details).toMatchObject({ exit_code: 0 });
    await environment.processes.endRun();
  });
});

describe("a command that is ended", () => {
  const family = (mark: string) => `echo begun; (sleep ${mark} & echo $! > c.pid; sleep ${mark}); echo never`;

  it("by its timeout says so and leaves nothing behind [B11]", async () => {
    const { run } = await createBash();
    const mark = sleepMark();
    const ran = await run(family(mark), { timeout: 0.4 });
    expect(ran).toMatchObject({
      text: "begun\n[timed out after 0.4 s: the command and everything it had started were ended]",
      isError: true,
      details: { exit_code: null, signal: "SIGTERM", timed_out: true, aborted: false },
    });
    expect(processesWith(mark)).toEqual([]);
    expect(ran.ms).toBeLessThan(5000);
  });

  it("by an abort says so and leaves nothing behind, heed signals or not [B11 B03]", async () => {
    const { run, path } = await createBash();
    const mark = sleepMark();
    const abort = new AbortController();
    const running = run(`trap '' TERM; ${family(mark)}`, { signal: abort.signal });
    await within(5000, "it runs", () => existsSync(path("c.pid")));
    abort.abort();
    const aborted = Date.now();
    expect(await running).toMatchObject({
      text: "begun\n[aborted: the command and everything it had started were ended]",
      isError: true,
      details: { exit_code: null, signal: "SIGKILL", timed_out: false, aborted: true },
    });
    expect(Date.now() - aborted).toBeLessThan(2000);
    expect(processesWith(mark)).toEqual([]);
  });

  it("before it began never runs", async () => {
    const { run, path } = await createBash();
    await expect(run("touch ran", { signal: AbortSignal.abort() })).rejects.toThrow(
      "The command was aborted before it began.",
    );
    expect(existsSync(path("ran"))).toBe(false);
  });
});

describe("output", () => {
  it("comes as it is written, also an unfinished line", async () => {
    const { environment } = await createBash();
    const abort = new AbortController();
    const deltas: string[] = [];
    let seen: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const running = createBashTool(environment).execute(
      { command: "printf 'Password: '; sleep 60" },
      {
        toolCallId: "c1",
        signal: abort.signal,
        update(delta) {
          deltas.push(delta);
          seen();
        },
      },
    );
    await first;
    expect(deltas).toEqual(["Password: "]);
    abort.abort();
    expect((await running).content).toEqual([
      { type: "text", text: expect.stringMatching(/^Password: \n\[aborted/) },
    ]);
  });

  it("keeps characters whole that are written in pieces, whatever the other stream says [D17]", async () => {
    const { run } = await createBash();
    const { text, deltas } = await run(
      "printf '\\360'; sleep 0.1; echo e >&2; sleep 0.1; printf '\\237\\231\\202'",
    );
    expect(text).toBe("e\n🙂");
    expect(deltas.join("")).toBe("e\n🙂");
  });

  it("shows bytes that are no UTF-8 as replacement characters [D17]", async () => {
    const { run } = await createBash();
    expect((await run("printf '\\377\\376\\200'")).text).toBe("\ufffd\ufffd\ufffd");
    expect((await run("printf 'a\\360\\237'")).text).toBe("a\ufffd");
  });

  it("is what a person would have read: no escapes, no overwritten progress [D24]", async () => {
    const { run } = await createBash();
    const { text, deltas } = await run(
      "printf '\\033[31mred\\033[0m\\r10%%\\r20%%\\rdone\\n'; printf '\\033]8;;http://x\\033\\\\link\\033]8;;\\033\\\\\\n'; printf 'ab\\bc\\n'",
    );
    expect(text).toBe("red…done\nlink\nac");
    expect(deltas.join("")).toBe(`${text}\n`);
  });

  it("that is long keeps its first and last lines, with the whole in a file that is named [D16 H11]", async () => {
    const { run, root } = await createBash();
    const { text, details } = await run("seq 1 5000; exit 1");
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index).join("\n");
    const file = details.output_file as string;
    expect(file.startsWith(`${root}/temp/output-`)).toBe(true);
    expect(details.truncated).toBe(true);
    expect(text).toBe(
      `${numbers(1, 1000)}\n[… 3,000 lines, 15.0 kB left out here; the whole output is in ${file} …]\n${numbers(4001, 5000)}\n[exit code 1]`,
    );
    expect(readFileSync(file, "utf8")).toBe(`${numbers(1, 5000)}\n`);
  });

  it("that is long and cannot be kept costs nothing but the file, and says so", async () => {
    const { environment, root } = await createBash();
    writeFileSync(`${root}/file`, "");
    for (const [tempFolder, reason] of [
      ["/proc/letscode/sub", "there is no such file"],
      [`${root}/file/sub`, "a part of the path is a file, not a folder"],
    ] as const) {
      if (process.platform !== "linux" && tempFolder.startsWith("/proc")) continue;
      const processes = createProcesses({ clock: systemClock, platform: process.platform, tempFolder });
      onTestFinished(() => processes.killAll());
      const bash = createBashTool({ ...environment, processes, tempFolder });
      const { content, isError, details } = await call(bash, { command: "seq 1 5000" });
      const [block] = content;
      expect(block?.type === "text" && block.text.split("\n").filter((line) => !/^\d+$/.test(line))).toEqual([
        expect.stringMatching(
          /^\[… 3,000 lines, 15\.0 kB left out here; the whole could not be kept in \S+: .* …\]$/,
        ),
      ]);
      expect(JSON.stringify(content)).toContain(`.txt: ${reason} …]`);
      expect([isError, details]).toEqual([
        false,
        expect.objectContaining({ exit_code: 0, output_file: null }),
      ]);
    }
  });

  it("that is one long line keeps its ends, marked as cut [D11]", async () => {
    const { run } = await createBash();
    const { text } = await run(
      "head -c 500000 /dev/zero | tr '\\0' a; echo NEEDLE; head -c 499999 /dev/zero | tr '\\0' b",
    );
    expect(text.length).toBeLessThan(51_000);
    expect(text).toMatch(
      /^a{25000}\n\[… 1 line, 950\.\d kB left out here; the whole output is in \S+ …\]\nb{25000}$/,
    );
  });

  it("never ends in half a character, wherever a limit falls [A22]", async () => {
    const { run } = await createBash();
    const limits = [50_000, 25_000, 50_000 - 80, 1024 * 1024];
    for (const limit of limits)
      for (const offset of [-2, -1, 0, 1, 2]) {
        const length = limit - 1 + offset;
        const { text, deltas } = await run(
          `head -c ${length} /dev/zero | tr '\\0' a; printf '🙂%.0s' {1..20}; head -c 30000 /dev/zero | tr '\\0' b`,
        );
        for (const piece of [text, ...deltas]) {
          expect(piece).not.toMatch(ALONE);
          expect(piece).not.toContain("\ufffd");
        }
      }
  });

  it("without end costs little memory and few updates [D16]", async () => {
    const { run } = await createBash();
    const bytes = () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = bytes();
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, bytes() - before);
    }, 20);
    onTestFinished(() => clearInterval(watch));
    const { text, details, deltas } = await run("timeout 1 yes");
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(150e6);
    expect(details).toMatchObject({ exit_code: 124, truncated: true });
    expect(text).toMatch(
      /^(y\n){1000}\[… [\d,]+ lines, [\d.]+ [MG]B left out here; .* …\]\n(y\n){1000}\[exit code 124\]$/,
    );
    expect(deltas.length).toBeLessThan(30);
    const reported = deltas.join("");
    // A little more than the loop shows, so that it can say that there was more.
    expect(reported.length).toBeGreaterThan(1024 * 1024);
    expect(reported.length).toBeLessThan(1024 * 1024 + 256 * 1024);
  });
});
