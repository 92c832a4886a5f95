/** The public names of `letscode/plugin`: types for those who write plugins. Nothing is there at run time. */

export type { LLMRequest, StreamOptions, ThinkingLevel, ToolSpec } from "./llm/client.ts";
export type * from "./plugins/plugin.ts";
export type * from "./wire/events.ts";
export type * from "./wire/messages.ts";
export type * from "./wire/stream.ts";
