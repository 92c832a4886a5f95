import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { answer, content } from "../loopback/chunks.ts";
import { HANG } from "../loopback/provider-server.ts";
import type { World } from "../print/command.ts";
import { processesWith, sleepMark, within } from "../process/alive.ts";
import { png } from "./png.ts";
import { AT_REST, type Scene, setScene } from "./scene.ts";
import { openTerminal } from "./terminal.ts";

/** A paste, as terminals mark it. */
const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;

const SEEN = (bytes: Buffer) => ({
  type: "image_url",
  image_url: { url: `data:image/png;base64,${bytes.toString("base64")}` },
});

/** The content of the last thing the user said, as the server was told it. */
function lastSaid({ server }: Scene, request = -1): unknown {
  return server.requests.at(request)?.json.messages.findLast(({ role }: { role: string }) => role === "user")
    .content;
}

/** A folder for the PATH that holds nothing but this program. */
function programs(world: World, name?: string, lines: readonly string[] = []): Record<string, string> {
  const folder = join(world.root, "bin");
  mkdirSync(folder, { recursive: true });
  if (name !== undefined) {
    writeFileSync(join(folder, name), ["#!/bin/sh", ...lines, ""].join("\n"));
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: folder };
}

/** An xclip that offers these types, each with what a file holds. */
function xclip(world: World, offers: Readonly<Record<string, Buffer>>): Record<string, string> {
  const names = Object.keys(offers);
  const cases = names.map((name, at) => {
    const file = join(world.root, `clip-${at}`);
    writeFileSync(file, offers[name] ?? "");
    return `*"-t ${name}") exec /bin/cat '${file}' ;;`;
  });
  return programs(world, "xclip", [
    'case "$*" in',
    `*"-t TARGETS") printf '%s\\n' TARGETS ${names.join(" ")} ;;`,
    ...cases,
    "*) exit 1 ;;",
    "esac",
  ]);
}

test.each([
  ["in quotes", (file: string) => `'${file}' `],
  ["with escapes", (file: string) => file.replaceAll(" ", "\\ ")],
  ["as it is", (file: string) => file],
  ["as a URL", (file: string) => pathToFileURL(file).href],
])("the path of an image that is dropped on the terminal, %s, is an attachment", async (_name, written) => {
  const scene = await setScene();
  const image = png();
  const file = join(scene.world.project, "my shot.png");
  writeFileSync(file, image);
  scene.server.reply(answer("A cat."));
  const terminal = await scene.open();
  terminal.type(`look at ${paste(written(file))}: what is it?\r`);
  await terminal.shows("A cat.");
  const text = "look at [image 1: my shot.png, 1.2 kB]: what is it?";
  expect(terminal.everything()).toContain(`> ${text}\n\nA cat.`);
  expect(lastSaid(scene)).toEqual([{ type: "text", text }, SEEN(image)]);
});

test("several images are numbered as they stand, and one backspace takes one out", async () => {
  const scene = await setScene();
  const [one, two] = [png(1, 1, 100), png(2, 2, 200)];
  writeFileSync(join(scene.world.project, "one.png"), one);
  writeFileSync(join(scene.world.project, "two.png"), two);
  const path = (name: string) => join(scene.world.project, name);
  scene.server.reply(answer("Yes."));
  const terminal = await scene.open();
  terminal.type(paste(`${path("one.png")} ${path("two.png")}`));
  await terminal.shows("> [image 1: one.png, 100 bytes] [image 2: two.png, 200 bytes]");
  terminal.type("\u0001\u001b[3~");
  await terminal.shows(">  [image 1: two.png, 200 bytes]");
  terminal.type("\u001f");
  await terminal.shows("[image 2: two.png, 200 bytes]");
  terminal.type("\u0005\u007f");
  await terminal.shows(/> \[image 1: one\.png, 100 bytes\]\s*\n/);
  terminal.type("\r");
  await terminal.shows("Yes.");
  expect(lastSaid(scene)).toEqual([{ type: "text", text: "[image 1: one.png, 100 bytes]" }, SEEN(one)]);
});

test("a path that leads to no image, or to one that is too large, stays text", async () => {
  const scene = await setScene();
  const large = join(scene.world.project, "large.png");
  writeFileSync(large, png(3, 2, 5_000_001));
  const words = scene.world.write("words.png", "no image");
  const terminal = await scene.open({ columns: 200 });
  terminal.type(paste(words));
  await terminal.shows(`> ${words}`);
  terminal.type("\u0015");
  await terminal.shows(AT_REST);
  terminal.type(paste(large));
  await terminal.shows("large.png is an image of 5.0 MB; images above 5.0 MB are not shown");
  expect(terminal.screen()).toContain(`> ${large}`);
});

test.each([
  ["Ctrl+V", "\u0016"],
  ["Alt+V", "\u001bv"],
])("%s takes an image from the clipboard, in its place among what is typed", async (_name, key) => {
  const scene = await setScene();
  const image = png(40, 30, 5000);
  const environment = xclip(scene.world, { STRING: Buffer.from("words"), "image/png": image });
  scene.server.reply(answer("A dog."));
  const terminal = await scene.open({ environment });
  terminal.type("see ");
  terminal.type(key);
  terminal.type(" there\r");
  await terminal.shows("A dog.");
  expect(lastSaid(scene)).toEqual([
    { type: "text", text: "see [image 1: clipboard, 5 kB] there" },
    SEEN(image),
  ]);
});

