/** The language of the transcripts, read: README.md explains it. */

/** @typedef {import("../../src/wire/messages.ts").Json} Json */
/** @typedef {"rpc" | "jsonrpc" | "serve"} Door */

/**
 * One line that is expected.
 * @typedef {object} Expected
 * @property {number} at The number of the line in the file.
 * @property {Json} pattern
 * @property {boolean} repeated One message like this or more.
 */

/**
 * Something to send: a message as it is written, one of bytes, or bytes without a frame.
 * @typedef {{ kind: "message", text: string } | { kind: "bytes", bytes: Buffer } | { kind: "raw", bytes: Buffer }} Part
 */

/**
 * One step, in the order of the file. What is expected comes in order within each lane; lines that stand alone are one lane.
 * @typedef {{ at: number } & (
 *   | { type: "file", path: string, text: string }
 *   | { type: "send", parts: Part[] }
 *   | { type: "end of input" }
 *   | { type: "gone" }
 *   | { type: "deaf" }
 *   | { type: "hear" }
 *   | { type: "connection", number: number }
 *   | { type: "expect", form: string, lanes: Expected[][] }
 *   | { type: "stderr", text: string }
 *   | { type: "exit", code: number }
 *   | { type: "closed" }
 * )} Step
 */

/**
 * @typedef {object} Transcript
 * @property {Door} door
 * @property {readonly string[]} args The arguments behind the door's own.
 * @property {boolean} stdioOnly
 * @property {Step[]} steps
 */

const DOORS = ["rpc", "jsonrpc", "serve"];
const EXPECTATION = /^<(?<form>[+|]|(?<lane>[1-9])(?<more>\+?))? /;

/**
 * Reads a transcript. Throws an error that names the line when one that looks like a step is none.
 * @param {string} text
 * @returns {Transcript}
 */
export function parseTranscript(text) {
  const lines = text.replace(/\n$/, "").split("\n");
  /** @type {Transcript} */
  const transcript = { door: "rpc", args: ["--model", "demo"], stdioOnly: false, steps: [] };
  const { steps } = transcript;
  let index = 0;
  /** What follows this line and belongs to it, without its mark. @param {string} mark */
  const rest = (mark) => {
    const found = [];
    while (lines[index + 1]?.startsWith(mark)) found.push((lines[++index] ?? "").slice(mark.length));
    return found;
  };
  for (; index < lines.length; index++) {
    const at = index + 1;
    const line = lines[index] ?? "";
    const wrong = () => new Error(`line ${at} begins like a step and is none: ${line}`);
    const expectation = EXPECTATION.exec(line);
    if (!/^[><#|!=@]/.test(line)) continue;
    if (expectation) {
      const json = [line.slice(expectation[0].length), ...rest("  ")].join("");
      addExpected(steps, expectation.groups ?? {}, { at, pattern: parseJson(json, at) });
    } else if (line === ">eof") steps.push({ at, type: "end of input" });
    else if (line === ">gone") steps.push({ at, type: "gone" });
    else if (line === ">deaf") steps.push({ at, type: "deaf" });
    else if (line === ">hear") steps.push({ at, type: "hear" });
    else if (line.startsWith(">")) {
      const part = partOf(line, at);
      if (!part) throw wrong();
      const last = steps.at(-1);
      if (last?.type === "send") last.parts.push(part);
      else steps.push({ at, type: "send", parts: [part] });
    } else if (line.startsWith("! ")) steps.push({ at, type: "stderr", text: line.slice(2) });
    else if (/^= exit \d+$/.test(line)) steps.push({ at, type: "exit", code: Number(line.slice(7)) });
    else if (line === "= closed") steps.push({ at, type: "closed" });
    else if (/^@ \d+$/.test(line)) steps.push({ at, type: "connection", number: Number(line.slice(2)) });
    else if (line.startsWith("# door: ") && DOORS.includes(line.slice(8)))
      transcript.door = /** @type {Door} */ (line.slice(8));
    else if (line.startsWith("# args: ")) transcript.args = line.slice(8).split(" ");
    else if (line === "# over: stdio") transcript.stdioOnly = true;
    else if (line.startsWith("# file: ")) {
      const written = rest("|").map((each) => `${each.replace(/^ /, "")}\n`);
      steps.push({ at, type: "file", path: line.slice(8), text: written.join("") });
    } else throw wrong();
  }
  return transcript;
}

/**
 * Adds a line to the group it belongs to, or begins one.
 * @param {Step[]} steps @param {{ [name: string]: string | undefined }} form @param {Omit<Expected, "repeated">} line
 */
function addExpected(steps, { form = "", lane, more }, line) {
  const kind = lane ? "lanes" : form === "|" ? "any order" : "in order";
  const expected = { ...line, repeated: form === "+" || more === "+" };
  const last = steps.at(-1);
  const group = last?.type === "expect" && last.form === kind ? last : undefined;
  const lanes = group?.lanes ?? [];
  if (!group) steps.push({ at: line.at, type: "expect", form: kind, lanes });
  const place = lane ? Number(lane) - 1 : kind === "any order" ? lanes.length : 0;
  for (let number = lanes.length; number <= place; number++) lanes.push([]);
  lanes[place]?.push(expected);
}

/** @param {string} line @param {number} at @returns {Part | undefined} */
function partOf(line, at) {
  if (line.startsWith("> ")) return { kind: "message", text: line.slice(2) };
  if (/^>x( [0-9a-f]{2})+$/i.test(line))
    return { kind: "bytes", bytes: Buffer.from(line.slice(3).replaceAll(" ", ""), "hex") };
  const [, json, times = "1"] = /^>raw (".*")(?: \* ([1-9]\d*))?$/.exec(line) ?? [];
  if (json === undefined) return undefined;
  const bytes = Buffer.from(String(parseJson(json, at)));
  return { kind: "raw", bytes: Buffer.alloc(bytes.length * Number(times), bytes) };
}

/** @param {string} text @param {number} at @returns {Json} */
function parseJson(text, at) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`line ${at}: ${error instanceof Error ? error.message : error}: ${text}`);
  }
}
