import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { World } from "../print/command.ts";
import { onTerminal } from "../print/on-terminal.ts";

/** A world with a conversation of the demo, and its row in the list. */
async function worldWithOne(prompt = "demo:text 5") {
  const world = new World({ TZ: "UTC" });
  expect((await world.run(["-p", "--model", "demo", prompt])).code).toBe(0);
  const [row] = await rows(world);
  return { world, id: row?.session_id as string, row };
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any version
async function rows(world: World, ...flags: string[]): Promise<any[]> {
  return JSON.parse((await world.run(["sessions", "list", "--output", "json", ...flags])).stdout);
}

function fileOf(world: World, id: string): string {
  const home = join(world.root, "home");
  const name = readdirSync(home, { recursive: true, encoding: "utf8" }).find((one) =>
    one.endsWith(`${id}.jsonl`),
  );
  return join(home, name ?? "");
}

describe("letscode sessions", () => {
  test("lists conversations for people and for programs", async () => {
    const { world, id, row } = await worldWithOne();
    expect(row).toEqual({
      session_id: expect.stringMatching(/^\d{8}-[0-9a-z]{8}$/),
      cwd: world.project,
      title: "demo:text 5",
      created: expect.any(Number),
      updated: expect.any(Number),
      messages_count: 2,
    });
    const line = new RegExp(`^${id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d      2 messages  demo:text 5\n$`);
    for (const words of [["sessions"], ["sessions", "list"]])
      expect((await world.run(words)).stdout).toMatch(line);
    const other = join(world.project, "other");
    mkdirSync(other);
    const none = await world.run(["sessions", "list", "--cwd", other]);
    expect([none.code, none.stdout, none.stderr]).toEqual([
      0,
      "",
      `letscode: there is no conversation of ${other} yet; --all lists those of other folders\n`,
    ]);
    expect((await world.run(["sessions", "list", "--cwd", other, "--all"])).stdout).toContain(
      `    ${world.project}\n`,
    );
  });

  test("shows one as text, with what could drive a terminal made visible", async () => {
    const { world, id } = await worldWithOne("demo:text 2\n\u001b[2Jhello\u009b5n\u202e");
    const { code, stdout } = await world.run(["sessions", "show", id.slice(0, -1)]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `^Conversation ${id}\nof ${world.project}, begun .*\n\n== You, .* \\[.{10}\\]\ndemo:text 2\n\\\\u001b\\[2Jhello\\\\u009b5n\\\\u202e\n\n== demo/demo, .* \\[.{10}\\]\n`,
      ),
    );
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  test("writes no document over the conversation itself, nor into what is no file", async () => {
    const { world, id } = await worldWithOne();
    const file = fileOf(world, id);
    const before = readFileSync(file, "utf8");
    mkdirSync(join(world.project, "folder"));
    const outcomes = [];
    for (const words of [
      ["export", id, file, "--output", "markdown"],
      ["show", id, "--html", file],
      ["export", id, "folder"],
    ]) {
      const { code, stderr } = await world.run(["sessions", ...words]);
      outcomes.push([code, stderr]);
    }
    const itself = `letscode: cannot write ${file}: it is the conversation itself; name another file\n`;
    const folder = `letscode: cannot write ${join(world.project, "folder")}: it is no regular file\n`;
    expect(outcomes).toEqual([
      [2, itself],
      [2, itself],
      [2, folder],
    ]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("removes none by the beginning of its id", async () => {
    const { world, id } = await worldWithOne();
    const outcomes = [];
    for (const name of ["", id.slice(0, -1), id])
      outcomes.push((await world.run(["sessions", "rm", name])).code);
    expect(outcomes).toEqual([2, 2, 0]);
  });

  test("shows one as a page, for its owner only", async () => {
    const { world, id } = await worldWithOne();
    expect(await world.run(["sessions", "show", id, "--html", "page.html"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    const page = join(world.project, "page.html");
    expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>[\s\S]*demo:text 5[\s\S]*<\/html>\n$/);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    const nowhere = await world.run(["sessions", "show", id, "--html", "no/page.html"]);
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      `letscode: cannot write ${join(world.project, "no/page.html")}: there is no such file\n`,
    ]);
  });

  test("exports lines, or a document, to stdout or a file", async () => {
    const { world, id } = await worldWithOne();
    const file = fileOf(world, id);
    writeFileSync(file, `${readFileSync(file, "utf8")}{"torn`);
    const whole = readFileSync(file, "utf8").replace(/\{"torn$/, "");
    expect((await world.run(["sessions", "export", id])).stdout).toBe(whole);
    expect((await world.run(["sessions", "export", id, "out.jsonl"])).stdout).toBe("");
    expect(readFileSync(join(world.project, "out.jsonl"), "utf8")).toBe(whole);
    const document = (await world.run(["sessions", "export", id, "--output", "markdown"])).stdout;
    expect(document).toMatch(
      new RegExp(`^# Conversation ${id}\n\n[\\s\\S]*\n## You, .*\n\ndemo:text 5\n\n## demo/demo, `),
    );
  });

  test("copies and removes; the copy goes on", async () => {
    const { world, id } = await worldWithOne();
    const copy = (await world.run(["sessions", "fork", id])).stdout.trim();
    const file = fileOf(world, copy);
    expect(dirname(file)).toBe(dirname(fileOf(world, id)));
    expect((await world.run(["sessions", "rm", id])).code).toBe(0);
    expect((await rows(world)).map(({ session_id }) => session_id)).toEqual([copy]);
    expect((await world.run(["-p", "--model", "demo", "--resume", copy, "demo:text 1"])).code).toBe(0);
    expect((await rows(world))[0]?.messages_count).toBe(4);
    const first = JSON.parse(readFileSync(file, "utf8").split("\n")[1] ?? "").message.id;
    const short = (await world.run(["sessions", "fork", copy, "--at", first])).stdout.trim();
    expect(readFileSync(fileOf(world, short), "utf8").trimEnd().split("\n")).toHaveLength(2);
  });

  test.each<[readonly string[], string]>([
    [["lits"], 'sessions: unknown "lits"; did you mean list? (a prompt that begins so goes behind -p)'],
    [
      ["are", "broken"],
      'sessions: unknown "are"; expected list, show, export, fork or rm (a prompt that begins so goes behind -p)',
    ],
    [["show"], "sessions show needs the id of a conversation; letscode sessions list shows them"],
    [["show", "a", "b"], 'sessions show: "b" is one too many'],
    [["rm", "nope"], 'there is no conversation "nope"; letscode sessions list --all shows those there are'],
    [["list", "--html", "x"], "sessions list knows no --html; letscode sessions --help tells more"],
    [["list", "--limit", "0"], '--limit: expected a whole number from 1, got "0"'],
    [["list", "--output", "xml"], '--output: expected json or text, got "xml"'],
    [["list", "--wrong"], "sessions: unknown option '--wrong'; letscode sessions --help tells more"],
    [
      ["show", "x", "--html"],
      "sessions: option '--html <value>' argument missing; letscode sessions --help tells more",
    ],
  ])("%j is refused in one line", async (words, line) => {
    const world = new World();
    expect(await world.run(["sessions", ...words])).toEqual({
      code: 2,
      stdout: "",
      stderr: `letscode: ${line}\n`,
    });
  });

  test("is a prompt behind -p, and behind two dashes", async () => {
    const world = new World();
    for (const words of [
      ["-p", "sessions", "--model", "demo"],
      ["-p", "--model", "demo", "--", "sessions"],
    ]) {
      const { code, stdout } = await world.run(words);
      expect([code, stdout]).toEqual([0, expect.stringContaining("This folder holds")]);
    }
    expect((await rows(world)).map(({ title }) => title)).toEqual(["sessions", "sessions"]);
  });
});

describe("--resume alone", () => {
  test("names the newest where nobody can be asked", async () => {
    const { world, id } = await worldWithOne();
    for (const words of [
      ["-p", "go"],
      ["--mode", "rpc"],
    ]) {
      const { code, stdout, stderr } = await world.run([...words, "--model", "demo", "--resume"]);
      expect([code, stdout, stderr]).toEqual([
        2,
        "",
        `letscode: --resume needs an id where nobody can be asked; the newest here: ${id} "demo:text 5"\n`,
      ]);
    }
  });

  test("shows a list on a terminal and takes the number that is typed", async () => {
    const { world, id } = await worldWithOne();
    expect((await world.run(["-p", "--model", "demo", "demo:text 1"])).code).toBe(0);
    const go = "$L -p --model demo --resume 'demo:text 3'";
    const { code, shown } = await onTerminal(world, go, [["Go on with which one? [1-2] ", "2\r"]]);
    expect([code, shown]).toEqual([
      0,
      expect.stringMatching(new RegExp(`\n  2  ${id}  .* messages  demo:text 5\n`)),
    ]);
    expect(readFileSync(fileOf(world, id), "utf8").trimEnd().split("\n")).toHaveLength(5);
    for (const [typed, said] of [
      ["3\r", 'expected a number from 1 to 2, got "3"'],
      ["x\r", 'expected a number from 1 to 2, got "x"'],
      ["\r", "no conversation was chosen"],
      ["\u0004", "no conversation was chosen"],
    ] as const)
      expect(await onTerminal(world, go, [["Go on with which one? [1-2] ", typed]])).toEqual({
        code: 2,
        shown: expect.stringContaining(`letscode: --resume: ${said}`),
      });
  });
});

test("a conversation that cannot go on leaves no recording behind", async () => {
  const world = new World();
  const refused = await world.run(["-p", "--model", "demo", "--continue", "--record", "run.ndjson", "go"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `letscode: --continue: there is no conversation of ${world.project} yet; letscode sessions list --all shows those of other folders\n`,
  ]);
  expect(readdirSync(world.project)).toEqual([]);
});
