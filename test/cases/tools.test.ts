/** The tools, as reported of others: what went wrong there, tried by a scripted model through the built command. */
import { existsSync, readdirSync, statSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calls } from "../loopback/chunks.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import { ofType, textOf } from "../process/model-host.ts";
import { nextTurn } from "../rpc/interleavings.ts";
import { inRoom, peakMemory, type Room, runOf, type Use } from "./room.ts";

const MB = 1_000_000;

const edit = (path: string, ...changes: [old: string, by: string, all?: boolean][]): Use => [
  "edit",
  {
    path,
    edits: changes.map(([old_text, new_text, replace_all]) => ({
      old_text,
      new_text,
      ...(replace_all && { replace_all }),
    })),
  },
];
const bash = (command: string, more = {}): Use => ["bash", { command, ...more }];
const write = (path: string, content: string): Use => ["write", { path, content }];
const read = (path: string, more = {}): Use => ["read", { path, ...more }];
const bytesOf = async (path: string) => (await readFile(path)).toString("latin1");

describe("edit", () => {
  const CRLF = "alpha\r\nbeta\r\ngamma";
  it.each<[string, Use]>([
    ["in one place", edit("f", ["alpha\nbeta", "A\nB"])],
    ["everywhere", edit("f", ["alpha\nbeta", "A\nB", true])],
    ["by text that ends its line", edit("f", ["alpha\nbeta", "A\nB\n"])],
  ])("finds LF text in a CRLF file and keeps its line ends: %s [D01]", (_where, use) =>
    inRoom(async (room) => {
      await room.file("f", CRLF);
      await room.use(room.start(), use);
      expect(await bytesOf(room.path("f"))).toBe("A\r\nB\r\ngamma");
    })(),
  );

  it(
    "that matches other quotes changes its own line only, and its diff shows the file as it is [D03]",
    inRoom(async (room) => {
      const kept = "trailing  \t\n\u201cq\u201d \u2014 n\u00a0bsp\n";
      await room.file("f.ts", `${kept}const n = "A";\n`);
      const change = edit("f.ts", ["const n = \u201cA\u201d;", 'const n = "B";']);
      const [result] = await room.use(room.start(), change);
      expect(await readFile(room.path("f.ts"), "utf8")).toBe(`${kept}const n = "B";\n`);
      expect(result.details.diff).toBe(
        `--- a/f.ts\n+++ b/f.ts\n@@ -1,3 +1,3 @@\n trailing  \t\n \u201cq\u201d \u2014 n\u00a0bsp\n-const n = "A";\n+const n = "B";\n`,
      );
    }),
  );

  it(
    "puts new text in as it is written, never as a pattern [D05]",
    inRoom(async (room) => {
      const strange = "$& $$ $1 $' $` \\1";
      const host = room.start();
      const kinds = [["\n"], ["\r\n"], ["\n", true], ["\r\n", true]] as const;
      for (const [at, [end, all]] of kinds.entries()) {
        await room.file(`f${at}`, `x=old;${end}y=other;${end}`);
        await room.use(host, edit(`f${at}`, ["old", strange, all === true], ["other", strange]));
        expect(await bytesOf(room.path(`f${at}`))).toBe(`x=${strange};${end}y=${strange};${end}`);
      }
    }),
  );

  it(
    "of one file six times in one turn, under three names, lands six times [D06]",
    inRoom(async (room) => {
      await room.file("n.txt", Array.from({ length: 100 }, (_, index) => `${index + 1}\n`).join(""));
      await symlink("n.txt", room.path("link.txt"));
      const names = ["n.txt", "./n.txt", "link.txt", "n.txt", room.path("n.txt"), "n.txt"];
      const uses = names.map((name, at) => edit(name, [`\n${at + 2}0\n`, `\nedited ${at}\n`]));
      const results = await room.use(room.start(), ...uses);
      expect(results.map(({ is_error }) => is_error)).toEqual(Array(6).fill(false));
      const lines = (await readFile(room.path("n.txt"), "utf8")).split("\n");
      expect(lines.length).toBe(101);
      expect([20, 30, 40, 50, 60, 70].map((line) => lines[line - 1])).toEqual(
        names.map((_, at) => `edited ${at}`),
      );
    }),
  );

  it(
    "and write and grep see through a byte order mark, and it stays with the CRLF [D08]",
    inRoom(async (room) => {
      await room.file("f", "\ufeffhello\r\nx\r\n");
      const host = room.start();
      const [found] = await room.texts(host, ["grep", { pattern: "^hello" }]);
      expect(found).toBe("f:1:hello");
      await room.use(host, edit("f", ["hello", "hi"]));
      expect(await bytesOf(room.path("f"))).toBe("\xef\xbb\xbfhi\r\nx\r\n");
      await room.use(host, write("f", "new\ntext\n"));
      expect(await bytesOf(room.path("f"))).toBe("\xef\xbb\xbfnew\r\ntext\r\n");
    }),
  );

  it(
    "and write go through a link, which stays one, keep the mode and leave nothing else behind [D09]",
    inRoom(async (room) => {
      const real = await room.file("real.sh", "echo old\n");
      await chmod(real, 0o755);
      await symlink("real.sh", room.path("l.sh"));
      const host = room.start();
      for (const use of [edit("l.sh", ["old", "new"]), write("l.sh", "echo newer\n")]) {
        expect((await room.use(host, use))[0]?.is_error).toBe(false);
        expect(await readlink(room.path("l.sh"))).toBe("real.sh");
        expect((await stat(real)).mode & 0o7777).toBe(0o755);
      }
      expect(await readFile(real, "utf8")).toBe("echo newer\n");
      expect((await readdir(room.folder)).sort()).toEqual(["l.sh", "real.sh"]);
    }),
  );
});