test("text in the clipboard is pasted as text, and the path of an image as the image", async () => {
  const scene = await setScene();
  const image = png();
  const file = join(scene.world.project, "copied.png");
  writeFileSync(file, image);
  const text = Buffer.from("some words, é");
  const first = await scene.open({ environment: xclip(scene.world, { UTF8_STRING: text }) });
  first.type("\u0016");
  await first.shows("> some words, é");
  const url = Buffer.from(`${pathToFileURL(file).href}\r\n`);
  const second = await scene.open({ environment: xclip(scene.world, { "text/uri-list": url }) });
  second.type("\u0016");
  await second.shows("> [image 1: copied.png, 1.2 kB]");
});

test("why there is no image is said on one line", async () => {
  const scene = await setScene();
  const none = await scene.open({ environment: programs(scene.world) });
  none.type("\u0016");
  await none.shows("the clipboard cannot be read: there is no wl-paste or xclip on the PATH");
  const broken = await scene.open({
    environment: programs(scene.world, "wl-paste", ["echo 'no display' >&2; exit 1"]),
  });
  broken.type("\u0016");
  await broken.shows("the clipboard gives no image: wl-paste: no display");
  const odd = await scene.open({ environment: xclip(scene.world, { "image/png": Buffer.from("BM") }) });
  odd.type("\u0016more");
  await odd.shows("clipboard is no png, jpeg, gif or webp image");
  await odd.shows("> more");
});

test.each([
  ["Esc", "\u001b"],
  ["Ctrl+C", "\u0003"],
])("%s does not wait for a clipboard that hangs, and ends its program", async (_name, key) => {
  const scene = await setScene();
  const mark = sleepMark();
  const environment = programs(scene.world, "wl-paste", [`exec /bin/sleep ${mark}`]);
  const terminal = await scene.open({ environment });
  terminal.type("before\u0016after");
  await terminal.shows("reading the image; Esc goes on without it");
  terminal.type(key);
  await terminal.shows("> beforeafter");
  await within(5000, "the program has ended", () => processesWith(mark).length === 0);
});

test("no program that was asked for the clipboard outlives letscode", async () => {
  const scene = await setScene();
  const mark = sleepMark();
  const environment = programs(scene.world, "wl-paste", [`exec /bin/sleep ${mark}`]);
  // The shell lives on, so that the end of the terminal ends nothing.
  const line = `sh -c 'echo $$ > pid; exec $L ${scene.flags.join(" ")}'; echo left; read -r _`;
  const path = `${environment.PATH}:${process.env.PATH}`;
  const terminal = openTerminal(scene.world, { line, environment: { PATH: path } });
  await terminal.shows("openai-compatible/m");
  terminal.type("\u0016");
  await within(5000, "the program runs", () => processesWith(mark).length > 0);
  process.kill(Number(readFileSync(join(scene.world.project, "pid"), "utf8")), "SIGTERM");
  await terminal.shown("left");
  await within(5000, "the program has ended", () => processesWith(mark).length === 0);
});

test("an image that is queued is said with its text, and comes back with it", async () => {
  const scene = await setScene();
  const image = png();
  const file = join(scene.world.project, "a.png");
  writeFileSync(file, image);
  scene.server.reply([content("It begins"), HANG], answer("Seen."));
  const terminal = await scene.open();
  terminal.type("go\r");
  await terminal.shows("It begins");
  terminal.type(`${paste(file)} too\r`);
  await terminal.shows("next: [image 1: a.png, 1.2 kB] too");
  terminal.type("\u001b");
  await terminal.shows("> [image 1: a.png, 1.2 kB] too");
  terminal.type("\r");
  await terminal.shows("Seen.");
  expect(lastSaid(scene)).toEqual([{ type: "text", text: "[image 1: a.png, 1.2 kB] too" }, SEEN(image)]);
});

test("an earlier prompt comes with its image, and says so when it is gone", async () => {
  const scene = await setScene();
  const image = png();
  const file = join(scene.world.project, "a.png");
  writeFileSync(file, image);
  scene.server.reply(answer("One."), answer("Two."));
  const terminal = await scene.open();
  terminal.type(`${paste(file)} one\r`);
  await terminal.shows("One.");
  terminal.type("\u001b[A");
  await terminal.shows("> [image 1: a.png, 1.2 kB] one");
  terminal.type("\r");
  await terminal.shows("Two.");
  expect(lastSaid(scene)).toEqual([{ type: "text", text: "[image 1: a.png, 1.2 kB] one" }, SEEN(image)]);
  terminal.type("\u0004");
  await terminal.exited;
  const next = await scene.open();
  next.type("\u001b[A");
  await next.shows("> [image gone: a.png] one");
});

test("an editor of one's own keeps the images whose labels it keeps", async () => {
  const scene = await setScene();
  const image = png();
  const file = join(scene.world.project, "a.png");
  writeFileSync(file, image);
  const editor = join(scene.world.root, "editor");
  writeFileSync(editor, '#!/bin/sh\n{ echo above; cat "$1"; } > "$1.new"; mv "$1.new" "$1"\n');
  chmodSync(editor, 0o755);
  scene.server.reply(answer("Seen."));
  const terminal = await scene.open({ environment: { EDITOR: editor } });
  terminal.type(`${paste(file)} here\u0007`);
  await terminal.shows("> above\n  [image 1: a.png, 1.2 kB] here");
  terminal.type("\r");
  await terminal.shows("Seen.");
  expect(lastSaid(scene)).toEqual([
    { type: "text", text: "above\n[image 1: a.png, 1.2 kB] here" },
    SEEN(image),
  ]);
});
