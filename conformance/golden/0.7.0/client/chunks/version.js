//#region src/wire/version.ts
/** Names and limits of the protocol. */
/** The protocol `--mode rpc` speaks. */
const PROTOCOL = "letscode-rpc/1";
/** The longest line read or written, in bytes, its LF not counted. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** The longest data of a custom message, in characters of JSON: the lines it is in fit. */
const MAX_DATA_CHARACTERS = MAX_LINE_BYTES / 8;
/** The protocol `--mode jsonrpc` speaks. */
const JSONRPC_PROTOCOL = "letscode-jsonrpc/1";
//#endregion
export { PROTOCOL as i, MAX_DATA_CHARACTERS as n, MAX_LINE_BYTES as r, JSONRPC_PROTOCOL as t };