describe("write", () => {
  it(
    "of much that is killed in the middle leaves the old content or the new, never a half [D09]",
    inRoom(async (room) => {
      const content = { old: "a".repeat(12 * MB), new: "b".repeat(12 * MB) };
      await room.file("big", content.old);
      const host = room.start();
      await room.use(host, read("big"));
      room.server.reply(calls({ id: "w", name: "write", arguments: { path: "big", content: content.new } }));
      host.send({ cmd: "prompt", id: "p", text: "go" });
      const begun = () =>
        readdirSync(room.folder).length > 1 || statSync(room.path("big")).size !== content.old.length;
      const isOver = () =>
        host.lines.some(({ tool_call_id, type }) => tool_call_id === "w" && type.endsWith("_end"));
      while (!begun() && !isOver()) await nextTurn();
      host.child.kill("SIGKILL");
      expect((await host.exited).signal).toBe("SIGKILL");
      const left = await readFile(room.path("big"), "utf8");
      expect(left === content.old || left === content.new).toBe(true);
    }),
  );
});

describe("a line of a megabyte", () => {
  it(
    "is shown as a bounded part that is marked as cut, whoever shows it [D11]",
    inRoom(async (room) => {
      await room.file("min.js", `${"🙂".repeat(125_000)}NEEDLE${"é".repeat(250_000)}\n`);
      const uses: Use[] = [["grep", { pattern: "NEEDLE" }], read("min.js"), bash("cat min.js")];
      const [found = "", shown = "", printed = ""] = await room.texts(room.start(), ...uses);
      expect(found).toMatch(/^min\.js:1:…(🙂)+NEEDLEé+… \[cut: the line has 500,006 characters\]$/u);
      expect(found.length).toBeLessThan(1000);
      expect(shown).toMatch(/^(🙂)+\n\n\[Line 1 is 1\.0 MB long; its first 50000 bytes are shown\. /u);
      expect(printed).toMatch(/^(🙂)+\n\[… .* left out here; .* …\]\né+$/u);
      for (const text of [shown, printed]) expect(Buffer.byteLength(text)).toBeLessThan(51_000);
    }),
  );
});

describe("find and grep", () => {
  it(
    "start afresh in a repository within one that ignores everything [D12]",
    inRoom(async (room) => {
      await room.file("parent/.git/HEAD", "");
      await room.file("parent/.gitignore", "*\n!keep.log\n");
      await room.file("parent/keep.log", "needle\n");
      await room.file("parent/gone.log", "needle\n");
      await room.file("parent/child/.git/HEAD", "");
      await room.file("parent/child/AGENTS.md", "needle\n");
      await room.file("parent/child/.dotfile", "needle\n");
      const host = room.start();
      const inChild = { path: "parent/child" };
      expect(
        await room.texts(
          host,
          ["find", { pattern: "**/AGENTS*.md", ...inChild }],
          ["grep", { pattern: "needle", ...inChild }],
          ["find", { pattern: "*.log" }],
        ),
      ).toEqual([
        "parent/child/AGENTS.md",
        "parent/child/.dotfile:1:needle\nparent/child/AGENTS.md:1:needle",
        "parent/keep.log",
      ]);
    }),
  );

  it(
    "give the same with and without a repository, with and without ripgrep, past a circle of links [D13]",
    inRoom(async (room) => {
      await room.file(".gitignore", "/a/\n");
      for (const name of ["a/x", "b/a/x", "c/x"]) await room.file(name, "needle\n");
      await symlink(".", room.path("loop"));
      const { rgPath } = await import("@vscode/ripgrep");
      const found: string[][] = [];
      for (const repository of [false, true]) {
        if (repository) await mkdir(room.path(".git"));
        for (const ripgrep of [`touch ${room.root}/used; exec ${rgPath} "$@"`, "exit 2"]) {
          const host = room.start([], { env: { PATH: await pathWithRipgrep(room, ripgrep) } });
          const uses: Use[] = [
            ["find", { pattern: "x" }],
            ["grep", { pattern: "needle" }],
            ["grep", { pattern: "needle", path: "loop" }],
          ];
          found.push(await room.texts(host, ...uses));
        }
      }
      const same = ["b/a/x\nc/x", "b/a/x:1:needle\nc/x:1:needle", "loop/b/a/x:1:needle\nloop/c/x:1:needle"];
      expect(found).toEqual(Array(4).fill(same));
      expect(existsSync(join(room.root, "used"))).toBe(true);
    }),
  );
});

describe("a command", () => {
  const LEFT = "[processes started in the background still run; they are ended when this run ends]";
  it.each<[string, (mark: string) => string]>([
    ["a silent process", (mark) => `sleep ${mark} & echo hi`],
    ["one that writes", (mark) => `(while :; do sleep 1; echo ${mark}; done) & echo hi`],
    ["one that holds stderr", (mark) => `nohup sleep ${mark} > /dev/null & echo hi`],
  ])("that leaves %s in the background comes back at once, and the run ends both [D14]", (_what, command) =>
    inRoom(async (room) => {
      const mark = sleepMark();
      const [result] = await room.use(room.start(), bash(command(mark)));
      expect(textOf(result)).toBe(`hi\n${LEFT}`);
      expect(result.details).toMatchObject({ exit_code: 0 });
      expect(result.details.duration_ms).toBeLessThan(2000);
      expect(processesWith(mark)).toEqual([]);
    })(),
  );

  it(
    "that prints without end costs bounded memory and updates, and its head and tail are kept [D16]",
    inRoom(async (room) => {
      const host = room.start();
      const uses = [bash("timeout 1 yes"), bash("head -c 500M /dev/zero"), bash("seq 1 1000000")];
      const [yes = "", zero = "", seq = ""] = await room.texts(host, ...uses);
      expect(peakMemory(host.child.pid)).toBeLessThan(300 * MB);
      expect(yes).toMatch(/^(y\n){1000}\[… .* left out here; .* …\]\n(y\n){1000}\[exit code 124\]$/);
      expect(zero).toBe("(no visible output: 524.3 MB of it came)");
      expect(seq).toMatch(/^1\n2\n(\d+\n)*1000\n\[… 998,000 lines, .* …\]\n999001\n(\d+\n)*1000000$/);
      const updates = ofType(host.lines, "tool_execution_update");
      expect(updates.length).toBeLessThan(100);
      for (const [at] of uses.entries()) {
        const own = updates.filter((line) => line.tool_call_id === `use1_${at}`).map(({ delta }) => delta);
        expect(own.join("").length).toBeLessThan(1.1 * MB);
      }
    }),
    30_000,
  );

  it(
    "that writes a character in pieces, the other stream between them, has it whole everywhere [D17]",
    inRoom(async (room) => {
      const program =
        'import os,time;b="🙂".encode();os.write(1,b[:1]);time.sleep(.1);os.write(2,b"e\\n");time.sleep(.1);os.write(1,b[1:])';
      const host = room.start();
      const [pieces, invalid] = await room.texts(
        host,
        bash(`python3 -c '${program}'`),
        bash("printf '\\377\\376\\200'"),
      );
      expect(pieces).toBe("e\n🙂");
      expect(invalid).toBe("\ufffd\ufffd\ufffd");
      const updates = ofType(host.lines, "tool_execution_update").map(({ delta }) => delta);
      expect(updates.join("")).toBe("e\n🙂\ufffd\ufffd\ufffd");
    }),
  );

  it(
    "that asks for input, an editor or a password gets none and ends, and the host's commands stay its own [D18]",
    inRoom(async (room) => {
      const commit =
        "git init -q . && touch a && git add a && git -c user.name=n -c user.email=e commit; echo code $?";
      const uses = [
        "cat; echo",
        "read x; echo $?",
        "python3; echo $?",
        commit,
        "cat < /dev/tty",
        "sudo -k true",
      ];
      const host = room.start();
      const results = await room.use(host, ...uses.map((command) => bash(command, { timeout: 30 })));
      for (const { details } of results) expect(details).toMatchObject({ timed_out: false });
      const texts = results.map(textOf);
      expect(texts.slice(0, 3)).toEqual(["(no output)", "1", "0"]);
      expect(texts[3]).toMatch(/Aborting commit due to empty commit message\.\ncode 1$/);
      expect(texts[4]).toMatch(/\/dev\/tty: No such device or address/);

      const mark = sleepMark();
      room.server.reply(calls({ id: "c", name: "bash", arguments: { command: `cat; sleep ${mark}; cat` } }));
      host.send({ cmd: "prompt", id: "p", text: "go" });
      await within(5000, "the command sleeps", () => processesWith(`sleep\0${mark}`).length === 1);
      host.send({ cmd: "steer", id: "s", text: "on" }, { cmd: "abort", id: "a", clear_queue: true });
      await runOf(host, "p");
      for (const id of ["s", "a"])
        expect(host.lines.filter((line) => line.id === id).map(({ type }) => type)).toEqual(["ack", "done"]);
    }),
  );

  it(
    "is read as a person would have read it: no escapes, no overwritten progress, and colours are not asked for [D24]",
    inRoom(async (room) => {
      const uses = [
        bash("printf '\\033[31mred\\033[0m\\r10%%\\r20%%\\rdone\\n'"),
        bash("printf '\\033]8;;http://x\\033\\\\link\\033]8;;\\033\\\\\\n'"),
        bash("printf 'ab\\bc\\n'"),
        bash('echo "$NO_COLOR $TERM [$FORCE_COLOR]"'),
      ];
      const host = room.start([], { env: { FORCE_COLOR: "1", TERM: "xterm-256color" } });
      expect(await room.texts(host, ...uses)).toEqual(["red…done", "link", "ac", "1 dumb []"]);
      expect(host.text()).not.toMatch(/\\u001b/i);
    }),
  );
});

describe("a path", () => {
  it(
    "is taken exactly where it is there, and for a variant only where it is not; write is never led elsewhere [D20]",
    inRoom(async (room) => {
      await room.file("a\u202fb.txt", "narrow");
      await room.file("a b.txt", "plain");
      await room.file("e\u0301.txt", "nfd");
      const home = join(room.root, "home", "x y");
      await mkdir(home);
      await writeFile(join(home, "it\u2019s.txt"), "curly");
      const host = room.start();
      const names = ["a\u202fb.txt", "a b.txt", "\u00e9.txt", "~/x y/it\u2019s.txt", "~/x y/it's.txt"];
      expect(await room.texts(host, ...names.map((name) => read(name)))).toEqual([
        ...["narrow", "plain", "nfd", "curly", "curly"],
      ]);
      await room.use(host, edit("a b.txt", ["plain", "edited"]), edit("\u00e9.txt", ["nfd", "found"]));
      await room.use(host, write("\u00e9.txt", "new"), write("~/x y/it's.txt", "straight"));
      const contents = async (folder: string) =>
        Object.fromEntries(
          await Promise.all(
            (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), "utf8")]),
          ),
        );
      expect(await contents(room.folder)).toEqual({
        "a\u202fb.txt": "narrow",
        "a b.txt": "edited",
        "e\u0301.txt": "found",
        "\u00e9.txt": "new",
      });
      expect(await contents(home)).toEqual({ "it\u2019s.txt": "curly", "it's.txt": "straight" });
    }),
  );
});

/** A PATH that begins with a folder where `rg` is this shell script. */
async function pathWithRipgrep({ root }: Room, script: string): Promise<string> {
  const folder = await mkdtemp(join(root, "bin-"));
  await writeFile(join(folder, "rg"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${folder}:${process.env.PATH}`;
}
