/** What the clipboard holds, asked of the programs that are there. */
import { execFile } from "node:child_process";
import { delimiter, isAbsolute, join } from "node:path";
import type { Clipboard } from "../terminal/port.ts";
import { MAX_IMAGE_BYTES } from "../tools/image-type.ts";
import { isProgram } from "../tools/is-program.ts";

/** Where it is asked. */
export interface ClipboardOptions {
  /** The environment of the programs, without keys. */
  environment: Readonly<Record<string, string>>;
  platform: NodeJS.Platform;
  /** Ends them. */
  signal: AbortSignal;
}

/** Reads what a program says when it is started with these arguments. */
type Run = (...args: string[]) => Promise<Buffer>;

interface Source {
  program: string;
  /** Undefined: nothing that it knows. */
  read(run: Run): Promise<Clipboard | undefined>;
}

const TIMEOUT_MS = 3000;
/** Room for an image as base64 or in hexadecimal digits. */
const MOST_BYTES = 2 * MAX_IMAGE_BYTES + 10_000;
const IMAGES = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const TEXTS = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING", "text/uri-list"];

const WAYLAND: Source = {
  program: "wl-paste",
  read: (run) => readListed(run, ["--list-types"], (type) => ["--no-newline", "--type", type]),
};
const X11: Source = {
  program: "xclip",
  read: (run) => {
    const get = (type: string) => ["-selection", "clipboard", "-o", "-t", type];
    return readListed(run, get("TARGETS"), get);
  },
};
const MAC: readonly Source[] = [
  { program: "pngpaste", read: async (run) => ({ type: "image", bytes: await run("-") }) },
  {
    program: "osascript",
    async read(run) {
      const said = (await run("-e", "get the clipboard as «class PNGf»")).toString("latin1");
      const digits = /PNGf([0-9A-F]+)/.exec(said)?.[1];
      return digits === undefined ? undefined : { type: "image", bytes: Buffer.from(digits, "hex") };
    },
  },
  { program: "pbpaste", read: async (run) => textOf(await run()) },
];
/** Says which kind it is, and then all of it as base64. */
const SCRIPT = `Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$image = [Windows.Forms.Clipboard]::GetImage()
if ($image) {
  $bytes = New-Object IO.MemoryStream
  $image.Save($bytes, [Drawing.Imaging.ImageFormat]::Png)
  'image ' + [Convert]::ToBase64String($bytes.ToArray())
} else { 'text ' + [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes([Windows.Forms.Clipboard]::GetText())) }`;
const WINDOWS: Source = {
  program: "powershell.exe",
  async read(run) {
    const said = (await run("-NoProfile", "-NonInteractive", "-STA", "-Command", SCRIPT)).toString("latin1");
    const [kind, data = ""] = said.trim().split(" ");
    const bytes = Buffer.from(data, "base64");
    return kind === "image" ? { type: "image", bytes } : textOf(bytes);
  },
};

/** An image when there is one, else text. Rejects in words for people; no program runs for more than three seconds. */
export async function readClipboard({ environment, platform, signal }: ClipboardOptions): Promise<Clipboard> {
  const sources = sourcesOf(platform, environment);
  let isAsked = false;
  let failure: Error | undefined;
  for (const { program, read } of sources) {
    const path = findProgram(program, environment);
    if (path === undefined) continue;
    isAsked = true;
    try {
      const found = await read((...args) => run(path, program, args, { environment, signal }));
      if (found) return found;
    } catch (thrown) {
      failure = thrown as Error;
    }
    signal.throwIfAborted();
  }
  if (failure) throw failure;
  if (isAsked) throw new Error("the clipboard holds no image and no text");
  const names = sources.map(({ program }) => program).join(" or ");
  throw new Error(`the clipboard cannot be read: there is no ${names} on the PATH`);
}

function sourcesOf(platform: NodeJS.Platform, { WSL_DISTRO_NAME: wsl }: Record<string, string | undefined>) {
  if (platform === "darwin") return MAC;
  if (platform === "win32") return [WINDOWS];
  return wsl === undefined ? [WAYLAND, X11] : [WAYLAND, X11, WINDOWS];
}

/** Of a program that tells the types first. */
async function readListed(
  run: Run,
  list: readonly string[],
  get: (type: string) => string[],
): Promise<Clipboard | undefined> {
  const types = (await run(...list)).toString("latin1").split(/\r?\n/);
  const image = IMAGES.find((type) => types.includes(type));
  if (image !== undefined) return { type: "image", bytes: await run(...get(image)) };
  const text = TEXTS.find((type) => types.includes(type));
  return text === undefined ? undefined : textOf(await run(...get(text)));
}

function textOf(bytes: Buffer): Clipboard | undefined {
  return bytes.length > 0 ? { type: "text", text: bytes.toString("utf8") } : undefined;
}

/** Only in folders that the PATH names in full: no project can bring its own. */
function findProgram(
  program: string,
  { PATH, Path }: Record<string, string | undefined>,
): string | undefined {
  const folders = (PATH ?? Path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, program)).find(isProgram);
}

function run(
  path: string,
  program: string,
  args: readonly string[],
  { environment, signal }: Pick<ClipboardOptions, "environment" | "signal">,
): Promise<Buffer> {
  const limits = { timeout: TIMEOUT_MS, killSignal: "SIGKILL", maxBuffer: MOST_BYTES } as const;
  const options = { ...limits, env: environment, signal, encoding: "buffer", windowsHide: true } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(path, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const [why = ""] = stderr.toString("utf8").trim().split("\n");
      if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
        reject(new Error("the clipboard holds too much"));
      else if (error.killed) reject(new Error(`the clipboard cannot be read: ${program} takes too long`));
      else reject(new Error(`the clipboard gives no image: ${program}: ${why || error.message}`));
    });
    child.stdin?.end();
  });
}
