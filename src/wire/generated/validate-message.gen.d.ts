// Generated from src/wire by `npm run generate`. Do not edit.

/**
 * Checks what should be a message of any role: null when all is well, and then the value is a `Message`; else one
 * sentence that names the field and what was expected there, such as
 * `user.content[0].text: expected a string, it is missing`. Fields the wire does not know are let through, and
 * nothing is looked at where it allows any JSON; only own properties count. Never throws.
 */
export declare function validateMessage(value: unknown): string | null;
