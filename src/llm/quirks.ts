/** How OpenAI-compatible servers differ. */

/** What a server or model needs to be told, or told differently. */
export interface Quirks {
  /** The field that carries a configured output limit. */
  limitField: "max_tokens" | "max_completion_tokens";
  /** Ask for token counts with `stream_options`. Dropped by itself when the server refuses it. */
  usageOption: boolean;
  /** The message field in which earlier thinking goes back, for models that must see it again. */
  echoThinking: "reasoning_content" | "reasoning" | undefined;
  /** The model's template opens the think tag itself: what comes before a `</think>` is thinking. */
  opensThinking: boolean;
  /** The model can be shown images. False: a note stands in their place. */
  images: boolean;
}

/** What the widest range of servers accepts. */
export const DEFAULT_QUIRKS: Quirks = {
  limitField: "max_tokens",
  usageOption: true,
  echoThinking: undefined,
  opensThinking: false,
  images: true,
};
