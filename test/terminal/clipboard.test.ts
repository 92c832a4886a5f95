import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readClipboard } from "../../src/cli/clipboard.ts";
import { png } from "./png.ts";

const IMAGE = png();
const ASKED = "asked";

/** A PATH with these programs, each a shell script, and which of them were started. */
function programs(scripts: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "letscode-clipboard-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "image"), IMAGE);
  for (const [name, script] of Object.entries(scripts)) {
    const log = `printf '%s\\n' "\${0##*/}" >> '${join(folder, ASKED)}'`;
    writeFileSync(join(folder, name), `#!/bin/sh\n${log}\n${script.replaceAll("$HERE", folder)}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return {
    environment: { PATH: folder },
    asked: () => readFileSync(join(folder, ASKED), "utf8").trimEnd().split("\n"),
  };
}

function read(
  environment: Record<string, string>,
  platform: NodeJS.Platform,
  signal = new AbortController().signal,
) {
  return readClipboard({ environment, platform, signal });
}

const SHOW = "exec /bin/cat $HERE/image";
const FAIL = "echo broken >&2; exit 1";
const HEX = `«data PNGf${IMAGE.toString("hex").toUpperCase()}»`;
const SAID = (kind: string, bytes: Buffer | string) =>
  `printf '${kind} ${Buffer.from(bytes).toString("base64")}\\r\\n'`;

test.each<[string, NodeJS.Platform, Readonly<Record<string, string>>, string[]]>([
  [
    "wl-paste",
    "linux",
    { "wl-paste": `[ "$1" = --list-types ] && echo image/png && exit; ${SHOW}` },
    ["wl-paste", "wl-paste"],
  ],
  [
    "xclip, where wl-paste finds no server",
    "linux",
    { "wl-paste": FAIL, xclip: `case "$*" in *TARGETS) echo image/png ;; *) ${SHOW} ;; esac` },
    ["wl-paste", "xclip", "xclip"],
  ],
  ["pngpaste", "darwin", { pngpaste: SHOW, pbpaste: "echo text" }, ["pngpaste"]],
  ["osascript", "darwin", { osascript: `printf '%s' '${HEX}'`, pbpaste: "echo text" }, ["osascript"]],
  ["PowerShell", "win32", { "powershell.exe": SAID("image", IMAGE) }, ["powershell.exe"]],
])("an image is taken from %s", async (_name, platform, scripts, asked) => {
  const { environment, asked: all } = programs(scripts);
  expect(await read(environment, platform)).toEqual({ type: "image", bytes: IMAGE });
  expect(all()).toEqual(asked);
});

test.each<[string, NodeJS.Platform, Readonly<Record<string, string>>]>([
  [
    "wl-paste",
    "linux",
    { "wl-paste": `[ "$1" = --list-types ] && echo text/plain && exit; printf 'words é'` },
  ],
  ["pbpaste", "darwin", { pngpaste: FAIL, osascript: FAIL, pbpaste: "printf 'words é'" }],
  ["PowerShell", "win32", { "powershell.exe": SAID("text", "words é") }],
])("text is taken from %s when there is no image", async (_name, platform, scripts) => {
  expect(await read(programs(scripts).environment, platform)).toEqual({ type: "text", text: "words é" });
});

test("under Windows' own Linux, PowerShell is asked last", async () => {
  const { environment, asked } = programs({ xclip: FAIL, "powershell.exe": SAID("image", IMAGE) });
  expect(await read({ ...environment, WSL_DISTRO_NAME: "u" }, "linux")).toEqual({
    type: "image",
    bytes: IMAGE,
  });
  expect(asked()).toEqual(["xclip", "powershell.exe"]);
  await expect(read(environment, "linux")).rejects.toThrow("the clipboard gives no image: xclip: broken");
});

test.each<[string, NodeJS.Platform, Readonly<Record<string, string>>]>([
  ["the clipboard cannot be read: there is no wl-paste or xclip on the PATH", "linux", {}],
  ["the clipboard cannot be read: there is no pngpaste or osascript or pbpaste on the PATH", "darwin", {}],
  ["the clipboard holds no image and no text", "linux", { "wl-paste": "echo x-special/other" }],
  ["the clipboard holds no image and no text", "win32", { "powershell.exe": SAID("text", "") }],
  ["the clipboard holds too much", "win32", { "powershell.exe": "exec /bin/cat /dev/zero" }],
])("'%s' on %s", async (message, platform, scripts) => {
  await expect(read(programs(scripts).environment, platform)).rejects.toThrow(message);
});

test("a program of the folder that one is in is not started", async () => {
  const { environment } = programs({ "wl-paste": SHOW });
  const nothing = { PATH: `.:${relative(process.cwd(), environment.PATH)}` };
  await expect(read(nothing, "linux")).rejects.toThrow("there is no wl-paste");
});

test("an abort ends the program that is asked, and asks no other", async () => {
  const { environment, asked } = programs({ "wl-paste": "exec /bin/sleep 60", xclip: SHOW });
  const controller = new AbortController();
  const reading = read(environment, "linux", controller.signal);
  await expect.poll(() => tryAsked(asked)).toEqual(["wl-paste"]);
  controller.abort();
  await expect(reading).rejects.toThrow();
  expect(asked()).toEqual(["wl-paste"]);
});

function tryAsked(asked: () => unknown): unknown {
  try {
    return asked();
  } catch {
    return undefined;
  }
}
