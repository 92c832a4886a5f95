/** A long text as each kind of provider streams it, made beforehand: the beginning, one piece of 4 bytes, and the end. */

/**
 * @typedef {object} Stream each part as chunks of HTTP/1.1
 * @property {Buffer} start
 * @property {Buffer} piece
 * @property {(count: number) => Buffer} stop behind this many pieces
 * @property {string} end the last event, after the counts; empty: none
 */

const WORD = "abcd";

/** Chat completions. @type {Stream} */
export const chat = {
  start: event(chunk({ role: "assistant", content: "" })),
  piece: event(chunk({ content: WORD })),
  stop: () =>
    Buffer.concat([
      event(chunk({}, "stop")),
      event(
        chatFields({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 } }),
      ),
    ]),
  end: "data: [DONE]\n\n",
};

/** A piece of text in chat completions. @param {string} content ASCII */
export function chatPiece(content) {
  return event(chunk({ content }));
}

/** A call of a tool in chat completions. @param {string} name @param {object} args */
export function chatCall(name, args) {
  const call = { name, arguments: JSON.stringify(args) };
  const tool_calls = [{ index: 0, id: "call_1", type: "function", function: call }];
  return Buffer.concat([event(chunk({ role: "assistant", tool_calls })), event(chunk({}, "tool_calls"))]);
}

const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
const part = (/** @type {string} */ text) => ({ type: "output_text", text, annotations: [] });
const item = (/** @type {string} */ status, /** @type {object[]} */ content) => ({
  ...{ type: "message", id: "msg_1", status, role: "assistant", content },
});
const response = (/** @type {string} */ status, /** @type {object} */ more) => ({
  response: { id: "resp_1", object: "response", status, error: null, model: "m", ...more },
});

/** OpenAI's Responses API. @type {Stream} */
const responses = {
  start: Buffer.concat([
    named("response.created", response("in_progress", { output: [] })),
    named("response.in_progress", response("in_progress", { output: [] })),
    named("response.output_item.added", { output_index: 0, item: item("in_progress", []) }),
    named("response.content_part.added", { ...place, part: part("") }),
  ]),
  piece: named("response.output_text.delta", { ...place, delta: WORD, logprobs: [], obfuscation: "kPq3" }),
  stop(count) {
    const text = WORD.repeat(count);
    const usage = { input_tokens: 100, output_tokens: 50, total_tokens: 150 };
    return Buffer.concat([
      named("response.output_text.done", { ...place, text, logprobs: [] }),
      named("response.content_part.done", { ...place, part: part(text) }),
      named("response.output_item.done", { output_index: 0, item: item("completed", [part(text)]) }),
      named(
        "response.completed",
        response("completed", { output: [item("completed", [part(text)])], usage }),
      ),
    ]);
  },
  end: "",
};

/** Anthropic's Messages API. @type {Stream} */
const messages = {
  start: Buffer.concat([
    named("message_start", {
      message: {
        ...{ id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null },
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    }),
    named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    named("ping", {}),
  ]),
  piece: named("content_block_delta", { index: 0, delta: { type: "text_delta", text: WORD } }),
  stop: () =>
    Buffer.concat([
      named("content_block_stop", { index: 0 }),
      named("message_delta", {
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 50 },
      }),
      named("message_stop", {}),
    ]),
  end: "",
};

const generated = (/** @type {object[]} */ parts, /** @type {object} */ more) =>
  event({
    candidates: [{ content: { parts, role: "model" }, index: 0, ...more }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 50, totalTokenCount: 150 },
    ...{ modelVersion: "m", responseId: "r1" },
  });

/** Google's Gemini API. @type {Stream} */
const generate = {
  start: Buffer.alloc(0),
  piece: generated([{ text: WORD }], {}),
  stop: () => generated([{ text: "" }], { finishReason: "STOP" }),
  end: "",
};

/** What a request to this address is answered with. @param {string} path */
export function streamFor(path) {
  if (path.includes("/responses")) return responses;
  if (path.includes("/messages")) return messages;
  return path.includes(":streamGenerateContent") ? generate : chat;
}

/** @param {object} delta @param {string | null} reason */
function chunk(delta, reason = null) {
  return chatFields({ choices: [{ index: 0, delta, finish_reason: reason }] });
}

/** @param {object} fields */
function chatFields(fields) {
  return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", ...fields };
}

/** @param {string} type @param {object} fields */
function named(type, fields) {
  return frame(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

/** @param {object} fields */
function event(fields) {
  return frame(`data: ${JSON.stringify(fields)}\n\n`);
}

/** One server-sent event as one chunk of HTTP/1.1. @param {string} text ASCII */
function frame(text) {
  return Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
}
