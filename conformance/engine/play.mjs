/** Plays a transcript and holds every message to it. */
import { withAnyText } from "./any-text.mjs";
import { checkMessages } from "./checks.mjs";
import { createBindings, fill, show } from "./match.mjs";
import { PATIENCE_MS, Reader } from "./reader.mjs";
import { Stage } from "./stage.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Transcript} Transcript */
/** @typedef {import("./stage.mjs").Pipe} Pipe */
/** @typedef {import("./connection.mjs").Connection} Connection */

/**
 * Over what a transcript can be played. @param {Transcript} transcript @returns {Pipe[]}
 */
export function pipesOf({ door, stdioOnly }) {
  if (door === "rpc" || stdioOnly) return ["stdio"];
  /** @type {Pipe[]} */
  const sockets = process.platform === "win32" ? ["tcp"] : ["tcp", "unix"];
  return door === "serve" ? sockets : ["stdio", ...sockets];
}

/** What one connection has said and was told. @typedef {{ messages: readonly Json[], sent: string[] }} Talk */

/**
 * @typedef {object} PlayOptions
 * @property {readonly string[]} command
 * @property {Pipe} over
 * @property {number} [patienceMs] How long each line may take, and the end.
 * @property {boolean} [anyText] Texts for people may be others, and stderr is left alone.
 * @property {AbortSignal} [signal] Ends it all at once.
 */

/**
 * Plays it against a command. Resolves with what was said on each connection; rejects with an error that names the line of
 * the transcript, at the first message that is another one.
 * @param {Transcript} transcript
 * @param {PlayOptions} options
 * @returns {Promise<Talk[]>}
 */
export async function play(
  { door, args, steps },
  { command, over, patienceMs = PATIENCE_MS, anyText, signal },
) {
  const stage = new Stage({ command, door, over, args, patienceMs });
  const stop = () => void stage.close();
  signal?.addEventListener("abort", stop);
  const bindings = createBindings();
  /** @type {Map<number, { connection: Connection, reader: Reader, sent: string[] }>} */
  const talks = new Map();
  const talkOn = async (/** @type {number} */ number) => {
    const known = talks.get(number);
    if (known) return known;
    const connection = await stage.connection(number);
    const talk = { connection, reader: new Reader(connection, bindings, patienceMs), sent: [] };
    talks.set(number, talk);
    return talk;
  };
  let current = 1;
  let stderr = "";
  try {
    for (const step of steps) {
      if (step.type === "file") {
        stage.write(step.path, step.text);
        continue;
      }
      if (!stage.started) await stage.start();
      if (step.type === "connection") current = step.number;
      const { connection, reader, sent } = await talkOn(current);
      if (step.type === "expect") await reader.expect(anyText ? step.lanes.map(withAnyText) : step.lanes);
      else if (step.type === "send") {
        const parts = step.parts.map((part) =>
          part.kind === "message" ? { ...part, text: fill(stage.particular(part.text), bindings) } : part,
        );
        for (const part of parts) if (part.kind === "message") sent.push(part.text);
        connection.send(parts);
      } else if (step.type === "end of input") connection.endInput();
      else if (step.type === "gone") connection.leave();
      else if (step.type === "deaf") connection.deaf();
      else if (step.type === "hear") connection.hear();
      else if (step.type === "stderr") stderr += `${step.text}\n`;
      else if (step.type === "exit" || step.type === "closed") {
        await reader.expectEnd(step.at);
        if (step.type === "exit" && over === "stdio")
          await expectExit(stage, { code: step.code, stderr: anyText ? undefined : stderr }, step.at);
      }
    }
    if (over !== "stdio") {
      const { code } = await stage.end();
      if (code !== 0) throw new Error(`after SIGTERM: expected exit code 0, got ${code}`);
    }
    const all = [...talks.values()].map(({ connection: { messages }, sent }) => ({ messages, sent }));
    for (const talk of all) checkMessages(door, talk, { toTheEnd: over === "stdio" });
    return all;
  } catch (error) {
    if (error instanceof Error) error.message = [error.message, ...(await stage.state())].join("\n");
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    await stage.close();
  }
}

/** @param {Stage} stage @param {{ code: number, stderr: string | undefined }} expected @param {number} at */
async function expectExit(stage, expected, at) {
  const end = await stage.end().catch((error) => {
    throw new Error(`line ${at}: ${error.message}`);
  });
  if (end.code !== expected.code)
    throw new Error(`line ${at}: expected exit code ${expected.code}, got ${end.code}`);
  if (expected.stderr !== undefined && end.stderr !== expected.stderr)
    throw new Error(`line ${at}: expected ${show(expected.stderr)} on stderr, got ${show(end.stderr)}`);
}
