//#region src/framing/json-depth.ts
/** How deep JSON text is nested: what is read with ease may be too deep to be written again. */
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
/** Whether objects and arrays in this JSON text are nested more than `limit` levels deep. One pass, no recursion. */
function isDeeperThan(text, limit) {
	if (text.length <= 2 * limit) return false;
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at + 1);
		else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
			depth++;
			if (depth > limit) return true;
		} else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
	}
	return false;
}
/** The place of the quote that ends the string which begins at `from`. */
function endOfString(text, from) {
	for (let quote = text.indexOf("\"", from); quote !== -1; quote = text.indexOf("\"", quote + 1)) {
		let slashes = 0;
		while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH && quote - 1 - slashes >= from) slashes++;
		if (slashes % 2 === 0) return quote;
	}
	return text.length;
}
//#endregion
export { isDeeperThan as t };
