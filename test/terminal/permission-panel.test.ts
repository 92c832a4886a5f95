import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { PermissionAnswer, PermissionRequest } from "../../src/permissions/decision.ts";
import type { Key } from "../../src/terminal/keys.ts";
import type { Panel } from "../../src/terminal/panel.ts";
import { Panels } from "../../src/terminal/panels.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { createManualClock } from "../llm/manual-clock.ts";

const EDIT = { path: "a.txt", edits: [{ old_text: "seven", new_text: "7" }] };
const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
const TEXT = `${NUMBERS.join("\n")}\n`;

function key(name: string): Key {
  return { type: "key", name, ctrl: false, alt: false, shift: false };
}

function letter(text: string): Key {
  return { type: "text", text };
}

/** A folder with these files. */
function folder(files: Readonly<Record<string, string | Buffer>>): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "letscode-panel-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

/** Panels above a draft that is empty, where whole lines come. */
function openPanels(workspace: string, onShow: (panel: Panel | undefined) => void): Panels {
  const draft = { isEmpty: () => true, takesEscape: () => false, type: () => {}, stop: () => {} };
  const rest = { style: createStyle(false), clock: createManualClock(), hasLines: true, onChange: () => {} };
  return new Panels({ ...draft, ...rest, workspace, onShow });
}

/** Asks, and resolves with the panel and its answer. */
async function ask(
  workspace: string,
  request: Partial<PermissionRequest>,
  signal = new AbortController().signal,
) {
  let answer: Promise<PermissionAnswer> | undefined;
  const panel = await new Promise<Panel>((resolve) => {
    const panels = openPanels(workspace, (shown) => shown && resolve(shown));
    answer = panels
      .asker((value) => value)
      .permission(
        { toolCallId: "c", toolName: "edit", arguments: EDIT, reason: "edit changes files", ...request },
        signal,
      );
  });
  return { panel, answer: answer as Promise<PermissionAnswer> };
}

async function shown(
  files: Readonly<Record<string, string | Buffer>>,
  request: Partial<PermissionRequest> = {},
) {
  return (await ask(folder(files), request)).panel.view(80, 24).lines;
}

test("nothing of a call hides from who decides on it", async () => {
  const command =
    "echo ok \u001b];touch a\u001b_;touch b\u001b\\ \u009d;touch c\rd\u0000\u200b\u202e\u2028e\tf";
  const asked = {
    toolName: "bash",
    arguments: { command },
    reason: "bash runs\u001b[8m",
    always: "bash\u001b]x",
  };
  const whole = (await shown({}, asked)).join("").replaceAll(" ", "");
  expect(whole).toContain("bashruns\\u{1b}[8m");
  expect(whole).toContain(
    "echook\\u{1b}];toucha\\u{1b}_;touchb\\u{1b}\\\\u{9d};touchc\\u{d}d\\u{0}\\u{200b}\\u{202e}\\u{2028}ef",
  );
  expect(whole).toContain("alwaysallowbash\\u{1b}]x");
});

test("nothing of a change hides either, and both ends of lines are ends of lines", async () => {
  const content = "ok(); //\u001b]\r\nevil();\n//\u0007 fine\n";
  for (const files of [{}, { "b.txt": "old\n" }]) {
    const lines = await shown(files, {
      toolName: "write",
      arguments: { path: "b.txt", content },
      reason: "write",
    });
    const added = lines.map((line) => line.trim()).filter((line) => line.startsWith("+"));
    expect(added).toEqual(["+ok(); //\\u{1b}]", "+evil();", "+//\\u{7} fine"]);
  }
});

test("an edit is shown with three lines of the file around it and their numbers", async () => {
  expect(await shown({ "a.txt": TEXT })).toEqual([
    "? edit changes files",
    "  path: a.txt",
    "  @@ -4,7 +4,7 @@",
    "   four",
    "   five",
    "   six",
    "  -seven",
    "  +7",
    "   eight",
    "   nine",
    "   ten",
    "y yes · n no · r no because · Esc stops",
  ]);
});

test("every place is shown that an edit of all places changes", async () => {
  const edits = [{ old_text: "e", new_text: "E", replace_all: true }];
  const lines = await shown({ "a.txt": "one\ntwo\n" }, { arguments: { path: "a.txt", edits } });
  expect(lines.slice(2, -1)).toEqual(["  @@ -1,2 +1,2 @@", "  -one", "  +onE", "   two"]);
});

