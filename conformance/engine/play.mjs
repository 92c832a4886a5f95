/** Plays a transcript and holds every message to it. */
import { checkMessages } from "./checks.mjs";
import { explain } from "./explain.mjs";
import { createBindings, fill, isObject, mismatch } from "./match.mjs";
import { Stage } from "./stage.mjs";

/** @typedef {import("./transcript.mjs").Json} Json */
/** @typedef {import("./transcript.mjs").Transcript} Transcript */
/** @typedef {import("./transcript.mjs").Expected} Expected */
/** @typedef {import("./stage.mjs").Pipe} Pipe */

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

/** What the transcript says of a connection so far. */
class Reader {
  next = 0;
  /** More messages of these forms may still come. @type {Expected[]} */
  open = [];
  /** The text of every message that was sent. @type {string[]} */
  sent = [];

  /** @param {import("./connection.mjs").Connection} connection @param {import("./match.mjs").Bindings} bindings */
  constructor(connection, bindings) {
    this.connection = connection;
    this.bindings = bindings;
  }

  /** The next message that belongs to nothing that is open; undefined at the end. */
  async message() {
    for (;;) {
      const message = withoutMerged(await this.connection.message(this.next++));
      if (message === undefined || !this.open.some((line) => this.#takes(line, message))) {
        this.open = [];
        return message;
      }
    }
  }

  /** Reads what a group of lines takes. @param {readonly Expected[][]} group */
  async expect(group) {
    const lanes = group.map((lines) => ({ lines, next: 0, open: /** @type {Expected[]} */ ([]) }));
    for (;;) {
      const left = lanes.flatMap(({ lines, next }) => lines.slice(next, next + 1));
      const [line] = left;
      if (!line) break;
      const message = await this.message().catch((error) => {
        throw new Error(`line ${line.at}: ${error.message}`);
      });
      if (message === undefined) throw new Error(`line ${line.at}: the end came instead`);
      if (!lanes.some((lane) => this.#laneTakes(lane, message)))
        throw new Error(explain(left, message, this.bindings));
    }
    this.open = lanes.flatMap(({ open }) => open);
  }

  /** @param {{ lines: readonly Expected[], next: number, open: Expected[] }} lane @param {Json} message */
  #laneTakes(lane, message) {
    if (lane.open.some((line) => this.#takes(line, message))) return true;
    const line = lane.lines[lane.next];
    if (!line || !this.#takes(line, message)) return false;
    lane.next++;
    lane.open = line.repeated ? [line] : [];
    return true;
  }

  /** @param {Expected} line @param {Json} message */
  #takes(line, message) {
    return mismatch(line.pattern, message, this.bindings) === null;
  }
}

/**
 * Plays it against a command. Resolves with what was said on each connection; rejects with an error that names the line of
 * the transcript, at the first message that is another one.
 * @param {Transcript} transcript
 * @param {{ command: readonly string[], over: Pipe }} options
 * @returns {Promise<Talk[]>}
 */
export async function play({ door, args, steps }, { command, over }) {
  const stage = new Stage({ command, door, over, args });
  const bindings = createBindings();
  /** @type {Map<number, Reader>} */
  const readers = new Map();
  const readerOf = async (/** @type {number} */ number) => {
    const known = readers.get(number);
    if (known) return known;
    const reader = new Reader(await stage.connection(number), bindings);
    readers.set(number, reader);
    return reader;
  };
  let current = 1;
  /** @type {string[]} */
  const stderr = [];
  try {
    for (const step of steps) {
      if (step.type === "file") {
        stage.write(step.path, step.text);
        continue;
      }
      if (!stage.started) await stage.start();
      if (step.type === "connection") current = step.number;
      if (step.type === "stderr") stderr.push(`${step.text}\n`);
      const reader = await readerOf(current);
      if (step.type === "send") {
        const parts = step.parts.map((part) =>
          part.kind === "message" ? { ...part, text: fill(stage.particular(part.text), bindings) } : part,
        );
        for (const part of parts) if (part.kind === "message") reader.sent.push(part.text);
        reader.connection.send(parts);
      } else if (step.type === "end of input") reader.connection.endInput();
      else if (step.type === "gone") reader.connection.leave();
      else if (step.type === "expect") await reader.expect(step.lanes);
      else if (step.type === "exit" || step.type === "closed") {
        const extra = await reader.message();
        if (extra !== undefined) throw new Error(`line ${step.at}: one more came: ${JSON.stringify(extra)}`);
        if (reader.connection.fault !== undefined)
          throw new Error(`line ${step.at}: ${reader.connection.fault}`);
        if (step.type === "exit" && over === "stdio")
          await expectEnd(stage, { code: step.code, stderr: stderr.join("") }, step.at);
      }
    }
    if (over !== "stdio") {
      const { code } = await stage.end();
      if (code !== 0) throw new Error(`after SIGTERM: expected exit code 0, got ${code}`);
    }
    const talks = [...readers.values()].map(({ connection, sent }) => ({
      messages: connection.messages,
      sent,
    }));
    for (const talk of talks) checkMessages(door, talk, { toTheEnd: over === "stdio" });
    return talks;
  } catch (error) {
    if (error instanceof Error && stage.stderr !== "") error.message += `\nstderr: ${stage.stderr.trimEnd()}`;
    throw error;
  } finally {
    await stage.close();
  }
}

/** @param {Stage} stage @param {{ code: number, stderr: string }} expected @param {number} at */
async function expectEnd(stage, expected, at) {
  const end = await stage.end();
  if (end.code !== expected.code || end.stderr !== expected.stderr)
    throw new Error(`line ${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(end)}`);
}

/** How many events are in one is chance. @param {Json | undefined} message */
function withoutMerged(message) {
  if (!isObject(message) || message.method !== "session.event" || !isObject(message.params)) return message;
  const { merged: _, ...params } = message.params;
  return { ...message, params };
}
