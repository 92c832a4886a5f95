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
  --list                    only say what would be played; needs no COMMAND
`;
const DOORS = ["rpc", "jsonrpc", "serve"];
const PIPES = ["stdio", "tcp", "unix"];

const { options, files, command } = readArguments();
let failures = 0;
let played = 0;
for (const file of files) {
  const transcript = parse(file);
  if (options.door !== undefined && transcript.door !== options.door) continue;
  for (const over of pipesOf(transcript)) {
    if (options.over !== undefined && over !== options.over) continue;
    const name = `${nameOf(file)} (${over})`;
    played++;
    if (options.list) console.log(name);
    else
      await play(transcript, { command, over }).then(
        () => console.log(`ok   ${name}`),
        (error) => {
          failures++;
          console.log(`FAIL ${name}\n  ${error.message.replaceAll("\n", "\n  ")}`);
        },
      );
  }
}
if (!options.list) console.log(failures > 0 ? `${failures} of ${played} do not hold` : `all ${played} hold`);
process.exitCode = failures > 0 || played === 0 ? 1 : 0;

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
  if (command.length === 0 && !options.list) fail(USAGE);
  return { options, command, files: positionals.length > 0 ? positionals : allFiles() };
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