test("a file that is written over is shown as its change, a new one whole", async () => {
  const request = { toolName: "write", arguments: { path: "a.txt", content: "one\n2\n" } };
  expect((await shown({ "a.txt": "one\ntwo\n" }, request)).slice(2, -1)).toEqual([
    "  @@ -1,2 +1,2 @@",
    "   one",
    "  -two",
    "  +2",
  ]);
  expect((await shown({}, request)).slice(2, -1)).toEqual(["  +one", "  +2"]);
});

test.each<[string, Readonly<Record<string, string | Buffer>>]>([
  ["is not there", {}],
  ["has changed", { "a.txt": "one\n" }],
  ["has the place twice", { "a.txt": "seven seven" }],
  ["is no text", { "a.txt": Buffer.from("seven\0") }],
  ["is too large to be read through", { "a.txt": `seven\n${"x\n".repeat(1_000_000)}` }],
])("an edit of a file that %s is shown as the call has it", async (_name, files) => {
  expect((await shown(files)).slice(1, -1)).toEqual(["  path: a.txt", "  -seven", "  +7"]);
});

test("nothing in a file is obeyed by the terminal", async () => {
  const lines = await shown({ "a.txt": "\u001b[2Jsix\nseven\nei\tght\n" });
  expect(lines.slice(2, -1)).toEqual([
    "  @@ -1,3 +1,3 @@",
    "   \\u{1b}[2Jsix",
    "  -seven",
    "  +7",
    "   ei    ght",
  ]);
});

test("what does not fit is told, and shown by Down", async () => {
  const { panel } = await ask(folder({ "a.txt": TEXT }), {});
  expect(panel.view(80, 6).lines).toEqual([
    "? edit changes files",
    "  path: a.txt",
    "  -seven",
    "  +7",
    "  … 3 more lines: Space shows them",
    "y yes · n no · r no because · Esc stops",
  ]);
  for (let at = 0; at < 20; at++) panel.key(key("down"));
  expect(panel.view(80, 6).lines.slice(1, -1)).toEqual(["  path: a.txt", "   eight", "   nine", "   ten"]);
  panel.key(key("up"));
  expect(panel.view(80, 6).lines[2]).toBe("  +7");
  for (const line of panel.view(20, 24).lines) expect(line.length).toBeLessThan(20);
});

test("what stands above a change and does not fit either is read as the rest is", async () => {
  const { panel } = await ask(folder({}), { arguments: { ...EDIT, path: NUMBERS.join("\n") } });
  expect(panel.view(80, 8).lines.slice(1, 4)).toEqual(["  path: one", "  two", "  three"]);
  panel.key(key("end"));
  expect(panel.view(80, 8).lines.slice(1, -1)).toEqual([
    ...["eight", "nine", "ten", "eleven"].map((line) => `  ${line}`),
    "  -seven",
    "  +7",
  ]);
});

test.each<[readonly Key[], PermissionAnswer]>([
  [[letter("y")], { decision: "allow" }],
  [[letter("a")], { decision: "allow_always" }],
  [[letter("x"), letter("N")], { decision: "deny" }],
  [[letter("r"), letter("not here"), key("enter")], { decision: "deny", reason: "not here" }],
  [[letter("r"), key("enter")], { decision: "deny" }],
  [[letter("r"), letter("y"), key("escape"), letter("y")], { decision: "allow" }],
])("%j is the answer %j", async (keys, expected) => {
  const { panel, answer } = await ask(folder({}), { always: "every edit" });
  for (const one of keys) panel.key(one);
  expect(await answer).toEqual(expected);
});

test("'a' is no answer where nothing can be allowed for good", async () => {
  const { panel, answer } = await ask(folder({}), {});
  panel.key(letter("a"));
  panel.key(letter("n"));
  expect(await answer).toEqual({ decision: "deny" });
});

test("a question that is taken back denies, and the one below comes back", async () => {
  const changes: boolean[] = [];
  const panels = openPanels(folder({}), (panel) => changes.push(panel !== undefined));
  const picked = panels.pick("Which?", [{ label: "one", detail: "", value: "1" }]);
  const list = panels.current;
  const controller = new AbortController();
  const request = { toolCallId: "c", toolName: "bash", arguments: { command: "ls" }, reason: "it runs" };
  const answer = panels.asker((value) => value).permission(request, controller.signal);
  await expect.poll(() => panels.current === list).toBe(false);
  controller.abort();
  expect(await answer).toEqual({ decision: "deny", reason: "it runs, and there was no answer" });
  expect(panels.current).toBe(list);
  panels.current?.key(key("enter"));
  expect(await picked).toBe("1");
  expect(changes).toEqual([true, true, true, false]);
  const late = panels.asker((value) => value).permission(request, AbortSignal.abort());
  expect(await late).toEqual({ decision: "deny" });
});
