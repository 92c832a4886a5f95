import { Buffer, isUtf8 } from "node:buffer";
//#region src/framing/ndjson.ts
/** Newline-delimited records: bytes in, lines out. Knows nothing of what the lines say. */
const LF = 10;
const CR = 13;
const BOM = Buffer.from([
	239,
	187,
	191
]);
/** Below this many pieces a line is joined only when it is complete. */
const JOIN_AFTER = 1024;
/**
* Cuts a byte stream into lines at 0x0A and nowhere else: U+2028, U+0085 and a bare CR are data. One trailing CR
* is dropped, and a BOM at the very start. A character split over two pushes stays whole.
*/
var LineReader = class {
	#maxBytes;
	#pieces = [];
	#length = 0;
	#atStart = true;
	/** `maxBytes`: the longest line, its LF not counted; a longer one costs no memory. */
	constructor(options) {
		this.#maxBytes = options.maxBytes;
	}
	/** The records that these bytes complete, in order. */
	push(bytes) {
		const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const records = [];
		let from = 0;
		for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
			this.#add(chunk.subarray(from, end));
			records.push(this.#take());
			from = end + 1;
		}
		if (from < chunk.length) this.#add(chunk.subarray(from));
		return records;
	}
	/** The last line, when the input ended without an LF. */
	end() {
		return this.#length > 0 ? [this.#take()] : [];
	}
	#add(piece) {
		this.#length += piece.length;
		if (this.#length > this.#maxBytes) {
			this.#pieces = [];
			return;
		}
		this.#pieces.push(piece);
		if (this.#pieces.length >= JOIN_AFTER) this.#pieces = [Buffer.concat(this.#pieces)];
	}
	#take() {
		const length = this.#length;
		const pieces = this.#pieces;
		const first = this.#atStart;
		this.#length = 0;
		this.#pieces = [];
		this.#atStart = false;
		if (length > this.#maxBytes) return {
			type: "too_long",
			bytes: length
		};
		let line = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
		if (first && line.subarray(0, 3).equals(BOM)) line = line.subarray(3);
		if (line.at(-1) === CR) line = line.subarray(0, -1);
		return isUtf8(line) ? {
			type: "line",
			text: line.toString("utf8")
		} : { type: "invalid_utf8" };
	}
};
/** A value as one line, its LF included, of well-formed JSON. */
function encodeLine(value) {
	return `${jsonText(value)}\n`;
}
/** A value as JSON whose UTF-8 any reader takes: lone surrogates, which strict ones refuse, become U+FFFD. */
function jsonText(value) {
	const json = JSON.stringify(value);
	return json.includes("\\ud") ? json.replace(LONE_SURROGATE, "$1\\ufffd") : json;
}
/** Whether a text takes at most so many bytes as UTF-8. */
function fits(text, maxBytes) {
	return text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;
}
/** JSON.stringify escapes surrogates only when they are alone; an even number of backslashes before is text. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;
//#endregion
export { jsonText as i, encodeLine as n, fits as r, LineReader as t };
