// Generated from src/wire by `npm run generate`. Do not edit.

/**
 * Checks the params of a request of a client: null when all is well, and then the value is what `ClientRequests` says;
 * else one sentence that names the field, such as `session.send.text: expected a string, it is missing`. Fields the
 * protocol does not know are let through, and nothing is looked at where it allows any JSON. Never throws.
 */
export declare function validateParams(method: string, value: unknown): string | null;

/** Checks what a client answered in the same way: null when the value is the result that `ServerRequests` says. */
export declare function validateResult(method: string, value: unknown): string | null;
