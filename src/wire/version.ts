/** Names and limits of the protocol. */

/** The protocol `--mode rpc` speaks. */
export const PROTOCOL = "letscode-rpc/1";

/** How deep a line, or the arguments of a call, may be nested. */
export const MAX_DEPTH = 500;

/** The longest line read or written, in bytes, its LF not counted. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** The longest data of a custom message, in characters of JSON: the lines it is in fit. */
export const MAX_DATA_CHARACTERS = MAX_LINE_BYTES / 8;

/** The longest id of a message, in characters. */
export const MAX_ID_CHARACTERS = 12;

/** The protocol `--mode jsonrpc` speaks. */
export const JSONRPC_PROTOCOL = "letscode-jsonrpc/1";
