/** Conversations on disk, as an agent leaves them. */
import { writeFileSync } from "node:fs";

/** Prose and code, to cut texts from. */
const PROSE =
  "The function reads the file once, keeps its lines in order and hands each of them on; what is too long is cut. ";
const CODE = 'export function next(line: string): string {\n\treturn line.replace(/\\s+$/, "") + "\\n";\n}\n';
const [PROMPT_BYTES, ANSWER_BYTES, RESULT_BYTES] = [100, 300, 2000];
/** As much as a request has around each message: names, quotes, the call. */
const AROUND = "-".repeat(66);
const FROM = {
  provider: "openai-compatible",
  model: "m",
  usage: {
    input_tokens: 100,
    output_tokens: 50,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: null,
  },
};

/** @typedef {{ role: string, content: readonly { type: string, text?: string }[] }} Message */

/**
 * A conversation about code, some 0.7 kB a message: prompts, answers that call a tool, what it came to, last answers.
 *
 * @param {number} count how many messages; four belong together
 * @returns {Message[]}
 */
export function conversation(count) {
  return Array.from({ length: count }, (_, at) => {
    const base = { id: `m${at}`, timestamp: at + 1 };
    const call = { id: `call_${at - (at % 4)}`, name: "read" };
    switch (at % 4) {
      case 0:
        return { ...base, role: "user", content: [text(PROSE, PROMPT_BYTES, at)] };
      case 1: {
        const block = {
          type: "tool_call",
          tool_call_id: call.id,
          name: call.name,
          arguments: { path: `${at}.ts` },
        };
        return {
          ...base,
          role: "assistant",
          content: [text(PROSE, ANSWER_BYTES, at), block],
          ...FROM,
          stop_reason: "tool_use",
        };
      }
      case 2: {
        const of = { tool_call_id: call.id, tool_name: call.name, is_error: false };
        return { ...base, role: "tool_result", ...of, content: [text(CODE, RESULT_BYTES, at)] };
      }
      default:
        return {
          ...base,
          role: "assistant",
          content: [text(PROSE, ANSWER_BYTES, at)],
          ...FROM,
          stop_reason: "end_turn",
        };
    }
  });
}

/** All that the messages say in a single one, which makes a request of the same length. @param {readonly Message[]} messages @returns {Message[]} */
export function inOneMessage(messages) {
  const said = messages.flatMap(({ content }) => content.flatMap(({ text = [] }) => text));
  const only = {
    id: "only",
    timestamp: 1,
    role: "user",
    content: [{ type: "text", text: said.join(AROUND) }],
  };
  return messages.length === 0 ? [] : [only];
}

/**
 * Writes a conversation's file.
 *
 * @param {string} file
 * @param {string} cwd the folder it belongs to
 * @param {readonly Message[]} messages
 */
export function writeConversation(file, cwd, messages) {
  const header = { type: "session", version: 1, id: "bench", cwd, created: 1, letscode: "0.0.0" };
  const lines = [header, ...messages.map((message) => ({ type: "message", message }))];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** A text of this length that begins with a number of its own. @param {string} from @param {number} length @param {number} at */
function text(from, length, at) {
  return { type: "text", text: `${at} ${from.repeat(Math.ceil(length / from.length))}`.slice(0, length) };
}
