// Generated from src/wire by `npm run generate`. Do not edit.
import type { Command } from "../commands.ts";

/** The name of every command of the protocol. */
export declare const COMMAND_NAMES: readonly Command["cmd"][];

/**
 * Checks a command's fields: null when all is well, and then the value is a `Command`; else one sentence that names
 * the field and what was expected there, such as `prompt.images[0].data: expected a string, it is missing`.
 * Fields the protocol does not know are let through; only own properties count. Never throws.
 */
export declare function validateCommand(value: { readonly cmd: string }): string | null;
