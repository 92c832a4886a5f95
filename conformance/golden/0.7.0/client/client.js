import { n as systemClock, r as within } from "./chunks/clock.js";
import { n as LetscodeError, o as errorText } from "./chunks/errors.js";
import { t as isDeeperThan } from "./chunks/json-depth.js";
import { i as PROTOCOL, r as MAX_LINE_BYTES, t as JSONRPC_PROTOCOL } from "./chunks/version.js";
import { t as VERSION } from "./chunks/version2.js";
import { i as jsonText, r as fits, t as LineReader } from "./chunks/ndjson.js";
import { createRequire } from "node:module";
import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { dirname, join } from "node:path";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StringDecoder } from "node:string_decoder";
//#region src/jsonrpc/errors.ts
/** What a JSON-RPC call can fail with: codes, and the two errors that callers see. */
/** Every code by name. The first five are JSON-RPC's own; of the others the name is also in the error's `data.code`. */
const CODES = {
	parse_error: -32700,
	invalid_request: -32600,
	method_not_found: -32601,
	invalid_params: -32602,
	internal_error: -32603,
	busy: -32e3,
	session_not_found: -32001,
	not_initialized: -32002,
	unauthorized: -32003,
	closing: -32004,
	protocol_mismatch: -32005,
	cancelled: -32800
};
/** An error answer: thrown by a handler it is what the caller gets, and what a call rejects with when it got one. */
var JsonRpcError = class extends LetscodeError {
	name = "JsonRpcError";
	code;
	data;
	constructor(code, message, data) {
		super(message);
		this.code = code;
		this.data = data;
	}
};
/** No answer can come: the connection is at its end. */
var ConnectionError = class extends LetscodeError {
	name = "ConnectionError";
	reason;
	constructor(reason, message) {
		super(message);
		this.reason = reason;
	}
};
/** No answer came in time. */
var CallTimeoutError = class extends LetscodeError {
	name = "CallTimeoutError";
};
/** An error of one of these codes; letscode's own carry their name in `data.code`, beside what `data` holds. */
function rpcError(name, message, data) {
	const error = errorObject(name, message, data);
	return new JsonRpcError(error.code, error.message, error.data);
}
/** The same as it crosses the pipe. */
function errorObject(name, message, data) {
	const code = CODES[name];
	if (!(code >= CODES.parse_error && code <= CODES.invalid_request)) return {
		code,
		message,
		data: {
			code: name,
			...data
		}
	};
	return data === void 0 ? {
		code,
		message
	} : {
		code,
		message,
		data
	};
}
//#endregion
//#region src/framing/content-length.ts
/** Records with a header: bytes in, bodies out, and back. Knows nothing of what the bodies say. */
/** The longest header block, its blank line included, in bytes. */
const MAX_HEADER_BYTES = 8 * 1024;
/** This many pieces of a body are joined, so that small ones do not cost more than what they hold. */
const JOIN_AFTER = 1024;
const FIELD = /^([!#$%&'*+.^_`|~0-9a-z-]+):(.*)$/is;
/** How a line may begin whose end has not come yet. */
const FIELD_BEGUN = /^(?:[!#$%&'*+.^_`|~0-9a-z-]+(?::|$)|\r?$)/i;
const DIGITS = /^[ \t]*(\d+)[ \t]*$/;
/** From this length on a frame is made of bytes. */
const LONG_CHARS = 32 * 1024;
/** How much of a line is quoted in a message. */
const QUOTED$1 = 60;
/**
* Cuts a byte stream into frames: header fields in any case and order, one of them `Content-Length`, lines that end with
* CRLF or LF, a blank one, and as many bytes of UTF-8 as announced. Any cut of the bytes gives the same frames.
*
* A length announces no allocation: pieces are kept as they come, and each byte is copied at most twice.
*/
var FrameReader = class {
	#maxBytes;
	/** A header that has begun. */
	#header = null;
	/** A body that has begun, and how many of its bytes have not come. */
	#pieces = [];
	#joined = 0;
	#missing = 0;
	#broken = false;
	/** `maxBytes`: the longest body. */
	constructor(options) {
		this.#maxBytes = options.maxBytes;
	}
	/** The records that these bytes complete, in order. Nothing after one that is `broken`. */
	push(bytes) {
		const records = [];
		if (this.#broken) return records;
		let chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		if (this.#missing > 0) {
			const rest = chunk.subarray(0, this.#missing);
			chunk = chunk.subarray(rest.length);
			this.#missing -= rest.length;
			this.#keep(rest);
			if (this.#missing > 0) return records;
			records.push(decode(this.#takeBody()));
		} else if (this.#header) {
			chunk = Buffer.concat([this.#header, chunk]);
			this.#header = null;
		}
		if (chunk.length > 0) this.#cut(chunk, records);
		return records;
	}
	/** What an end of the input at this place means: nothing between frames. */
	end() {
		if (this.#missing > 0) {
			const have = this.#pieces.reduce((sum, { length }) => sum + length, 0);
			return [this.#break("cut", `the input ended after ${have} of ${have + this.#missing} bytes of a frame`)];
		}
		return this.#header ? [this.#break("cut", "the input ended inside the header of a frame")] : [];
	}
	/** Cuts a chunk at whose start a header begins. */
	#cut(chunk, records) {
		const text = chunk.toString("latin1");
		const ascii = isAscii(chunk);
		for (let at = 0; at < chunk.length;) {
			const header = this.#readHeader(text, at);
			if (header === void 0) {
				this.#header = chunk.subarray(at);
				return;
			}
			if ("type" in header) {
				records.push(header);
				return;
			}
			at = header.bodyAt + header.length;
			if (at > chunk.length) {
				this.#missing = at - chunk.length;
				if (header.bodyAt < chunk.length) this.#keep(chunk.subarray(header.bodyAt));
				return;
			}
			records.push(ascii ? {
				type: "frame",
				text: text.slice(header.bodyAt, at)
			} : decode(chunk.subarray(header.bodyAt, at)));
		}
	}
	/** The header block that begins at `at`; undefined when its end has not come, and nothing in it is wrong so far. */
	#readHeader(text, at) {
		let length;
		for (let from = at;;) {
			const lf = text.indexOf("\n", from);
			const end = lf === -1 ? text.length : lf;
			if (end - at >= MAX_HEADER_BYTES) {
				const line = text.slice(from, Math.min(end, from + QUOTED$1));
				if (!FIELD_BEGUN.test(line)) return this.#break("not_a_header", notAHeader(line));
				return this.#break("header_too_long", `a header is longer than ${MAX_HEADER_BYTES} bytes`);
			}
			if (lf === -1) {
				const line = text.slice(from);
				return FIELD_BEGUN.test(line) ? void 0 : this.#break("not_a_header", notAHeader(line));
			}
			const line = text.charCodeAt(lf - 1) === 13 && lf > from ? text.slice(from, lf - 1) : text.slice(from, lf);
			from = lf + 1;
			if (line === "") {
				if (length !== void 0) return {
					bodyAt: from,
					length
				};
				return this.#break("length_missing", "a header has no Content-Length");
			}
			const [, name, value = ""] = FIELD.exec(line) ?? [];
			if (name === void 0) return this.#break("not_a_header", notAHeader(line));
			if (name.toLowerCase() !== "content-length") continue;
			if (length !== void 0) return this.#break("length_repeated", "a header has two Content-Length fields");
			const digits = DIGITS.exec(value)?.[1];
			if (digits === void 0) return this.#break("length_invalid", `Content-Length is ${quoted$1(value.trim())}, not a number of bytes`);
			length = Number(digits);
			if (length > this.#maxBytes) return this.#break("length_over_limit", `Content-Length is ${quoted$1(digits)}; at most ${this.#maxBytes} bytes are read`);
		}
	}
	#keep(piece) {
		this.#pieces.push(piece);
		if (this.#pieces.length - this.#joined < JOIN_AFTER) return;
		this.#pieces.push(Buffer.concat(this.#pieces.splice(this.#joined)));
		this.#joined = this.#pieces.length;
	}
	#takeBody() {
		const pieces = this.#pieces;
		this.#pieces = [];
		this.#joined = 0;
		return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
	}
	#break(fault, message) {
		this.#broken = true;
		this.#header = null;
		this.#takeBody();
		return {
			type: "broken",
			fault,
			message
		};
	}
};
/**
* A body as one frame: text whose UTF-8 goes to the pipe, or the bytes themselves of a long one, which as text would be
* copied once more. The body must be well-formed, as `jsonText` makes it.
*/
function encodeFrame(body) {
	const bytes = Buffer.byteLength(body);
	const header = `Content-Length: ${bytes}\r\n\r\n`;
	if (body.length < LONG_CHARS) return header + body;
	const frame = Buffer.allocUnsafe(header.length + bytes);
	frame.write(header, "latin1");
	frame.write(body, header.length, bytes === body.length ? "latin1" : "utf8");
	return frame;
}
function decode(body) {
	if (isAscii(body)) return {
		type: "frame",
		text: body.toString("latin1")
	};
	if (isUtf8(body)) return {
		type: "frame",
		text: body.toString("utf8")
	};
	return {
		type: "invalid_utf8",
		bytes: body.length
	};
}
function notAHeader(line) {
	return `${quoted$1(line)} is no header field; expected Content-Length: N`;
}
function quoted$1(text) {
	return JSON.stringify(text.length > QUOTED$1 ? `${text.slice(0, QUOTED$1)}…` : text);
}
//#endregion
//#region src/jsonrpc/batch.ts
/** The answers of one batch, as they become ready. */
var Batch = class {
	#answers = [];
	#lanes = /* @__PURE__ */ new Set();
	#expected;
	#send;
	/** `send` is called once, when all answers are there; never when the batch asks for none. */
	constructor(messages, send) {
		this.#expected = messages.filter(wantsAnswer).length;
		this.#send = send;
	}
	/** Adds an answer, which would have left in this lane. */
	add(answer, lane) {
		this.#answers.push(answer);
		this.#lanes.add(lane);
		if (this.#answers.length === this.#expected) this.#send(this.#answers, this.#lanes);
	}
};
function wantsAnswer(message) {
	return message.kind === "request" || message.kind === "invalid" && message.to !== void 0;
}
//#endregion
//#region src/jsonrpc/connection-options.ts
/** The longest body, in bytes, where nothing else is said. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
//#endregion
//#region src/jsonrpc/inbox.ts
/**
* Heeds items in order of arrival. Whoever waits for an answer goes on in microtasks; what came after the answer is heeded only
* when these are through, or a notification about a new session would be heeded before its creator knows the session.
*/
var Inbox = class {
	#options;
	#items = [];
	#head = 0;
	#answered = false;
	#held = false;
	constructor(options) {
		this.#options = options;
	}
	/** Puts an item at the end; `run` heeds it. */
	add(item) {
		this.#items.push(item);
	}
	/** Heeds what is there, as far as it may be heeded now; the rest follows by itself. */
	run() {
		if (this.#held) return;
		this.#held = true;
		while (this.#head < this.#items.length) {
			const room = this.#options.room();
			if (room) return void room.then(() => this.#goOn());
			const item = this.#items[this.#head];
			const answer = this.#options.isAnswer(item);
			if (this.#answered && !answer) {
				this.#answered = false;
				return afterMicrotasks(() => this.#goOn());
			}
			this.#head++;
			this.#answered = answer;
			this.#options.handle(item);
		}
		this.#items = [];
		this.#head = 0;
		this.#held = false;
	}
	#goOn() {
		this.#held = false;
		this.run();
	}
};
/** Calls `run` when no microtask is left. */
function afterMicrotasks(run) {
	queueMicrotask(() => process.nextTick(run));
}
//#endregion
//#region src/jsonrpc/messages.ts
/** Messages of JSON-RPC 2.0: what one body says, and what is written. Knows no method. */
/** How much of a foreign text is quoted. */
const QUOTED = 100;
/** What a body says: a message, or the messages of a batch. Nothing may be nested more than `maxDepth` levels deep. */
function parseBody(text, maxDepth) {
	let value;
	try {
		value = JSON.parse(text);
	} catch {
		return invalid(null, "parse_error", "the body is not JSON");
	}
	const deep = isDeeperThan(text, maxDepth) ? maxDepth : void 0;
	if (!Array.isArray(value)) return understand(value, deep);
	if (value.length === 0) return invalid(null, "invalid_request", "a batch must hold a message");
	return value.map((message) => understand(message, deep));
}
/** The params of a call as an object, none being an empty one; undefined when they are something else. */
function paramsObject(params) {
	if (params === void 0 || params === null) return {};
	return typeof params === "object" && !Array.isArray(params) ? params : void 0;
}
/** A foreign text in quotes, cut when it is long, that drives no terminal. */
function quoted(text) {
	return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
}
function understand(value, deep) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return invalid(null, "invalid_request", "a message is an object");
	const { jsonrpc, id, method, params } = value;
	const known = isId(id);
	if (method === void 0 && ("result" in value || "error" in value)) {
		if (jsonrpc !== "2.0") return failed(id, "the answer has no jsonrpc: \"2.0\"");
		if (deep !== void 0) return failed(id, `the answer is ${tooDeep(deep)}`);
		return {
			kind: "response",
			id,
			outcome: outcomeOf(value)
		};
	}
	const complain = (what) => invalid(known ? id : null, "invalid_request", what);
	if (jsonrpc !== "2.0") return complain("jsonrpc must be \"2.0\"");
	if (method === void 0) return complain("a message has a method, a result or an error");
	if (typeof method !== "string") return complain("method must be a string");
	if (!("id" in value)) {
		if (deep === void 0) return {
			kind: "notification",
			method,
			params
		};
		return invalid(void 0, "invalid_request", `the notification is ${tooDeep(deep)}`);
	}
	if (!known) return complain("id must be a string or a number that JSON keeps exactly");
	if (deep !== void 0) return complain(`the request is ${tooDeep(deep)}`);
	return {
		kind: "request",
		id,
		method,
		params
	};
}
function outcomeOf({ error, result }) {
	if (error === void 0 || error === null) return { result: result ?? null };
	const { code, message, data } = error;
	return { error: {
		code: typeof code === "number" ? code : CODES.internal_error,
		message: typeof message === "string" ? message : "an error without a message",
		...data === void 0 ? {} : { data }
	} };
}
function failed(id, message) {
	return {
		kind: "response",
		id,
		outcome: { error: errorObject("invalid_request", message) }
	};
}
function invalid(to, code, message) {
	return {
		kind: "invalid",
		to,
		error: errorObject(code, message)
	};
}
function tooDeep(levels) {
	return `nested more than ${levels} levels deep`;
}
/** Only an id that can be echoed as it came. */
function isId(id) {
	if (typeof id === "number") return Number.isFinite(id) && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
	return typeof id === "string";
}
//#endregion
//#region src/jsonrpc/incoming-calls.ts
/** Calls of the other side: which handler they go to, and what is answered. */
/** Handlers by method, and the requests that are being answered. */
var IncomingCalls = class {
	#options;
	#requests = /* @__PURE__ */ new Map();
	#notifications = /* @__PURE__ */ new Map();
	#open = /* @__PURE__ */ new Map();
	#idle = [];
	constructor(options) {
		this.#options = options;
	}
	/** The handler of a method's requests from now on. */
	onRequest(method, handler) {
		this.#requests.set(method, handler);
	}
	/** The handler of a method's notifications from now on. */
	onNotification(method, handler) {
		this.#notifications.set(method, handler);
	}
	/** Starts a request; `answer` is called exactly once, perhaps before this returns. */
	start(id, method, params, answer) {
		const call = new Call(id);
		const refused = this.#refusal(id, method, params);
		if (refused) return answer({ error: refused }, call.lane);
		let result;
		try {
			result = this.#requests.get(method)?.(paramsObject(params) ?? {}, call);
		} catch (thrown) {
			return answer({ error: failure(thrown, call) }, call.lane);
		}
		if (!isThenable(result)) return answer({ result }, call.lane);
		this.#open.set(id, call);
		const done = (outcome) => {
			this.#open.delete(id);
			answer(outcome, call.lane);
			if (this.#open.size === 0) this.#wake();
		};
		result.then((value) => done({ result: value }), (thrown) => done({ error: failure(thrown, call) }));
	}
	/** Gives a notification to its handler. */
	notify(method, params) {
		const drop = (why) => this.#options.report(`notification ${quoted(method)}: ${why}`);
		const refused = this.#options.admit?.(method);
		if (refused) return drop(`dropped: ${refused.message}`);
		const handler = this.#notifications.get(method);
		if (!handler) return drop("dropped: nothing here heeds it");
		const object = paramsObject(params);
		if (!object) return drop("dropped: params must be an object");
		try {
			const result = handler(object);
			if (isThenable(result)) result.then(void 0, (thrown) => drop(errorText(thrown)));
		} catch (thrown) {
			drop(errorText(thrown));
		}
	}
	/** The other side wants no answer any more. An unknown or finished id is ignored. */
	cancel(id) {
		this.#open.get(id)?.abort(rpcError("cancelled", "the call was cancelled"));
	}
	/** Aborts every call, since no answer can reach the other side. Nobody waits for them any more. */
	abortAll(reason) {
		for (const call of this.#open.values()) call.abort(reason);
		this.#open.clear();
		this.#wake();
	}
	/** Undefined when nothing is being answered; otherwise resolves when that is so. */
	idle() {
		return this.#open.size === 0 ? void 0 : new Promise((resolve) => this.#idle.push(resolve));
	}
	#wake() {
		for (const resolve of this.#idle.splice(0)) resolve();
	}
	#refusal(id, method, params) {
		if (this.#open.has(id)) return errorObject("invalid_request", `id ${JSON.stringify(id)} belongs to a call that is not answered yet`);
		const refused = this.#options.admit?.(method);
		if (refused) return failure(refused);
		if (!this.#requests.has(method)) return errorObject("method_not_found", `unknown method ${quoted(method)}`);
		if (!paramsObject(params)) return errorObject("invalid_params", "params must be an object");
	}
};
/** A request that is being answered. Its signal is made when somebody asks for it: most never do. */
var Call = class {
	id;
	lane = "";
	#controller;
	#reason;
	constructor(id) {
		this.id = id;
	}
	get signal() {
		if (!this.#controller) {
			this.#controller = new AbortController();
			if (this.#reason) this.#controller.abort(this.#reason);
		}
		return this.#controller.signal;
	}
	/** Why, when it was cancelled. */
	get cancelled() {
		return this.#reason instanceof JsonRpcError ? this.#reason : void 0;
	}
	/** Aborts the signal; the first reason holds. */
	abort(reason) {
		this.#reason ??= reason;
		this.#controller?.abort(this.#reason);
	}
};
/** What a call that threw is answered with: once it was cancelled, whatever was not meant as an answer is the cancellation. */
function failure(thrown, call) {
	const error = thrown instanceof JsonRpcError ? thrown : call?.cancelled;
	if (!error) return errorObject("internal_error", errorText(thrown));
	const { code, message, data } = error;
	return data === void 0 ? {
		code,
		message
	} : {
		code,
		message,
		data
	};
}
function isThenable(value) {
	return typeof value?.then === "function";
}
//#endregion
//#region src/framing/lane.ts
/** Stands where an entry was: what was taken must not be kept, an entry may be megabytes. */
const TAKEN$1 = {
	encoded: "",
	size: 0
};
/** How far back a record may merge, past others that may merge too: usage between deltas, tools side by side. */
const LOOK_BACK = 4;
/** So many taken entries are cleared away at once. */
const CLEAR_AFTER$1 = 4096;
/** A queue that keeps order, counts what it holds, and merges what may be merged. */
var Lane = class {
	name;
	#entries = [];
	#head = 0;
	#size = 0;
	#added = 0;
	#taken = 0;
	#waiting = [];
	constructor(name) {
		this.name = name;
	}
	/** Characters waiting, or bytes of what waits as bytes. */
	get size() {
		return this.#size;
	}
	/** Nothing waits. */
	get empty() {
		return this.#head === this.#entries.length;
	}
	/** Puts an encoded record at the end. */
	add(encoded) {
		this.#entries.push({
			encoded,
			size: encoded.length
		});
		this.#size += encoded.length;
		this.#added++;
	}
	/** Puts a record at the end, or into one that waits there. */
	addMergeable(record, size, merging) {
		if (this.#mergeIntoTail(record, size, merging)) return;
		this.#entries.push({
			encoded: null,
			record,
			size
		});
		this.#size += size;
		this.#added++;
	}
	/** Takes the oldest record out, encoded. */
	take(encode) {
		const entry = this.#entries[this.#head];
		this.#entries[this.#head++] = TAKEN$1;
		this.#size -= entry.size;
		this.#taken++;
		if (this.empty || this.#head > CLEAR_AFTER$1) {
			this.#entries = this.empty ? [] : this.#entries.slice(this.#head);
			this.#head = 0;
		}
		return entry.encoded ?? encode(entry.record);
	}
	/** Undefined when at most `mark` characters wait; otherwise resolves as soon as that is so. */
	room(mark) {
		return this.#size <= mark ? void 0 : this.#wait(({ size }) => size <= mark);
	}
	/** Resolves when all that is in the lane now has been taken. */
	passed() {
		const target = this.#added;
		return this.#wait(({ taken }) => taken >= target);
	}
	/** Lets those go on who wait for what is so now; `all`: whoever waits. */
	wake(all = false) {
		if (this.#waiting.length === 0) return;
		const state = {
			size: this.#size,
			taken: this.#taken
		};
		const ready = this.#waiting.filter((waiter) => all || waiter.ready(state));
		this.#waiting = this.#waiting.filter((waiter) => !ready.includes(waiter));
		for (const { resolve } of ready) resolve();
	}
	#wait(ready) {
		return new Promise((resolve) => this.#waiting.push({
			ready,
			resolve
		}));
	}
	#mergeIntoTail(record, size, merging) {
		const oldest = Math.max(this.#head, this.#entries.length - LOOK_BACK);
		for (let at = this.#entries.length - 1; at >= oldest; at--) {
			const entry = this.#entries[at];
			if (!entry || entry.encoded !== null) return false;
			const merged = merging.merge(entry.record, record);
			if (merged === void 0) continue;
			const mergedSize = merging.size(merged) ?? entry.size + size;
			this.#size += mergedSize - entry.size;
			this.#entries[at] = {
				encoded: null,
				record: merged,
				size: mergedSize
			};
			return true;
		}
		return false;
	}
};
//#endregion
//#region src/framing/pump.ts
/**
* The one way out for every pipe: queues that keep order, count what they hold, write each record in the turn of
* the event loop that produced it, and stay small while the reader is slow.
*/
const SLICE_BYTES = 16 * 1024;
/** How many encoded characters are joined into one buffer. */
const BATCH_CHARS = 256 * 1024;
/** How many characters a lane may take in its turn, its last record whole. */
const TURN_CHARS = 4 * 1024;
/**
* A bounded outbound queue over one pipe. Records of one lane keep their order; lanes that have something to say are
* served in turn, so that what waits in one never holds back another. Whoever names no lane uses the same one.
*/
var Pump = class {
	#target;
	#options;
	/** The lanes in which something waits, by name and in the order of their turns. */
	#lanes = /* @__PURE__ */ new Map();
	#turns = [];
	#size = 0;
	#writing = false;
	#scheduled = false;
	#closed = false;
	#waiting = [];
	constructor(target, options) {
		this.#target = target;
		this.#options = options;
	}
	/** Characters waiting, or bytes of what waits as bytes, those in flight included. */
	get size() {
		return this.#size;
	}
	/** The pipe is gone. */
	get closed() {
		return this.#closed;
	}
	/** Puts a record at the end of its lane. Never fails, never waits. */
	send(record, lane = "") {
		if (this.#closed) return;
		const size = this.#writing ? this.#options.merging?.size(record) : void 0;
		if (size !== void 0) {
			const queue = this.#lane(lane);
			const before = queue.size;
			queue.addMergeable(record, size, this.#options.merging);
			this.#size += queue.size - before;
			return;
		}
		const encoded = this.#options.encode(record);
		this.#lane(lane).add(encoded);
		this.#size += encoded.length;
		this.#schedule();
	}
	/**
	* Undefined when at most `mark` characters wait, those in flight included; otherwise resolves as soon as that is so, or the
	* pipe is gone. With `lane`: what waits in that lane, and what is in flight no longer counts.
	*/
	room(mark, lane) {
		if (lane !== void 0) return this.#lanes.get(lane)?.room(mark);
		if (this.#closed || this.#size <= mark) return void 0;
		return new Promise((resolve) => this.#waiting.push({
			mark,
			resolve
		}));
	}
	/** Undefined when nothing waits in the lane; otherwise resolves when all that waits there now is on its way. */
	passed(lane) {
		return this.#lanes.get(lane)?.passed();
	}
	/** Resolves when everything sent so far and since is with the pipe, or the pipe is gone. */
	flush() {
		return this.room(0) ?? Promise.resolve();
	}
	#lane(name) {
		const known = this.#lanes.get(name);
		if (known) return known;
		const lane = new Lane(name);
		this.#lanes.set(name, lane);
		this.#turns.push(lane);
		return lane;
	}
	#schedule() {
		if (this.#scheduled || this.#writing) return;
		this.#scheduled = true;
		setImmediate(() => {
			this.#scheduled = false;
			if (!this.#writing) this.#writeBatch();
		});
	}
	#writeBatch() {
		let text = "";
		let long;
		while (text.length < BATCH_CHARS && !long) {
			const lane = this.#turns.shift();
			if (!lane) break;
			const end = Math.min(text.length + TURN_CHARS, BATCH_CHARS);
			while (text.length < end && !lane.empty && !long) {
				const encoded = this.#take(lane);
				if (typeof encoded === "string") text += encoded;
				else long = encoded;
			}
			if (lane.empty) this.#lanes.delete(lane.name);
			else this.#turns.push(lane);
			lane.wake();
		}
		if (this.#closed || text === "" && !long) return;
		this.#writing = true;
		if (text !== "") this.#writeSlice(Buffer.from(text, "utf8"), 0, text.length, long);
		else if (long) this.#writeSlice(long, 0, long.length);
	}
	#take(lane) {
		const before = lane.size;
		const encoded = lane.take((record) => this.#options.encode(record));
		this.#size += encoded.length - (before - lane.size);
		return encoded;
	}
	#writeSlice(bytes, from, chars, next) {
		const slice = bytes.subarray(from, from + (this.#options.sliceBytes ?? SLICE_BYTES));
		const last = from + slice.length >= bytes.length;
		const share = last ? chars : Math.floor(chars * slice.length / (bytes.length - from));
		this.#target.write(slice, (error) => {
			if (this.#closed) return;
			if (error) return this.#fail(error);
			this.#size -= share;
			this.#options.onTaken?.();
			this.#wake();
			if (!last) return this.#writeSlice(bytes, from + slice.length, chars - share, next);
			if (next) return this.#writeSlice(next, 0, next.length);
			this.#writing = false;
			this.#writeBatch();
		});
	}
	#wake() {
		if (this.#waiting.length === 0) return;
		const ready = this.#waiting.filter(({ mark }) => this.#size <= mark);
		this.#waiting = this.#waiting.filter(({ mark }) => this.#size > mark);
		for (const { resolve } of ready) resolve();
	}
	#fail(error) {
		this.close();
		this.#options.onClosed?.(error);
	}
	/** Drops what waits and everything after; whoever waits for room goes on. */
	close() {
		this.#closed = true;
		this.#size = 0;
		for (const lane of this.#turns) lane.wake(true);
		this.#lanes = /* @__PURE__ */ new Map();
		this.#turns = [];
		const waiting = this.#waiting;
		this.#waiting = [];
		for (const { resolve } of waiting) resolve();
	}
};
//#endregion
//#region src/jsonrpc/outbox.ts
/** The way out of a connection: messages as frames, in lanes, never over the limit. */
/** Notifications are merged up to this part of the largest frame: a character may take six bytes. */
const MERGED_PART = 8;
/**
* With so many characters waiting, and so many of answers among what was sent meanwhile, no more is asked for. Only answers
* count: two ends that flood each other with anything else would wait for each other for ever.
*/
const ANSWERS_MARK = 32 * 1024 * 1024;
/** With so few waiting it is asked for again. */
const ROOM_MARK = 1024 * 1024;
/** Writes messages to one pipe. */
var Outbox = class {
	#options;
	#pump;
	/** Characters of answers since few characters waited. */
	#answered = 0;
	constructor(target, options) {
		this.#options = options;
		const { merging, maxFrameBytes } = options;
		this.#pump = new Pump(target, {
			sliceBytes: Number.POSITIVE_INFINITY,
			encode: (record) => isEncoded(record) ? record : this.#encode(record),
			merging: merging && mergingOf(merging, maxFrameBytes / MERGED_PART),
			onTaken: options.onTaken,
			onClosed: options.onClosed
		});
	}
	/** The pipe is gone, or `close` was called. */
	get closed() {
		return this.#pump.closed;
	}
	/** Queues a request. Throws when it cannot be written. */
	request(message, lane) {
		this.#pump.send(encodeFrame(this.#body(message)), lane);
	}
	/** Queues a notification. One that cannot be written is reported and dropped. */
	notification(message, lane) {
		this.#pump.send(message, lane);
	}
	/** Queues an answer; an error in its place when it cannot be written. */
	response(message, lane) {
		this.#sendAnswer(this.#answer(message), lane);
	}
	/** Queues the answers of a batch, after all that was sent in their lanes. Those that fit no frame together leave one by one. */
	async batch(messages, lanes) {
		await Promise.all([...lanes].map((lane) => this.#pump.passed(lane)));
		const answers = messages.map((message) => this.#answer(message));
		const body = `[${answers.join(",")}]`;
		const bodies = fits(body, this.#options.maxFrameBytes) ? [body] : answers;
		for (const one of bodies) this.#sendAnswer(one, "");
	}
	/** See Pump. */
	room(mark, lane) {
		return this.#pump.room(mark, lane);
	}
	/** Undefined while the other side reads its answers, or there are few; otherwise resolves when that is so. */
	answerRoom() {
		const { size } = this.#pump;
		if (size <= ROOM_MARK) this.#answered = 0;
		return size > ANSWERS_MARK && this.#answered > ANSWERS_MARK ? this.#pump.room(ROOM_MARK) : void 0;
	}
	/** Resolves when everything is with the pipe, or the pipe is gone. */
	flush() {
		return this.#pump.flush();
	}
	/** Drops what waits; nothing more is written. */
	close() {
		this.#pump.close();
	}
	#sendAnswer(body, lane) {
		const frame = encodeFrame(body);
		this.#answered += frame.length;
		this.#pump.send(frame, lane);
	}
	#body(message) {
		const { stringify, maxFrameBytes } = this.#options;
		const body = stringify(message);
		if (fits(body, maxFrameBytes)) return body;
		throw new LetscodeError(`it is longer than ${maxFrameBytes} bytes`);
	}
	#answer(message) {
		try {
			return this.#body(message);
		} catch (thrown) {
			const why = `the answer cannot be written: ${errorText(thrown)}`;
			return this.#body({
				jsonrpc: "2.0",
				id: message.id,
				error: errorObject("internal_error", why)
			});
		}
	}
	#encode(message) {
		try {
			return encodeFrame(this.#body(message));
		} catch (thrown) {
			this.#options.report(`notification ${quoted(message.method)} was dropped: ${errorText(thrown)}`);
			return "";
		}
	}
};
function isEncoded(record) {
	return typeof record === "string" || record instanceof Uint8Array;
}
function mergingOf(merging, most) {
	const size = (record) => isEncoded(record) ? void 0 : merging.size(record);
	return {
		size,
		merge(earlier, later) {
			if (isEncoded(earlier) || isEncoded(later)) return void 0;
			if ((size(earlier) ?? most) + (size(later) ?? most) > most) return void 0;
			return merging.merge(earlier, later);
		}
	};
}
//#endregion
//#region src/jsonrpc/outgoing-calls.ts
/** So many calls that were given up are remembered, each until its late answer comes. */
const MOST_ABANDONED = 1024;
/** Ids and the calls they stand for. */
var OutgoingCalls = class {
	#lastId = 0;
	#pending = /* @__PURE__ */ new Map();
	#abandoned = /* @__PURE__ */ new Set();
	/** Registers a call, before anything of it is written. Ids are integers from 1. */
	open(resolve, reject) {
		const id = ++this.#lastId;
		this.#pending.set(id, {
			resolve,
			reject,
			release: void 0
		});
		return id;
	}
	/** `release` is called once, when the call is answered or given up. */
	watch(id, release) {
		const pending = this.#pending.get(id);
		if (pending) pending.release = release;
	}
	/** Hands an answer to its call. False when there was never such a call, or it was answered before. */
	settle(id, outcome) {
		const pending = this.#take(id);
		if (!pending) return this.#abandoned.delete(id);
		if ("result" in outcome) pending.resolve(outcome.result);
		else {
			const { code, message, data } = outcome.error;
			pending.reject(new JsonRpcError(code, message, data));
		}
		return true;
	}
	/** Rejects one call whose answer, should it come, is dropped. False when it does not wait any more. */
	abandon(id, error) {
		const pending = this.#take(id);
		if (!pending) return false;
		this.#abandoned.add(id);
		if (this.#abandoned.size > MOST_ABANDONED) this.#abandoned.delete(this.#abandoned.values().next().value);
		pending.reject(error);
		return true;
	}
	/** Rejects every call that waits. */
	rejectAll(error) {
		for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(error);
	}
	#take(id) {
		const pending = this.#pending.get(id);
		if (!pending) return void 0;
		this.#pending.delete(id);
		pending.release?.();
		return pending;
	}
};
//#endregion
//#region src/jsonrpc/connection.ts
/** JSON-RPC 2.0 over a pair of byte streams. It has no sides: both ends of a connection are this. */
const CANCEL = "$/cancelRequest";
const MAX_DEPTH = 500;
/** One connection. It reads from `start` on; handlers may be set before and after. */
var Connection = class {
	/** Resolves when nothing more will be heeded, with the reason. Answers may still leave, unless the reason is "closed" or "lost". */
	ended;
	#options;
	#frames;
	#inbox;
	#outbox;
	#incoming;
	#outgoing = new OutgoingCalls();
	/** Resolves, once no call can be answered any more, with what calls reject with. */
	#explained;
	#over = false;
	#end = () => {};
	#tellWhy = () => {};
	constructor(options) {
		this.#options = options;
		const { output, admit, merging, maxFrameBytes = MAX_FRAME_BYTES } = options;
		const report = (line) => options.report?.(line);
		this.ended = new Promise((resolve) => {
			this.#end = resolve;
		});
		this.#explained = new Promise((resolve) => {
			this.#tellWhy = resolve;
		});
		this.#frames = new FrameReader({ maxBytes: maxFrameBytes });
		this.#inbox = new Inbox({
			handle: (item) => this.#handle(item),
			isAnswer: ({ message }) => message?.kind === "response",
			room: () => this.#room()
		});
		this.#outbox = new Outbox(output, {
			maxFrameBytes,
			stringify: options.stringify ?? jsonText,
			merging,
			report,
			onTaken: () => options.onTaken?.(),
			onClosed: (error) => this.#cutOff("lost", `the connection is lost: ${errorText(error)}`)
		});
		this.#incoming = new IncomingCalls({
			admit,
			report
		});
	}
	/** Answers the requests of a method from now on. */
	onRequest(method, handler) {
		this.#incoming.onRequest(method, handler);
	}
	/** Heeds the notifications of a method from now on. */
	onNotification(method, handler) {
		this.#incoming.onNotification(method, handler);
	}
	/** Begins to read. */
	start() {
		const { input } = this.#options;
		const atEnd = (run) => {
			this.#inbox.add({
				message: null,
				run
			});
			this.#inbox.run();
		};
		input.on("data", (chunk) => {
			if (this.#outbox.closed) return;
			for (const record of this.#frames.push(chunk)) this.#receive(record);
			this.#inbox.run();
		});
		input.on("end", () => {
			for (const record of this.#frames.end()) this.#receive(record);
			atEnd(() => this.#finish("end", "the other side closed the connection"));
		});
		input.on("error", (error) => atEnd(() => this.#finish("lost", `the connection is lost: ${errorText(error)}`)));
		input.on("close", () => atEnd(() => this.#finish("lost", "the connection was closed")));
	}
	/**
	* Calls the other side. Rejects with a JsonRpcError when that is the answer, with what `explainEnd` says when there will be
	* none, and with a LetscodeError when the request cannot be written.
	*/
	request(method, params, options = {}) {
		return new Promise((resolve, reject) => {
			const { signal, timeoutMs, lane = "" } = options;
			if (this.#over) return void this.#explained.then(reject);
			if (signal?.aborted) return reject(signal.reason);
			const id = this.#outgoing.open(resolve, reject);
			try {
				this.#outbox.request(params ? {
					jsonrpc: "2.0",
					id,
					method,
					params
				} : {
					jsonrpc: "2.0",
					id,
					method
				}, lane);
			} catch (thrown) {
				this.#outgoing.abandon(id, thrown);
				return;
			}
			if (signal || timeoutMs !== void 0) this.#watch(id, method, options);
		});
	}
	/** Tells the other side something. Never waits; `room` says when to wait. */
	notify(method, params, { lane = "" } = {}) {
		this.#outbox.notification(params ? {
			jsonrpc: "2.0",
			method,
			params
		} : {
			jsonrpc: "2.0",
			method
		}, lane);
	}
	/** Undefined when at most `mark` characters wait to leave, in one lane or in all; otherwise resolves when that is so, or the connection is gone. */
	room(mark, lane) {
		return this.#outbox.room(mark, lane);
	}
	/** Resolves when everything sent so far is with the pipe, or the pipe is gone. */
	flush() {
		return this.#outbox.flush();
	}
	/** Resolves when every request that came is answered and everything is with the pipe, or the pipe is gone. */
	async drain() {
		for (let idle = this.#incoming.idle(); idle && !this.#outbox.closed; idle = this.#incoming.idle()) await idle;
		await this.#outbox.flush();
	}
	/** Ends everything at once: calls reject, handlers are aborted, what waits to leave is dropped. The streams are the owner's to end. */
	close(message = "the connection was closed") {
		this.#cutOff("closed", message);
	}
	#receive(record) {
		if (record.type === "broken") {
			const { fault, message } = record;
			return this.#inbox.add({
				message: null,
				run: () => this.#break(fault, message)
			});
		}
		if (record.type === "invalid_utf8") {
			const error = errorObject("parse_error", "the body is not UTF-8");
			return this.#inbox.add({
				message: {
					kind: "invalid",
					to: null,
					error
				},
				batch: void 0
			});
		}
		const body = parseBody(record.text, this.#options.maxDepth ?? MAX_DEPTH);
		if (!Array.isArray(body)) return this.#inbox.add({
			message: body,
			batch: void 0
		});
		const batch = new Batch(body, (answers, lanes) => void this.#outbox.batch(answers, lanes));
		for (const message of body) this.#inbox.add({
			message,
			batch
		});
	}
	#handle(item) {
		if (this.#outbox.closed) return;
		if (item.message === null) return item.run();
		const { message, batch } = item;
		if (message.kind === "request") {
			const { id, method, params } = message;
			return this.#incoming.start(id, method, params, (answer, lane) => this.#answer(id, answer, lane, batch));
		}
		if (message.kind === "response") {
			if (!this.#outgoing.settle(message.id, message.outcome)) this.#options.report?.(strayText(message));
		} else if (message.kind === "invalid") if (message.to === void 0) this.#options.report?.(`dropped: ${message.error.message}`);
		else this.#answer(message.to, message, "", batch);
		else if (message.method === CANCEL) this.#incoming.cancel(paramsObject(message.params)?.id);
		else this.#incoming.notify(message.method, message.params);
	}
	#answer(id, answer, lane, batch) {
		const response = "error" in answer ? {
			jsonrpc: "2.0",
			id,
			error: answer.error
		} : {
			jsonrpc: "2.0",
			id,
			result: answer.result ?? null
		};
		if (batch) batch.add(response, lane);
		else this.#outbox.response(response, lane);
	}
	#watch(id, method, { signal, timeoutMs, lane }) {
		const giveUp = (reason) => {
			if (this.#outgoing.abandon(id, reason)) this.notify(CANCEL, { id }, { lane });
		};
		const onAbort = () => giveUp(signal?.reason);
		const late = () => giveUp(new CallTimeoutError(`${method}: no answer within ${timeoutMs} ms`));
		const stopTimer = timeoutMs === void 0 ? void 0 : this.#options.clock.after(timeoutMs, late);
		signal?.addEventListener("abort", onAbort, { once: true });
		this.#outgoing.watch(id, () => {
			stopTimer?.();
			signal?.removeEventListener("abort", onAbort);
		});
	}
	/** While too much that the other side asked for is unread, nothing more is heeded. */
	#room() {
		const room = this.#outbox.answerRoom();
		if (!room) return void 0;
		const { input } = this.#options;
		input.pause();
		return room.then(() => void input.resume());
	}
	#break(fault, message) {
		if (fault === "cut") return this.#finish("cut", message);
		this.#answer(null, { error: errorObject("invalid_request", message) }, "");
		this.#finish("broken", message);
	}
	#cutOff(reason, message) {
		this.#finish(reason, message);
		this.#incoming.abortAll(new ConnectionError(reason, message));
		this.#outbox.close();
	}
	#finish(reason, message) {
		if (this.#over) return;
		const end = new ConnectionError(reason, message);
		this.#over = true;
		this.#end(end);
		this.#explain(end);
	}
	/** Rejects what waits, in this turn unless the owner needs longer to say why. */
	async #explain(end) {
		let error = end;
		try {
			const explained = this.#options.explainEnd?.(end) ?? end;
			error = explained instanceof Error ? explained : await explained;
		} catch (thrown) {
			this.#options.report?.(`the end could not be explained: ${errorText(thrown)}`);
		}
		this.#tellWhy(error);
		this.#outgoing.rejectAll(error);
	}
};
function strayText({ id, outcome }) {
	return `an answer to ${typeof id === "string" ? quoted(id) : typeof id === "number" || id === null ? `${id}` : "an odd id"}, which was not asked, was dropped${"error" in outcome ? `: ${quoted(outcome.error.message)}` : ""}`;
}
//#endregion
//#region src/client/client-options.ts
/** The names of the hooks on the wire. */
const HOOKS = {
	before_tool_call: "beforeToolCall",
	after_tool_call: "afterToolCall",
	user_prompt: "userPrompt"
};
/** What these options make a client able to answer. */
function capabilitiesOf({ onQuestion, hooks = {} }) {
	const names = Object.keys(HOOKS).filter((name) => hooks[HOOKS[name]]);
	return {
		permissions: true,
		...onQuestion ? { ask: true } : {},
		...names.length > 0 ? { hooks: names } : {}
	};
}
//#endregion
//#region src/client/session-options.ts
/** What a session is made with: the settings of the wire under TypeScript's names, and what only a program can give. */
/** The options as the wire has them. Throws a LetscodeError when `permissions` is no choice. */
function sessionSettings({ permissions, tools, builtInTools, ...plain }) {
	const settings = {};
	for (const [name, value] of Object.entries(plain)) if (value !== void 0) settings[snake(name)] = value;
	return {
		...settings,
		...builtInTools === void 0 ? {} : { tools: [...builtInTools] },
		...tools === void 0 ? {} : { host_tools: tools.map(({ spec }) => spec) },
		permission_mode: permissionMode(permissions)
	};
}
/** The mode that a choice of permissions stands for. */
function permissionMode(permissions) {
	if (permissions === "allow" || permissions === "read-only") return permissions;
	if (typeof permissions === "function") return "ask";
	throw new LetscodeError("permissions: expected \"allow\", \"read-only\", or a function that decides on each call: (request) => \"allow\" | \"deny\"");
}
/** Asks a handler; whatever is no consent denies. Never rejects. */
async function askPermission(handler, request, signal) {
	const deny = (reason) => ({
		decision: "deny",
		reason
	});
	try {
		const answer = await handler(request, { signal });
		const { decision, reason } = typeof answer === "string" ? { decision: answer } : Object(answer);
		if (decision !== "allow" && decision !== "allow_always" && decision !== "deny") return deny(`the program answered ${JSON.stringify(decision)}, which is no decision`);
		return reason === void 0 ? { decision } : {
			decision,
			reason: `${reason}`
		};
	} catch (thrown) {
		return deny(`the program could not decide: ${errorText(thrown)}`);
	}
}
function snake(name) {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
//#endregion
//#region src/client/tool.ts
/** Tools that are functions of the program. */
/** Makes a tool of a function. The types of its arguments come from `parameters`. */
function tool(definition) {
	const { name, description, parameters, needsPermission, parallel } = definition;
	return {
		spec: {
			name,
			description,
			parameters,
			...needsPermission === void 0 ? {} : { needs_permission: needsPermission },
			...parallel === void 0 ? {} : { parallel }
		},
		async invoke(args, context) {
			try {
				return resultOf(await definition.run(args, context));
			} catch (thrown) {
				return {
					content: errorText(thrown),
					is_error: true
				};
			}
		}
	};
}
/** Runs the tool of this name, as `invoke` does; that the program has none is an error result, too. */
async function invokeTool(tools, name, args, context) {
	const found = tools?.find(({ spec }) => spec.name === name);
	if (!found) return {
		content: `The program has no tool ${name}.`,
		is_error: true
	};
	return await found.invoke(args, context);
}
function resultOf(returned) {
	if (isContent(returned)) return { content: returned };
	if (typeof returned !== "object" || returned === null || !isContent(returned.content)) throw new Error("the tool returned neither text nor blocks nor { content }");
	const { content, isError, details } = returned;
	return {
		content,
		...isError === void 0 ? {} : { is_error: isError },
		...details === void 0 ? {} : { details }
	};
}
function isContent(value) {
	return typeof value === "string" || Array.isArray(value);
}
//#endregion
//#region src/client/answers.ts
/** Answers every request that letscode may send. `find` knows the sessions. */
function answerRequests(connection, { onQuestion, hooks = {} }, find) {
	const answer = (method, handle) => connection.onRequest(method, (sent, call) => {
		const params = sent;
		const hosted = find(params.session_id);
		if (!hosted) throw rpcError("session_not_found", "the client has no such session");
		call.lane = params.session_id;
		return handle(params, hosted, call.signal);
	});
	answer("tool.invoke", ({ tool_name, tool_call_id, arguments: args }, { options }, signal) => invokeTool(options.tools, tool_name, args, {
		toolCallId: tool_call_id,
		signal
	}));
	answer("permission.request", async (request, { options: { permissions } }, signal) => {
		if (typeof permissions !== "function") return { decision: permissions === "allow" ? "allow" : "deny" };
		return await askPermission(permissions, request, signal);
	});
	answer("user.ask", async ({ question, choices }, { session }, signal) => {
		if (!onQuestion) throw rpcError("method_not_found", "nobody here answers questions");
		return { answer: await onQuestion(choices === void 0 ? { question } : {
			question,
			choices
		}, {
			session,
			signal
		}) };
	});
	answer("hook.call", async ({ hook, input }, { session }, signal) => {
		const output = await hooks[HOOKS[hook]]?.call(hooks, input, {
			session,
			signal
		});
		return output === void 0 || output === null ? {} : { output };
	});
}
//#endregion
//#region src/client/default-limits.ts
/** How long and how much, of both clients, where a program does not say. */
/** Of `startTimeoutMs`. */
const START_TIMEOUT_MS = 3e4;
/** Of `abortTimeoutMs`. */
const ABORT_TIMEOUT_MS = 1e4;
/** Of `closeTimeoutMs`. */
const CLOSE_TIMEOUT_MS = 5e3;
/** Of `maxWaitingChars`. */
const MAX_WAITING_CHARS = 4 * 1024 * 1024;
//#endregion
//#region src/client/errors.ts
/** What ends a client beside the errors of a call. */
/** The letscode process ended, or could not be started: no call can be answered any more. */
var ProcessEndedError = class extends LetscodeError {
	name = "ProcessEndedError";
	exitCode;
	signal;
	stderr;
	constructor(message, { exitCode, signal, stderr }) {
		super(message);
		this.exitCode = exitCode;
		this.signal = signal;
		this.stderr = stderr;
	}
};
/** A command of `--mode rpc` was refused, or its work failed. */
var CommandError = class extends LetscodeError {
	name = "CommandError";
	code;
	/** False: letscode ends because of it. */
	recoverable;
	constructor(message, code, recoverable) {
		super(message);
		this.code = code;
		this.recoverable = recoverable;
	}
};
/** Nothing happened for longer than was allowed. */
var SilenceError = class extends LetscodeError {
	name = "SilenceError";
};
//#endregion
//#region src/client/hold.ts
/** Counts those who wait. */
var Hold = class {
	#things;
	#waiting = 0;
	/** They hold the program until somebody has waited for the first time. */
	constructor(things) {
		this.#things = things;
	}
	/** The program goes on at least until this promise is settled. */
	async until(promise) {
		if (this.#waiting++ === 0) for (const thing of this.#things) thing.ref?.();
		try {
			return await promise;
		} finally {
			if (--this.#waiting === 0) for (const thing of this.#things) thing.unref?.();
		}
	}
};
//#endregion
//#region src/client/own-command.ts
/** Where the command is that belongs to this library. */
/** Where it is, seen from the built library, from a part of it, and from the source. */
const PLACES = [
	"../cli/letscode.cjs",
	"../../cli/letscode.cjs",
	"../../dist/cli/letscode.cjs"
];
/** The entry script of the command in the package that `url` is a module of, or can see when it was bundled into something else. */
function entryScript(url) {
	const [found] = PLACES.map((place) => fileURLToPath(new URL(place, url))).filter((path) => existsSync(path));
	return found ?? installedScript(url);
}
function installedScript(url) {
	try {
		return join(dirname(createRequire(url).resolve("letscode/package.json")), "dist/cli/letscode.cjs");
	} catch {
		throw new LetscodeError(`no letscode command was found beside ${url}, nor a package letscode; say where it is: { command: ["node", "/path/to/letscode.cjs"] }`);
	}
}
//#endregion
//#region src/client/stderr-tail.ts
/** The last lines of a stream that must always be read, and may say anything for ever. */
const MAX_CHARS = 8 * 1024;
const MAX_LINES = 20;
/** Keeps the end of what came. */
var StderrTail = class {
	#decoder = new StringDecoder("utf8");
	#kept = "";
	/** Takes what came; returns it as text, characters whole. */
	add(bytes) {
		const text = this.#decoder.write(bytes);
		this.#kept = (this.#kept + text).slice(-2 * MAX_CHARS);
		return text;
	}
	/** At most the last 20 lines and 8 Ki characters. */
	get text() {
		return this.#kept.slice(-MAX_CHARS).trim().split("\n").slice(-MAX_LINES).join("\n").toWellFormed();
	}
};
//#endregion
//#region src/client/letscode-process.ts
/** How long a process that ended is waited for: its last words, then its code. */
const LAST_WORDS_MS = 500;
const EXIT_MS = 2e3;
/** How long it has to end after SIGTERM, and to be gone after SIGKILL. */
const TERM_MS = 2e3;
const KILL_MS = 2e3;
/** Starts letscode in this mode, in a process group of its own. Rejects when the system refuses. */
async function startProcess({ command, args = [], cwd, env, onStderr }, mode, clock) {
	const { spawn } = await import("node:child_process");
	const [program = "", ...first] = command === void 0 ? ownCommand() : commandLine(command);
	const words = [
		...first,
		"--mode",
		mode,
		"--parent-pid",
		`${process.pid}`,
		...args
	];
	const environment = command === void 0 && process.versions.electron ? asNode(env) : env;
	const child = spawn(program, words, {
		stdio: [
			"pipe",
			"pipe",
			"pipe"
		],
		detached: process.platform !== "win32",
		windowsHide: true,
		...cwd === void 0 ? {} : { cwd },
		...environment === void 0 ? {} : { env: environment }
	});
	if (child.pid === void 0) {
		const error = await new Promise((resolve) => child.once("error", resolve));
		throw new ProcessEndedError(`${program} cannot be started${cwd === void 0 ? "" : ` in ${cwd}`}: ${errorText(error)}`, {
			exitCode: null,
			signal: null,
			stderr: ""
		});
	}
	return new LetscodeProcess(child, child.stdin, child.stdout, child.stderr, clock, onStderr);
}
/** It runs, or has run. stderr is read all the time. */
var LetscodeProcess = class {
	input;
	output;
	hold;
	#child;
	#clock;
	#tail = new StderrTail();
	#exited;
	/** It has exited and its pipes are read to their ends. */
	#closed;
	#end = {
		exitCode: null,
		signal: null
	};
	#gone = false;
	constructor(child, stdin, stdout, stderr, clock, onStderr) {
		this.input = stdout;
		this.output = stdin;
		this.#child = child;
		this.#clock = clock;
		stdin.on("error", () => {});
		stderr.on("data", (bytes) => {
			const text = this.#tail.add(bytes);
			onStderr?.(text);
		});
		this.hold = new Hold([
			child,
			stdin,
			stdout,
			stderr
		]);
		this.#closed = new Promise((resolve) => child.once("close", () => resolve()));
		this.#exited = new Promise((resolve) => {
			child.once("exit", (exitCode, signal) => {
				this.#gone = true;
				this.#end = {
					exitCode,
					signal
				};
				resolve();
				this.#letGo(stdout, stderr);
			});
		});
		child.on("error", () => {});
	}
	get lastWords() {
		const { text } = this.#tail;
		return text === "" ? "" : `; stderr:\n${text}`;
	}
	async explain(end) {
		if (end.reason === "broken") return new LetscodeError(`what letscode wrote is no JSON-RPC: ${end.message}${this.lastWords}`);
		await within(this.#clock, EXIT_MS, this.#exited);
		await within(this.#clock, LAST_WORDS_MS, this.#closed);
		const { exitCode, signal } = this.#end;
		return new ProcessEndedError(`letscode ${signal !== null ? `was ended by ${signal}` : exitCode !== null ? `ended with exit code ${exitCode}` : "closed its output"}${this.lastWords || "; it said nothing on stderr"}`, {
			exitCode,
			signal,
			stderr: this.#tail.text
		});
	}
	async end(graceMs, said = Promise.resolve()) {
		const end = () => void this.output.end();
		said.then(end, end);
		if (await within(this.#clock, graceMs, this.#exited)) return;
		this.#signal("SIGTERM");
		if (await within(this.#clock, TERM_MS, this.#exited)) return;
		this.#signal("SIGKILL");
		await within(this.#clock, KILL_MS, this.#exited);
	}
	/** A process that outlives it may hold its pipes open, and would hold their reader. */
	async #letGo(...pipes) {
		if (await within(this.#clock, LAST_WORDS_MS, this.#closed)) return;
		for (const pipe of pipes) pipe.destroy();
	}
	#signal(name) {
		const { pid } = this.#child;
		if (this.#gone || pid === void 0) return;
		try {
			if (process.platform === "win32") this.#child.kill(name);
			else process.kill(-pid, name);
		} catch {}
	}
};
function ownCommand() {
	return [process.execPath, entryScript(import.meta.url)];
}
/** A script is run by this Node, which is at hand wherever the script is. */
function commandLine(command) {
	if (typeof command !== "string") return command;
	return /\.[cm]?js$/.test(command) ? [process.execPath, command] : [command];
}
/** Electron runs a script as Node does when it is told to. */
function asNode(env) {
	return {
		...env ?? process.env,
		ELECTRON_RUN_AS_NODE: "1"
	};
}
//#endregion
//#region src/client/server-socket.ts
/** Connects to `HOST:PORT` or `unix:PATH`. Rejects with a LetscodeError that names the address. */
async function connectTo(url, { clock, timeoutMs, signal }) {
	const address = addressOf(url);
	const { connect } = await import("node:net");
	const socket = connect(address);
	const giveUp = () => socket.destroy(signal.reason);
	signal.addEventListener("abort", giveUp);
	const connected = new Promise((resolve, reject) => {
		socket.once("connect", resolve);
		socket.once("error", reject);
	});
	if (!await within(clock, timeoutMs, connected)) socket.destroy(/* @__PURE__ */ new Error(`no answer within ${timeoutMs} ms`));
	try {
		await connected;
	} catch (thrown) {
		throw new LetscodeError(`letscode at ${url} cannot be reached: ${errorText(thrown)}; is \`letscode serve --listen ${url}\` running?`);
	} finally {
		signal.removeEventListener("abort", giveUp);
	}
	return new ServerSocket(url, socket, clock);
}
var ServerSocket = class {
	input;
	output;
	hold;
	#url;
	#clock;
	#closed;
	constructor(url, socket, clock) {
		this.input = socket;
		this.output = socket;
		this.hold = new Hold([socket]);
		this.#url = url;
		this.#clock = clock;
		socket.setNoDelay(true);
		socket.on("error", () => {});
		this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
	}
	lastWords = "";
	async explain(end) {
		return new LetscodeError(`letscode at ${this.#url}: ${end.message}`, { cause: end });
	}
	/** What was said is with the pipe when `said` is settled; whatever still runs over there is not waited for. */
	async end(graceMs, said = Promise.resolve()) {
		await within(this.#clock, graceMs, said);
		this.output.destroySoon();
		if (!await within(this.#clock, graceMs, this.#closed)) this.output.destroy();
	}
};
function addressOf(url) {
	if (url.startsWith("unix:")) return { path: url.slice(5) };
	const [, host = "", port = ""] = /^(?:tcp:\/\/)?(\[[^\]]+\]|[^:]*):(\d+)$/.exec(url) ?? [];
	if (host === "" || Number(port) > 65535) throw new LetscodeError(`url: expected HOST:PORT or unix:PATH, got ${JSON.stringify(url)}`);
	return {
		host: host.replace(/^\[|\]$/g, ""),
		port: Number(port)
	};
}
//#endregion
//#region src/client/run-outcome.ts
/** Adds up the events of one run. Holds one answer's text, however long the run is. */
var RunOutcome = class {
	#text = "";
	#first = null;
	#last = null;
	#stopReason = "end_turn";
	#error = null;
	#usage = nothingUsed();
	/** Takes the next event of the run. */
	add(event) {
		if (event.type === "message_end") this.#addMessage(event.message);
		else if (event.type === "agent_end") {
			this.#stopReason = event.stop_reason;
			this.#error = event.error;
		}
	}
	/** Begins anew with these messages, when events were missed. */
	restart(messages) {
		this.#text = "";
		this.#usage = nothingUsed();
		for (const message of messages) this.#addMessage(message);
	}
	/** What it came to, where letscode's own word does not say otherwise. */
	result(said) {
		return {
			text: this.#text,
			messageId: this.#first,
			lastMessageId: this.#last,
			stopReason: this.#stopReason,
			error: this.#error,
			usage: this.#usage,
			...said
		};
	}
	#addMessage(message) {
		this.#last = message.id;
		if (message.role === "user") this.#first ??= message.id;
		if (message.role !== "assistant") return;
		this.#text = textOf(message);
		this.#usage = sum(this.#usage, message.usage);
	}
};
function textOf({ content }) {
	return content.map((block) => block.type === "text" ? block.text : "").join("");
}
function nothingUsed() {
	return {
		input_tokens: 0,
		output_tokens: 0,
		cache_read_tokens: 0,
		cache_write_tokens: 0,
		reasoning_tokens: 0,
		cost_usd: 0
	};
}
function sum(a, b) {
	return {
		input_tokens: a.input_tokens + b.input_tokens,
		output_tokens: a.output_tokens + b.output_tokens,
		cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
		cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
		reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
		cost_usd: a.cost_usd === null || b.cost_usd === null ? null : a.cost_usd + b.cost_usd
	};
}
//#endregion
//#region src/client/silence.ts
/** Calls `onSilent` once, when nothing was told of for `ms` milliseconds. Costs one timer, however much happens. */
var Silence = class {
	#clock;
	#ms;
	#onSilent;
	#due;
	#held = 0;
	#stopTimer;
	constructor(clock, ms, onSilent) {
		this.#clock = clock;
		this.#ms = ms;
		this.#onSilent = onSilent;
		this.#due = clock.now() + ms;
		this.#watch();
	}
	/** Something happened; the next silence may be longer by `extraMs`. */
	touch(extraMs = 0) {
		this.#due = this.#clock.now() + this.#ms + extraMs;
	}
	/** Something goes on that has limits of its own: until as many `release`, nothing is silence. */
	hold() {
		this.#held++;
	}
	/** One thing less goes on. */
	release() {
		if (this.#held > 0) this.#held--;
		this.touch();
	}
	/** Ends the watch. */
	stop() {
		this.#stopTimer?.();
		this.#stopTimer = void 0;
	}
	#watch() {
		const left = this.#held > 0 ? this.#ms : this.#due - this.#clock.now();
		if (left <= 0) return this.#onSilent();
		this.#stopTimer = this.#clock.after(left, () => this.#watch());
	}
};
//#endregion
//#region src/client/run.ts
/** A run with what only those who hear letscode may do. */
var OpenRun = class {
	result;
	#parts;
	#outcome = new RunOutcome();
	#silences = [];
	#settle;
	#begun = false;
	#missed = false;
	#stopping = false;
	/** Why it was stopped, when that makes it a failure. */
	#cause;
	#onAbort = () => void this.abort().catch(() => {});
	constructor(parts) {
		this.#parts = parts;
		const { signal, activityTimeoutMs } = parts;
		this.result = new Promise((resolve, reject) => {
			this.#settle = {
				resolve,
				reject
			};
		});
		this.result.catch(() => {});
		if (activityTimeoutMs !== void 0) this.#endAfter(activityTimeoutMs);
		signal?.addEventListener("abort", this.#onAbort, { once: true });
	}
	async *[Symbol.asyncIterator]() {
		for await (const { event } of this.#parts.feed.read()) yield event;
	}
	async *text() {
		let answer;
		for await (const event of this) {
			if (event.type !== "message_update" || event.stream_event.type !== "text_delta") continue;
			if (answer !== void 0 && answer !== event.message.id) yield "\n\n";
			answer = event.message.id;
			yield event.stream_event.delta;
		}
	}
	async abort() {
		if (!this.#settle) return;
		const over = this.result.then(() => {}, () => {});
		if (!this.#stopping) {
			this.#stopping = true;
			const { abortTimeoutMs, clock, stop } = this.#parts;
			const giveUp = () => this.fail(this.#cause ?? new SilenceError(`the run did not end: silent for ${abortTimeoutMs} ms since its abort`));
			this.#silences.push(new Silence(clock, abortTimeoutMs, giveUp));
			await Promise.race([stop(), over]);
		}
		await over;
	}
	/** An event of it has come. */
	get begun() {
		return this.#begun;
	}
	/** Events were missed, which may tell of the run's end. */
	get missed() {
		return this.#missed;
	}
	/** Takes the next event of the session. Those before the run began are not its own. */
	receive(seq, event) {
		this.#begun ||= event.type === "agent_start";
		if (!this.#begun) return;
		this.#live(event);
		this.#outcome.add(event);
		this.#parts.feed.push(seq, event);
	}
	/** Events are missing here. */
	leaveOut() {
		this.#begun = true;
		this.#missed = true;
		this.#parts.feed.leaveOut();
	}
	/** The messages of the run, when events were missed. */
	restore(messages) {
		this.#outcome.restart(messages);
	}
	/** It has ended, with the event of this number. */
	end(lastSeq, said) {
		if (this.#cause) return this.fail(this.#cause);
		this.#parts.feed.finish(lastSeq);
		this.#close()?.resolve(this.#outcome.result(said));
	}
	/** Nothing more will be heard of it, or nothing was run. */
	fail(error) {
		this.#parts.feed.fail(error);
		this.#close()?.reject(error);
	}
	#close() {
		const settle = this.#settle;
		this.#settle = void 0;
		for (const silence of this.#silences) silence.stop();
		this.#parts.signal?.removeEventListener("abort", this.#onAbort);
		return settle;
	}
	#endAfter(ms) {
		const end = () => {
			this.#cause = new SilenceError(`nothing happened for ${ms} ms; the run was aborted`);
			this.#onAbort();
		};
		this.#silences.push(new Silence(this.#parts.clock, ms, end));
	}
	#live(event) {
		for (const silence of this.#silences) if (event.type === "tool_execution_start") silence.hold();
		else if (event.type === "tool_execution_end") silence.release();
		else silence.touch(event.type === "retry" ? event.delay_seconds * 1e3 : 0);
	}
};
//#endregion
//#region src/client/send-options.ts
/** The images as the wire has them. */
function imagesOf(images) {
	return images === void 0 ? {} : { images: [...images] };
}
//#endregion
//#region src/client/whole-transcript.ts
/** Every message behind this one, oldest first, all of them without an id. `page` gets those of them that go together. */
async function wholeTranscript(after, page) {
	const found = [];
	for (let last = after;; last = found.at(-1)?.id) {
		const { messages = [], truncated } = await page(last === void 0 ? {} : { after: last });
		found.push(...messages);
		if (!truncated || messages.length === 0) return found;
	}
}
//#endregion
//#region src/client/session.ts
const ACTIVITY_TIMEOUT_MS = 6e5;
/** One conversation. Every method that talks to letscode rejects with its error. */
var Session = class {
	#parts;
	/** Names it for `resumeSession`. */
	id;
	/** The model it began with, `PROVIDER/ID`. */
	model;
	/** Every tool the model has. */
	tools;
	constructor(parts) {
		this.#parts = parts;
		this.id = parts.id;
		this.model = parts.model;
		this.tools = parts.tools;
	}
	/** Begins a run with this prompt. While one goes on the new one fails as busy: use `steer` or `followUp`. */
	send(text, options = {}) {
		return this.#begin(text, options);
	}
	/** Runs a prompt and resolves when the run has ended. */
	sendAndWait(text, options = {}) {
		return this.#begin(text, {
			activityTimeoutMs: ACTIVITY_TIMEOUT_MS,
			...options
		}, 0).result;
	}
	/** Speaks to the running turn: delivered before the next model call. */
	async steer(text, images) {
		await this.#call("session.steer", {
			text,
			...imagesOf(images)
		});
	}
	/** Waits until the run would end, then goes on with this. */
	async followUp(text, images) {
		await this.#call("session.follow_up", {
			text,
			...imagesOf(images)
		});
	}
	/** Stops whatever runs, whoever began it; resolves when letscode has heard it, with what waits in its queues. */
	async abort({ clearQueue } = {}) {
		const { abortTimeoutMs: timeoutMs } = this.#parts;
		const params = clearQueue === void 0 ? {} : { clear_queue: clearQueue };
		return (await this.#call("session.abort", params, timeoutMs)).queued;
	}
	/** Forgets the conversation; only when nothing runs. Resolves with the id under which the new one is kept, null when it is not. */
	async reset() {
		return (await this.#call("session.reset", {})).saved_as;
	}
	/** Summarises the older part of the conversation for the model; null when there was nothing to summarise. */
	async compact(instructions) {
		const params = instructions === void 0 ? {} : { instructions };
		return (await this.#call("session.compact", params)).compaction;
	}
	/** Changes the model, from the next model call on. */
	async setModel(model) {
		await this.#call("session.set_model", { model });
	}
	/** Changes how much the model thinks, from the next model call on. */
	async setThinking(level) {
		await this.#call("session.set_thinking", { level });
	}
	/** The transcript, oldest first; with `after`, what comes behind that message. */
	messages({ after } = {}) {
		return wholeTranscript(after, (from) => this.#call("session.messages", from));
	}
	/**
	* Every event of the session, of runs that others began too, from now on; with `after`, those behind the event of that number
	* first. Ends when the signal aborts and when the session is closed here; throws when letscode is gone.
	*/
	watch({ after, signal } = {}) {
		const { events, hold } = this.#parts;
		const source = events.watch(after, events.seq, signal);
		return { [Symbol.asyncIterator]: () => ({
			next: () => hold(source.next()),
			return: () => source.return()
		}) };
	}
	/** Ends the session in letscode, as an abort does a run. It stays on disk and can be resumed. */
	async close() {
		try {
			await this.#call("session.close", {});
		} finally {
			this.#parts.forget();
			this.#parts.events.close();
		}
	}
	#begin(text, { images, signal, activityTimeoutMs }, maxChars) {
		const { events, clock, abortTimeoutMs } = this.#parts;
		const stop = () => this.abort();
		const run = new OpenRun({
			feed: events.feed(events.seq, maxChars),
			clock,
			signal,
			activityTimeoutMs,
			abortTimeoutMs,
			stop
		});
		if (signal?.aborted) run.fail(signal.reason);
		else if (events.run) run.fail(rpcError("busy", "a run goes on in this session: steer it, or send a follow-up"));
		else this.#run(run, {
			text,
			...imagesOf(images)
		});
		return run;
	}
	async #run(run, params) {
		const { events } = this.#parts;
		events.begin(run);
		try {
			const answer = await this.#call("session.send", params);
			if (run.missed && answer.message_id !== null) run.restore(await this.messages({ after: answer.message_id }));
			events.end(run);
			run.end(events.seq, {
				messageId: answer.message_id,
				lastMessageId: answer.last_message_id,
				stopReason: answer.stop_reason,
				error: answer.error,
				...answer.output === void 0 ? {} : { output: answer.output }
			});
		} catch (thrown) {
			events.end(run);
			run.fail(thrown);
		}
	}
	#call(method, params, timeoutMs) {
		const whole = {
			session_id: this.id,
			...params
		};
		return this.#parts.call(method, whole, timeoutMs === void 0 ? {} : { timeoutMs });
	}
};
//#endregion
//#region src/client/feed.ts
/** A bounded queue of events with a single reader. */
var Feed = class {
	#options;
	#waiting = [];
	#head = 0;
	#chars = 0;
	/** The number of the last event that was put in. */
	#last;
	/** The highest number that was seen. */
	#newest = 0;
	/** What comes is left out, until what was left out is fetched. */
	#behind = false;
	/** The number of the last event there is. */
	#end;
	#error;
	#wake = [];
	constructor(options) {
		this.#options = options;
		this.#last = options.after;
	}
	/** Puts in an event that came. */
	push(seq, event) {
		this.#newest = Math.max(this.#newest, seq);
		if (this.#behind || seq <= this.#last) return;
		const chars = charsOf(event);
		if (this.#chars > 0 && this.#chars + chars > this.#options.maxChars) this.#behind = true;
		else this.#put(seq, event, chars);
	}
	/** Events are missing here: they are fetched before what comes after. */
	leaveOut() {
		this.#behind = true;
		this.#wakeAll();
	}
	/** Nothing comes after the event of this number. */
	finish(end) {
		this.#end = end;
		this.#newest = Math.min(this.#newest, end);
		this.#wakeAll();
	}
	/** The reader wants no more. */
	stop() {
		this.#waiting = [];
		this.#head = 0;
		this.finish(0);
	}
	/** Nothing more comes, for this reason. What is there can be read. */
	fail(error) {
		this.#error ??= error;
		this.#wakeAll();
	}
	/** The events, once each. A reader who leaves may come again and goes on with the next. */
	async *read() {
		for (;;) {
			const next = this.#waiting[this.#head];
			if (next) {
				this.#take(next.chars);
				yield next.numbered;
			} else if (this.#end !== void 0 && this.#last >= this.#end) return;
			else if (this.#error) throw this.#error;
			else if (this.#behind) await this.#catchUp();
			else if (this.#end !== void 0) return;
			else await new Promise((resolve) => this.#wake.push(resolve));
		}
	}
	async #catchUp() {
		const before = this.#last;
		const result = await this.#options.fetch(before);
		if ("gap" in result) this.#put(result.seq, {
			type: "gap",
			messages: result.messages
		}, 0);
		else for (const { seq, event } of result.events) if (seq > this.#last && seq <= (this.#end ?? seq)) this.#put(seq, event, charsOf(event));
		this.#behind = this.#last > before && this.#last < this.#newest;
	}
	#put(seq, event, chars) {
		this.#last = Math.max(this.#last, seq);
		this.#chars += chars;
		this.#waiting.push({
			numbered: {
				seq,
				event
			},
			chars
		});
		this.#wakeAll();
	}
	#take(chars) {
		this.#chars = Math.max(0, this.#chars - chars);
		this.#waiting[this.#head++] = TAKEN;
		if (this.#head < this.#waiting.length && this.#head < CLEAR_AFTER) return;
		this.#waiting = this.#waiting.slice(this.#head);
		this.#head = 0;
	}
	#wakeAll() {
		for (const resolve of this.#wake.splice(0)) resolve();
	}
};
/** Stands where an event was: what was taken must not be kept. */
const TAKEN = {
	numbered: {
		seq: 0,
		event: {
			type: "gap",
			messages: []
		}
	},
	chars: 0
};
/** So many taken places are cleared away at once. */
const CLEAR_AFTER = 1024;
/** What an event costs beside its texts. */
const BASE_CHARS = 200;
/** About how much memory an event takes, in characters. */
function charsOf(event) {
	return BASE_CHARS + textIn(event);
}
function textIn(value) {
	if (typeof value === "string") return value.length;
	if (typeof value !== "object" || value === null) return 8;
	let chars = 16;
	for (const key in value) chars += textIn(value[key]);
	return chars;
}
//#endregion
//#region src/client/session-events.ts
/** Heeds what letscode says of a session. */
var SessionEvents = class {
	#options;
	#watching = /* @__PURE__ */ new Set();
	/** The number of the newest event. */
	#seq = 0;
	#run;
	#over;
	constructor(options) {
		this.#options = options;
	}
	/** The number of the newest event. */
	get seq() {
		return this.#seq;
	}
	/** The run that this program began and that goes on. */
	get run() {
		return this.#run;
	}
	/** A queue for one reader, of what comes after the event of this number. */
	feed(after = this.#seq, maxChars = this.#options.maxChars) {
		return new Feed({
			after,
			maxChars,
			fetch: this.#options.fetch
		});
	}
	/** From now on the events belong to this run. */
	begin(run) {
		this.#run = run;
	}
	/** They belong to it no more. */
	end(run) {
		if (this.#run === run) this.#run = void 0;
	}
	/** Takes an event that came. */
	receive({ seq, event }) {
		this.#seq = Math.max(this.#seq, seq);
		this.#run?.receive(seq, event);
		for (const feed of this.#watching) feed.push(seq, event);
	}
	/** Events were left out. */
	leaveOut() {
		this.#run?.leaveOut();
		for (const feed of this.#watching) feed.leaveOut();
	}
	/** Every event after this number, past and to come, until the signal aborts. `after` absent: from `seq` on, however late the loop begins. */
	async *watch(after, seq, signal) {
		const feed = this.feed(after ?? seq);
		const stop = () => feed.stop();
		if (after !== void 0 || seq < this.#seq) feed.leaveOut();
		if (this.#over) finish(feed, this.#over.error, this.#seq);
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop);
		this.#watching.add(feed);
		try {
			yield* feed.read();
		} finally {
			this.#watching.delete(feed);
			signal?.removeEventListener("abort", stop);
		}
	}
	/** Nothing more comes: the session was closed here, or there is an error that says why. */
	close(error) {
		this.#over ??= { error };
		for (const feed of this.#watching) finish(feed, error, this.#seq);
	}
};
function finish(feed, error, seq) {
	if (error) feed.fail(error);
	else feed.finish(seq);
}
//#endregion
//#region src/client/client.ts
/** A letscode with any number of sessions: started, or reached where it listens. */
/**
* One letscode. It starts with the first call, or with `start`. A program may end while its client is open and idle: it is held
* only while something is waited for, and a process that was started for it ends with it.
*/
var LetscodeClient = class LetscodeClient {
	#options;
	#clock;
	#sessions = /* @__PURE__ */ new Map();
	#link;
	#closing;
	/** Ends a start that goes on. */
	#end = new AbortController();
	constructor(options = {}) {
		this.#options = options;
		this.#clock = options.clock ?? systemClock;
	}
	/** A client whose letscode has started. */
	static async start(options = {}) {
		const client = new LetscodeClient(options);
		await client.start();
		return client;
	}
	/**
	* Starts letscode, or connects to it, and shakes hands; resolves with what it says of itself. Rejects, with its last words on
	* stderr, when that does not come to an end in time. A second call does nothing more.
	*/
	async start() {
		return (await this.#open()).server;
	}
	/** Calls a method of the protocol: what the other methods of clients and sessions are made of. */
	call = async (method, params, options = {}) => {
		const { connection, transport } = await this.#open();
		return await transport.hold.until(request(connection, method, params, options));
	};
	/** Begins a conversation. */
	async createSession(options) {
		const created = await this.call("session.create", sessionSettings(options));
		return this.#keep(created, options).session;
	}
	/** Goes on with a conversation: from disk, or with one that is alive, in the middle of its run too. */
	async resumeSession(id, options) {
		const resumed = await this.call("session.resume", {
			session_id: id,
			...sessionSettings(options)
		});
		return this.#keep(resumed, options).session;
	}
	/** Copies a conversation up to a message and the results of its calls; resolves with the id of the copy. */
	async forkSession(id, messageId) {
		return (await this.call("session.fork", {
			session_id: id,
			message_id: messageId
		})).session_id;
	}
	/** The conversations there are, the newest first. */
	async listSessions(which = {}) {
		return (await this.call("session.list", which)).sessions;
	}
	/** Deletes a conversation. */
	async deleteSession(id) {
		await this.call("session.delete", { session_id: id });
		this.#forget(id);
	}
	/** The models that sessions can have. */
	async listModels() {
		return (await this.call("models.list", {})).models;
	}
	/** Milliseconds until letscode answered. */
	async ping() {
		await this.#open();
		const start = this.#clock.now();
		await this.call("ping", {});
		return this.#clock.now() - start;
	}
	/**
	* Ends a letscode that this client started: its runs are aborted, and it has `closeTimeoutMs` to go before it is killed. One
	* that listens goes on, its runs too. Never rejects. No call works after this.
	*/
	close() {
		this.#closing ??= this.#close();
		return this.#closing;
	}
	async #open() {
		if (this.#closing) throw this.#closed();
		this.#link ??= this.#connect();
		return await this.#link;
	}
	async #connect() {
		const { url, token, name = "letscode/client", startTimeoutMs = START_TIMEOUT_MS, report } = this.#options;
		const clock = this.#clock;
		const { signal } = this.#end;
		const transport = url === void 0 ? await startProcess(this.#options, "jsonrpc", clock) : await connectTo(url, {
			clock,
			timeoutMs: startTimeoutMs,
			signal
		});
		const connection = new Connection({
			input: transport.input,
			output: transport.output,
			clock,
			explainEnd: (end) => this.#explain(end, transport),
			...report ? { report } : {}
		});
		answerRequests(connection, this.#options, (id) => this.#sessions.get(id));
		this.#hear(connection);
		connection.start();
		try {
			const answer = request(connection, "initialize", {
				protocol: JSONRPC_PROTOCOL,
				client: {
					name,
					version: VERSION
				},
				capabilities: capabilitiesOf(this.#options),
				...token === void 0 ? {} : { token }
			}, {
				timeoutMs: startTimeoutMs,
				signal
			});
			return {
				transport,
				connection,
				server: await transport.hold.until(answer)
			};
		} catch (thrown) {
			transport.end(0);
			if (!(thrown instanceof CallTimeoutError)) throw thrown;
			throw new LetscodeError(`letscode did not shake hands within ${startTimeoutMs} ms${transport.lastWords}`);
		}
	}
	/** Whoever reads events is told what whoever calls is told. */
	async #explain(end, transport) {
		if (this.#closing) return this.#closed();
		const error = await transport.explain(end);
		for (const { events } of this.#sessions.values()) events.close(error);
		if (end.reason === "broken") transport.end(0);
		return error;
	}
	#closed() {
		return new LetscodeError("the client was closed");
	}
	#hear(connection) {
		const on = (name, heed) => connection.onNotification(name, (sent) => {
			const params = sent;
			const events = this.#sessions.get(params.session_id)?.events;
			if (events) heed(events, params);
		});
		on("session.event", (events, params) => events.receive(params));
		on("session.gap", (events) => events.leaveOut());
		on("session.idle", () => {});
	}
	#keep({ session_id: id, model, tools }, options) {
		const { abortTimeoutMs = ABORT_TIMEOUT_MS, maxWaitingChars = MAX_WAITING_CHARS } = this.#options;
		const events = new SessionEvents({
			maxChars: maxWaitingChars,
			fetch: (after) => this.call("session.events", {
				session_id: id,
				after
			})
		});
		const kept = {
			session: new Session({
				id,
				model,
				tools,
				events,
				call: this.call,
				clock: this.#clock,
				abortTimeoutMs,
				hold: async (promise) => (await this.#link)?.transport.hold.until(promise) ?? promise,
				forget: () => this.#forget(id)
			}),
			events,
			options
		};
		this.#sessions.get(id)?.events.close();
		this.#sessions.set(id, kept);
		return kept;
	}
	#forget(id) {
		this.#sessions.get(id)?.events.close();
		this.#sessions.delete(id);
	}
	async #close() {
		this.#end.abort(this.#closed());
		const link = await this.#link?.catch(() => void 0);
		if (link) await this.#leave(link);
		for (const { events } of this.#sessions.values()) events.close();
	}
	async #leave({ transport, connection }) {
		const { url, closeTimeoutMs = CLOSE_TIMEOUT_MS } = this.#options;
		if (url === void 0) {
			for (const [id, { events }] of this.#sessions) if (events.run) request(connection, "session.abort", {
				session_id: id,
				clear_queue: true
			}).catch(() => {});
			request(connection, "shutdown", {}).catch(() => {});
		}
		await transport.hold.until(transport.end(closeTimeoutMs, connection.flush()));
		connection.close();
	}
};
function request(connection, method, params, options = {}) {
	const lane = params.session_id;
	return connection.request(method, params, {
		...options,
		lane
	});
}
//#endregion
//#region src/client/rpc-answers.ts
/** Answers the questions of one letscode, each as long as its call goes on. */
var RpcAnswers = class {
	#options;
	#open = /* @__PURE__ */ new Map();
	constructor(options) {
		this.#options = options;
	}
	/** Decides on a call. */
	async permit({ type: _, request_id, ...question }) {
		const { permissions, answer } = this.#options;
		const signal = this.#signal(question.tool_call_id);
		const decision = await askPermission(permissions ?? (() => "deny"), question, signal);
		if (!signal.aborted) answer({
			cmd: "permission",
			request_id,
			...decision
		});
	}
	/** Runs a call. */
	async run({ request_id, tool_call_id, tool_name, arguments: args }) {
		const { tools, answer } = this.#options;
		const signal = this.#signal(tool_call_id);
		const result = await invokeTool(tools, tool_name, args, {
			toolCallId: tool_call_id,
			signal
		});
		if (!signal.aborted) answer({
			cmd: "tool_result",
			request_id,
			...result
		});
	}
	/** The end of a call closes what was asked about it. */
	onEvent(event) {
		if (event.type === "tool_execution_end") this.#close(event.tool_call_id);
		if (event.type === "agent_end") this.close();
	}
	/** Nobody waits for an answer any more. */
	close() {
		for (const id of [...this.#open.keys()]) this.#close(id);
	}
	#signal(toolCallId) {
		const controller = this.#open.get(toolCallId) ?? new AbortController();
		this.#open.set(toolCallId, controller);
		return controller.signal;
	}
	#close(toolCallId) {
		this.#open.get(toolCallId)?.abort();
		this.#open.delete(toolCallId);
	}
};
//#endregion
//#region src/client/rpc-pipe.ts
/** Commands to a letscode in `--mode rpc`, their answers, and whatever else it says. */
const CONTROL = new Set([
	"ready",
	"ack",
	"done",
	"bye",
	"permission_request",
	"tool_call_request"
]);
/** One pipe to one letscode. */
var RpcPipe = class {
	#options;
	#lines = new LineReader({ maxBytes: MAX_LINE_BYTES });
	#waiting = /* @__PURE__ */ new Map();
	#lastId = 0;
	/** Why no command can be answered any more. */
	#over;
	constructor(options) {
		this.#options = options;
		const { input } = options.transport;
		const end = () => void this.#end(new ConnectionError("end", "letscode closed its output"));
		input.on("data", (bytes) => {
			for (const record of this.#lines.push(bytes)) this.#read(record);
		});
		input.on("end", () => {
			for (const record of this.#lines.end()) this.#read(record);
			end();
		});
		input.on("error", end);
		input.on("close", end);
	}
	/** Sends a command. Resolves with its `done`; rejects with a CommandError when it is refused or fails, with why letscode ended else. */
	command(order) {
		const answer = new Promise((resolve, reject) => {
			if (this.#over) return reject(this.#over);
			const id = ++this.#lastId;
			this.#waiting.set(id, {
				resolve,
				reject
			});
			this.#options.transport.output.write(`${jsonText({
				id,
				...order
			})}\n`);
		});
		return this.#options.transport.hold.until(answer);
	}
	/** Everything that waits rejects with this, and so does what is sent later. */
	close(error) {
		if (this.#over) return;
		this.#over = error;
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
		this.#options.onEnd(error);
	}
	async #end(end) {
		if (!this.#over) this.close(await this.#options.transport.explain(end));
	}
	#read(record) {
		const message = parse(record);
		if (!message) return this.#options.report(`a line that is no JSON object was dropped${shown(record)}`);
		try {
			this.#heed(message);
		} catch (thrown) {
			this.#options.report(`${message.type}: ${errorText(thrown)}`);
		}
	}
	#heed(message) {
		if (message.type === "done") return this.#take(message.id)?.resolve(message);
		if (message.type === "error" && "id" in message) return this.#refused(message);
		if (CONTROL.has(message.type)) this.#options.onControl(message);
		else this.#options.onEvent(message);
	}
	#refused(message) {
		const error = new CommandError(message.error, message.code, message.recoverable);
		const waiting = this.#take(message.id);
		if (waiting) waiting.reject(error);
		else this.#options.report(`letscode says: ${message.error}`);
	}
	#take(id) {
		const waiting = this.#waiting.get(id);
		this.#waiting.delete(id);
		return waiting;
	}
};
function parse(record) {
	if (record.type !== "line") return void 0;
	try {
		const value = JSON.parse(record.text);
		return typeof value === "object" && typeof value?.type === "string" ? value : void 0;
	} catch {
		return;
	}
}
function shown(record) {
	return record.type === "line" ? `: ${JSON.stringify(record.text.slice(0, 100))}` : "";
}
//#endregion
//#region src/client/rpc-client.ts
/** The lighter client: one letscode with one conversation, by `--mode rpc`. */
/** One letscode with one conversation. Every method that talks to it rejects with its error. */
var RpcClient = class RpcClient {
	#letscode;
	#options;
	#clock;
	#pipe;
	#answers;
	#settleReady;
	#ready;
	#features = {};
	#run;
	/** How many events have come. */
	#seq = 0;
	#closing;
	constructor(letscode, options, clock) {
		this.#letscode = letscode;
		this.#options = options;
		this.#clock = clock;
		const { permissions, tools = [], report } = options;
		this.#pipe = new RpcPipe({
			transport: letscode,
			onControl: (message) => this.#onControl(message),
			onEvent: (event) => this.#onEvent(event),
			onEnd: (error) => this.#onEnd(error),
			report: (line) => report?.(line)
		});
		this.#answers = new RpcAnswers({
			permissions: typeof permissions === "function" ? permissions : void 0,
			tools,
			answer: (order) => void this.#pipe.command(order).catch(() => {})
		});
	}
	/** Starts letscode and shakes hands. Rejects, with its last words on stderr, when that does not come to an end in time. */
	static async start(options) {
		const { clock = systemClock, startTimeoutMs = START_TIMEOUT_MS, args = [] } = options;
		const mode = permissionMode(options.permissions);
		const flags = mode === "ask" ? args : [
			...args,
			"--permission-mode",
			mode
		];
		const letscode = await startProcess({
			...options,
			args: flags
		}, "rpc", clock);
		const client = new RpcClient(letscode, options, clock);
		const shaken = client.#shakeHands();
		if (!await within(clock, startTimeoutMs, letscode.hold.until(shaken))) client.#pipe.close(new LetscodeError(`letscode did not shake hands within ${startTimeoutMs} ms${letscode.lastWords}`));
		try {
			await shaken;
		} catch (thrown) {
			letscode.end(0);
			throw thrown;
		}
		return client;
	}
	/** What letscode said of itself. */
	get ready() {
		return this.#ready;
	}
	/** What was asked for and granted. */
	get features() {
		return this.#features;
	}
	/** Begins a run with this prompt. While one goes on the new one fails as busy: use `steer` or `followUp`. */
	prompt(text, { images, signal, activityTimeoutMs } = {}) {
		const { abortTimeoutMs = ABORT_TIMEOUT_MS, maxWaitingChars: maxChars = MAX_WAITING_CHARS } = this.#options;
		const fetch = async () => ({
			gap: true,
			messages: await this.getMessages(),
			seq: this.#seq
		});
		const feed = new Feed({
			after: this.#seq,
			maxChars,
			fetch
		});
		const stop = () => this.abort();
		const run = new OpenRun({
			feed,
			clock: this.#clock,
			signal,
			activityTimeoutMs,
			abortTimeoutMs,
			stop
		});
		if (signal?.aborted) run.fail(signal.reason);
		else if (this.#run) run.fail(new CommandError("a run goes on: steer it, or send a follow-up", "busy", true));
		else this.#follow(run, {
			cmd: "prompt",
			text,
			...imagesOf(images)
		});
		return run;
	}
	/** Speaks to the running turn: delivered before the next model call. */
	async steer(text, images) {
		await this.#done({
			cmd: "steer",
			text,
			...imagesOf(images)
		});
	}
	/** Waits until the run would end, then goes on with this. */
	async followUp(text, images) {
		await this.#done({
			cmd: "follow_up",
			text,
			...imagesOf(images)
		});
	}
	/** Stops the run; resolves when letscode has heard it, with what waits in its queues. */
	async abort({ clearQueue = false } = {}) {
		const { queued } = await this.#done({
			cmd: "abort",
			clear_queue: clearQueue
		});
		return queued ?? {
			steer: 0,
			follow_up: 0
		};
	}
	/** Forgets the conversation. Only when nothing runs. */
	async reset() {
		await this.#done({ cmd: "reset" });
	}
	/** What is known of the conversation now. */
	async getState() {
		return (await this.#done({ cmd: "get_state" })).state;
	}
	/** The transcript, oldest first; with `after`, what comes behind that message. */
	getMessages({ after } = {}) {
		return wholeTranscript(after, (from) => this.#done({
			cmd: "get_messages",
			...from
		}));
	}
	/** Changes the model, from the next model call on. */
	async setModel(model) {
		await this.#done({
			cmd: "set_model",
			model
		});
	}
	/** Changes how much the model thinks, from the next model call on. */
	async setThinking(level) {
		await this.#done({
			cmd: "set_thinking",
			level
		});
	}
	/** Summarises the older part of the conversation; null when there was nothing to summarise. */
	async compact(instructions) {
		return (await this.#done({
			cmd: "compact",
			...instructions === void 0 ? {} : { instructions }
		})).compaction ?? null;
	}
	/** Ends letscode after the run that goes on and what waits behind it. Resolves when it has ended. */
	async bye() {
		await this.#done({ cmd: "bye" });
		await this.close();
	}
	/** Ends letscode: its run is aborted, and it has `closeTimeoutMs` to go before it is killed. Never rejects. */
	close() {
		this.#closing ??= this.#close();
		return this.#closing;
	}
	async #close() {
		const { closeTimeoutMs = CLOSE_TIMEOUT_MS } = this.#options;
		if (this.#run) this.abort({ clearQueue: true }).catch(() => {});
		await this.#letscode.hold.until(this.#letscode.end(closeTimeoutMs));
		this.#pipe.close(new LetscodeError("the client was closed"));
	}
	async #shakeHands() {
		const { permissions, tools = [], messageUpdates } = this.#options;
		this.#ready = await new Promise((resolve, reject) => {
			this.#settleReady = {
				resolve,
				reject
			};
		});
		const { features = {} } = await this.#done({
			cmd: "hello",
			protocol: PROTOCOL,
			...typeof permissions === "function" ? { permissions: true } : {},
			...tools.length > 0 ? { tools: tools.map(({ spec }) => spec) } : {},
			...messageUpdates === void 0 ? {} : { message_updates: messageUpdates }
		});
		this.#features = features;
	}
	async #follow(run, order) {
		this.#run = run;
		try {
			const { output, error = null } = await this.#pipe.command(order);
			this.#run = void 0;
			if (run.begun) return run.end(this.#seq, error === null ? {} : { error });
			run.end(this.#seq, {
				stopReason: "command",
				error,
				...output === void 0 ? {} : { output }
			});
		} catch (thrown) {
			this.#run = void 0;
			run.fail(thrown);
		}
	}
	async #done(order) {
		const done = await this.#pipe.command(order);
		if (done.error !== void 0) throw new CommandError(done.error, void 0, true);
		return done;
	}
	#onControl(message) {
		if (message.type === "ready") this.#settleReady?.resolve(message);
		else if (message.type === "permission_request") this.#answers.permit(message);
		else if (message.type === "tool_call_request") this.#answers.run(message);
	}
	#onEvent(event) {
		this.#seq++;
		this.#answers.onEvent(event);
		this.#run?.receive(this.#seq, event);
	}
	#onEnd(error) {
		this.#settleReady?.reject(error);
		this.#answers.close();
	}
};
//#endregion
export { CallTimeoutError, CommandError, ConnectionError, JsonRpcError, LetscodeClient, LetscodeError, ProcessEndedError, RpcClient, SilenceError, tool };
