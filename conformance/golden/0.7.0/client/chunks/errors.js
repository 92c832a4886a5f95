//#region src/errors.ts
/** The root of the tree: `instanceof LetscodeError` means the message was written for people. */
var LetscodeError = class extends Error {
	name = "LetscodeError";
};
/** Wrong flags, environment or configuration. The process answers with the message and exit code 2. */
var UsageError = class extends LetscodeError {
	name = "UsageError";
};
/** The agent works on a run; wait for it or abort it first. */
var BusyError = class extends LetscodeError {
	name = "BusyError";
};
/** A model call failed. The message names the provider, the status and what to change. */
var ProviderError = class extends LetscodeError {
	name = "ProviderError";
	status;
	code;
	recoverable;
	retryable;
	retryAfterMs;
	kind;
	summary;
	constructor(message, failure) {
		super(message, failure.cause === void 0 ? void 0 : { cause: failure.cause });
		this.status = failure.status;
		this.code = failure.code;
		this.recoverable = failure.recoverable;
		this.retryable = failure.retryable ?? false;
		this.retryAfterMs = failure.retryAfterMs;
		this.kind = failure.kind ?? (failure.status === void 0 ? "APIConnectionError" : "APIStatusError");
		this.summary = failure.summary ?? message;
	}
};
/** A tool could not do what was asked. Becomes an error result the model reads; never an `error` event. */
var ToolError = class extends LetscodeError {
	name = "ToolError";
};
/** The text of anything that was thrown, also of what is no Error; never throws itself. */
function errorText(thrown) {
	try {
		if (thrown instanceof Error) return thrown.message || thrown.name;
		return String(thrown);
	} catch {
		return "an error that could not be read";
	}
}
//#endregion
export { UsageError as a, ToolError as i, LetscodeError as n, errorText as o, ProviderError as r, BusyError as t };
