/** What the pieces of an answer amount to. */

/** @typedef {import("../../src/wire/messages.ts").AssistantContent} Block */
/** @typedef {import("../../src/wire/stream.ts").StreamEvent} Piece */

/**
 * The blocks of an answer with one more piece.
 * @param {readonly Block[]} content @param {Piece} piece
 * @returns {Block[]}
 */
export function addPiece(content, piece) {
  const blocks = [...content];
  const call = (/** @type {string} */ id) =>
    blocks.findLastIndex((block) => block.type === "tool_call" && block.tool_call_id === id);
  if (piece.type === "text_delta") {
    const block = blocks[piece.index];
    const before = block?.type === "text" ? block.text : "";
    place(blocks, piece.index, { type: "text", text: before + piece.delta });
  } else if (piece.type === "thinking_delta") {
    const block = blocks[piece.index];
    const before = block?.type === "thinking" ? block.thinking : "";
    place(blocks, piece.index, { type: "thinking", thinking: before + piece.delta });
  } else if (piece.type === "tool_call_start") {
    const { tool_call_id, name, index } = piece;
    place(blocks, index, { type: "tool_call", tool_call_id, name, arguments: {} });
  } else if (piece.type === "tool_call_args_delta") {
    const at = call(piece.tool_call_id);
    const block = blocks[at];
    if (block?.type === "tool_call")
      blocks[at] = { ...block, arguments_text: (block.arguments_text ?? "") + piece.delta };
  } else if (piece.type === "tool_call_end") {
    const at = call(piece.tool_call_id);
    const block = blocks[at];
    if (block?.type === "tool_call") {
      const { arguments_text: text, ...rest } = block;
      const unread = text !== undefined && !isJsonObject(text);
      blocks[at] = { ...rest, arguments: piece.arguments, ...(unread && { arguments_text: text }) };
    }
  }
  return blocks;
}

/** A place that is jumped over belongs to thinking which the provider kept to itself. @param {Block[]} blocks @param {number} index @param {Block} block */
function place(blocks, index, block) {
  while (blocks.length < index) blocks.push({ type: "thinking", thinking: "", redacted: true });
  blocks[index] = block;
}

/** Whether the arguments of a call are an object, or none. @param {string} text */
function isJsonObject(text) {
  if (text.trim() === "") return true;
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
