/**
 * Plays transcripts against a command: `node conformance/run.mjs [OPTIONS] [FILE …] -- COMMAND [ARGUMENTS …]`. One line each;
 * where something differs, what was expected and what came. Exit code 0: all of them hold; 1: one does not; 2: wrong use.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pipesOf, play } from "./engine/play.mjs";
import { parseTranscript } from "./engine/transcript.mjs";

const USAGE = `usage: node conformance/run.mjs [OPTIONS] [FILE …] -- COMMAND [ARGUMENTS …]

Plays transcripts, all of them when no FILE is named, against a command that takes the arguments of letscode.

  --door rpc|jsonrpc|serve  only the transcripts of this door
  --over stdio|tcp|unix     only over this pipe; absent: over every pipe that applies
  --patience SECONDS        how long each line may take; absent: 15
  --any-text                texts for people may be others: of errors and reasons, and all of stderr
  --first                   stop at the first that does not hold
  --list                    only say what would be played; needs no COMMAND
`;
const DOORS = ["rpc", "jsonrpc", "serve"];
const PIPES = ["stdio", "tcp", "unix"];

const { options, files, command, patienceMs } = readArguments();
const interrupt = new AbortController();
const { signal } = interrupt;
process.once("SIGINT", () => interrupt.abort());
const plays = files.flatMap((file) => {
  const transcript = parse(file);
  if (options.door !== undefined && transcript.door !== options.door) return [];
  const pipes = pipesOf(transcript).filter((over) => options.over === undefined || over === options.over);
  return pipes.map((over) => ({ transcript, over, name: `${nameOf(file)} (${over})` }));
});
let failures = 0;
let played = 0;
for (const { transcript, over, name } of plays) {
  if (options.list) {
    console.log(name);
    continue;
  }
  const settings = { command, over, patienceMs, anyText: options["any-text"] === true, signal };
  const problem = await play(transcript, settings).then(() => undefined, toText);
  if (signal.aborted) break;
  played++;
  if (problem !== undefined) failures++;
  console.log(problem === undefined ? `ok   ${name}` : `FAIL ${name}\n  ${problem.replaceAll("\n", "\n  ")}`);
  if (options.first && failures > 0) break;
}
if (!options.list) {
  const left = plays.length - played;
  const rest = left > 0 ? `, ${left} not played` : "";
  const all = left > 0 ? "" : "all ";
  console.log(failures > 0 ? `${failures} of ${played} do not hold${rest}` : `${all}${played} hold${rest}`);
}
process.exitCode = signal.aborted ? 130 : failures > 0 || plays.length === 0 ? 1 : 0;

/** @param {unknown} error */
function toText(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} file */
function parse(file) {
  try {
    return parseTranscript(readFileSync(file, "utf8"));
  } catch (error) {
    fail(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} file */
function nameOf(file) {
  const folder = basename(dirname(file));
  return `${folder === "transcripts" ? "" : `${folder}/`}${basename(file, ".txt")}`;
}

function allFiles() {
  const folder = fileURLToPath(new URL("transcripts", import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => join(folder, name));
}

function readArguments() {
  const words = process.argv.slice(2);
  const end = words.indexOf("--");
  const command = end < 0 ? [] : words.slice(end + 1).map(fromAnywhere);
  const own = end < 0 ? words : words.slice(0, end);
  let parsed;
  try {
    parsed = parseArgs({
      args: own,
      allowPositionals: true,
      options: {
        door: { type: "string" },
        over: { type: "string" },
        patience: { type: "string" },
        "any-text": { type: "boolean" },
        first: { type: "boolean" },
        list: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    fail(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
  const { values: options, positionals } = parsed;
  if (options.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (options.door !== undefined && !DOORS.includes(options.door))
    fail(`--door: expected one of ${DOORS.join(", ")}`);
  if (options.over !== undefined && !PIPES.includes(options.over))
    fail(`--over: expected one of ${PIPES.join(", ")}`);
  const patienceMs = Number(options.patience ?? 15) * 1000;
  if (!(patienceMs > 0 && patienceMs <= 3_600_000)) fail("--patience: expected seconds, up to 3600");
  if (command.length === 0 && !options.list) fail(USAGE);
  return { patienceMs, options, command, files: positionals.length > 0 ? positionals : allFiles() };
}

/** A path of this folder as it is called from the workspaces. @param {string} word */
function fromAnywhere(word) {
  return /[/\\]/.test(word) && existsSync(word) ? resolve(word) : word;
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(2);
}
