/** The four dialects, each with how it says things. */
import { CHAT_VOICE } from "./chat.ts";
import { GENERATE_VOICE } from "./generate.ts";
import { MESSAGES_VOICE } from "./messages.ts";
import { RESPONSES_VOICE } from "./responses.ts";
import type { Voice } from "./voice.ts";

export const VOICES: readonly Voice[] = [CHAT_VOICE, RESPONSES_VOICE, MESSAGES_VOICE, GENERATE_VOICE];
