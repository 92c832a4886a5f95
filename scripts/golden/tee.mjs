/**
 * Stands between a host and letscode and writes down what goes through: `node tee.mjs FOLDER COMMAND ARGS…`. In FOLDER it
 * leaves NUMBER.txt, a line for each line or frame, behind `> ` what the host wrote and behind `< ` what letscode did, and
 * NUMBER.jsonl, the conversation that letscode kept. Paths of this machine have other names in both.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder = "", command = "", ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/.$/, "");
const framed = args.includes("jsonrpc");
/** @type {string[]} */
const lines = [];

const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
pass(process.stdin, child.stdin, "> ");
pass(child.stdout, process.stdout, "< ");
child.on("close", (code) => {
  const number = `${readdirSync(folder).filter((name) => name.endsWith(".txt")).length + 1}`.padStart(3, "0");
  keep(`${number}.txt`, `${lines.join("\n")}\n`);
  sessionFiles().forEach((file, at) => {
    keep(`${number}${at === 0 ? "" : `-${at + 1}`}.jsonl`, readFileSync(file, "utf8"));
  });
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});

/**
 * @param {NodeJS.ReadableStream} from
 * @param {NodeJS.WritableStream} to
 * @param {string} mark
 */
function pass(from, to, mark) {
  let rest = Buffer.alloc(0);
  from.on("data", (/** @type {Buffer} */ bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (let cut = next(rest); cut; cut = next(rest)) {
      lines.push(mark + cut.text);
      rest = rest.subarray(cut.end);
    }
    to.write(bytes);
  });
  from.on("end", () => {
    if (rest.length > 0) lines.push(`${mark}${rest}`);
    to.end();
  });
  to.on("error", () => {});
}

/** The first line or frame of the bytes, and where it ends. @param {Buffer} bytes */
function next(bytes) {
  if (!framed) {
    const end = bytes.indexOf(10);
    return end < 0 ? undefined : { text: `${bytes.subarray(0, end)}`, end: end + 1 };
  }
  const start = bytes.indexOf("\r\n\r\n") + 4;
  const length = Number(/^Content-Length: (\d+)\r\n/.exec(`${bytes.subarray(0, 40)}`)?.[1]);
  if (start < 4 || Number.isNaN(length) || bytes.length < start + length) return undefined;
  return { text: `${bytes.subarray(start, start + length)}`, end: start + length };
}

/** @param {string} name @param {string} text */
function keep(name, text) {
  const places = {
    [process.cwd()]: "/workspace",
    [process.env.XDG_STATE_HOME ?? "/state"]: "/state",
    [root]: "/letscode",
  };
  for (const [place, called] of Object.entries(places)) text = text.replaceAll(place, called);
  writeFileSync(join(folder, name), text);
}

function sessionFiles() {
  const state = join(process.env.XDG_STATE_HOME ?? "", "letscode");
  try {
    return readdirSync(state, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => join(state, name));
  } catch {
    return [];
  }
}
